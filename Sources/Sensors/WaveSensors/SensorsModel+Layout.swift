public import WaveSensorsWire

extension SensorsModel {
  /// How streams are laid out.
  public enum Layout: UInt8, Sendable {
    /// A lane for each stream.
    case lanes = 0
    /// All streams in one lane.
    case overlaid = 1
    /// The paper of an electrocardiogram.
    case paper = 2
    /// One stream against another.
    case xy = 3
  }

  /// How time moves.
  public enum Motion: UInt8, Sendable {
    /// A cursor goes from left to right and writes over what is there.
    case sweep = 0
    /// The picture moves to the left, the newest at the right edge.
    case scroll = 1
    /// The picture stays until a stream crosses a level again.
    case trigger = 2
  }

  /// How streams are laid out.
  public var layout: Layout { view.streams.layout }
  /// How time moves.
  public var motion: Motion { view.time.motion }
  /// Seconds from the left edge to the right one.
  public var windowSeconds: Double { view.time.windowSeconds }
  /// Whether the picture is held still at the user's wish.
  public var isPaused: Bool { view.time.isPaused }
  /// How far behind now the picture goes on, in microseconds.
  public var delayMicroseconds: Int64 { view.time.delayMicroseconds }
  /// Whether two lines measure time and amplitude.
  public var isMeasuring: Bool { calipers.isShown }
  /// What the streams that are shown read now: newest value, extremes and RMS over the window.
  public var shownReadings: [StreamReadings.Reading] { readings?.readings ?? [] }
}
