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
}

extension StoreView: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.double(&windowSeconds)
    coder.double(&speedMillimetersPerSecond)
    coder.double(&gainMillimetersPerMillivolt)
    coder.choice(&mode)
    coder.choice(&form)
    let flags = coder.flags(UInt8.self, [isTriggered, isSwept, isLinked, isCrossed])
    (isTriggered, isSwept, isLinked, isCrossed) = (flags[0], flags[1], flags[2], flags[3])
    coder.skip(1)
    coder.items(&channels, blank: Channel(group: 0, channel: 0, row: 0, low: 0, high: 0))
    // Views written by the first version end here.
    guard coder.hasMore else { return }
    trigger.fields(&coder)
    let blank = Place(group: 0, channel: 0)
    coder.items(&bands, blank: Band(place: blank, low: 0, high: 0))
    coder.items(&mixtures, blank: Mixture(place: blank, first: 0, label: [], unit: []))
  }
}

extension StoreView.Channel: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&group, as: UInt16.self)
    coder.integer(&channel, as: UInt16.self)
    let flags = coder.flags(UInt32.self, [isShown, isAutomatic])
    (isShown, isAutomatic) = (flags[0], flags[1])
    var stored = colour ?? .max
    coder.integer(&stored)
    colour = stored == .max ? nil : stored
    coder.integer(&row)
    coder.double(&low)
    coder.double(&high)
  }
}
