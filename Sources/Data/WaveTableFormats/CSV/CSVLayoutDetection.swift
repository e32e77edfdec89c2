/// Detects layouts in which cells are separated by blanks or by drawn lines.
enum CSVLayoutDetection {
  /// The number of lines to examine.
  private static let lineLimit = 200

  /// Returns the layout of text that has no separator, or whose table is drawn with lines.
  ///
  /// - Parameters:
  ///   - text: The first bytes, in UTF-8.
  ///   - isCut: Whether the last line may be cut.
  ///   - isSeparated: Whether a separator fits.
  ///   - quote: The quote around cells.
  /// - Returns: The layout; `separated` if no other layout fits.
  static func layout(_ text: ArraySlice<UInt8>, isCut: Bool, isSeparated: Bool, quote: UInt8?) -> CSVLayout {
    var lines = lines(text, isCut: isCut)
    if isRuled(lines) { return .ruled }
    guard !isSeparated else { return .separated }
    let rule = lines.prefix(10).first { CSVLayout.isRule($0) }
    if let rule, let starts = starts(of: rule) { return .columns(starts) }
    lines.removeAll { CSVLayout.isRule($0) }
    if rule == nil, hasBlanks(lines, quote) { return .blanks }
    if let starts = columns(lines) { return .columns(starts) }
    return .separated
  }

  private static func lines(_ text: ArraySlice<UInt8>, isCut: Bool) -> [ArraySlice<UInt8>] {
    var lines = text.prefix(65_536).split(maxSplits: lineLimit, omittingEmptySubsequences: true) {
      $0 == 0x0A || $0 == 0x0D
    }
    if lines.count > lineLimit || (isCut && lines.count > 1) { lines.removeLast() }
    return lines
  }

  /// Returns the offsets at which dashes begin in a line that underlines each column name, or nil for other
  /// lines.
  private static func starts(of rule: ArraySlice<UInt8>) -> [Int]? {
    let places = rule.indices.filter { place in
      rule[place] != 0x20 && (place == rule.startIndex || rule[place - 1] == 0x20)
    }.map { $0 - rule.startIndex }
    guard places.count > 1,
      rule.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "=") })
    else { return nil }
    return [0] + places.dropFirst()
  }

  /// Returns whether bars separate cells and either enclose the lines or occur both above and below a line of
  /// dashes.
  private static func isRuled(_ lines: [ArraySlice<UInt8>]) -> Bool {
    let bar = UInt8(ascii: "|")
    let rows = lines.filter { !CSVLayout.isRule($0) }
    guard rows.count > 1 else { return false }
    let barred = rows.count { $0.contains(bar) }
    guard barred > 1, barred * 4 >= rows.count * 3 else { return false }
    if lines.prefix(10).contains(where: { CSVLayout.isRule($0) }) { return true }
    return rows.allSatisfy { line in
      let last = line.last { $0 != 0x20 }
      return line.first { $0 != 0x20 } == bar && last == bar && line.count { $0 == bar } > 2
    }
  }

  /// Returns whether all lines have the same number of words, and there is a position at which the words in
  /// all lines are numbers or dates.
  private static func hasBlanks(_ lines: [ArraySlice<UInt8>], _ quote: UInt8?) -> Bool {
    guard lines.count > 1 else { return false }
    let rows = rows(lines, .blanks, quote)
    guard let width = rows.last?.cells.count, width > 1, rows.count > 1 else { return false }
    // A header may lack the name of the first column, or begin with a comment sign.
    let isHeader = [width, width - 1].contains(rows[0].cells.count) || isComment(rows[0])
    let others = rows.dropFirst().filter { !isComment($0) }
    guard isHeader, others.allSatisfy({ $0.cells.count == width }) else { return false }
    if rows[0].cells.count == width - 1, width == 2, !rows[0].cells[0].isQuoted { return false }
    // A time after a date belongs to the same column.
    let areDates = others.allSatisfy { row in
      let line = Array(row.cells.map { $0.bytes }.joined(separator: [0x20]))
      return DateReader.isDate(line.span)
    }
    if areDates { return false }
    let typed = (0..<width).count { column in
      others.allSatisfy { CSVCellKind($0.cells[column]).isValueOrMissing }
    }
    return typed > 0 && (typed > 1 || rows[0].cells.count == width || rows[0].cells.count == width - 1)
  }

  /// Splits lines of a layout into cells.
  private static func rows(
    _ lines: [ArraySlice<UInt8>], _ layout: CSVLayout, _ quote: UInt8?
  ) -> [CSVSplitter.Row] {
    let text = Array(lines.joined(separator: [0x0A]))
    let rewritten = CSVLineRewriter.rewritten(text[...], layout, quote: quote)
    return CSVSplitter(separator: 0x09, quote: quote).rows(rewritten[...], isCut: false)
  }

  private static func isComment(_ row: CSVSplitter.Row) -> Bool {
    row.cells.first.map { $0.bytes.first == UInt8(ascii: "#") || $0.bytes.first == UInt8(ascii: "%") }
      ?? false
  }

  /// Returns the first byte of each character in a line, so that indices into the result count characters.
  private static func characters(_ line: ArraySlice<UInt8>) -> [UInt8] { line.filter { $0 & 0xC0 != 0x80 } }

  /// Returns the character offsets at which cells begin in aligned lines, or nil if the lines are not
  /// aligned.
  ///
  /// A cell begins after a gap that all lines have in common.
  private static func columns(_ lines: [ArraySlice<UInt8>]) -> [Int]? {
    guard lines.count > 2 else { return nil }
    var isGap: [Bool] = Array(repeating: true, count: min(4096, lines.map { $0.count }.max() ?? 0))
    for line in lines {
      var character = 0
      for place in line.indices where line[place] & 0xC0 != 0x80 {
        if character < isGap.count, line[place] != 0x20 { isGap[character] = false }
        character += 1
      }
    }
    // Blanks before the first cell are not a gap.
    let first = isGap.firstIndex(of: false) ?? 0
    // A gap can also lie within cells, such as between first and last names in a few lines. It is ignored,
    // because the header has no name above the text after it.
    let header = characters(lines[0])
    let gaps = isGap.indices.dropFirst(first + 1).filter { isGap[$0 - 1] && !isGap[$0] }
    let starts =
      [0]
      + gaps.enumerated().filter { index, start in
        let end = min(header.count, index + 1 < gaps.count ? gaps[index + 1] : .max)
        return start < end && header[start..<end].contains { $0 != 0x20 }
      }.map { $0.element }
    guard starts.count > 1 else { return nil }
    let rows = rows(lines, .columns(starts), nil)
    guard rows.allSatisfy({ $0.cells.count == starts.count }), let names = rows.first,
      names.cells.allSatisfy({ !$0.bytes.isEmpty })
    else { return nil }
    let isTyped = starts.indices.contains { column in
      rows.dropFirst().allSatisfy { CSVCellKind($0.cells[column]).isValueOrMissing }
        && rows.dropFirst().contains { CSVCellKind($0.cells[column]).isValue }
    }
    return isTyped ? starts : nil
  }
}
