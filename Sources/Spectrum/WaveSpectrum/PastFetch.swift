import WaveSpectrumWire
import WaveWire

/// The window of the past that is being fetched, and how far back the server's rows go.
struct PastFetch: Equatable, Sendable {
  /// Windows are asked for at most this often, in microseconds.
  private static let interval: Int64 = 150_000

  /// The oldest server time of which there may be rows.
  private(set) var oldestMicroseconds: Int64 = .min / 2
  /// From when on there are rows of the server before its restart.
  private var keptFrom = Int64.max
  private var pending: Fetch?
  private var sentAt: Int64 = .min / 2

  /// Whether an answer is awaited.
  var isPending: Bool { pending != nil }

  /// The earliest time to ask for a window.
  var due: Int64 { sentAt + Self.interval }

  /// Sends a request for a window.
  mutating func send(_ fetch: Fetch, at now: Int64) {
    pending = fetch
    sentAt = now
  }

  /// The answer is not awaited any longer: another view is shown, or the connection is another.
  mutating func cancel() { pending = nil }

  /// Receives the end of an answer.
  ///
  /// - Returns: The window that was asked for; nil if the answer is not the one that is awaited.
  mutating func receive(_ fetched: Fetched) -> Fetch? {
    guard let pending, fetched.view == pending.view else { return nil }
    self.pending = nil
    oldestMicroseconds = Swift.min(fetched.oldestMicroseconds, keptFrom)
    return pending
  }

  /// The server was restarted: rows of before are kept, moved by microseconds.
  mutating func keep(movedBy microseconds: Int64) {
    keptFrom = oldestMicroseconds + microseconds
    oldestMicroseconds = keptFrom
  }

  /// Rows of before are kept no longer.
  mutating func forget() { keptFrom = .max }
}
