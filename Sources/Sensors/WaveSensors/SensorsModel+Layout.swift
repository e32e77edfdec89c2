public import WaveSensorsWire

extension SensorsModel {
  /// The layout of the streams.
  public typealias Layout = StreamLook.Layout

  /// The motion of the display as time passes.
  public typealias Motion = StreamLook.Motion

  /// The current layout of the streams.
  public var layout: Layout { view.streams.layout }
  /// The current motion of the display.
  public var motion: Motion { view.time.motion }
  /// The duration from the left edge to the right edge, in seconds.
  public var windowSeconds: Double { view.time.windowSeconds }
  /// Whether the user has paused the display.
  public var isPaused: Bool { view.time.isPaused }
  /// The time by which a moving display lags behind the present, in microseconds.
  public var delayMicroseconds: Int64 { view.time.delayMicroseconds }
  /// Whether the calipers, which measure time and amplitude, are shown.
  public var isMeasuring: Bool { calipers.isShown }
  /// The readings of the visible streams: newest value, extremes and RMS over the window.
  public var shownReadings: [StreamReadings.Reading] { readings?.readings ?? [] }
}
