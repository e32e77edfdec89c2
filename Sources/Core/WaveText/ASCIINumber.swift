/// Functions that read numbers written in ASCII.
public enum ASCIINumber {
  /// Reads a decimal number such as `-31.25`, `+1e-3`, `nan` or `-inf` that fills the whole range.
  ///
  /// The number is rounded correctly from its first 19 digits; later digits count as zeros. A number out of
  /// range gives infinity or zero. Letters can be in either case.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The range of the number, which must lie within `bytes`.
  /// - Returns: The number, or nil if the text is not a number.
  /// - Complexity: O(bytes), without allocation if the exponent of ten is within ±19 when the digits are read
  ///   as an integer. `DecimalRounding` handles all other numbers.
  public static func double(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    var place = range.lowerBound
    let end = range.upperBound
    guard place >= 0, place < end, end <= bytes.count else { return nil }
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative || bytes[place] == UInt8(ascii: "+") { place += 1 }
    if let word = word(bytes, place..<end) { return isNegative ? -word : word }

    var digits: UInt64 = 0
    var exponent = 0
    var isDigitSeen = false
    var isPointSeen = false
    while place < end {
      let byte = bytes[place]
      if byte == UInt8(ascii: "."), !isPointSeen {
        isPointSeen = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        isDigitSeen = true
        if digits < 1_000_000_000_000_000_000 {
          digits = digits &* 10 &+ UInt64(byte &- 48)
          if isPointSeen { exponent -= 1 }
        } else if !isPointSeen {
          exponent += 1
        }
      } else {
        break
      }
      place += 1
    }
    guard isDigitSeen else { return nil }
    if place < end {
      guard bytes[place] | 0x20 == UInt8(ascii: "e"), let written = integer(bytes, (place + 1)..<end) else {
        return nil
      }
      exponent += written
    }
    let value = scaled(digits, exponent)
    return isNegative ? -value : value
  }

  /// Reads an integer such as `512` or `-7`, clamped to ±1,000,000,000.
  ///
  /// - Returns: The integer, or nil if the text is not an integer.
  /// - Complexity: O(bytes), without allocation.
  package static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var place = range.lowerBound
    guard place < range.upperBound else { return nil }
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative || bytes[place] == UInt8(ascii: "+") { place += 1 }
    guard place < range.upperBound else { return nil }
    var value = 0
    while place < range.upperBound {
      let byte = bytes[place]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = min(value * 10 + Int(byte &- 48), 1_000_000_000)
      place += 1
    }
    return isNegative ? -value : value
  }

  /// Reads `nan`, `inf` or `infinity`, as written by C's printf.
  private static func word(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    func isWord(_ word: StaticString) -> Bool {
      word.utf8CodeUnitCount == range.count
        && range.allSatisfy { bytes[$0] | 0x20 == word.utf8Start[$0 - range.lowerBound] }
    }
    if isWord("nan") { return .nan }
    if isWord("inf") || isWord("infinity") { return .infinity }
    return nil
  }

  /// Returns `digits * 10^exponent`, using Clinger's fast path (doi:10.1145/93548.93557) if both factors are
  /// exact.
  private static func scaled(_ digits: UInt64, _ exponent: Int) -> Double {
    guard digits != 0 else { return 0 }
    if digits >= 1 << 53, abs(exponent) <= wideExponentLimit { return wide(digits, exponent) }
    var value = Double(digits)
    var left = abs(exponent)
    guard left < 400 else { return exponent < 0 ? 0 : .infinity }
    let isExact = digits <= 1 << 53 && left <= 22
    while left > 0 {
      let power = powerOfTen(min(left, 22))
      if exponent > 0 { value *= power } else { value /= power }
      left -= 22
    }
    return isExact ? value : DecimalRounding.nearest(digits: digits, exponent: exponent, guess: value)
  }

  /// The largest magnitude of the decimal exponent that `wide` accepts.
  static let wideExponentLimit = 19

  /// Returns `digits * 10^exponent` computed with 128 bits, for an exponent within ±`wideExponentLimit`.
  ///
  /// The last bit of the upper half records whether any lower bit was set.
  static func wide(_ digits: UInt64, _ exponent: Int) -> Double {
    var power: UInt64 = 1
    for _ in 0..<abs(exponent) { power *= 10 }
    guard exponent < 0 else {
      let (high, low) = digits.multipliedFullWidth(by: power)
      guard high > 0 else { return Double(low) }
      let shift = high.leadingZeroBitCount
      let top = shift > 0 ? high << shift | low >> (64 - shift) : high
      return scaled(top | (low << shift != 0 ? 1 : 0), binary: 64 - shift)
    }
    let (digitShift, powerShift) = (digits.leadingZeroBitCount, power.leadingZeroBitCount)
    let dividend = digits << digitShift
    let divisor = power << powerShift
    let isHalved = dividend >= divisor
    let (quotient, rest) = divisor.dividingFullWidth(
      isHalved ? (dividend >> 1, dividend << 63) : (dividend, 0))
    return scaled(
      quotient | (rest > 0 ? 1 : 0), binary: powerShift - digitShift - 64 + (isHalved ? 1 : 0))
  }

  /// Returns `value * 2^exponent`, rounded once.
  private static func scaled(_ value: UInt64, binary exponent: Int) -> Double {
    Double(value) * Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// Returns a power of ten from 10^0 to 10^22, all of which are exact as doubles.
  private static func powerOfTen(_ exponent: Int) -> Double {
    var value = 1.0
    var base = 10.0
    var left = exponent
    while left > 0 {
      if left & 1 == 1 { value *= base }
      base *= base
      left >>= 1
    }
    return value
  }
}
