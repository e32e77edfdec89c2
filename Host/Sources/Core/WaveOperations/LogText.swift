/// Functions that escape text for log lines, so that untrusted text cannot forge lines or fields, or control
/// the terminal.
enum LogText {
  /// The maximum number of characters in a message or value; longer text is truncated.
  static let limit = 1024

  /// Returns text with backslashes doubled and characters outside printable ASCII written as `\u{…}`.
  static func plain(_ text: String) -> String { escaped(text, "\\", hexadecimal) }

  /// Returns a field's value, quoted if it is empty or contains spaces, quotes, `=` or characters outside
  /// printable ASCII.
  static func value(_ text: String) -> String {
    let isBare = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D }
    guard !isBare else { return plain(text) }
    return "\"" + escaped(text, "\\\"", hexadecimal) + "\""
  }

  /// Returns text as a JSON string (RFC 8259) in pure ASCII.
  static func json(_ text: String) -> String {
    let escaped = escaped(text, "\\\"") { scalar in
      // Adding 0x10000 keeps the leading zeros.
      scalar.utf16.map { "\\u" + String(0x10000 + UInt32($0), radix: 16).dropFirst() }.joined()
    }
    return "\"\(escaped)\""
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  private static func escaped(
    _ text: String, _ doubled: String, _ other: (Unicode.Scalar) -> String
  ) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      guard count < limit else { return shown + "..." }
      switch scalar {
      case _ where doubled.unicodeScalars.contains(scalar): shown += "\\" + String(scalar)
      case " "..."~": shown.unicodeScalars.append(scalar)
      default: shown += other(scalar)
      }
    }
    return shown
  }
}
