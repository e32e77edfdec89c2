import WaveUnits

/// A reconnection delay that grows exponentially, with a random factor so that clients do not all reconnect
/// at the same time.
package struct ReconnectDelay: Equatable, Sendable {
  /// The first delay in microseconds, before the random factor.
  package static let first: Int64 = 250_000
  /// The longest delay in microseconds, before the random factor.
  package static let longest: Int64 = 15_000_000

  private var attempt = 0
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Returns the next delay in microseconds: twice the previous one, up to `longest`, times a random factor
  /// from 0.5 to 1.5.
  package mutating func next() -> Int64 {
    let base = attempt < 6 ? Self.first << Int64(attempt) : Self.longest
    attempt += 1
    state = HashNoise.mixed(state)
    let chance = 0.5 + Double(state >> 11) * 0x1p-53
    return Int64(saturating: Double(base) * chance)
  }

  /// Resets the next delay to the first one; called after a successful connection.
  package mutating func reset() { attempt = 0 }
}
