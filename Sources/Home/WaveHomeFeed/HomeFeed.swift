public import WaveHomeWire
public import WaveWire

/// Decides what a client of Home is sent, and when.
///
/// The list of sources is sent whenever it has changed. Thumbnails are sent only for the sources that the
/// client watches: each at most once a second and only if it has changed, and together at most
/// `bytesPerSecond`.
public struct HomeFeed: Sendable {
  /// The interval between thumbnails of a source, in microseconds.
  public static let thumbnailMicroseconds: Int64 = 1_000_000
  /// The maximum number of bytes of thumbnails in a second, including their headers.
  public static let bytesPerSecond = 60_000
  /// The size of a thumbnail's header and fields without its values, in bytes.
  private static let headerBytes = 11

  /// A source whose thumbnails the client shows.
  private struct Watched: Sendable {
    let identifier: UInt32
    /// The time of the next thumbnail.
    var due: Int64
    var sent: Thumbnail?
  }

  /// The maximum number of answers that wait to be sent.
  static let answersLimit = 16

  private var hasGreeted = false
  private var answers: [HomeMessage] = []
  private var sources: [ListedSource] = []
  private var isListDue = false
  private var columns = 1
  private var watched: [Watched] = []
  /// The number of bytes that may be sent now, as of `countedAt`.
  private var allowance = Double(HomeFeed.bytesPerSecond)
  private var countedAt: Int64?

  /// Creates the feed of a client that has not sent a message yet.
  public init() {}

  /// Replaces the list of sources, and drops the thumbnails of those that are gone.
  public mutating func setSources(_ next: [ListedSource]) {
    guard next != sources else { return }
    sources = next
    isListDue = true
    watched = watched.filter { hasThumbnail($0.identifier) }
  }

  private func hasThumbnail(_ identifier: UInt32) -> Bool {
    sources.contains { $0.identifier == identifier && $0.flags.contains(.thumbnail) }
  }

  /// Receives a message from the client.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: Server time in microseconds.
  ///   - wall: The wall-clock time at `now`, in microseconds since 1970, or 0 if it is unknown.
  /// - Throws: The protocol violation, after which the connection must be closed.
  public mutating func receive(
    _ message: HomeMessage, at now: Int64, wall: Int64
  ) throws(ProtocolViolation) {
    if case .hello(let hello) = message {
      guard hello.version == WireVersion.current else { throw .version(hello.version) }
      hasGreeted = true
      isListDue = true
      // A client leaves an instrument without sources, but Home has something to show even then.
      let count = UInt16(Swift.max(1, Swift.min(sources.count, WireLimits.listedSources)))
      let welcome = Welcome(sourceCount: count, serverMicroseconds: now, wallMicroseconds: wall)
      return try answer(.welcome(welcome))
    }
    guard hasGreeted else { throw .notGreeted }
    switch message {
    case .clockRequest(let request):
      try answer(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    case .watch(let watch):
      columns = Int(watch.columns)
      let earlier = watched
      watched = watch.identifiers.filter(hasThumbnail).map { identifier in
        earlier.first { $0.identifier == identifier } ?? Watched(identifier: identifier, due: now)
      }
    default: throw .serverMessage
    }
  }

  /// Notifies the client that its message was not understood.
  public mutating func refuse(_ reason: [UInt8]) throws(ProtocolViolation) {
    try answer(.notice(Notice(severity: .warning, text: reason)))
  }

  private mutating func answer(_ message: HomeMessage) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    answers.append(message)
  }

  /// The time at which to call `messages` again, or `Int64.max` if only an event can cause a message.
  public var wakeMicroseconds: Int64 {
    guard hasGreeted else { return .max }
    return watched.map { $0.due }.min() ?? .max
  }

  /// Whether there may be messages to send now.
  public func isDue(at now: Int64) -> Bool {
    !answers.isEmpty || hasGreeted && (isListDue || wakeMicroseconds <= now)
  }

  /// Returns the messages to send now.
  ///
  /// - Parameters:
  ///   - now: Server time in microseconds.
  ///   - thumbnail: A function that makes the thumbnail of a source with a number of columns, or returns nil
  ///     if there is none yet.
  /// - Returns: The messages, in the order in which to send them.
  /// - Complexity: O(sources), and a call of `thumbnail` for each that is due.
  public mutating func messages(
    at now: Int64, thumbnail: (_ identifier: UInt32, _ columns: Int) -> Thumbnail?
  ) -> [HomeMessage] {
    var messages = answers
    answers = []
    guard hasGreeted else { return messages }
    if isListDue {
      isListDue = false
      messages += SourceList.messages(sources).map { .sources($0) }
    }
    refill(at: now)
    for index in watched.indices where watched[index].due <= now {
      watched[index].due = now + Self.thumbnailMicroseconds
      guard let next = thumbnail(watched[index].identifier, columns), next != watched[index].sent
      else { continue }
      let bytes = Double(next.values.count + Self.headerBytes)
      guard bytes <= allowance else {
        // It is made anew when there is room for it, so that it is never old.
        watched[index].due = now + Self.waitMicroseconds(forBytes: bytes - allowance)
        continue
      }
      allowance -= bytes
      watched[index].sent = next
      messages.append(.thumbnail(next))
    }
    return messages
  }

  private mutating func refill(at now: Int64) {
    let passed = Double(now - (countedAt ?? now)) / 1e6
    allowance = Swift.min(Double(Self.bytesPerSecond), allowance + passed * Double(Self.bytesPerSecond))
    countedAt = now
  }

  private static func waitMicroseconds(forBytes bytes: Double) -> Int64 {
    Int64(bytes / Double(bytesPerSecond) * 1e6) + 1
  }
}
