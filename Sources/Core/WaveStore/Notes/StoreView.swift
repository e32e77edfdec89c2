/// How a recording was looked at, so that a replay looks as it did live.
public struct StoreView: Equatable, Sendable {
  /// How a channel was drawn.
  public struct Channel: Equatable, Sendable {
    /// Number of the group.
    public var group: Int
    /// Number of the channel in it.
    public var channel: Int
    /// Whether it was shown.
    public var isShown: Bool
    /// Whether the values of its row followed what was seen.
    public var isAutomatic: Bool
    /// Its line's colour as 0xRRGGBB; nil for the one that it gets by itself.
    public var colour: UInt32?
    /// Which row from above it was drawn in; channels of one row lie over one another.
    public var row: UInt32
    /// The lowest value in its row.
    public var low: Double
    /// The highest value in its row.
    public var high: Double

    /// Describes how a channel was drawn.
    public init(
      group: Int, channel: Int, isShown: Bool = true, isAutomatic: Bool = false, colour: UInt32? = nil,
      row: UInt32, low: Double, high: Double
    ) {
      self.group = group
      self.channel = channel
      self.isShown = isShown
      self.isAutomatic = isAutomatic
      self.colour = colour
      self.row = row
      self.low = low
      self.high = high
    }
  }

  /// Rows and columns of leads on the paper.
  public enum Form: UInt8, Sendable {
    /// Three rows of four, and one lead below them.
    case threeByFour = 0
    /// Six rows of two.
    case sixByTwo = 1
    /// Twelve rows.
    case twelve = 2
  }

  /// How time runs over the screen.
  public enum Mode: UInt8, Sendable {
    /// The newest sample stands at the right edge.
    case scroll = 0
    /// Samples are overwritten from left to right.
    case sweep = 1
    /// Paper of an electrocardiograph.
    case paper = 2
  }

  /// How time ran over the screen.
  public var mode: Mode
  /// Seconds from the left edge to the right; NaN where nobody looked.
  public var windowSeconds: Double
  /// Speed of the paper in millimetres a second; NaN where there is none.
  public var speedMillimetersPerSecond: Double
  /// Gain of the paper in millimetres a millivolt; NaN where there is none.
  public var gainMillimetersPerMillivolt: Double
  /// Rows and columns of leads on the paper.
  public var form = Form.threeByFour
  /// Whether time stood until a channel crossed a level again.
  public var isTriggered = false
  /// Whether the paper was written as a sweep.
  public var isSwept = false
  /// Whether rows of one unit had one scale.
  public var isLinked = false
  /// Whether one channel was drawn against another.
  public var isCrossed = false
  /// Channels in the order in which they stood.
  public var channels: [Channel]
  /// When the picture stood, where time stood until a channel crossed a level.
  public var trigger = Trigger()
  /// Bands of channels that had any.
  public var bands: [Band] = []
  /// Channels that were made of others, in order of their places.
  public var mixtures: [Mixture] = []

  /// Describes a view.
  public init(
    mode: Mode, windowSeconds: Double, speedMillimetersPerSecond: Double = .nan,
    gainMillimetersPerMillivolt: Double = .nan, channels: [Channel]
  ) {
    self.mode = mode
    self.windowSeconds = windowSeconds
    self.speedMillimetersPerSecond = speedMillimetersPerSecond
    self.gainMillimetersPerMillivolt = gainMillimetersPerMillivolt
    self.channels = channels
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(little: windowSeconds)
    bytes.append(little: speedMillimetersPerSecond)
    bytes.append(little: gainMillimetersPerMillivolt)
    bytes.append(mode.rawValue)
    bytes.append(form.rawValue)
    bytes.append((isTriggered ? 1 : 0) | (isSwept ? 2 : 0) | (isLinked ? 4 : 0) | (isCrossed ? 8 : 0))
    bytes.append(0)
    bytes.append(little: UInt32(channels.count))
    for channel in channels {
      bytes.append(little: UInt16(truncatingIfNeeded: channel.group))
      bytes.append(little: UInt16(truncatingIfNeeded: channel.channel))
      bytes.append(little: UInt32(channel.isShown ? 1 : 0) | (channel.isAutomatic ? 2 : 0))
      bytes.append(little: channel.colour ?? .max)
      bytes.append(little: channel.row)
      bytes.append(little: channel.low)
      bytes.append(little: channel.high)
    }
    trigger.write(to: &bytes)
    bytes.append(little: UInt32(bands.count))
    for band in bands { band.write(to: &bytes) }
    bytes.append(little: UInt32(mixtures.count))
    for mixture in mixtures { mixture.write(to: &bytes) }
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    windowSeconds = try cursor.double()
    speedMillimetersPerSecond = try cursor.double()
    gainMillimetersPerMillivolt = try cursor.double()
    mode = Mode(rawValue: try cursor.integer(UInt8.self)) ?? .scroll
    form = Form(rawValue: try cursor.integer(UInt8.self)) ?? .threeByFour
    let bits = try cursor.integer(UInt8.self)
    (isTriggered, isSwept) = (bits & 1 != 0, bits & 2 != 0)
    (isLinked, isCrossed) = (bits & 4 != 0, bits & 8 != 0)
    try cursor.skip(1)
    channels = []
    for _ in 0..<(try Self.count(&cursor)) {
      let (group, channel) = (Int(try cursor.integer(UInt16.self)), Int(try cursor.integer(UInt16.self)))
      let flags = try cursor.integer(UInt32.self)
      let colour = try cursor.integer(UInt32.self)
      channels.append(
        Channel(
          group: group, channel: channel, isShown: flags & 1 != 0, isAutomatic: flags & 2 != 0,
          colour: colour == .max ? nil : colour,
          row: try cursor.integer(UInt32.self), low: try cursor.double(), high: try cursor.double()))
    }
    // What was written first ends here.
    guard cursor.leftCount > 0 else { return }
    trigger = try Trigger(&cursor)
    for _ in 0..<(try Self.count(&cursor)) { bands.append(try Band(&cursor)) }
    for _ in 0..<(try Self.count(&cursor)) { mixtures.append(try Mixture(&cursor)) }
  }

  private static func count(_ cursor: inout StoreCursor) throws(StoreError) -> UInt32 {
    let count = try cursor.integer(UInt32.self)
    guard count <= UInt32(StoreFormat.itemLimit) else { throw cursor.malformed }
    return count
  }
}
