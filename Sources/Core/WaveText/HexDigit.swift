/// Conversions between bytes and hexadecimal digits.
package enum HexDigit {
  /// Returns the value of a digit in either case, or nil if the byte is not a hexadecimal digit.
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Returns the lower-case digit for a four-bit value.
  package static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  /// Returns the bytes that a text encodes as pairs of hexadecimal digits, or nil if the text contains
  /// anything else.
  package static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = value(text[index]), let low = value(text[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Returns bytes as pairs of lower-case digits.
  package static func text(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }
  }
}
