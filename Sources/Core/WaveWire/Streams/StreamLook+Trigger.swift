extension StreamLook {
  /// When a stream has to cross which level for the picture to stand there.
  public struct Trigger: Equatable, Sendable {
    /// The stream, counted through all groups; nil for the topmost one.
    public var channel: UInt8?
    /// The level; nil for the middle of the stream's lane.
    public var level: Float?
    /// Whether it has to be crossed downwards.
    public var isFalling: Bool
    /// Seconds after a crossing in which others do not count, 0 or more.
    public var holdOffSeconds: Float

    /// Describes a trigger.
    public init(
      channel: UInt8? = nil, level: Float? = nil, isFalling: Bool = false, holdOffSeconds: Float = 0
    ) {
      self.channel = channel
      self.level = level
      self.isFalling = isFalling
      self.holdOffSeconds = holdOffSeconds
    }
  }

  /// Values from the lowest to the highest.
  public struct Band: Equatable, Sendable {
    /// The lowest of them.
    public var low: Float
    /// The highest of them; not below the lowest.
    public var high: Float

    /// Describes a band.
    public init(low: Float, high: Float) {
      self.low = low
      self.high = high
    }
  }
}

extension StreamLook.Trigger {
  func append(to bytes: inout [UInt8]) {
    bytes.append((isFalling ? 1 : 0) | (channel == nil ? 0 : 2) | (level == nil ? 0 : 4))
    bytes.append(channel ?? 0)
    bytes.append(littleEndian: level ?? 0)
    bytes.append(littleEndian: holdOffSeconds)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let flags: UInt8 = try cursor.integer(bytes)
    let channel: UInt8 = try cursor.integer(bytes)
    let level = try cursor.level(bytes)
    let holdOffByte = cursor.position
    let holdOff = try cursor.level(bytes)
    guard holdOff >= 0 else { throw .invalid(byte: holdOffByte) }
    self.init(
      channel: flags & 2 == 0 ? nil : channel, level: flags & 4 == 0 ? nil : level, isFalling: flags & 1 != 0,
      holdOffSeconds: holdOff)
  }
}

extension StreamLook.Band {
  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let lowByte = cursor.position
    low = try cursor.level(bytes)
    high = try cursor.level(bytes)
    guard low <= high else { throw .invalid(byte: lowByte) }
  }
}
