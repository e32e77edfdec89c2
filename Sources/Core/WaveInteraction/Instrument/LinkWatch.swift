/// Whether the server answers.
///
/// A socket can be open long after its server is out of reach, so what counts is what was heard last. While
/// something is expected, a silence of `probeMicroseconds` is answered by a question; a server that is there
/// answers it.
public struct LinkWatch: Equatable, Sendable {
  /// After so long without a message the server is asked for one.
  public static let probeMicroseconds: Int64 = 400_000
  /// After so long without an answer it counts as lost: within a second of the last sign.
  public static let patienceMicroseconds: Int64 = 500_000
  /// After so long another connection is tried; after twice as long each time that this was of no use, up to
  /// 48 s.
  public static let abandonMicroseconds: Int64 = 3_000_000

  /// What is to be done now.
  public enum Step: Equatable, Sendable {
    /// Nothing.
    case none
    /// Ask the server for a sign.
    case ask
    /// Say that the server is out of reach.
    case lose
    /// Give the connection up and try another.
    case abandon
  }

  /// Whether there is a connection.
  public private(set) var isConnected = false
  /// Since when the server is out of reach.
  public private(set) var lostMicroseconds: Int64 = 0
  private var lastHeard: Int64 = 0
  private var askedAt: Int64?
  private var isSilent = false
  private var hasAbandoned = false
  /// Connections given up since the server last answered in time.
  private var abandonedCount = 0

  /// Starts without a connection.
  public init() {}

  /// Whether the server is connected and has been heard of late.
  public var isAnswering: Bool { isConnected && !isSilent }

  /// A connection is there, or gone.
  public mutating func connection(_ isOpen: Bool, at now: Int64) {
    let wasAnswering = isAnswering
    isConnected = isOpen
    isSilent = false
    if isOpen {
      lastHeard = now
      askedAt = nil
      hasAbandoned = false
    } else if wasAnswering {
      lostMicroseconds = now
    }
  }

  /// What was heard before says nothing of now: the page was hidden, or expected nothing.
  public mutating func forget(at now: Int64) {
    lastHeard = now
    askedAt = nil
  }

  /// The server was asked for a sign.
  public mutating func asked(at now: Int64) { askedAt = askedAt ?? now }

  /// Something came from the server.
  ///
  /// - Returns: Whether it had been out of reach until now.
  public mutating func heard(at now: Int64) -> Bool {
    if let askedAt, now - askedAt < Self.abandonMicroseconds { abandonedCount = 0 }
    forget(at: now)
    defer { isSilent = false }
    return isSilent
  }

  /// Notices a silence.
  ///
  /// - Parameters:
  ///   - now: The client's time.
  ///   - isExpecting: Whether something is shown that goes on.
  /// - Returns: What is to be done, and when to look again; nil where there is no need to.
  public mutating func step(at now: Int64, isExpecting: Bool) -> (step: Step, wakeMicroseconds: Int64?) {
    guard isAnswering else {
      // Who looks counts the seconds.
      let wake = now + 1_000_000
      // Who answers late would never be heard by one that hangs up as early each time.
      let limit = Self.abandonMicroseconds << min(abandonedCount, 4)
      guard isConnected, !hasAbandoned, let askedAt, now - askedAt >= limit else { return (.none, wake) }
      hasAbandoned = true
      abandonedCount += 1
      return (.abandon, wake)
    }
    guard isExpecting else {
      forget(at: now)
      return (.none, nil)
    }
    guard let askedAt else {
      guard now - lastHeard >= Self.probeMicroseconds else {
        return (.none, lastHeard + Self.probeMicroseconds)
      }
      return (.ask, now + Self.patienceMicroseconds)
    }
    // Timed from the question: a page that slept has not been listening.
    guard now - askedAt >= Self.patienceMicroseconds else {
      return (.none, askedAt + Self.patienceMicroseconds)
    }
    isSilent = true
    lostMicroseconds = lastHeard
    return (.lose, now + 1_000_000)
  }
}
