/// Writes numbers and words as UTF-8 bytes, without the Unicode tables that `String` formatting would link.
///
/// Minus signs are U+2212, which is as wide as a plus.
public struct TextWriter: Equatable, Sendable {
  /// The text so far, UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// Starts an empty text.
  public init() {}

  /// Appends a literal.
  public mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends UTF-8 bytes as they are.
  public mutating func append(bytes more: [UInt8]) {
    bytes.append(contentsOf: more)
  }

  /// Appends one ASCII character.
  public mutating func append(ascii: UInt8) {
    bytes.append(ascii)
  }

  /// Appends a whole number, with leading zeros up to `digits`.
  public mutating func append(integer: Int, digits: Int = 1) {
    append(integer: Int64(integer), digits: digits)
  }

  /// Appends a whole number that may not fit into 32 bits, with leading zeros up to `digits`.
  public mutating func append(integer: Int64, digits: Int = 1) {
    if integer < 0 { append("\u{2212}") }
    appendDigits(integer.magnitude, atLeast: digits)
  }

  /// Appends a decimal number rounded to `decimals` places, half away from zero.
  ///
  /// NaN is written as an en dash, and magnitudes of 10^15 and above as ∞. A result that rounds to zero has
  /// no minus.
  public mutating func append(_ value: Double, decimals: Int) {
    guard !value.isNaN else { return append("\u{2013}") }
    // In the web client UInt has 32 bits, which is too few for a frequency in millihertz.
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
