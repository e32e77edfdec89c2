/// The rows at the start of a table that name its columns.
struct CSVHeader {
  /// The number of rows before the first row of values.
  var rowCount = 0
  /// A name for each column, as written in the text; empty if a column has none.
  var names: [[UInt8]] = []
  /// Notes on assumptions, one sentence each.
  var notes: [String] = []

  /// The maximum number of rows in a header.
  private static let rowLimit = 4
  /// The number of rows to compare with the header.
  private static let bodyLimit = 100

  /// Creates a header from names that were found outside the rows, for example in a comment.
  init(names: [[UInt8]]) { self.names = names }

  /// Finds the header among the first rows.
  ///
  /// - Parameters:
  ///   - rows: Rows of equal width.
  ///   - options: The user's settings, which override the detection.
  init(_ rows: [[CSVSplitter.Cell]], options: CSVOptions) {
    guard let first = rows.first, options.hasHeader != false else { return }
    let head = rows.prefix(Self.rowLimit + 1).map { $0.map { CSVCellKind($0) } }
    guard options.hasHeader == true || Self.isHeader(rows, head) else { return }
    rowCount = 1
    names = first.map { $0.bytes }
    guard options.hasHeader == nil else { return }
    if !head.joined().contains(where: { $0.isValue }),
      !rows.dropFirst().prefix(Self.bodyLimit).contains(where: { $0.contains { CSVCellKind($0).isValue } })
    {
      notes.append("The first row was used for names, though it is text like the others (see --header).")
    }
    while rowCount < min(Self.rowLimit, rows.count - 1), Self.isFurther(rows, head, at: rowCount) {
      rowCount += 1
    }
    guard rowCount > 1 else { return }
    if names.dropFirst().contains(where: { $0.isEmpty }), rows[1].contains(where: { !$0.bytes.isEmpty }) {
      join(rows)
    } else {
      let skipped = rows[1..<rowCount].map { row in
        row.map { String(decoding: $0.bytes.prefix(40), as: UTF8.self) }.joined(separator: ", ")
      }
      notes.append("Skipped below the header: \(skipped.joined(separator: "; ")).")
    }
  }

  /// Combines the names in several header rows.
  ///
  /// A name in an upper row applies to a group of columns.
  private mutating func join(_ rows: [[CSVSplitter.Cell]]) {
    var group: [UInt8] = []
    for column in names.indices {
      if !names[column].isEmpty { group = names[column] }
      let lower = rows[1..<rowCount].map { $0[column].bytes }.filter { !$0.isEmpty }
      // A name with no further name below it belongs to this column only.
      let parts = (lower.isEmpty ? [names[column]] : [group] + lower).filter { !$0.isEmpty }
      names[column] = Array(parts.joined(separator: [0x20]))
    }
    notes.append("Names were joined from \(rowCount) header rows.")
  }

  /// Returns whether the first row is a header, because the types of its cells differ from the types of the
  /// cells below.
  private static func isHeader(_ rows: [[CSVSplitter.Cell]], _ head: [[CSVCellKind]]) -> Bool {
    let first = rows[0]
    let named = first.filter { !$0.bytes.isEmpty }
    guard !named.isEmpty else { return false }
    let body = rows.dropFirst().prefix(bodyLimit)
    guard head[0].contains(where: { $0.isValue }) else {
      let hasValues = body.contains { row in row.contains { CSVCellKind($0).isValue } }
      return hasValues || Set(named.map { $0.bytes }).count == named.count
    }
    guard body.count > 0, Set(named.map { $0.bytes }).count == named.count else { return false }
    let columns = first.indices.filter { head[0][$0].isValue }
    let kinds = columns.map { column in
      (above: head[0][column], below: body.map { CSVCellKind($0[column]) })
    }
    // A row of dates above numbers is a header.
    if kinds.allSatisfy({ $0.above == .date && $0.below.contains(.number) && !$0.below.contains(.date) }) {
      return true
    }
    // Equally spaced numbers, such as years, are a header unless the numbers below are also equally spaced.
    if columns.count > 1, columns.count < first.count, isSeries(first, columns),
      !body.contains(where: { isSeries($0, columns) })
    {
      let hasDecimals = body.contains { row in
        columns.contains { CSVCellKind(row[$0]) == .number && row[$0].integer == nil }
      }
      if hasDecimals || isYears(first, columns) || columns.count >= seriesCount { return true }
    }
    // Otherwise, columns with text above values must outnumber the columns whose first cell is a value.
    let texts = first.indices.filter { column in
      head[0][column] == .text && body.count > 1 && body.allSatisfy { CSVCellKind($0[column]) != .text }
        && body.contains { CSVCellKind($0[column]).isValue }
    }
    return texts.count > columns.count
  }

