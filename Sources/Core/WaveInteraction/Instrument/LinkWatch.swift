/// A monitor that checks whether the server answers.
///
/// A socket can stay open long after its server has become unreachable, so only the time of the last message
/// counts. While messages are expected, a silence of `probeMicroseconds` triggers a probe, which a reachable
/// server answers.
public struct LinkWatch: Equatable, Sendable {
  /// The time without a message after which the server is probed.
  public static let probeMicroseconds: Int64 = 400_000
  /// The time without an answer to a probe after which the server is considered lost.
  ///
  /// With `probeMicroseconds`, the total time without a message is less than a second.
  public static let patienceMicroseconds: Int64 = 500_000
  /// The time without an answer after which a new connection is tried.
  ///
  /// This time doubles, up to 48 s, each time a new connection gets no answer.
  public static let abandonMicroseconds: Int64 = 3_000_000

  /// The action to take after a check.
  public enum Step: Equatable, Sendable {
    /// Do nothing.
    case none
    /// Probe the server.
    case ask
    /// Report that the server does not answer.
    case lose
    /// Close the connection and open a new one.
    case abandon
  }

  /// Whether there is a connection.
  public private(set) var isConnected = false
  /// The client time at which the server last sent a message before it was lost, or at which the connection
  /// closed.
  public private(set) var lostMicroseconds: Int64 = 0
  private var receivedAt: Int64 = 0
  private var askedAt: Int64?
  private var isSilent = false
  private var hasAbandoned = false
  /// The number of connections abandoned since the server last answered in time.
  private var abandonedCount = 0

  /// Creates a monitor without a connection.
  public init() {}

  /// Whether the server is connected and not considered lost.
  public var isAnswering: Bool { isConnected && !isSilent }

  /// Records that the connection was opened or closed.
  public mutating func connection(_ isOpen: Bool, at now: Int64) {
    let wasAnswering = isAnswering
    isConnected = isOpen
    isSilent = false
    if isOpen {
      receivedAt = now
      askedAt = nil
      hasAbandoned = false
    } else if wasAnswering {
      lostMicroseconds = now
    }
  }

  /// Restarts the silence timer after the page was hidden or no messages were expected for a while.
  public mutating func restart(at now: Int64) {
    receivedAt = now
    askedAt = nil
  }

  /// Records that a probe was sent to the server.
  public mutating func noteProbe(at now: Int64) { askedAt = askedAt ?? now }

  /// Records a message from the server.
  ///
  /// - Returns: Whether the server had been considered lost.
  public mutating func noteMessage(at now: Int64) -> Bool {
    if let askedAt, now - askedAt < Self.abandonMicroseconds { abandonedCount = 0 }
    restart(at: now)
    defer { isSilent = false }
    return isSilent
  }

  /// Checks whether the server has been silent for too long.
  ///
  /// - Parameters:
  ///   - now: The client time.
  ///   - isExpecting: Whether live data are shown, so that messages are expected.
  /// - Returns: The next action, and when to check again, or nil if no check is needed.
  public mutating func step(at now: Int64, isExpecting: Bool) -> (step: Step, wakeMicroseconds: Int64?) {
    guard isAnswering else {
      // The screen counts the seconds since the server was lost.
      let wake = now + 1_000_000
      // The limit doubles. With a fixed limit, a slow server could never answer before its connection is
      // closed.
      let limit = Self.abandonMicroseconds << min(abandonedCount, 4)
      guard isConnected, !hasAbandoned, let askedAt, now - askedAt >= limit else { return (.none, wake) }
      hasAbandoned = true
      abandonedCount += 1
      return (.abandon, wake)
    }
    guard isExpecting else {
      restart(at: now)
      return (.none, nil)
    }
    guard let askedAt else {
      guard now - receivedAt >= Self.probeMicroseconds else {
        return (.none, receivedAt + Self.probeMicroseconds)
      }
      return (.ask, now + Self.patienceMicroseconds)
    }
    // The time is measured from the probe, because a page that was suspended has received no messages.
    guard now - askedAt >= Self.patienceMicroseconds else {
      return (.none, askedAt + Self.patienceMicroseconds)
    }
    isSilent = true
    lostMicroseconds = receivedAt
    return (.lose, now + 1_000_000)
  }
}
