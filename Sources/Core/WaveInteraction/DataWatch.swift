import WaveUnits

/// Checks whether data arrive on time.
///
/// The state on the screen depends on this, never on the connection: a source that has stopped is not live.
public struct DataWatch: Equatable, Sendable {
  /// Whether data arrive.
  public enum State: Equatable, Sendable {
    /// No data have arrived since the source was opened.
    case waiting
    /// The newest data arrived on time, and the next are not late yet.
    case coming
    /// No data have arrived for two intervals, and for at least `leastMicroseconds`.
    case stale(seconds: Int64)
  }

  /// Data are never late before this time, in microseconds: a network may delay them that long.
  public static let leastMicroseconds: Int64 = 1_000_000

  private var hasBegun = false
  private var heardAt: Int64 = .min / 2
  private var intervalMicroseconds: Int64 = 0

  /// Starts before any data.
  public init() {}

  /// Starts the wait for data now: earlier data were not requested.
  public mutating func listen(at now: Int64) { heardAt = max(heardAt, now) }

  /// Records that data arrived.
  ///
  /// - Parameters:
  ///   - intervalMicroseconds: The longest time until the next data are expected.
  ///   - now: The client's time.
  public mutating func receive(intervalMicroseconds: Int64, at now: Int64) {
    hasBegun = true
    heardAt = max(heardAt, now)
    self.intervalMicroseconds = max(0, intervalMicroseconds)
  }

  /// The client's time at which the next data become late.
  private var lateAt: Int64 {
    let twice = intervalMicroseconds.saturatingAdding(intervalMicroseconds)
    return heardAt.saturatingAdding(max(Self.leastMicroseconds, twice))
  }

  /// Returns the state at a time.
  public func state(at now: Int64) -> State {
    guard hasBegun else { return .waiting }
    return now > lateAt ? .stale(seconds: max(1, (now - heardAt) / 1_000_000)) : .coming
  }
}
