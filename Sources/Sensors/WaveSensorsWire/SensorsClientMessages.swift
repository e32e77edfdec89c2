public import WaveWire

/// The first message of a client that shows sensors (tag 16).
public struct SensorsHello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16 = 0

  /// A hello in a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// A set of a source's channels.
public struct ChannelSet: Equatable, Sendable {
  /// A bit for each channel, from the first on, 64 to a word; `WireLimits.channels` in all.
  public private(set) var words: SIMD4<UInt64>

  /// The empty set.
  public init() { words = SIMD4(repeating: 0) }

  init(words: SIMD4<UInt64>) { self.words = words }

  /// The set of the first channels.
  public init(first count: Int) {
    self.init()
    for channel in 0..<Swift.max(0, Swift.min(count, WireLimits.channels)) { insert(channel) }
  }

  /// Inserts a channel; one beyond the limit is ignored.
  public mutating func insert(_ channel: Int) {
    guard channel >= 0, channel < WireLimits.channels else { return }
    words[channel >> 6] |= 1 << UInt64(channel & 63)
  }

  /// Returns whether the set has a channel.
  public func contains(_ channel: Int) -> Bool {
    channel >= 0 && channel < WireLimits.channels && words[channel >> 6] >> UInt64(channel & 63) & 1 == 1
  }

  /// Whether the set has no channels.
  public var isEmpty: Bool { words == SIMD4(repeating: 0) }
}

/// The view of a source's streams that the client shows from now on (tag 17).
public struct ShowStreams: Equatable, Sendable {
  /// A number chosen by the client, different from that of the previous view; columns repeat it.
  public var view: UInt16 = 0
  /// The source.
  public var source: UInt16 = 0
  /// Whether anything is shown; if not, nothing is sent.
  public var isShowing: Bool = false
  /// The maximum number of messages a second, 1 to 60.
  public var messagesPerSecond: UInt8 = 0
  /// The time from one column of the screen to the next in microseconds, above 0; it determines the level of
  /// each group.
  public var columnMicroseconds: Double = 0
  /// The view's delay behind now: newer samples are not sent.
  public var delayMicroseconds: Int64 = 0
  /// The server time from which on samples are requested.
  public var fromMicroseconds: Int64 = 0
  /// The channels that are shown.
  public var channels = ChannelSet()
  /// The length of the newest part over which readings are computed.
  ///
  /// If it is 0, the length is that from `fromMicroseconds` to the view's right edge when the view began.
  public var windowMicroseconds: Int64 = 0

  /// Describes a view.
  public init(
    view: UInt16, source: UInt16, isShowing: Bool, messagesPerSecond: UInt8 = 60, columnMicroseconds: Double,
    delayMicroseconds: Int64 = 0, fromMicroseconds: Int64, channels: ChannelSet, windowMicroseconds: Int64 = 0
  ) {
    self.view = view
    self.source = source
    self.isShowing = isShowing
    self.messagesPerSecond = messagesPerSecond
    self.columnMicroseconds = columnMicroseconds
    self.delayMicroseconds = delayMicroseconds
    self.fromMicroseconds = fromMicroseconds
    self.channels = channels
    self.windowMicroseconds = windowMicroseconds
  }
}

/// Sets, moves or removes a mark (tag 18).
public struct SetMark: Equatable, Sendable {
  /// The source.
  public var source: UInt16 = 0
  /// The mark's number; 0 for a new one.
  public var mark: UInt32 = 0
  /// The group in which samples are counted.
  public var group: UInt8 = 0
  /// The acquired sample, with the filters' delay subtracted.
  public var sequence: UInt64 = 0
  /// The text, at most `WireLimits.markText` bytes; an empty text removes the mark.
  public var text: [UInt8] = []

  /// A request for a mark.
  public init(source: UInt16, mark: UInt32 = 0, group: UInt8, sequence: UInt64, text: [UInt8]) {
    self.source = source
    self.mark = mark
    self.group = group
    self.sequence = sequence
    self.text = text
  }
}
