import WaveInteraction
import WaveUnits

/// The age of the newest samples, and how long the display waits for more samples before it advances without
/// them.
///
/// The display ends at the newest sample as long as samples arrive at their usual pace. Otherwise, it ends at
/// the current time minus the usual wait, so that the gap grows steadily from the first missing sample.
struct Recency: Equatable, Sendable {
  /// The shortest and longest wait in microseconds.
  ///
  /// A shorter delay can be network jitter; a longer one is certainly an interruption.
  static let patience = 300_000.0...2_000_000.0

  /// The server time of each group's newest sample; −∞ if the group has no samples yet.
  private(set) var newestMicroseconds: [Double] = []
  /// A watchdog that detects whether samples arrive at all.
  private var watch = DataWatch()
  /// The maximum age that the newest sample has recently reached before the next sample arrived, in
  /// microseconds; nil until it is known.
  private var usualAge: Double?

  /// The time of the newest sample in any group; nil before the first sample.
  var newest: Double? { newestMicroseconds.max().flatMap { $0.isFinite ? $0 : nil } }

  /// The age at which the newest sample counts as late, in microseconds.
  var patience: Double {
    guard let usualAge else { return Self.patience.upperBound }
    return Swift.max(Self.patience.lowerBound, Swift.min(Self.patience.upperBound, 2 * usualAge))
  }

  /// Resets all state before samples of different streams arrive.
  mutating func begin(groups: Int, at now: Int64) {
    self = Recency()
    newestMicroseconds = [Double](repeating: -.infinity, count: groups)
    watch.listen(at: now)
  }

  /// Starts waiting for samples, because they are requested from now on.
  mutating func listen(at now: Int64) { watch.listen(at: now) }

  /// Records the newest sample of a group.
  ///
  /// - Parameters:
  ///   - group: The index of the group.
  ///   - microseconds: The time at which the sample was taken.
  ///   - serverMicroseconds: The current server time; nil if samples are delayed intentionally, so that their
  ///     age has no meaning.
  ///   - now: The current client time.
  mutating func receive(group: Int, microseconds: Double, serverMicroseconds: Double?, at now: Int64) {
    if let serverMicroseconds, let newest {
      let age = Swift.max(0, serverMicroseconds - newest)
      // A longer delay was an interruption, or a pause of the client.
      if age < Self.patience.upperBound {
        usualAge = usualAge.map { Swift.max(age, $0 + (age - $0) / 64) } ?? age
      }
    }
    newestMicroseconds[group] = Swift.max(newestMicroseconds[group], microseconds)
    watch.receive(intervalMicroseconds: Int64(saturating: patience / 2), at: now)
  }

  /// Returns the newest time that can be shown for live streams; nil before the first sample.
  func edge(serverMicroseconds: Double) -> Double? {
    newest.map { Swift.max($0, serverMicroseconds - patience) }
  }

  /// Returns the seconds since samples last arrived; nil unless they are late.
  func silentSeconds(at now: Int64) -> Int64? {
    if case .stale(let seconds) = watch.state(at: now) { seconds } else { nil }
  }
}
