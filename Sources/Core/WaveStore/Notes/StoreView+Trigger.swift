extension StoreView {
  /// The condition that freezes the display: a channel crosses a level.
  public struct Trigger: Equatable, Sendable {
    /// The trigger channel, or nil for the channel in the top row.
    public var place: Place?
    /// The level to cross, or nil for the middle of the channel's row.
    public var level: Double?
    /// Whether the trigger responded to falling rather than rising crossings.
    public var isFalling: Bool
    /// The time after a crossing during which further crossings were ignored, in seconds.
    public var holdOffSeconds: Double

    /// Creates a trigger.
    public init(
      place: Place? = nil, level: Double? = nil, isFalling: Bool = false, holdOffSeconds: Double = 0
    ) {
      self.place = place
      self.level = level
      self.isFalling = isFalling
      self.holdOffSeconds = holdOffSeconds
    }
  }

  /// A channel, identified by its group and its index in the group.
  public struct Place: Equatable, Sendable {
    /// The index of the group in the recording.
    public var group: Int
    /// The index of the channel in the group.
    public var channel: Int

    /// Creates a reference to a channel from its two indices.
    public init(group: Int, channel: Int) {
      self.group = group
      self.channel = channel
    }
  }

  /// The range of a channel's values outside which an alarm is raised.
  public struct Band: Equatable, Sendable {
    /// The channel with this range.
    public var place: Place
    /// The lowest value of the range.
    public var low: Double
    /// The highest value of the range.
    public var high: Double

    /// Creates an alarm band for a channel.
    public init(place: Place, low: Double, high: Double) {
      self.place = place
      self.low = low
      self.high = high
    }
  }
}

extension StoreView.Trigger: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    var place = place ?? StoreView.Place(group: 0xFFFF, channel: 0xFFFF)
    var level = level ?? 0
    place.fields(&coder)
    let flags = coder.flags(UInt32.self, [isFalling, self.level != nil])
    coder.double(&level)
    coder.double(&holdOffSeconds)
    self.place = place.channel == 0xFFFF ? nil : place
    isFalling = flags[0]
    self.level = flags[1] ? level : nil
  }
}

extension StoreView.Place: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&group, as: UInt16.self)
    coder.integer(&channel, as: UInt16.self)
  }
}

extension StoreView.Band: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    place.fields(&coder)
    coder.double(&low)
    coder.double(&high)
  }
}
