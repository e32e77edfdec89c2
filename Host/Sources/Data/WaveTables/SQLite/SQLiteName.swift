/// Names as SQL wants them.
enum SQLiteName {
  /// A name in quotes, which stands for itself whatever is in it.
  static func quoted(_ name: String) -> String {
    var text = "\""
    for character in name.unicodeScalars {
      if character == "\"" { text += "\"" }
      // SQL ends at a zero byte.
      if character != "\0" { text.unicodeScalars.append(character) }
    }
    return text + "\""
  }
}
