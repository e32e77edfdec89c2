/// Names of devices: short, printable, each once.
public enum DeviceName {
  /// Characters in a name at most.
  public static let charactersLimit = 40

  /// Makes a name printable.
  ///
  /// - Parameter text: Anything.
  /// - Returns: Without control characters and marks that turn the direction of writing, spaces run together,
  ///   cut to `charactersLimit` characters and 160 bytes; nil where nothing is left.
  public static func clean(_ text: String) -> String? {
    let scalars = text.unicodeScalars.prefix(400).filter { isShown($0) }
    let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
    var name = String(words.joined(separator: " ").prefix(charactersLimit))
    while name.utf8.count > 160 { name.removeLast() }
    while name.last == " " { name.removeLast() }
    return name.isEmpty ? nil : name
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  /// What to call a browser that has no name yet, from what it says of itself.
  public static func guess(userAgent: String) -> String {
    let kinds = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
      ("Macintosh", "Mac"), ("Windows", "Windows PC"), ("Linux", "Linux PC"),
    ]
    let start = userAgent.prefix(300)
    return kinds.first { start.contains($0.0) }?.1 ?? "Browser"
  }
}
