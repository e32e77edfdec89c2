/// Quotes names for SQL.
enum SQLiteName {
  /// Returns a name in double quotes, with embedded quotes escaped.
  static func quoted(_ name: String) -> String {
    var text = "\""
    for character in name.unicodeScalars {
      if character == "\"" { text += "\"" }
      // A zero byte would end the SQL text.
      if character != "\0" { text.unicodeScalars.append(character) }
    }
    return text + "\""
  }
}
