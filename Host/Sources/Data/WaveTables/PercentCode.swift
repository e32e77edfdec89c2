/// Percent-encoding of text in URLs (RFC 3986).
package enum PercentCode {
  /// The ASCII codes of letters and digits.
  package static let alphanumerics: Set<UInt8> = Set(0x30...0x39).union(0x41...0x5A).union(0x61...0x7A)

  /// Encodes all characters except letters, digits, `-._~` and a given one.
  package static func encoded(_ text: String, keeping kept: Unicode.Scalar = "-") -> String {
    let plain = alphanumerics.union("-._~".utf8).union([UInt8(ascii: kept)])
    let bytes = text.utf8.flatMap { plain.contains($0) ? [$0] : [UInt8(ascii: "%")] + digits($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes percent-encoded text.
  ///
  /// - Returns: The text, or nil if a percent sign is not followed by two digits, the bytes are not UTF-8, or
  ///   one of them is a control character.
  package static func decoded(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var iterator = text.makeIterator()
    while var byte = iterator.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = iterator.next().flatMap(value), let low = iterator.next().flatMap(value) else {
          return nil
        }
        byte = high << 4 | low
      }
      guard byte >= 0x20, byte != 0x7F else { return nil }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the two upper-case hexadecimal digits of a byte.
  package static func digits(_ byte: UInt8) -> [UInt8] {
    [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
