import WaveUnits

/// Whether data come as they should: when they came last, and how long the next may take.
///
/// The state on the screen follows from this, never from the connection: a source that has stopped is not
/// live.
public struct DataWatch: Equatable, Sendable {
  /// What the data do.
  public enum State: Equatable, Sendable {
    /// None has come since the source was opened.
    case waiting
    /// The newest came in time.
    case coming
    /// None has come for two intervals and more.
    case stale(seconds: Int64)
  }

  /// Data are never late before this, in microseconds: a network may hold them that long.
  public static let leastMicroseconds: Int64 = 1_000_000

  private var hasBegun = false
  private var heardAt: Int64 = .min / 2
  private var intervalMicroseconds: Int64 = 0

  /// Starts before any data.
  public init() {}

  /// Data are asked for from now on: what did not come before was not asked for.
  public mutating func listen(at now: Int64) { heardAt = max(heardAt, now) }

  /// Takes note that data came.
  ///
  /// - Parameters:
  ///   - intervalMicroseconds: How long the next may take.
  ///   - now: The client's time.
  public mutating func take(intervalMicroseconds: Int64, at now: Int64) {
    hasBegun = true
    heardAt = max(heardAt, now)
    self.intervalMicroseconds = max(0, intervalMicroseconds)
  }

  /// When the newest is late, in the client's time.
  private var lateAt: Int64 {
    let twice = intervalMicroseconds.saturatingAdding(intervalMicroseconds)
    return heardAt.saturatingAdding(max(Self.leastMicroseconds, twice))
  }

  /// What the data do at a moment.
  public func state(at now: Int64) -> State {
    guard hasBegun else { return .waiting }
    return now > lateAt ? .stale(seconds: max(1, (now - heardAt) / 1_000_000)) : .coming
  }
}
