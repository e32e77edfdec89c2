/// The view of a recording, stored so that a replay looks as it did live.
public struct StoreView: Equatable, Sendable {
  /// The view of a channel.
  public struct Channel: Equatable, Sendable {
    /// The number of the group.
    public var group: Int
    /// The number of the channel in the group.
    public var channel: Int
    /// Whether it was shown.
    public var isShown: Bool
    /// Whether the range of its row followed the visible samples.
    public var isAutomatic: Bool
    /// The colour of its line as 0xRRGGBB; nil for its default colour.
    public var colour: UInt32?
    /// The number of its row, counted from the top; channels in the same row are drawn over one another.
    public var row: UInt32
    /// The lowest value in its row.
    public var low: Double
    /// The highest value in its row.
    public var high: Double

    /// Describes the view of a channel.
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

  /// The arrangement of leads on the paper.
  public enum Form: UInt8, Sendable {
    /// Three rows of four, and one lead below them.
    case threeByFour = 0
    /// Six rows of two.
    case sixByTwo = 1
    /// Twelve rows.
    case twelve = 2
  }

  /// The way in which time runs over the screen.
  public enum Mode: UInt8, Sendable {
    /// The newest sample is at the right edge.
    case scroll = 0
    /// Samples are overwritten from left to right.
    case sweep = 1
    /// The paper of an electrocardiograph.
    case paper = 2
  }

  /// The way in which time ran over the screen.
  public var mode: Mode
  /// The seconds from the left edge to the right; NaN if nobody was watching.
  public var windowSeconds: Double
  /// The speed of the paper in millimetres a second; NaN if there is no paper.
  public var speedMillimetersPerSecond: Double
  /// The gain of the paper in millimetres a millivolt; NaN if there is no paper.
  public var gainMillimetersPerMillivolt: Double
  /// The arrangement of leads on the paper.
  public var form = Form.threeByFour
  /// Whether the picture was held until a channel crossed a level again.
  public var isTriggered = false
  /// Whether the paper was written as a sweep.
  public var isSwept = false
  /// Whether rows with the same unit shared one scale.
  public var isLinked = false
  /// Whether one channel was drawn against another.
  public var isCrossed = false
  /// Channels in the order in which they were shown.
  public var channels: [Channel]
  /// The trigger that held the picture, if `isTriggered`.
  public var trigger = Trigger()
  /// The bands of the channels that had one.
  public var bands: [Band] = []
  /// The derived channels, in order of their places.
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
    // Views of the first version end here.
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
