public import WaveWire

/// The first message of a Sensors client (tag 16).
public struct SensorsHello: Equatable, Sendable {
  /// The protocol version that the client supports, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Creates a Hello for a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// A set of a source's channels.
public struct ChannelSet: Equatable, Sendable {
  /// The bits of the channels, 64 in each word, starting with channel 0; `WireLimits.channels` bits in total.
  public private(set) var words: SIMD4<UInt64>

  /// Creates an empty set.
  public init() { words = SIMD4(repeating: 0) }

  init(words: SIMD4<UInt64>) { self.words = words }

  /// Creates a set of the first channels.
  public init(first count: Int) {
    self.init()
    for channel in 0..<Swift.max(0, Swift.min(count, WireLimits.channels)) { insert(channel) }
  }

  /// Inserts a channel; a number beyond the limit is ignored.
  public mutating func insert(_ channel: Int) {
    guard channel >= 0, channel < WireLimits.channels else { return }
    words[channel >> 6] |= 1 << UInt64(channel & 63)
  }

  /// Returns whether the set contains a channel.
  public func contains(_ channel: Int) -> Bool {
    channel >= 0 && channel < WireLimits.channels && words[channel >> 6] >> UInt64(channel & 63) & 1 == 1
  }

  /// Whether the set contains no channels.
  public var isEmpty: Bool { words == SIMD4(repeating: 0) }
}

/// A request for the streams that the client shows from now on (tag 17).
public struct ShowStreams: Equatable, Sendable {
  /// A number chosen by the client, which must differ from the number of the previous view.
  ///
  /// Columns for this view repeat the number.
  public var view: UInt16 = 0
  /// The number of the source.
  public var source: UInt16 = 0
  /// Whether the streams are visible; if not, nothing is sent.
  public var isShowing: Bool = false
  /// The maximum number of messages per second, 1 to 60.
  public var messagesPerSecond: UInt8 = 0
  /// The time between adjacent screen columns in microseconds, above 0; it determines the level of detail of
  /// each group.
  public var columnMicroseconds: Double = 0
  /// The time by which the view lags behind the present; newer samples are not sent.
  public var delayMicroseconds: Int64 = 0
  /// The server time from which samples are requested.
  public var fromMicroseconds: Int64 = 0
  /// The visible channels.
  public var channels = ChannelSet()
  /// The length of the period, up to the view's right edge, over which readings are computed.
  ///
  /// If it is 0, the length is the time from `fromMicroseconds` to the view's right edge when the view began.
  public var windowMicroseconds: Int64 = 0

  /// Creates a request for a view.
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

/// A request to set, move or remove a mark (tag 18).
public struct SetMark: Equatable, Sendable {
  /// The number of the source.
  public var source: UInt16 = 0
  /// The number of the mark; 0 for a new one.
  public var mark: UInt32 = 0
  /// The index of the group to which the sample belongs.
  public var group: UInt8 = 0
  /// The sequence number of the acquired sample, compensated for the delay of filters.
  public var sequence: UInt64 = 0
  /// The text, at most `WireLimits.markText` bytes; an empty text removes the mark.
  public var text: [UInt8] = []

  /// Creates a request with the given properties.
  public init(source: UInt16, mark: UInt32 = 0, group: UInt8, sequence: UInt64, text: [UInt8]) {
    self.source = source
    self.mark = mark
    self.group = group
    self.sequence = sequence
    self.text = text
  }
}
