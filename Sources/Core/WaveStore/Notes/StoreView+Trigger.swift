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

extension StoreView.Trigger {
  func write(to bytes: inout [UInt8]) {
    bytes.append(little: UInt16(truncatingIfNeeded: place?.group ?? 0xFFFF))
    bytes.append(little: UInt16(truncatingIfNeeded: place?.channel ?? 0xFFFF))
    bytes.append(little: UInt32(isFalling ? 1 : 0) | (level == nil ? 0 : 2))
    bytes.append(little: level ?? 0)
    bytes.append(little: holdOffSeconds)
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    let place = try StoreView.Place(&cursor)
    let flags = try cursor.integer(UInt32.self)
    let level = try cursor.double()
    self.init(
      place: place.channel == 0xFFFF ? nil : place, level: flags & 2 == 0 ? nil : level,
      isFalling: flags & 1 != 0, holdOffSeconds: try cursor.double())
  }
}

extension StoreView.Place {
  func write(to bytes: inout [UInt8]) {
    bytes.append(little: UInt16(truncatingIfNeeded: group))
    bytes.append(little: UInt16(truncatingIfNeeded: channel))
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    group = Int(try cursor.integer(UInt16.self))
    channel = Int(try cursor.integer(UInt16.self))
  }
}

extension StoreView.Band {
  func write(to bytes: inout [UInt8]) {
    place.write(to: &bytes)
    bytes.append(little: low)
    bytes.append(little: high)
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    place = try StoreView.Place(&cursor)
    low = try cursor.double()
    high = try cursor.double()
  }
}
