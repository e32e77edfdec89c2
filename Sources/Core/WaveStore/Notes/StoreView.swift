/// The display settings of a recording, stored so that a replay looks the same as the live view.
public struct StoreView: Equatable, Sendable {
  /// The display settings of a channel.
  public struct Channel: Equatable, Sendable {
    /// The index of the channel's group.
    public var group: Int
    /// The index of the channel in the group.
    public var channel: Int
    /// Whether the channel was shown.
    public var isShown: Bool
    /// Whether the range of the channel's row followed the visible samples.
    public var isAutomatic: Bool
    /// The colour of the channel's line as 0xRRGGBB, or nil for its default colour.
    public var colour: UInt32?
    /// The index of the row, counted from the top; channels in the same row are overlaid.
    public var row: UInt32
    /// The lower limit of the channel's row.
    public var low: Double
    /// The upper limit of the channel's row.
    public var high: Double

    /// Creates the display settings of a channel.
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

  /// The arrangement of ECG leads on paper.
  public enum Form: UInt8, Sendable {
    /// Three rows of four leads, with one more lead below them.
    case threeByFour = 0
    /// Six rows of two leads.
    case sixByTwo = 1
    /// Twelve rows of one lead.
    case twelve = 2
  }

  /// The way in which the display advances with time.
  public enum Mode: UInt8, Sendable {
    /// Samples scroll, with the newest at the right edge.
    case scroll = 0
    /// Samples are overwritten from left to right.
    case sweep = 1
    /// Samples are shown as on the paper of an electrocardiograph.
    case paper = 2
  }

  /// The way in which the display advanced with time.
  public var mode: Mode
  /// The time span from the left edge to the right edge in seconds, or NaN if no client displayed the
  /// recording.
  public var windowSeconds: Double
  /// The paper speed in millimetres per second, or NaN if paper was not shown.
  public var speedMillimetersPerSecond: Double
  /// The paper gain in millimetres per millivolt, or NaN if paper was not shown.
  public var gainMillimetersPerMillivolt: Double
  /// The arrangement of ECG leads on paper.
  public var form = Form.threeByFour
  /// Whether the display was frozen until a channel crossed the trigger level again.
  public var isTriggered = false
  /// Whether the paper display was overwritten from left to right, as in a sweep.
  public var isSwept = false
  /// Whether rows with the same unit shared one scale.
  public var isLinked = false
  /// Whether one channel was plotted against another.
  public var isCrossed = false
  /// The channels in the order in which they were shown.
  public var channels: [Channel]
  /// The trigger condition, used if `isTriggered` is true.
  public var trigger = Trigger()
  /// The alarm bands, for the channels that had one.
  public var bands: [Band] = []
  /// The derived channels, sorted by channel index.
  public var mixtures: [Mixture] = []

  /// Creates the display settings of a recording.
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
    // Views written by the first version end here.
    guard cursor.remainingCount > 0 else { return }
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
