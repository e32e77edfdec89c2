/// Text as a line of a log may hold it: what others chose forges no line, no field and no command to a
/// terminal.
enum LogText {
  /// Characters of a message or value at most; what is behind them is left out.
  static let limit = 1024

  /// Printable ASCII as it is; other characters as `\u{…}`, and the backslash doubled.
  static func plain(_ text: String) -> String { escaped(text, "\\") { "\\u{\(String($0, radix: 16))}" } }

  /// A value that ends at a blank, or in quotes where it has one.
  static func value(_ text: String) -> String {
    let isBare = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D }
    guard !isBare else { return plain(text) }
    return "\"" + escaped(text, "\\\"") { "\\u{\(String($0, radix: 16))}" } + "\""
  }

  /// A string of JSON (RFC 8259), in ASCII alone.
  static func json(_ text: String) -> String {
    "\"" + escaped(text, "\\\"") { units($0).map { "\\u" + hexadecimal($0) }.joined() } + "\""
  }

  private static func escaped(
    _ text: String, _ doubled: String, _ other: (UInt32) -> String
  ) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      guard count < limit else { return shown + "..." }
      switch scalar {
      case _ where doubled.unicodeScalars.contains(scalar): shown += "\\" + String(scalar)
      case " "..."~": shown.unicodeScalars.append(scalar)
      default: shown += other(scalar.value)
      }
    }
    return shown
  }

  private static func units(_ scalar: UInt32) -> [UInt32] {
    scalar < 0x10000
      ? [scalar] : [0xD800 + (scalar - 0x10000) >> 10, 0xDC00 + (scalar - 0x10000) & 0x3FF]
  }

  private static func hexadecimal(_ unit: UInt32) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
