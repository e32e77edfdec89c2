public import WaveWire

/// A message between server and client of Home, the list of a server's sources; both ends use the same codec.
///
/// Messages with tags below 64 are sent from client to server, the others from server to client.
public enum HomeMessage: Equatable, Sendable {
  /// The client's first message.
  case hello(HomeHello)
  /// The sources whose thumbnails the client shows.
  case watch(WatchThumbnails)
  /// A clock-offset request, which also checks that the server answers.
  case clockRequest(ClockRequest)

  /// The server's first message.
  case welcome(Welcome)
  /// A part of the list of sources.
  case sources(SourceList)
  /// A small picture of what a source shows now.
  case thumbnail(Thumbnail)
  /// The reply to a clock-offset request.
  case clockReply(ClockReply)
  /// A notice to show to the user.
  case notice(Notice)

  /// Appends the encoded message if it is a client message; otherwise does nothing.
  public func encodeFromClient(into bytes: inout [UInt8]) {
    switch self {
    case .hello(let payload): payload.encode(into: &bytes)
    case .watch(let payload): payload.encode(into: &bytes)
    case .clockRequest(let payload): payload.encode(into: &bytes)
    default: break
    }
  }

  /// Appends the encoded message if it is a server message; otherwise does nothing.
  public func encodeFromServer(into bytes: inout [UInt8]) {
    switch self {
    case .welcome(let payload): payload.encode(into: &bytes)
    case .sources(let payload): payload.encode(into: &bytes)
    case .thumbnail(let payload): payload.encode(into: &bytes)
    case .clockReply(let payload): payload.encode(into: &bytes)
    case .notice(let payload): payload.encode(into: &bytes)
    default: break
    }
  }
}

/// A reader of Home's messages; messages with unknown tags are skipped.
///
/// Pass the same bytes to every call. After an error, the reader is past the faulty message, or at the end if
/// its length is unknown; further calls are safe.
public struct HomeMessageReader: Sendable {
  private var steps: MessageSteps

  /// Creates a reader at the first byte.
  ///
  /// - Parameter limit: The maximum number of bytes in a message, including its header, such as
  ///   `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message that a client sends.
  ///
  /// - Parameter bytes: The same bytes as in previous calls.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` if the bytes end inside a message, `tooLong` if a length exceeds its limit,
  ///   `invalid` if a field has an invalid value.
  public mutating func nextFromClient(in bytes: RawSpan) throws(WireError) -> HomeMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case HomeHello.tag: .hello(HomeHello(&fields))
      case WatchThumbnails.tag: .watch(WatchThumbnails(&fields))
      case ClockRequest.tag: .clockRequest(ClockRequest(&fields))
      default: nil
      }
    }
  }

  /// Reads the next message that a server sends.
  ///
  /// - Parameter bytes: The same bytes as in previous calls.
  /// - Returns: The message, or nil at the end.
  /// - Throws: The errors that `nextFromClient(in:)` throws.
  public mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> HomeMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case Welcome.tag: .welcome(Welcome(&fields))
      case SourceList.tag: .sources(SourceList(&fields))
      case Thumbnail.tag: .thumbnail(Thumbnail(&fields))
      case ClockReply.tag: .clockReply(ClockReply(&fields))
      case Notice.tag: .notice(Notice(&fields))
      default: nil
      }
    }
  }

  /// Returns whether the first message in these bytes is a hello message of Home.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == HomeHello.tag
  }
}
