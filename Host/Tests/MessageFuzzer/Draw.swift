import TestSupport

/// Draws numbers: usual ones, and now and then extremes.
struct Draw {
  /// Whole numbers at which sums, products, shifts and conversions fail.
  static let integers: [Int64] = [
    0, 1, -1, 2, -2, .min, .min + 1, .max, .max - 1, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 52,
    1 << 53, -(1 << 53), (1 << 53) - 1, (1 << 53) + 1, 1 << 60, 1 << 61, -(1 << 61), (1 << 61) - 1,
    -(1 << 61) + 1, 1 << 62, -(1 << 62), (1 << 62) - 1, 1_000_000_000_000_000_000,
  ]
  /// Numbers that are no whole ones, no numbers, or beyond all whole numbers.
  static let numbers: [Double] = [
    0, -0.0, 1, -1, .nan, .signalingNaN, .infinity, -.infinity, 1e300, -1e300, 1e308, -1e308,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    Double(bitPattern: 1 << 40), 1e-300, 1e15, -1e15, 1e15 + 1, 9e9, 1e6, 1e18, 1e19, -1e19, 0x1p31, 0x1p53,
    0x1p61, 0x1p62,
    0x1p63, -0x1p63, 0x1p64,
  ]

  var random: SeededGenerator
  /// How often a field has an extreme instead of a usual value.
  var wildness = 0.0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// Makes each field of what `body` draws an extreme with a probability.
  mutating func wildly<Value>(_ probability: Double, _ body: (inout Draw) -> Value) -> Value {
    let before = wildness
    wildness = probability
    defer { wildness = before }
    return body(&self)
  }

  mutating func wildInteger() -> Int64 {
    switch below(8) {
    case 0: Int64(truncatingIfNeeded: random.next())
    case 1: pick(Self.integers) &+ Int64(below(7)) &- 3
    case 2: pick(Self.integers) &- pick(Self.integers)
    default: pick(Self.integers)
    }
  }

  mutating func wildNumber() -> Double {
    switch below(8) {
    case 0: Double(bitPattern: random.next())
    case 1: Double(wildInteger())
    case 2: pick(Self.numbers) * pick(Self.numbers)
    default: pick(Self.numbers)
    }
  }

  mutating func integer(_ usual: ClosedRange<Int64>) -> Int64 {
    chance(wildness) ? wildInteger() : Int64.random(in: usual, using: &random)
  }

  mutating func number(_ usual: ClosedRange<Double>) -> Double {
    chance(wildness) ? wildNumber() : Double.random(in: usual, using: &random)
  }

  mutating func single(_ usual: ClosedRange<Float>) -> Float {
    chance(wildness)
      ? pick([.nan, .infinity, -.infinity, 3e38, -3e38, Float(bitPattern: 32), 0, -0.0])
      : Float.random(in: usual, using: &random)
  }

  /// A number that fits into a field of fewer bits: its extremes are those of the field.
  mutating func field<Number: FixedWidthInteger>(_ usual: ClosedRange<Int>) -> Number {
    guard chance(wildness) else {
      return Number(truncatingIfNeeded: Int.random(in: usual, using: &random))
    }
    switch below(5) {
    case 0: return .max
    case 1: return .min
    case 2: return .max / 2 + Number(below(2))
    case 3: return Number(truncatingIfNeeded: wildInteger())
    default: return Number(truncatingIfNeeded: random.next())
    }
  }

  /// A text of some bytes; wild ones are cut characters and controls.
  mutating func text(_ limit: Int) -> [UInt8] {
    let count = chance(0.1) ? limit : below(max(1, min(limit, 12)) + 1)
    if chance(wildness) { return (0..<count).map { _ in UInt8(below(256)) } }
    return Array(String(repeating: pick(["a", "mV", "é", "µ", "😀"]), count: count).utf8.prefix(count))
  }
}
