import WaveInteraction
import WaveUnits

/// How new the newest samples are, and how long to wait for the next before time goes on without them.
///
/// A picture ends at its newest sample as long as samples come as they use to. Once they do not, it ends
/// where time has come to less the wait that is usual, so that the gap grows steadily from the first missing
/// sample.
struct Recency: Equatable, Sendable {
  /// The bounds of what is waited, in microseconds: below is any network's jitter, above is silence for sure.
  static let patience = 300_000.0...2_000_000.0

  /// Server time of the newest sample of each group; −∞ before the first.
  private(set) var newestMicroseconds: [Double] = []
  /// Whether samples come at all.
  private var watch = DataWatch()
  /// How old the newest sample was, of late, at most before the next one came; nil while that is not known.
  private var usualAge: Double?

  /// The newest sample of all groups; nil before the first.
  var newest: Double? { newestMicroseconds.max().flatMap { $0.isFinite ? $0 : nil } }

  /// How old the newest sample may become before it is late, in microseconds.
  var patience: Double {
    guard let usualAge else { return Self.patience.upperBound }
    return Swift.max(Self.patience.lowerBound, Swift.min(Self.patience.upperBound, 2 * usualAge))
  }

  /// Forgets all: other streams come.
  mutating func begin(groups: Int, at now: Int64) {
    self = Recency()
    newestMicroseconds = [Double](repeating: -.infinity, count: groups)
    watch.listen(at: now)
  }

  /// Samples are asked for from now on: what did not come before was not asked for.
  mutating func listen(at now: Int64) { watch.listen(at: now) }

  /// Receives a group's newest sample.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - microseconds: When the sample was made.
  ///   - serverMicroseconds: The server's time now; nil where samples are shown late on purpose, which says
  ///     nothing of their age.
  ///   - now: The client's time.
  mutating func receive(
    group: Int, microseconds: Double, serverMicroseconds: Double?, at now: Int64
  ) {
    if let serverMicroseconds, let newest {
      let age = Swift.max(0, serverMicroseconds - newest)
      // What lasted longer than any wait was an outage, or a pause of the client.
      if age < Self.patience.upperBound {
        usualAge = usualAge.map { Swift.max(age, $0 + (age - $0) / 64) } ?? age
      }
    }
    newestMicroseconds[group] = Swift.max(newestMicroseconds[group], microseconds)
    watch.receive(intervalMicroseconds: Int64(saturating: patience / 2), at: now)
  }

  /// The newest moment that can be shown of streams that go on; nil before the first sample.
  func edge(serverMicroseconds: Double) -> Double? {
    newest.map { Swift.max($0, serverMicroseconds - patience) }
  }

  /// Seconds since samples came last, once they are late; nil before that.
  func silentSeconds(at now: Int64) -> Int64? {
    if case .stale(let seconds) = watch.state(at: now) { seconds } else { nil }
  }
}
