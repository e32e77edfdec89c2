extension ASCIINumber {
  /// The number of digits that `double` takes into account.
  private static let digitLimit = 19
  /// The maximum number of digits of a midpoint between two doubles; further digits matter only if any is
  /// nonzero.
  private static let middleDigitLimit = 768

  /// Reads a decimal number as `double` does, but rounds it correctly from all of its digits.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The range of the number, which must lie within `bytes`.
  /// - Returns: The number, or nil if the text is not a number.
  /// - Complexity: As for `double`; allocates for more than 19 digits.
  public static func exactDouble(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    guard let value = double(bytes, range) else { return nil }
    guard range.count > digitLimit, value.isFinite else { return value }
    var leading: UInt64 = 0
    var count = 0
    var exponent = 0
    var isPointSeen = false
    var hasRest = false
    scan: for place in range {
      switch bytes[place] {
      case UInt8(ascii: "."): isPointSeen = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent += integer(bytes, (place + 1)..<range.upperBound) ?? 0
        break scan
      case let byte where byte >= UInt8(ascii: "0"):
        if isPointSeen { exponent -= 1 }
        guard count > 0 || byte > UInt8(ascii: "0") else { continue }
        count += 1
        if count <= digitLimit {
          leading = leading * 10 + UInt64(byte &- 48)
        } else {
          exponent += 1
          hasRest = hasRest || byte > UInt8(ascii: "0")
        }
      default: break
      }
    }
    guard hasRest else { return value }
    // For most numbers, the first 19 digits and the next larger 19-digit number round to the same double, so
    // the remaining digits do not matter. Below 10^-330, every number rounds to zero.
    if abs(exponent) <= wideExponentLimit, wide(leading + 1, exponent) == value.magnitude { return value }
    guard exponent + digitLimit > -330 else { return value }
    let (digits, last) = significantDigits(bytes, range, exponent: exponent, count: count)
    let magnitude = DecimalRounding.nearest(digits: digits, exponent: last, guess: value.magnitude)
    return value.sign == .minus ? -magnitude : magnitude
  }

  /// Returns the digits from the first nonzero digit on, and the power of ten of the last digit.
  ///
  /// If any digit beyond the first `middleDigitLimit` is nonzero, a single 1 replaces all digits beyond the
  /// limit.
  private static func significantDigits(
    _ bytes: Span<UInt8>, _ range: Range<Int>, exponent: Int, count: Int
  ) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    digits.reserveCapacity(min(count, middleDigitLimit + 1))
    var hasRest = false
    for place in range {
      let byte = bytes[place]
      if byte | 0x20 == UInt8(ascii: "e") { break }
      guard byte >= UInt8(ascii: "0"), !digits.isEmpty || byte > UInt8(ascii: "0") else { continue }
      if digits.count < middleDigitLimit {
        digits.append(byte &- 48)
      } else {
        hasRest = hasRest || byte > UInt8(ascii: "0")
      }
    }
    if hasRest { digits.append(1) }
    return (digits, exponent + digitLimit - digits.count)
  }
}

/// Correct rounding of `digits * 10^exponent` for cases where floating point alone is insufficient.
///
/// As in Clinger's AlgorithmR (doi:10.1145/93548.93557), an approximation is compared exactly with the
/// number, using integers of arbitrary length, and adjusted until the number lies within half a unit of it. A
/// tie goes to the even double.
enum DecimalRounding {
  /// Returns the double nearest to a number.
  ///
  /// - Parameters:
  ///   - digits: The digits as an integer above zero.
  ///   - exponent: The power of ten by which the digits are multiplied, within ±400.
  ///   - guess: A double within a few units in the last place of the result.
  /// - Returns: The nearest double, the even one if two are equally near, or infinity if the number is out of
  ///   range.
  /// - Complexity: O(exponent²) for each unit of error in the guess; allocates.
  static func nearest(digits: UInt64, exponent: Int, guess: Double) -> Double {
    var value = Swift.min(guess, .greatestFiniteMagnitude)
    let number = WholeNumber(digits)
    while true {
      let above = compare(number, exponent, withMiddleAbove: value)
      let isOdd = value.bitPattern & 1 == 1
      if above > 0 || (above == 0 && isOdd) {
        value = value.nextUp
        guard value < .infinity else { return value }
        continue
      }
      guard value > 0 else { return value }
      let below = compare(number, exponent, withMiddleAbove: value.nextDown)
      guard below < 0 || (below == 0 && isOdd) else { return value }
      value = value.nextDown
    }
  }

