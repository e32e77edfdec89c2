public import WaveWire

/// The first message of a client that shows sensors (tag 16).
public struct StreamsHello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Says hello in a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// A set of a source's channels.
public struct ChannelSet: Equatable, Sendable {
  /// Bits of channels, from the first on, 64 to a word; `WireLimits.channels` in all.
  public private(set) var words: SIMD4<UInt64>

  /// No channel.
  public init() { words = SIMD4(repeating: 0) }

  init(words: SIMD4<UInt64>) { self.words = words }

  /// The first channels.
  public init(first count: Int) {
    self.init()
    for channel in 0..<Swift.max(0, Swift.min(count, WireLimits.channels)) { insert(channel) }
  }

  /// Puts a channel in; one beyond the limit is passed over.
  public mutating func insert(_ channel: Int) {
    guard channel >= 0, channel < WireLimits.channels else { return }
    words[channel >> 6] |= 1 << UInt64(channel & 63)
  }

  /// Whether a channel is in it.
  public func contains(_ channel: Int) -> Bool {
    channel >= 0 && channel < WireLimits.channels && words[channel >> 6] >> UInt64(channel & 63) & 1 == 1
  }

  /// Whether no channel is in it.
  public var isEmpty: Bool { words == SIMD4(repeating: 0) }
}

/// What a client can show of a source's streams from now on (tag 17).
public struct ShowStreams: Equatable, Sendable {
  /// Number chosen by the client, not that of the view before it; columns carry it back.
  public var view: UInt16 = 0
  /// Which source.
  public var source: UInt16 = 0
  /// Whether anything is shown: otherwise nothing is sent.
  public var isShowing: Bool = false
  /// Messages a second at most, 1 to 60.
  public var messagesPerSecond: UInt8 = 0
  /// Time from one column of the screen to the next in microseconds, above 0; it tells the level of each
  /// group.
  public var columnMicroseconds: Double = 0
  /// How far behind now the view is: nothing younger is sent.
  public var delayMicroseconds: Int64 = 0
  /// Server time from which on samples are wanted.
  public var fromMicroseconds: Int64 = 0
  /// The channels that are shown.
  public var channels = ChannelSet()
  /// How much of the newest part readings are over; 0 for as much as lay behind `fromMicroseconds` when the
  /// view began.
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

/// A mark that someone sets, moves or takes away (tag 18).
public struct SetMark: Equatable, Sendable {
  /// Which source.
  public var source: UInt16 = 0
  /// Which mark; 0 for a new one.
  public var mark: UInt32 = 0
  /// The group whose samples it counts.
  public var group: UInt8 = 0
  /// The sample as it was acquired, the filters' delay taken off.
  public var sequence: UInt64 = 0
  /// What is said there, at most `WireLimits.markText` bytes; empty takes the mark away.
  public var text: [UInt8] = []

  /// Sets a mark.
  public init(source: UInt16, mark: UInt32 = 0, group: UInt8, sequence: UInt64, text: [UInt8]) {
    self.source = source
    self.mark = mark
    self.group = group
    self.sequence = sequence
    self.text = text
  }
}
