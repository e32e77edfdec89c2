extension StoreView {
  /// When a channel had to cross which level for the picture to stand.
  public struct Trigger: Equatable, Sendable {
    /// The channel; nil for the one in the topmost row.
    public var place: Place?
    /// The level; nil for the middle of the channel's row.
    public var level: Double?
    /// Whether it had to be crossed downwards.
    public var isFalling: Bool
    /// Seconds after a crossing in which others did not count.
    public var holdOffSeconds: Double

    /// Describes a trigger.
    public init(
      place: Place? = nil, level: Double? = nil, isFalling: Bool = false, holdOffSeconds: Double = 0
    ) {
      self.place = place
      self.level = level
      self.isFalling = isFalling
      self.holdOffSeconds = holdOffSeconds
    }
  }

  /// A channel by its group.
  public struct Place: Equatable, Sendable {
    /// Number of the group.
    public var group: Int
    /// Number of the channel in it.
    public var channel: Int

    /// Names a channel.
    public init(group: Int, channel: Int) {
      self.group = group
      self.channel = channel
    }
  }

  /// The values that a channel could have without anyone being told.
  public struct Band: Equatable, Sendable {
    /// The channel.
    public var place: Place
    /// The lowest of them.
    public var low: Double
    /// The highest of them.
    public var high: Double

    /// Describes a band.
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
