import WaveTableFormats
import WaveTables

/// A summary of a column's contents, used to choose a type that can represent all of them.
struct ImportColumn: Equatable, Sendable {
  let name: String
  let kind: TableColumn.Kind
  let timeUnit: TableColumn.TimeUnit?
  /// The number of rows without a value.
  var missingCount = 0
  /// The number of rows whose value does not match the column's kind and is therefore written as missing.
  var mismatchCount = 0
  /// The range of the column's integers.
  var range: ClosedRange<Int64>?
  /// Whether all times are whole seconds.
  var isOfSeconds = true
  /// Whether all times are whole days.
  var isOfDays = true
  /// Whether single precision represents all numbers exactly.
  var isSingle = true
  /// The length of the longest text, in bytes.
  var textBytes = 0

  init(_ column: TableColumn) {
    name = column.name
    kind = column.kind
    timeUnit = column.timeUnit
  }

  /// The number of rows for which there is no value to write.
  var emptyCount: Int { missingCount + mismatchCount }

  /// Adds a cell to the summary.
  mutating func add(_ cell: WholeRows.Row.Cell) {
    switch (cell, kind) {
    case (.null, _): missingCount += 1
    case (.integer(let value), .integer), (.integer(let value), .time):
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
      if let perSecond = timeUnit?.perSecond {
        if !value.isMultiple(of: perSecond) { isOfSeconds = false }
        if !value.isMultiple(of: 86_400 * perSecond) { isOfDays = false }
      }
    case (.integer(let value), .real): if Float(exactly: value) == nil { isSingle = false }
    case (.real(let value), .real): if Double(Float(value)) != value { isSingle = false }
    case (.text(let range), .text): textBytes = max(textBytes, range.count)
    // This also counts numbers in text columns, although a column that was imported as text has none.
    case (.text, _), (.real, _), (.integer, _): mismatchCount += 1
    }
  }
}

/// A summary of the contents of all columns of a table.
struct ImportSurvey: Equatable, Sendable {
  var columns: [ImportColumn]
  var rowCount: Int

  /// Reads all rows once to summarize the columns.
  ///
  /// - Parameters:
  ///   - rows: The rows of the table.
  ///   - isWanted: Called every 4096 rows; returning false ends the survey.
  /// - Throws: `ClickHouseError.table`, `cancelled`.
  init(_ rows: WholeRows, isWanted: () -> Bool) throws(ClickHouseError) {
    columns = rows.columns.map { ImportColumn($0) }
    rowCount = 0
    var isEnded = false
    do throws(TableError) {
      try rows.read(after: 0) { row in
        for index in columns.indices { columns[index].add(row.cells[index]) }
        rowCount += 1
        if rowCount.isMultiple(of: 4096), !isWanted() { isEnded = true }
        return !isEnded
      }
    } catch { throw .table(error) }
    if isEnded { throw .cancelled }
  }
}
