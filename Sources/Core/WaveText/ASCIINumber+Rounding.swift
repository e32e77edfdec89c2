/// Rounds `digits * 10^exponent` correctly where floating point alone cannot.
///
/// As in Clinger's AlgorithmR (doi:10.1145/93548.93557): an approximation is compared with the number exactly, in whole
/// numbers as long as need be, and moved until the number lies within half a unit of it. A tie goes to the even one.
enum DecimalRounding {
  /// The double next to a number.
  ///
  /// - Parameters:
  ///   - digits: The digits as a whole number, above zero.
  ///   - exponent: Power of ten that they are multiplied by, within ±400.
  ///   - guess: A double within some units in the last place of the result.
  /// - Returns: The nearest double; of two equally near the even one. Infinity beyond the largest.
  /// - Complexity: O(exponent²) for each unit of the guess's error; allocates.
  static func nearest(digits: UInt64, exponent: Int, guess: Double) -> Double {
    var value = Swift.min(guess, .greatestFiniteMagnitude)
    while true {
      let above = compare(digits, exponent, withMiddleAbove: value)
      let isOdd = value.bitPattern & 1 == 1
      if above > 0 || (above == 0 && isOdd) {
        value = value.nextUp
        guard value < .infinity else { return value }
        continue
      }
      guard value > 0 else { return value }
      let below = compare(digits, exponent, withMiddleAbove: value.nextDown)
      guard below < 0 || (below == 0 && isOdd) else { return value }
      value = value.nextDown
    }
  }

  /// The sign of `digits * 10^exponent` less the middle between a double and the one above it.
  private static func compare(_ digits: UInt64, _ exponent: Int, withMiddleAbove value: Double) -> Int {
    // The middle is an odd number of halves of the unit in the last place.
    let bits = value.bitPattern
    let biased = Int(truncatingIfNeeded: bits >> 52)
    let fraction = bits & ((1 << 52) - 1)
    let significand = biased > 0 ? fraction | 1 << 52 : fraction
    var number = WholeNumber(digits)
    var middle = WholeNumber(2 * significand + 1)
    if exponent >= 0 { number.multiply(byFiveTo: exponent) } else { middle.multiply(byFiveTo: -exponent) }
    let shift = exponent - (Swift.max(1, biased) - 1076)
    if shift >= 0 { number.shift(left: shift) } else { middle.shift(left: -shift) }
    return number.compared(to: middle)
  }
}

/// A whole number of any length.
private struct WholeNumber {
  /// Lowest first; the last is not zero.
  private var words: [UInt32]

  init(_ value: UInt64) {
    words = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    trim()
  }

  private mutating func trim() { while words.last == 0 { words.removeLast() } }

  mutating func multiply(byFiveTo power: Int) {
    var left = power
    while left > 0 {
      // 5^13 is the largest that a word holds.
      let step = Swift.min(left, 13)
      var factor: UInt64 = 1
      for _ in 0..<step { factor *= 5 }
      var carry: UInt64 = 0
      for index in words.indices {
        let product = UInt64(words[index]) * factor + carry
        words[index] = UInt32(truncatingIfNeeded: product)
        carry = product >> 32
      }
      if carry > 0 { words.append(UInt32(truncatingIfNeeded: carry)) }
      left -= step
    }
  }

  mutating func shift(left count: Int) {
    let bits = UInt64(truncatingIfNeeded: count % 32)
    var carry: UInt64 = 0
    for index in words.indices {
      let wide = UInt64(words[index]) << bits | carry
      words[index] = UInt32(truncatingIfNeeded: wide)
      carry = wide >> 32
    }
    if carry > 0 { words.append(UInt32(truncatingIfNeeded: carry)) }
    words = [UInt32](repeating: 0, count: count / 32) + words
  }

  /// -1, 0 or 1.
  func compared(to other: WholeNumber) -> Int {
    if words.count != other.words.count { return words.count < other.words.count ? -1 : 1 }
    for index in words.indices.reversed() where words[index] != other.words[index] {
      return words[index] < other.words[index] ? -1 : 1
    }
    return 0
  }
}
