public import WaveWire

/// A message between an instrument and its server.
public protocol InstrumentMessage: Equatable, Sendable {
  /// Reads messages from a server.
  associatedtype Reader: InstrumentMessageReader where Reader.Message == Self

  /// The client's first message.
  static var greeting: Self { get }

  /// Makes the request of a clock-offset exchange.
  static func clockRequest(_ request: ClockRequest) -> Self

  /// This message, if servers of all instruments send it; nil if it belongs to this instrument alone.
  var shared: SharedMessage? { get }

  /// Appends the encoded message; a message that only servers send is skipped.
  func encodeFromClient(into bytes: inout [UInt8])
}

/// A message that servers of all instruments send.
public enum SharedMessage: Equatable, Sendable {
  /// The server's first message.
  case welcome(Welcome)
  /// The reply of a clock-offset exchange.
  case clockReply(ClockReply)
  /// A notice to show on the screen.
  case notice(Notice)
}

/// Reads the messages of one frame of the connection, one by one.
public protocol InstrumentMessageReader {
  /// The type of the messages.
  associatedtype Message

  /// Starts at the first byte.
  ///
  /// - Parameter limit: The maximum bytes in a message, header included.
  init(limit: Int)

  /// Reads the next message from a server; unknown kinds are skipped.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: The fault in the bytes. The reader can still be called after that.
  mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> Message?
}
