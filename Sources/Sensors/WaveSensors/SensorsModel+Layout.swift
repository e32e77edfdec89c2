public import WaveSensorsWire

extension SensorsModel {
  /// The layout of the streams.
  public enum Layout: UInt8, Sendable {
    /// A separate lane for each stream.
    case lanes = 0
    /// All streams in one lane.
    case overlaid = 1
    /// Electrocardiogram paper.
    case paper = 2
    /// One stream plotted against another.
    case xy = 3
  }

  /// The motion of the display as time passes.
  public enum Motion: UInt8, Sendable {
    /// A cursor moves from left to right, overwriting the previous traces.
    case sweep = 0
    /// The traces move to the left, with the newest samples at the right edge.
    case scroll = 1
    /// The display freezes when a stream crosses the trigger level, until the next crossing.
    case trigger = 2
  }

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
