/// Words that represent a missing value in tables.
enum MissingWord {
  /// The empty text, and the words for a missing value that are in general use.
  private static let usual = words([
    "", "na", "n/a", "#n/a", "nan", "-nan", "null", "none", "nil", "\\n", "-", "?",
  ])
  /// The words for a missing value that only certain programs write, and the error values of spreadsheets.
  private static let others = words([
    ".", "..", "...", "--", "---", ":", "–", "—", "…", "n.a.", "n. a.", "k.a.", "k. a.", "n.d.", "nd", "nat",
    "<na>", "(null)", "[null]", "<null>", "missing", "#n/a n/a", "#div/0!", "#value!", "#ref!", "#name?",
    "#num!", "#null!", "#wert!", "#bezug!", "#zahl!", "#nv", "#valeur!", "#nombre!", "1.#qnan", "-1.#qnan",
    "1.#ind", "-1.#ind",
  ])

  private static func words(_ texts: [String]) -> [[[UInt8]]] {
    var byLength: [[[UInt8]]] = Array(repeating: [], count: (texts.map { $0.utf8.count }.max() ?? 0) + 1)
    for text in texts { byLength[text.utf8.count].append(Array(text.utf8)) }
    return byLength
  }

  /// Returns whether text is a word for a missing value, ignoring case and surrounding blanks.
  static func isOne(_ bytes: Span<UInt8>) -> Bool { isUsual(bytes) || isOther(bytes) }

  /// Returns whether text is empty or a word that is common everywhere: `NA`, `N/A`, `#N/A`, `NaN`, `null`,
  /// `none`, `nil`, `\N`, `-`, `?`.
  static func isUsual(_ bytes: Span<UInt8>) -> Bool { isWord(bytes, in: usual) }

  /// Returns whether text is a word that only certain programs write, such as `.`, `n.a.`, `(null)` and
  /// `#DIV/0!`.
  static func isOther(_ bytes: Span<UInt8>) -> Bool { isWord(bytes, in: others) || isStata(bytes) }

  /// Returns whether text is one of Stata's extended missing values, `.a` to `.z`.
  private static func isStata(_ bytes: Span<UInt8>) -> Bool {
    bytes.count == 2 && bytes[0] == UInt8(ascii: ".") && bytes[1] >= 0x61 && bytes[1] <= 0x7A
  }

  private static func isWord(_ bytes: Span<UInt8>, in list: [[[UInt8]]]) -> Bool {
    var (start, end) = (0, bytes.count)
    // Most cells begin with a digit, but no word for a missing value begins with 2 to 9.
    if end > 0, bytes[0] >= 0x32, bytes[0] <= 0x39 { return false }
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    let count = end - start
    guard count < list.count else { return false }
    return list[count].contains { word in
      for place in 0..<count {
        let byte = bytes[start + place]
        let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        guard lower == word[place] else { return false }
      }
      return true
    }
  }
}
