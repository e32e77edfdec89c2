import WaveUnits

/// A monitor that checks whether data arrive on time.
///
/// The displayed state depends on the data, not on the connection, so a source that has stopped is not shown
/// as live.
public struct DataWatch: Equatable, Sendable {
  /// The state of the incoming data.
  public enum State: Equatable, Sendable {
    /// No data have arrived since the source was opened.
    case waiting
    /// The newest data arrived on time, and no further data are overdue.
    case coming
    /// No data have arrived for two expected intervals and at least `leastMicroseconds`; `seconds` is the
    /// time since the last data.
    case stale(seconds: Int64)
  }

  /// The minimum delay before data are considered late, in microseconds, which allows for network delays.
  public static let leastMicroseconds: Int64 = 1_000_000

  private var hasBegun = false
  private var receivedAt: Int64 = .min / 2
  private var intervalMicroseconds: Int64 = 0

  /// Creates a monitor that has received no data.
  public init() {}

  /// Restarts the timer for missing data; call this after a time when no data were expected.
  public mutating func listen(at now: Int64) { receivedAt = max(receivedAt, now) }

  /// Records that data arrived.
  ///
  /// - Parameters:
  ///   - intervalMicroseconds: The longest expected time until the next data.
  ///   - now: The client time.
  public mutating func receive(intervalMicroseconds: Int64, at now: Int64) {
    hasBegun = true
    receivedAt = max(receivedAt, now)
    self.intervalMicroseconds = max(0, intervalMicroseconds)
  }

  /// The client time after which the next data are late.
  private var lateAt: Int64 {
    let twice = intervalMicroseconds.saturatingAdding(intervalMicroseconds)
    return receivedAt.saturatingAdding(max(Self.leastMicroseconds, twice))
  }

  /// Returns the state at a client time.
  public func state(at now: Int64) -> State {
    guard hasBegun else { return .waiting }
    return now > lateAt ? .stale(seconds: max(1, (now - receivedAt) / 1_000_000)) : .coming
  }
}
