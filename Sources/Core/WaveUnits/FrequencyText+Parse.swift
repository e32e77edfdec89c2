extension FrequencyText {
  /// Reads a frequency that a user has typed, such as "99.5", "99.5M", "99.5 MHz" or "100 kHz".
  ///
  /// - Parameters:
  ///   - text: ASCII or UTF-8; a comma counts as a decimal point, and U+2212 as a minus sign.
  ///   - factor: The factor that converts a number without a unit to hertz, such as 1e6 for MHz.
  /// - Returns: The frequency in hertz, or nil if the text is not a frequency.
  public static func hertz(from text: [UInt8], factor: Double) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text) else { return nil }
    var letters = rest.filter { $0 != 0x20 }.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    if letters.count >= 2, letters[letters.count - 2] == 0x68, letters[letters.count - 1] == 0x7A {
      letters.removeLast(2)
      if letters.isEmpty { return value }
    }
    guard letters.count <= 1 else { return nil }
    return switch letters.first {
    case nil: value * factor
    case 0x6B: value * 1e3
    case 0x6D: value * 1e6
    case 0x67: value * 1e9
    default: nil
    }
  }
}

/// A parser for the number at the start of a text typed by a user.
public enum NumberText {
  /// Returns the number at the start of a text and the remaining text, or nil if there is no number.
  ///
  /// Leading spaces are skipped. A comma counts as a decimal point. The value is accurate to about 15 digits.
  public static func prefix(of text: [UInt8]) -> (value: Double, rest: ArraySlice<UInt8>)? {
    var index = 0
    while index < text.count, text[index] == 0x20 { index += 1 }
    var isNegative = false
    if index < text.count, text[index] == 0x2B || text[index] == 0x2D {
      isNegative = text[index] == 0x2D
      index += 1
    } else if index + 2 < text.count, text[index] == 0xE2, text[index + 1] == 0x88, text[index + 2] == 0x92 {
      isNegative = true
      index += 3
    }
    var mantissa = 0.0
    var scale = 1.0
    var digits = 0
    var isFraction = false
    while index < text.count, digits < 18 {
      let byte = text[index]
      if byte >= 0x30, byte <= 0x39 {
        mantissa = mantissa * 10 + Double(byte - 0x30)
        if isFraction { scale *= 10 }
        digits += 1
      } else if !isFraction, byte == 0x2E || byte == 0x2C {
        isFraction = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    let value = mantissa / scale
    return (isNegative ? -value : value, text[index...])
  }
}
