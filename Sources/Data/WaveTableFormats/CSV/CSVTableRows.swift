/// The rows of the table that a text file contains, and the table's width.
struct CSVTableRows {
  /// The number of cells in a row.
  private(set) var width: Int
  /// The number of lines before the first row.
  private(set) var skippedLines = 0
  /// The rows that have the table's width, including the first one, which may be a header.
  private(set) var full: [[CSVSplitter.Cell]]
  /// The rows below the header.
  var body: ArraySlice<[CSVSplitter.Cell]> = []
  /// Whether enough rows have too few cells for the absent cells to count as missing values.
  private(set) var hasShortRows = false
  /// Notes on assumptions, one sentence each.
  private(set) var notes: [String] = []

  /// Finds the table among the rows at the start of the text.
  ///
  /// - Parameters:
  ///   - rows: The rows; at least one.
  ///   - preambleLimit: The maximum number of rows before the table.
  ///   - options: The user's settings, which override the detection.
  init(_ rows: [CSVSplitter.Row], preambleLimit: Int, options: CSVOptions) {
    let usual = options.hasHeader == false ? CSVSeparator.usualWidth(rows) : Self.width(rows)
    width = usual
    var first = rows.prefix(preambleLimit).firstIndex { $0.cells.count == usual } ?? 0
    if options.hasHeader != false, let names = Self.names(rows.prefix(preambleLimit), width: usual) {
      first = names
    }
    var names: [CSVSplitter.Cell]?
    if options.hasHeader != false, let header = Self.header(rows, before: first, width: width) {
      first -= 1
      names = header.names
      width = header.names.count
      notes = header.notes
    }
    skippedLines = rows[first].line - 1
    let count = width
    let others = rows[(first + (names == nil ? 0 : 1))...]
    full = (names.map { [$0] } ?? []) + others.filter { $0.cells.count == count }.map { $0.cells }
    let isWider = names.map { $0.count > usual } ?? false
    let short = others.filter { $0.cells.count < count && $0.cells.count > 1 }
    let isBroken = others.contains {
      $0.cells.count > count && $0.cells[count...].contains { !$0.bytes.isEmpty }
    }
    let hasEmptyEnd = full.dropFirst().contains { $0.last?.bytes.isEmpty == true && !$0[0].bytes.isEmpty }
    hasShortRows =
      !short.isEmpty && !isBroken && Self.fits(short, full.dropFirst())
      && (isWider || hasEmptyEnd || (short.count > 1 && short.count * 4 >= others.count))
    if hasShortRows {
      full += short.map { $0.cells + Array(repeating: Self.empty, count: count - $0.cells.count) }
    }
  }

  /// Returns the index of the row with the column names if it follows titles padded with separators, as in
  /// files saved by spreadsheets; otherwise nil.
  private static func names(_ rows: ArraySlice<CSVSplitter.Row>, width: Int) -> Int? {
    guard width > 2 else { return nil }
    /// Returns whether a row is a title, or a name with its value, because only its first few cells are
    /// filled.
    func isTitle(_ row: CSVSplitter.Row) -> Bool {
      let filled = row.cells.prefix { !$0.bytes.isEmpty }.count
      return filled <= 2 && row.cells.dropFirst(filled).allSatisfy { $0.bytes.isEmpty }
    }
    guard let place = rows.firstIndex(where: { !isTitle($0) }), place > 0 else { return nil }
    let cells = rows[place].cells
    let texts = Set(cells.filter { CSVCellKind($0) == .text }.map { $0.bytes })
    let below = rows[(place + 1)...].filter { $0.cells.count == width }
    guard cells.count == width, texts.count == width,
      rows[..<place].contains(where: { $0.cells.count == width }),
      below.contains(where: { $0.cells.contains { CSVCellKind($0).isValue } })
    else { return nil }
    return place
  }

  /// The maximum number of rows for which a preamble longer than the table is considered.
  private static let shortCount = 60

  /// Returns the most common number of cells in a row.
  ///
  /// If there are few rows, only the second half of them is considered, since the preamble can be longer than
  /// the table.
  private static func width(_ rows: [CSVSplitter.Row]) -> Int {
    let usual = CSVSeparator.usualWidth(rows)
    guard usual <= 2, rows.count <= shortCount else { return usual }
    let behind = CSVSeparator.usualWidth(Array(rows.suffix((rows.count + 1) / 2)))
    return behind > 2 && rows.count { $0.cells.count == behind } > 2 ? behind : usual
  }

  /// Returns whether short rows have numbers and dates in the same columns as full rows.
  private static func fits(_ short: [CSVSplitter.Row], _ full: ArraySlice<[CSVSplitter.Cell]>) -> Bool {
    let body = full.prefix(shortCount)
    guard let first = body.first else { return true }
    let isValue = first.indices.map { column in body.allSatisfy { CSVCellKind($0[column]).isValueOrMissing } }
    return short.prefix(shortCount).allSatisfy { row in
      zip(row.cells, isValue).allSatisfy { !$1 || CSVCellKind($0).isValueOrMissing }
    }
  }

  private static let empty = CSVSplitter.Cell(bytes: [], isQuoted: false)

  /// Returns the header if it is wider or narrower than the rows below it, or nil if there is no such header.
  private static func header(
    _ rows: [CSVSplitter.Row], before first: Int, width: Int
  ) -> (names: [CSVSplitter.Cell], notes: [String])? {
    guard first > 0 else { return nil }
    let (header, next) = (rows[first - 1], rows[first])
    let names = header.cells
    let isNamed =
      !names.isEmpty && names.dropLast().allSatisfy { !$0.bytes.isEmpty }
      && Set(names.map { $0.bytes }).count == names.count && names.allSatisfy { !CSVCellKind($0).isValue }
    guard isNamed, header.line + header.lineCount == next.line else { return nil }
    let body = rows[first...].filter { $0.cells.count == width }
    if names.count == width - 1 {
      // Each row ends with a separator, but the header does not.
      if body.allSatisfy({ $0.cells.last?.bytes.isEmpty == true }),
        body.contains(where: { !$0.cells[0].bytes.isEmpty })
      {
        return (names + [empty], [])
      }
      let hasValues = next.cells.contains { CSVCellKind($0).isValue }
      guard width > 2 || names[0].isQuoted, hasValues, first == 1 else { return nil }
      return (
        [empty] + names, ["The header has one name fewer than the rows have columns; the first has no name."]
      )
    }
    // Rows that omit empty cells at the end are narrower than the header.
    let widest = rows.dropFirst(first).map { $0.cells.count }.max() ?? 0
    let widths = Set(rows.dropFirst(first).map { $0.cells.count })
    guard names.count > width, names.count >= widest, width > 1, first == 1,
      widths.count > 1 || names.count == width + 1
    else { return nil }
    return (names, [])
  }

  /// Removes the last column.
  mutating func dropLastColumn() {
    width -= 1
    body = ArraySlice(body.map { Array($0.dropLast()) })
  }
}

/// Detects rows of totals below a table.
enum CSVTotals {
  private static let words = [
    "total", "grand total", "subtotal", "sum", "summe", "gesamt", "insgesamt", "somme", "average", "mean",
    "mittel", "mittelwert", "moyenne",
  ]

  /// Returns whether a cell marks the row as a row of totals.
  static func isRow(_ cells: [CSVSplitter.Cell]) -> Bool {
    cells.contains { cell in
      guard cell.bytes.count <= 24 else { return false }
      let text = String(decoding: cell.bytes, as: UTF8.self).lowercased()
      return words.contains { text == $0 || text.hasPrefix($0 + " ") || text.hasPrefix($0 + ":") }
    }
  }
}
