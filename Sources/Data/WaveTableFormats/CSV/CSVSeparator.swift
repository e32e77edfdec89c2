/// Detects the separator of cells, and how quotes are used.
enum CSVSeparator {
  /// The number of rows used to score separators.
  private static let rowLimit = 200
  /// The maximum number of bytes to examine.
  private static let byteLimit = 65_536
  /// The possible separators, starting with the most common one.
  static let all: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] + "|^~".utf8 + [0x01, 0x1F]
  /// The separators that are accepted only if all rows have the same width, since they are rare.
  private static let rare = Set("~".utf8)
  /// The separator score above which blanks are not considered as separators.
  static let goodScore = 0.9

  /// Returns the best separator and its score.
  ///
  /// The score is higher if rows have equal width and cells are numbers or dates.
  ///
  /// - Parameters:
  ///   - text: The start of the text, in UTF-8.
  ///   - isCut: Whether more bytes follow.
  ///   - quote: The quote around cells.
  /// - Returns: The separator and its score, or nil if no separator fits.
  static func best(_ text: ArraySlice<UInt8>, isCut: Bool, quote: UInt8?) -> (
    separator: UInt8, score: Double
  )? {
    let probe = text.prefix(byteLimit)
    if isOneColumn(probe), let unused = all.first(where: { !probe.contains($0) }) {
      return (unused, goodScore)
    }
    let isCut = isCut || probe.count < text.count
    let found = all.filter { probe.contains($0) }.map { separator in
      var splitter = CSVSplitter(separator: separator, quote: quote)
      func candidate() -> Candidate {
        Candidate(separator, splitter.rows(probe, isCut: isCut, limit: rowLimit))
      }
      let usual = candidate()
      guard let quote, contains(probe, [separator, 0x20, quote]) else { return usual }
      splitter.trimsCells = true
      let trimmed = candidate()
      return trimmed.score > usual.score ? trimmed : usual
    }
    guard let top = found.max(by: { $0.score < $1.score }), top.score > 0 else { return nil }
    // A decimal mark may occur in as many rows as the separator, and splitting rows there would give more
    // numbers.
    let whole = found.filter { $0.separator != top.separator && $0.isEven && top.isPart(of: $0) }
    let best = whole.max { $0.score < $1.score } ?? top
    return (best.separator, best.score)
  }

  /// A possible separator, with the rows into which it splits the text.
  private struct Candidate {
    let separator: UInt8
    let rows: [CSVSplitter.Row]
    let width: Int
    let score: Double

    init(_ separator: UInt8, _ rows: [CSVSplitter.Row]) {
      self.separator = separator
      self.rows = rows
      width = CSVSeparator.usualWidth(rows)
      score = CSVSeparator.score(rows, separator, width: width)
    }

    private var brokenQuoteCount: Int { rows.reduce(0) { $0 + $1.badQuoteCount } }

    /// The first row that has the most common number of cells.
    private var header: CSVSplitter.Row? { rows.first { $0.cells.count == width } }

    /// Whether the header and nearly all rows below it have the same width.
    var isEven: Bool {
      guard score > 0, let header else { return false }
      let others = rows.filter { $0.line >= header.line }
      return others.count > 1 && others.count { $0.cells.count == width } * 20 >= others.count * 19
    }

    /// Returns whether this separator occurs only within the cells of another candidate: it splits the header
    /// differently from the rows below, or occurs below the header only in numbers and dates.
    func isPart(of other: Candidate) -> Bool {
      // If the other separator breaks more quotes, it splits cells that belong together.
      guard let header = other.header, other.brokenQuoteCount <= brokenQuoteCount else { return false }
      if let row = rows.first(where: { $0.line == header.line }), row.cells.count != width { return true }
      let below = other.rows.filter { $0.line > header.line && $0.cells.count == other.width }
      let cells = below.flatMap { $0.cells }.filter { $0.bytes.contains(separator) && !$0.isQuoted }
      return !cells.isEmpty && cells.allSatisfy { CSVCellKind($0).isValue }
    }
  }

  private static func score(_ rows: [CSVSplitter.Row], _ separator: UInt8, width: Int) -> Double {
    guard width > 1 else { return 0 }
    let full = rows.filter { $0.cells.count == width }
    if rare.contains(separator), full.count < rows.count || rows.count < 3 { return 0 }
    let cells = full.dropFirst().flatMap { $0.cells }
    let typed = cells.count { CSVCellKind($0).isValueOrMissing }
    let part = cells.isEmpty ? 0 : Double(typed) / Double(cells.count)
    return Double(full.count) / Double(rows.count) * (1 + part) + Double(min(width, 100)) * 1e-4
  }

  /// Returns the most common number of cells in a row.
  static func usualWidth(_ rows: [CSVSplitter.Row]) -> Int {
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.cells.count, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }

  /// Returns whether the text is a name followed by lines that each contain one number or date, such as `1,5`
  /// and `March 25, 2020`.
  private static func isOneColumn(_ text: ArraySlice<UInt8>) -> Bool {
    let lines = text.split(maxSplits: rowLimit) { $0 == 0x0A || $0 == 0x0D }
    guard lines.count > 2, let header = lines.first, !header.contains(where: { all.contains($0) }) else {
      return false
    }
    return lines[1..<min(lines.count, rowLimit)].allSatisfy { CSVCellKind(Array($0)).isValue }
  }

  /// Returns the quote character with which cells begin.
  ///
  /// Apostrophes count as quotes only if as many cells end with one as begin with one, since names such as
  /// 's-Gravenhage only begin with one.
  static func quote(_ text: ArraySlice<UInt8>) -> UInt8 {
    let single = UInt8(ascii: "'")
    var (double, opening, closing) = (0, 0, 0)
    var before = UInt8(0x0A)
    func isEdge(_ byte: UInt8) -> Bool { all.contains(byte) || byte == 0x0A || byte == 0x0D }
    for byte in text.prefix(byteLimit) {
      if isEdge(before) || before == 0x20 {
        if byte == UInt8(ascii: "\"") { double += 1 }
        if byte == single, before != 0x20 { opening += 1 }
      }
      if before == single, isEdge(byte) { closing += 1 }
      before = byte
    }
    if before == single { closing += 1 }
    return double == 0 && opening >= 4 && closing * 10 >= opening * 9 ? single : UInt8(ascii: "\"")
  }

  /// Returns whether backslashes escape quotes.
  ///
  /// This is assumed if it leaves fewer quotes out of place.
  static func hasBackslashEscapes(_ text: ArraySlice<UInt8>, isCut: Bool, _ splitter: CSVSplitter) -> Bool {
    guard let quote = splitter.quote, contains(text, [UInt8(ascii: "\\"), quote]) else { return false }
    var other = splitter
    other.escape = UInt8(ascii: "\\")
    func faults(_ splitter: CSVSplitter) -> Int {
      let rows = splitter.rows(text, isCut: isCut)
      let width = usualWidth(rows)
      return rows.reduce(0) {
        $0 + $1.badQuoteCount + ($1.isOpen ? 1 : 0) + ($1.cells.count == width ? 0 : 1)
          + ($1.lineCount > 1 ? 1 : 0)
      }
    }
    return faults(other) < faults(splitter)
  }

  /// Returns whether bytes follow one another in text.
  private static func contains(_ text: ArraySlice<UInt8>, _ bytes: [UInt8]) -> Bool {
    text.indices.dropLast(bytes.count - 1).contains { place in
      bytes.indices.allSatisfy { text[place + $0] == bytes[$0] }
    }
  }

  /// Returns whether to remove blanks after separators, because they precede all quotes or all cells.
  static func trimsCells(_ text: ArraySlice<UInt8>, isCut: Bool, _ splitter: CSVSplitter) -> Bool {
    let rows = splitter.rows(text.prefix(byteLimit), isCut: isCut || text.count > byteLimit, limit: rowLimit)
    let cells = rows.flatMap { $0.cells.dropFirst() }
    guard cells.contains(where: { $0.bytes.first == 0x20 }) else { return false }
    if rows.count > 2, cells.count >= rows.count, cells.allSatisfy({ !$0.isQuoted && $0.bytes.first == 0x20 })
    {
      return true
    }
    guard let quote = splitter.quote,
      cells.count(where: { $0.bytes.drop { $0 == 0x20 }.first == quote && $0.bytes.first == 0x20 }) > 1
    else { return false }
    var other = splitter
    other.trimsCells = true
    let trimmed = other.rows(text.prefix(byteLimit), isCut: isCut || text.count > byteLimit, limit: rowLimit)
    func share(_ rows: [CSVSplitter.Row]) -> Double {
      let width = usualWidth(rows)
      return Double(rows.count { $0.cells.count == width }) / Double(max(1, rows.count))
    }
    return share(trimmed) >= share(rows)
  }
}
