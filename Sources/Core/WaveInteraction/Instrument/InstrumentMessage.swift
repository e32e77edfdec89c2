public import WaveWire

/// A message between an instrument and its server.
public protocol InstrumentMessage: Equatable, Sendable {
  /// The type that reads messages from a server.
  associatedtype Reader: InstrumentMessageReader where Reader.Message == Self

  /// The client's first message.
  static var greeting: Self { get }

  /// Creates a message that contains a clock request.
  static func clockRequest(_ request: ClockRequest) -> Self

  /// The message if it is of a kind that all instruments share, or nil if it is specific to this instrument.
  var shared: SharedMessage? { get }

  /// Appends the encoded message, or nothing if the message is sent only by servers.
  func encodeFromClient(into bytes: inout [UInt8])
}

/// A message that the servers of all instruments send.
public enum SharedMessage: Equatable, Sendable {
  /// The server's first message.
  case welcome(Welcome)
  /// The server's reply to a clock request.
  case clockReply(ClockReply)
  /// A notice to show on the screen.
  case notice(Notice)
}

/// A reader that decodes the messages of one connection frame, one at a time.
public protocol InstrumentMessageReader {
  /// The type of the messages.
  associatedtype Message

  /// Creates a reader that starts at the first byte of a frame.
  ///
  /// - Parameter limit: The maximum size of a message in bytes, including its header.
  init(limit: Int)

  /// Reads the next message from a server, skipping unknown kinds.
  ///
  /// - Parameter bytes: The bytes of the frame, identical in every call.
  /// - Returns: The message, or nil at the end of the frame.
  /// - Throws: An error if the bytes are invalid. The reader can still be called afterwards.
  mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> Message?
}
