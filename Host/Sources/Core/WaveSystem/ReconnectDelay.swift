import WaveSimulation
import WaveUnits

/// How long to wait before connecting again: longer each time, never quite as long as others do.
struct ReconnectDelay: Equatable, Sendable {
  /// Microseconds of the first wait, before chance.
  static let first: Int64 = 250_000
  /// Longest wait, before chance.
  static let longest: Int64 = 15_000_000

  private var attempt = 0
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next wait: twice the one before, times a chance factor from 0.5 to 1.5.
  mutating func next() -> Int64 {
    let base = attempt < 6 ? Self.first << Int64(attempt) : Self.longest
    attempt += 1
    state = HashNoise.mixed(state)
    let chance = 0.5 + Double(state >> 11) * 0x1p-53
    return Int64(saturating: Double(base) * chance)
  }

  /// All is well: the next wait is a short one.
  mutating func reset() { attempt = 0 }
}
