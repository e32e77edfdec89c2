/// Functions that make device names short and printable.
public enum DeviceName {
  /// The maximum number of characters in a name.
  public static let charactersLimit = 40

  /// Returns a name in printable form.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The text without control characters and bidirectional marks, with single spaces, truncated to
  ///   `charactersLimit` characters and 160 bytes; nil if nothing remains.
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

  /// Returns a default name for a browser, derived from its user agent.
  public static func guess(userAgent: String) -> String {
    let kinds = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
      ("Macintosh", "Mac"), ("Windows", "Windows PC"), ("Linux", "Linux PC"),
    ]
    let start = userAgent.prefix(300)
    return kinds.first { start.contains($0.0) }?.1 ?? "Browser"
  }
}
