import Foundation
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// A derived column of one client.
struct DerivedColumn: Sendable {
  let name: [UInt8]
  let formula: ColumnFormula
  /// The drawn values; nil until they have been computed.
  var drawn: DerivedSeries?
}

/// A derived column's drawn values, and the rows they belong to.
struct DerivedSeries: Sendable {
  var series: Series
  var summary: ColumnSummary
  /// Whether they were computed from the table's own values; while it is being read, drawn values are used.
  var isExact: Bool
  /// The reading of the table that they belong to.
  var reading = 0
}

/// Computes a column's values in chunks of a series, as far as the rows have been read.
struct DerivedMaker: Sendable {
  let formula: ColumnFormula
  /// Number of rows whose values are final.
  private(set) var rowCount = 0

  init(_ formula: ColumnFormula) { self.formula = formula }

  /// The first row that further values need.
  var firstNeeded: Int { max(0, rowCount - formula.reachBefore) }

  /// Computes the values that are possible now.
  ///
  /// - Parameters:
  ///   - available: Number of rows that can be read.
  ///   - isEnd: Whether there are no more rows, so that the last chunk is computed as well.
  ///   - goesOn: Called repeatedly; false ends the computation.
  ///   - operand: Returns the values of a column, NaN outside the table.
  ///   - each: Receives the chunks.
  /// - Returns: False if `goesOn` ended it.
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
  /// The functions of the system's mathematical library.
  static let system = FormulaFunctions(
    exponential: { exp($0) }, naturalLogarithm: { log($0) }, decimalLogarithm: { log10($0) },
    power: { pow($0, $1) })
}

extension ColumnSummary {
  /// The empty summary of a derived column.
  static var ofDerived: ColumnSummary { ColumnSummary(TableColumn(name: "", kind: .real)) }
}

extension Series {
  /// Returns the series extended with missing values to a number of rows.
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
