public import WaveWire

/// A message between an instrument and its server.
public protocol InstrumentMessage: Equatable, Sendable {
  /// Reads what a server sends.
  associatedtype Reader: InstrumentMessageReader where Reader.Message == Self

  /// The client's first message.
  static var greeting: Self { get }

  /// One half of a clock-offset exchange.
  static func clockRequest(_ request: ClockRequest) -> Self

  /// The same as a message that every server sends; nil where it is of this instrument alone.
  var shared: SharedMessage? { get }

  /// Appends a client's message; one of a server is passed over.
  func encodeFromClient(into bytes: inout [UInt8])
}

/// A message that every server sends.
public enum SharedMessage: Equatable, Sendable {
  /// The server's first message.
  case welcome(Welcome)
  /// The other half of a clock-offset exchange.
  case clockReply(ClockReply)
  /// Something to be said on the screen.
  case notice(Notice)
}

/// Reads the messages of one frame of the connection, one by one.
public protocol InstrumentMessageReader {
  /// What is read.
  associatedtype Message

  /// Starts at the first byte.
  ///
  /// - Parameter limit: Most bytes in a message, header included.
  init(limit: Int)

  /// Reads the next message that a server sends; unknown kinds are skipped.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: What is wrong with the bytes. Calling on after that is safe.
  mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> Message?
}
