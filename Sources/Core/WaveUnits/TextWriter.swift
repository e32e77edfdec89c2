/// A writer of numbers and words in UTF-8 that avoids linking the Unicode tables of `String` formatting.
///
/// Minus signs are U+2212, which is as wide as a plus sign.
public struct TextWriter: Equatable, Sendable {
  /// The text written so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// Creates a writer with an empty text.
  public init() {}

  /// Appends a literal.
  public mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends UTF-8 bytes unchanged.
  public mutating func append(bytes more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Appends one ASCII character.
  public mutating func append(ascii: UInt8) { bytes.append(ascii) }

  /// Appends an integer, padded with leading zeros to `digits` digits.
  public mutating func append(integer: Int, digits: Int = 1) {
    append(integer: Int64(integer), digits: digits)
  }

  /// Appends an integer that can exceed 32 bits, padded with leading zeros to `digits` digits.
  public mutating func append(integer: Int64, digits: Int = 1) {
    if integer < 0 { append("\u{2212}") }
    appendDigits(integer.magnitude, atLeast: digits)
  }

  /// Appends a whole number with commas between its thousands, such as "1,234,567".
  public mutating func append(grouped value: UInt64) {
    var power: UInt64 = 1
    while value / power >= 1000 { power *= 1000 }
    append(integer: Int64(value / power))
    while power > 1 {
      power /= 1000
      append(",")
      append(integer: Int64(value / power % 1000), digits: 3)
    }
  }

  /// Appends a time of day, such as "20:15:40", given as the seconds since midnight.
  package mutating func append(secondsOfDay seconds: Int) {
    append(integer: seconds / 3600, digits: 2)
    append(":")
    append(integer: seconds / 60 % 60, digits: 2)
    append(":")
    append(integer: seconds % 60, digits: 2)
  }

  /// Appends a number rounded to `decimals` decimal places, with halves rounded away from zero.
  ///
  /// NaN is written as an en dash, and a number whose magnitude times 10^`decimals` is at least 10^15 as ∞. A
  /// result that rounds to zero has no minus sign.
  public mutating func append(_ value: Double, decimals: Int) {
    guard !value.isNaN else { return append("\u{2013}") }
    // In the web client, UInt has 32 bits, which is too few for a frequency in millihertz.
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = value.magnitude * Double(scale)
    guard scaled < 1e15 else {
      if value < 0 { append("\u{2212}") }
      return append("\u{221E}")
    }
    let whole = UInt64(saturating: scaled + 0.5)
    if value < 0, whole > 0 { append("\u{2212}") }
    appendDigits(whole / scale, atLeast: 1)
    guard decimals > 0 else { return }
    append(ascii: 0x2E)
    appendDigits(whole % scale, atLeast: decimals)
  }

  private mutating func appendDigits(_ value: UInt64, atLeast digits: Int) {
    var power: UInt64 = 1
    var count = 1
    while count < digits || value / power >= 10 {
      power *= 10
      count += 1
    }
    while power > 0 {
      bytes.append(UInt8(0x30 + value / power % 10))
      power /= 10
    }
  }
}

extension [UInt8] {
  /// Creates an array of the bytes of a literal, in UTF-8.
  public init(_ literal: StaticString) { self = literal.withUTF8Buffer { Array($0) } }
}
