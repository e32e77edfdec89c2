import WaveUnits

/// How long to wait before connecting again: longer each time, never quite as long as others do.
package struct ReconnectDelay: Equatable, Sendable {
  /// Microseconds of the first wait, before chance.
  package static let first: Int64 = 250_000
  /// Longest wait, before chance.
  package static let longest: Int64 = 15_000_000

  private var attempt = 0
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// The next wait: twice the one before, times a chance factor from 0.5 to 1.5.
  package mutating func next() -> Int64 {
    let base = attempt < 6 ? Self.first << Int64(attempt) : Self.longest
    attempt += 1
    state = HashNoise.mixed(state)
    let chance = 0.5 + Double(state >> 11) * 0x1p-53
    return Int64(saturating: Double(base) * chance)
  }

  /// All is well: the next wait is a short one.
  package mutating func reset() { attempt = 0 }
}