  /// The minimum number of equally spaced integers that make a row a header even if the integers are not
  /// years and the values below them are also integers.
  private static let seriesCount = 5

  private static func isYears(_ row: [CSVSplitter.Cell], _ columns: [Int]) -> Bool {
    columns.allSatisfy { row[$0].integer.map { (1500...2200).contains($0) } ?? false }
  }

  /// Returns whether the numbers in a row are integers that increase or decrease in equal steps.
  private static func isSeries(_ row: [CSVSplitter.Cell], _ columns: [Int]) -> Bool {
    let values = columns.map { row[$0].integer }
    guard let first = values[0], let second = values[1] else { return false }
    let step = second.subtractingReportingOverflow(first)
    guard !step.overflow, step.partialValue != 0 else { return false }
    var next = first
    for value in values {
      guard value == next else { return false }
      let sum = next.addingReportingOverflow(step.partialValue)
      guard !sum.overflow else { return false }
      next = sum.partialValue
    }
    return true
  }

  /// Returns whether a row below the header contains units or further names, because it has text in columns
  /// of numbers or dates.
  private static func isFurther(
    _ rows: [[CSVSplitter.Cell]], _ head: [[CSVCellKind]], at index: Int
  ) -> Bool {
    let body = rows.dropFirst(index + 1).prefix(bodyLimit)
    guard body.count > 0, !head[index].contains(where: { $0.isValue }) else { return false }
    // The next rows may belong to the header as well.
    let last = body.suffix(max(1, body.count - rowLimit + index))
    let columns = rows[index].indices.filter { column in
      last.allSatisfy { CSVCellKind($0[column]).isValueOrMissing }
        && last.contains { CSVCellKind($0[column]).isValue }
    }
    let cells = columns.map { rows[index][$0].bytes }
    let texts = cells.filter { CSVCellKind($0) == .text }
    guard !texts.isEmpty else { return false }
    if texts.allSatisfy({ isUnit($0) }) { return true }
    return columns.count > 1 && Set(texts).count > 1
  }

  /// Returns whether text looks like a unit: it is in brackets, is short, or contains a character that is
  /// common in units.
  private static func isUnit(_ text: [UInt8]) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    if (first == UInt8(ascii: "(") && last == UInt8(ascii: ")"))
      || (first == UInt8(ascii: "[") && last == UInt8(ascii: "]"))
    {
      return true
    }
    guard text.count <= 10 else { return false }
    if text.contains(where: { "%/°²³µ".utf8.contains($0) }) { return true }
    let units: Set = [
      "s", "ms", "us", "ns", "sec", "min", "h", "d", "m", "mm", "cm", "km", "um", "nm", "ft", "in", "mi", "g",
      "kg", "mg", "t", "lb", "v", "mv", "a", "ma", "w", "kw", "kwh", "wh", "hz", "khz", "mhz", "ghz", "pa",
      "hpa", "kpa", "mpa", "bar", "mbar", "psi", "c", "f", "k", "degc", "deg c", "deg", "rad", "l", "ml", "n",
      "nm", "db", "dbm", "ppm", "ppb", "count", "counts", "eur", "usd", "rpm", "bpm", "second", "seconds",
      "volt", "volts", "string", "float", "double", "int", "integer", "text", "varchar", "date",
    ]
    return units.contains(String(decoding: text, as: UTF8.self).lowercased())
  }
}
