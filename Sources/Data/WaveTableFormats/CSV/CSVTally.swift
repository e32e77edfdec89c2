/// The totals for an entire text file, which determine the final types of its columns.
public struct CSVTally: Sendable {
  /// The number of rows in the table.
  public internal(set) var rowCount = 0
  /// The number of rejected rows.
  public internal(set) var rejectCount = 0
  /// The line number of a row with a quote that is never closed; nil if there is none.
  public internal(set) var unclosedLine: Int?
  /// The number of cells that are not valid UTF-8 and were decoded as Windows-1252.
  var recodedCount = 0
  /// The number of zero bytes removed.
  var zeroCount = 0
  /// The number of consecutive rows without any values at the end of the text.
  var emptyRowsAtEnd = 0
  var rowCounts = UnsafeCSVParser.RowCount()
  var counts: [UnsafeCSVParser.ColumnCount] = []

  /// Creates the totals for empty text.
  public init() {}

  /// Returns a format that fits all rows, widening the types of columns if necessary.
  ///
  /// - Parameters:
  ///   - format: The format with which the rows were read.
  ///   - options: The user's settings, which override the detection.
  /// - Returns: The given format if it fits all rows; otherwise the format with which to read the text again.
  /// - Complexity: O(columns).
  public func widened(_ format: CSVFormat, _ options: CSVOptions) -> CSVFormat {
    var wider = format
    for (index, (column, count)) in zip(format.columns, counts).enumerated()
    where options.kinds[column.name] == nil {
      let present = rowCount - count.missing - column.totalCount
      let mismatches = count.mismatches - column.totalCount
      let isStrange = Double(mismatches) > (1 - CSVColumnSample.part) * Double(present)
      switch column.kind {
      case .text: break
      case .integer, .epoch, .real:
        let isWhole = column.kind != .real
        if isWhole, count.names > 0 {
          wider.columns[index].kind = .text
        } else if let restyled = Self.restyled(column, count.evidence, format, options) {
          wider.columns[index] = restyled
          wider.notes.removeAll { $0.hasPrefix("\(column.name): ") }
          let (_, assumptions) = restyled.evidence.style(Self.file(format), options)
          wider.notes += assumptions.map { "\(column.name): \($0)" }
        } else if isStrange {
          wider.columns[index].kind = .text
        } else if isWhole, count.reals > 0 {
          wider.columns[index].kind = .real
        }
      case .date(let order, let unit):
        if count.otherOrders > 0, options.dateOrder == nil {
          wider.columns[index].kind = .date(order == .dayMonthYear ? .monthDayYear : .dayMonthYear, unit)
          wider.notes.removeAll { $0.hasPrefix("\(column.name): days and months") }
        } else if isStrange {
          wider.columns[index].kind = .text
        }
      }
      if wider.columns[index].kind == .text, column.kind != .text {
        wider.notes.removeAll { $0.hasPrefix("\(column.name): ") }
      }
    }
    return wider
  }

  /// Returns the column with a number style that takes mismatched cells into account, or nil if the style
  /// stays the same.
  private static func restyled(
    _ column: CSVFormat.Column, _ mismatches: NumberEvidence, _ format: CSVFormat, _ options: CSVOptions
  ) -> CSVFormat.Column? {
    guard mismatches.count > 0 else { return nil }
    var changed = column
    changed.evidence.add(mismatches)
    changed.numbers = changed.evidence.style(file(format), options).style
    return changed.numbers == column.numbers ? nil : changed
  }

  private static func file(_ format: CSVFormat) -> NumberEvidence.File {
    let columns = format.columns.filter { $0.kind.isNumber }
    return NumberEvidence.File(
      points: columns.count { $0.evidence.points > $0.evidence.commas },
      commas: columns.count { $0.evidence.commas > $0.evidence.points },
      hasSemicolons: format.separator == UInt8(ascii: ";"))
  }

  /// Returns notes for the user about the rows, one sentence each.
  ///
  /// - Parameter format: The format with which the rows were read.
  /// - Returns: The notes, except about rejected rows, since only the caller knows where they are stored.
  public func notes(_ format: CSVFormat) -> [String] {
    var notes: [String] = []
    for (column, count) in zip(format.columns, counts) where column.kind != .text {
      if count.mismatches > 0 {
        notes.append(
          count.mismatches == 1
            ? "\(column.name): 1 cell is not a \(column.kind.isNumber ? "number" : "date"); kept as text."
            : """
            \(column.name): \(count.mismatches) cells are not \(column.kind.isNumber ? "numbers" : "dates"); \
            kept as text.
            """
        )
      }
      if count.words > 0 {
        let word = String(decoding: count.firstWord.prefix(20), as: UTF8.self)
        notes.append(
          "\(column.name): \(CSVDetection.count(count.words, "cell")) such as \(word) "
            + "\(count.words == 1 ? "is" : "are") missing.")
      }
    }
    let rows = rowCounts
    if rows.joinedRows > 0 {
      notes.append(
        "\(CSVDetection.count(rows.joinedRows, "row")) with quoted line breaks: \(rows.joinedLines) lines in "
          + "total (--quote none reads each line as a row).")
    }
    if rows.strayQuotes > 0 {
      notes.append(
        "\(CSVDetection.count(rows.strayQuotes, "row")) with an unmatched quote: it was read as a character "
          + "(--quote none does this for all quotes).")
    }
    if rows.short > 0 {
      notes.append("\(CSVDetection.count(rows.short, "row")) were too short: their last cells are missing.")
    }
    if emptyRowsAtEnd > 0 {
      notes.append(
        emptyRowsAtEnd == 1
          ? "The last row has no value." : "The last \(emptyRowsAtEnd) rows have no value in any column.")
    }
    if rows.comments > 0 {
      notes.append(
        "Skipped between rows: \(CSVDetection.count(rows.comments, "comment line")) "
          + "(\(String(decoding: format.comment, as: UTF8.self))).")
    }
    if zeroCount > 0 { notes.append("\(zeroCount) zero bytes were left out.") }
    if recodedCount > 0 {
      notes.append("\(recodedCount) cells are not UTF-8, and were read as Windows-1252.")
    }
    return notes
  }
}
