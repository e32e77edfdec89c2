import WaveTables

/// Quotes names and strings for ClickHouse's SQL.
enum SQLText {
  /// Returns a name in backquotes.
  static func name(_ text: String) -> String { "`" + escaped(text, quote: "`") + "`" }

  /// Returns the name of the table at an address.
  static func name(of address: ClickHouseAddress) -> String {
    name(address.database) + "." + name(address.table)
  }

  /// Returns a string in single quotes.
  static func literal(_ text: String) -> String { "'" + escaped(text, quote: "'") + "'" }

  /// Returns arbitrary bytes as a literal in single quotes.
  static func literal(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = [0x27]
    for byte in bytes {
      if byte >= 0x20, byte < 0x7F, byte != 0x27, byte != 0x5C {
        text.append(byte)
      } else {
        text += [0x5C, 0x78] + PercentCode.digits(byte)
      }
    }
    text.append(0x27)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the condition that all of the given ones hold.
  static func all(_ conditions: [String]) -> String {
    conditions.map { "(\($0))" }.joined(separator: " AND ")
  }

  /// Returns a clause with conditions that must all hold, or an empty string if there are none.
  static func clause(_ conditions: [String], _ name: String = "WHERE") -> String {
    conditions.isEmpty ? "" : " \(name) \(all(conditions))"
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
