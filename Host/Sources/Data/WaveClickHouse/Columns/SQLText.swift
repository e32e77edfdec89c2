/// Quotes names and strings for ClickHouse's SQL.
enum SQLText {
  /// Returns a name in backquotes.
  static func name(_ text: String) -> String { "`" + escaped(text, quote: "`") + "`" }

  /// Returns a string in single quotes.
  static func literal(_ text: String) -> String { "'" + escaped(text, quote: "'") + "'" }

  /// Returns arbitrary bytes as a literal in single quotes.
  static func literal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = [0x27]
    for byte in bytes {
      if byte >= 0x20, byte < 0x7F, byte != 0x27, byte != 0x5C {
        text.append(byte)
      } else {
        text += [0x5C, 0x78, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    text.append(0x27)
    return String(decoding: text, as: UTF8.self)
  }

  private static func escaped(_ text: String, quote: Character) -> String {
    var made = ""
    for character in text {
      switch character {
      case "\\", quote: made += "\\" + String(character)
      case "\0": made += "\\0"
      case "\n": made += "\\n"
      default: made.append(character)
      }
    }
    return made
  }
}
