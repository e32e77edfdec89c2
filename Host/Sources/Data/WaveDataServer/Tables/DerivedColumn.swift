import Foundation
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// A column that one client has made of others.
struct DerivedColumn: Sendable {
  let name: [UInt8]
  let formula: ColumnFormula
  /// Grows with each that is set: what was made for an older one is left.
  let wish: Int
  /// Its values as they are drawn; nil before they have been made.
  var drawn: DerivedSeries?
  /// How it goes together with the column that orders.
  var correlation = Double.nan

  /// What is told of it.
  var told: TableColumns.Column {
    var column = TableColumns.Column(kind: .real, name: name, correlation: correlation)
    if let drawn { column.take(drawn.summary) }
    return column
  }
}

/// A derived column's values as they are drawn, and of which rows they are.
struct DerivedSeries: Sendable {
  var series: Series
  var summary: ColumnSummary
  /// Whether they were made of the table's own values, and not, while it is being read, of those that are
  /// drawn.
  var isExact: Bool
  /// Which reading of the table it is of.
  var reading = 0
}

/// Makes a column's values in pieces as long as those of a series, as far as the rows reach that have been
/// read.
struct DerivedMaker: Sendable {
  let formula: ColumnFormula
  /// Rows that have been made for good.
  private(set) var rowCount = 0

  init(_ formula: ColumnFormula) { self.formula = formula }

  /// The first row that is still to be read for those to come.
  var firstNeeded: Int { max(0, rowCount - formula.reachBefore) }

  /// Makes what can be made.
  ///
  /// - Parameters:
  ///   - available: Rows that can be read.
  ///   - isEnd: Whether there are no more, so that the last piece is made as well.
  ///   - goesOn: Asked again and again; false ends it.
  ///   - operand: The values of a column, NaN outside the table.
  ///   - each: Takes the pieces.
  /// - Returns: False where it was ended.
  mutating func make(
    available: Int, isEnd: Bool, goesOn: () -> Bool, operand: (Int, Range<Int>) -> [Double],
    each: ([Double]) -> Void
  ) -> Bool {
    while rowCount < available {
      let end = min(available, rowCount + SeriesChunk.capacity)
      let isSettled = end - rowCount == SeriesChunk.capacity && end + formula.reachBehind <= available
      guard isSettled || isEnd else { return true }
      let values = formula.values(
        of: rowCount..<end, rowCount: available, functions: .system, goesOn: goesOn, operand: operand)
      guard let values else { return false }
      each(values)
      rowCount = end
    }
    return true
  }
}

extension FormulaFunctions {
  /// Those of the system's mathematical library.
  static let system = FormulaFunctions(
    exponential: { exp($0) }, naturalLogarithm: { log($0) }, decimalLogarithm: { log10($0) },
    power: { pow($0, $1) })
}

extension ColumnSummary {
  /// That of a column that is derived.
  static var ofDerived: ColumnSummary { ColumnSummary(TableColumn(name: "", kind: .real)) }
}

extension Series {
  /// The same with missing values behind it, so that there are as many as rows.
  func padded(to rowCount: Int) -> Series {
    guard count < rowCount else { return self }
    var padded = Series()
    for chunk in chunks where chunk.count == SeriesChunk.capacity { padded.append(chunk) }
    var rest = values(from: padded.count, to: count)
    while padded.count < rowCount {
      let missing = min(SeriesChunk.capacity, rowCount - padded.count) - rest.count
      rest += [Float](repeating: .nan, count: missing)
      padded.append(SeriesChunk(rest.span))
      rest = []
    }
    return padded
  }
}
