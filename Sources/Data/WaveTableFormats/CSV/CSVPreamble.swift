/// The lines before a table that describe its format, such as Excel's `sep=;`, Campbell's `TOA5`, and
/// comments.
struct CSVPreamble {
  /// The characters with which comments begin.
  private static let marks = ["#", "//", "%", "!"].map { Array($0.utf8) }

  /// The byte offset at which the table begins.
  private(set) var end = 0
  /// The number of lines before the table.
  private(set) var lineCount = 0
  /// The separator that the first line specifies; nil if there is none.
  private(set) var separator: UInt8?
  /// The characters with which the comments begin; empty if there are none.
  private(set) var comment: [UInt8] = []
  /// The number of comment lines.
  private(set) var commentCount = 0
  /// The number of lines that are neither comments nor the separator line.
  var otherCount: Int { lineCount - commentCount - (separator == nil ? 0 : 1) }
  /// The text of the last comment, which may name the columns.
  private(set) var lastComment: ArraySlice<UInt8> = []

  /// Parses the lines before the table.
  ///
  /// - Parameters:
  ///   - bytes: The start of the text, in UTF-8.
  ///   - options: The user's settings, which override the detection.
  init(_ bytes: ArraySlice<UInt8>, options: CSVOptions) {
    end = bytes.startIndex
    if let count = options.skippedLines { for _ in 0..<max(0, count) where hasEnd(bytes) { skipLine(bytes) } }
    if let found = Self.separatorLine(line(bytes, end)) {
      separator = found
      skipLine(bytes)
    }
    // The first line of Campbell Scientific's files describes the station.
    if line(bytes, end).starts(with: Array("\"TOA5\",".utf8))
      || line(bytes, end).starts(with: Array("TOA5,".utf8))
    {
      skipLine(bytes)
    }
    let (start, startCount) = (end, lineCount)
    let given = options.comment.map { Array($0.utf8) }
    for mark in given.map({ [$0] }) ?? Self.marks where !mark.isEmpty && bytes[end...].starts(with: mark) {
      comment = mark
      while end < bytes.endIndex, bytes[end...].starts(with: mark), hasEnd(bytes) {
        lastComment = line(bytes, end).dropFirst(mark.count)
        commentCount += 1
        skipLine(bytes)
      }
      break
    }
    if given == nil, end == bytes.endIndex || isData(bytes[start..<end]) {
      // The lines are rows whose first cell begins with the comment sign.
      (end, lineCount, commentCount, comment, lastComment) = (start, startCount, 0, [], [])
    }
    if let given { comment = given }
    while let first = lastComment.first, first == comment.first || first == 0x20 {
      lastComment = lastComment.dropFirst()
    }
  }

  /// Returns whether the lines that begin with a comment sign are rows, because they all have the same number
  /// of separators.
  private func isData(_ text: ArraySlice<UInt8>) -> Bool {
    guard commentCount > 2 else { return false }
    let lines = text.split { $0 == 0x0A || $0 == 0x0D }
    return CSVSeparator.all.contains { separator in
      let counts = Set(lines.map { $0.count { $0 == separator } })
      return counts.count == 1 && counts.first != 0
    }
  }

  private func line(_ bytes: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8> {
    bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
  }

  private func hasEnd(_ bytes: ArraySlice<UInt8>) -> Bool { line(bytes, end).endIndex < bytes.endIndex }

  private mutating func skipLine(_ bytes: ArraySlice<UInt8>) {
    end = line(bytes, end).endIndex
    lineCount += 1
    guard end < bytes.endIndex else { return }
    end += bytes[end] == 0x0D && end + 1 < bytes.endIndex && bytes[end + 1] == 0x0A ? 2 : 1
  }

  /// Returns the separator that a line such as `sep=;` specifies, with or without quotes.
  private static func separatorLine(_ line: ArraySlice<UInt8>) -> UInt8? {
    var line = line
    if line.first == UInt8(ascii: "\""), line.last == UInt8(ascii: "\""), line.count > 2 {
      line = line.dropFirst().dropLast()
    }
    guard line.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8).map({ $0 | 0x20 }) else { return nil }
    let mark = line.dropFirst(4)
    if mark.elementsEqual("\\t".utf8) { return 0x09 }
    return mark.count == 1 ? mark.first : nil
  }
}
