/// A source of pseudorandom numbers that depend only on a seed, a key and a position.
public struct HashNoise: Sendable {
  private let seed: UInt64

  /// Creates a source of numbers from a seed.
  public init(seed: UInt64) { self.seed = Self.mixed(seed) }

  /// Mixes the bits of a number with SplitMix64's output function (Steele, Lea and Flood 2014,
  /// doi:10.1145/2660193.2660195).
  public static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns 64 pseudorandom bits for a key and a position.
  public func bits(key: UInt64, at place: Int64) -> UInt64 {
    Self.mixed(seed ^ Self.mixed(key &* 0x9E37_79B1 &+ UInt64(bitPattern: place) &* 0x85EB_CA77))
  }

  /// Returns a pseudorandom number from 0 up to but not including 1 for a key and a position.
  public func uniform(key: UInt64, at place: Int64 = 0) -> Double {
    Double(bits(key: key, at: place) >> 11) * 0x1p-53
  }

  /// Returns noise from 0 to 1 that interpolates smoothly between `rateHertz` random values per second.
  public func smooth(key: UInt64, seconds: Double, rateHertz: Double) -> Double {
    let position = seconds * rateHertz
    let whole = position.rounded(.down)
    let place = Int64(saturating: whole)
    let part = position - whole
    let weight = part * part * (3 - 2 * part)
    let before = uniform(key: key, at: place)
    return before + (uniform(key: key, at: place &+ 1) - before) * weight
  }
}
