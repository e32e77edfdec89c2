import WaveUnits

/// The delay before the next attempt to connect: longer each time, with a random factor so that clients do
/// not reconnect together.
package struct ReconnectDelay: Equatable, Sendable {
  /// The first delay in microseconds, before the random factor.
  package static let first: Int64 = 250_000
  /// The longest delay in microseconds, before the random factor.
  package static let longest: Int64 = 15_000_000

  private var attempt = 0
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Returns the next delay: twice the previous one, times a random factor from 0.5 to 1.5.
  package mutating func next() -> Int64 {
    let base = attempt < 6 ? Self.first << Int64(attempt) : Self.longest
    attempt += 1
    state = HashNoise.mixed(state)
    let chance = 0.5 + Double(state >> 11) * 0x1p-53
    return Int64(saturating: Double(base) * chance)
  }

  /// Resets the delay after a success: the next one is short.
  package mutating func reset() { attempt = 0 }
}
