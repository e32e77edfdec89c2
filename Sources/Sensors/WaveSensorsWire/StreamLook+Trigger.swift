public import WaveWire

extension StreamLook {
  /// A trigger that freezes the display when a stream crosses a level.
  public struct Trigger: Equatable, Sendable {
    /// The number of the stream, counted across all groups; nil for the topmost visible stream.
    public var channel: UInt8?
    /// The trigger level; nil for the middle of the stream's lane.
    public var level: Float?
    /// Whether the level must be crossed downwards.
    public var isFalling: Bool = false
    /// The time after a crossing during which further crossings are ignored, in seconds, 0 or more.
    public var holdOffSeconds: Float = 0

    /// Creates a trigger with the given properties.
    public init(
      channel: UInt8? = nil, level: Float? = nil, isFalling: Bool = false, holdOffSeconds: Float = 0
    ) {
      self.channel = channel
      self.level = level
      self.isFalling = isFalling
      self.holdOffSeconds = holdOffSeconds
    }
  }

  /// The range of a stream's values that raises no alarm.
  public struct Band: Equatable, Sendable {
    /// The lowest value that raises no alarm.
    public var low: Float = 0
    /// The highest value that raises no alarm, not below `low`.
    public var high: Float = 0

    /// Creates a band from its limits.
    public init(low: Float, high: Float) {
      self.low = low
      self.high = high
    }
  }
}

extension StreamLook.Trigger: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var flags: UInt8 = (isFalling ? 1 : 0) | (channel == nil ? 0 : 2) | (level == nil ? 0 : 4)
    var (channel, level) = (channel ?? 0, level ?? 0)
    coder.integer(&flags)
    coder.integer(&channel)
    coder.finite(&level)
    let start = coder.position
    coder.finite(&holdOffSeconds)
    coder.require(holdOffSeconds >= 0, at: start)
    isFalling = flags & 1 != 0
    self.channel = flags & 2 == 0 ? nil : channel
    self.level = flags & 4 == 0 ? nil : level
  }
}

extension StreamLook.Band: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.finite(&low)
    coder.finite(&high)
    coder.require(low <= high, at: start)
  }
}
