import WaveWire

/// The time window for which past rows are being fetched, and the oldest time for which the server has rows.
struct PastFetch: Equatable, Sendable {
  /// The minimum interval between requests, in microseconds.
  private static let interval: Int64 = 150_000

  /// The oldest server time for which rows can exist.
  private(set) var oldestMicroseconds: Int64 = .min / 2
  /// The start time of the rows kept from before a server restart; `Int64.max` if none were kept.
  private var keptFrom = Int64.max
  private var pending: Fetch?
  private var sentAt: Int64 = .min / 2

  /// Whether a response is pending.
  var isPending: Bool { pending != nil }

  /// The earliest time at which the next request can be sent.
  var due: Int64 { sentAt + Self.interval }

  /// Records that a request for a window was sent.
  mutating func send(_ fetch: Fetch, at now: Int64) {
    pending = fetch
    sentAt = now
  }

  /// Cancels the pending request after the view or the connection has changed.
  mutating func cancel() { pending = nil }

  /// Handles the message that ends a response.
  ///
  /// - Returns: The window that was requested; nil if the response is not the pending one.
  mutating func receive(_ fetched: Fetched) -> Fetch? {
    guard let pending, fetched.view == pending.view else { return nil }
    self.pending = nil
    oldestMicroseconds = Swift.min(fetched.oldestMicroseconds, keptFrom)
    return pending
  }

  /// Keeps the rows from before a server restart, shifted by a number of microseconds.
  mutating func keep(movedBy microseconds: Int64) {
    keptFrom = oldestMicroseconds + microseconds
    oldestMicroseconds = keptFrom
  }

  /// Stops keeping the rows from before a server restart.
  mutating func forget() { keptFrom = .max }
}