  /// Returns the double nearest to a number with many digits.
  ///
  /// - Parameters:
  ///   - digits: The digits, each from 0 to 9, with the first one above zero.
  ///   - exponent: The power of ten by which the digits are multiplied.
  ///   - guess: The double nearest to the number truncated to its first 19 digits.
  /// - Returns: The nearest double, the even one if two are equally near, or infinity if the number is out of
  ///   range.
  /// - Complexity: O(digits² + exponent²); allocates.
  static func nearest(digits: [UInt8], exponent: Int, guess: Double) -> Double {
    let above = compare(WholeNumber(decimal: digits), exponent, withMiddleAbove: guess)
    return above > 0 || (above == 0 && guess.bitPattern & 1 == 1) ? guess.nextUp : guess
  }

  /// Returns the sign of `number * 10^exponent` minus the midpoint between a double and the next larger one.
  private static func compare(_ number: WholeNumber, _ exponent: Int, withMiddleAbove value: Double) -> Int {
    // The midpoint is an odd number of halves of the unit in the last place.
    let bits = value.bitPattern
    let biased = Int(truncatingIfNeeded: bits >> 52)
    let fraction = bits & ((1 << 52) - 1)
    let significand = biased > 0 ? fraction | 1 << 52 : fraction
    var number = number
    var middle = WholeNumber(2 * significand + 1)
    if exponent >= 0 { number.multiply(byFiveTo: exponent) } else { middle.multiply(byFiveTo: -exponent) }
    let shift = exponent - (Swift.max(1, biased) - 1076)
    if shift >= 0 { number.shift(left: shift) } else { middle.shift(left: -shift) }
    return number.compared(to: middle)
  }
}

/// A non-negative integer of arbitrary length.
private struct WholeNumber {
  /// The words, least significant first; the last word is not zero.
  private var words: [UInt32]

  init(_ value: UInt64) {
    words = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    trim()
  }

  init(decimal digits: [UInt8]) {
    words = []
    var start = 0
    while start < digits.count {
      // A word can store at most nine digits.
      let end = Swift.min(start + 9, digits.count)
      var (factor, chunk): (UInt64, UInt64) = (1, 0)
      for digit in digits[start..<end] { (factor, chunk) = (factor * 10, chunk * 10 + UInt64(digit)) }
      multiply(by: factor, adding: chunk)
      start = end
    }
  }

  private mutating func trim() { while words.last == 0 { words.removeLast() } }

  mutating func multiply(byFiveTo power: Int) {
    var left = power
    while left > 0 {
      // 5^13 is the largest power of five that fits in a word.
      let step = Swift.min(left, 13)
      var factor: UInt64 = 1
      for _ in 0..<step { factor *= 5 }
      multiply(by: factor, adding: 0)
      left -= step
    }
  }

  private mutating func multiply(by factor: UInt64, adding digit: UInt64) {
    var carry = digit
    for index in words.indices {
      let product = UInt64(words[index]) * factor + carry
      words[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { words.append(UInt32(truncatingIfNeeded: carry)) }
  }

  mutating func shift(left count: Int) {
    multiply(by: 1 << UInt64(count % 32), adding: 0)
    words = [UInt32](repeating: 0, count: count / 32) + words
  }

  /// Returns -1, 0 or 1 if the number is less than, equal to or greater than the other number.
  func compared(to other: WholeNumber) -> Int {
    if words.count != other.words.count { return words.count < other.words.count ? -1 : 1 }
    for index in words.indices.reversed() where words[index] != other.words[index] {
      return words[index] < other.words[index] ? -1 : 1
    }
    return 0
  }
}
