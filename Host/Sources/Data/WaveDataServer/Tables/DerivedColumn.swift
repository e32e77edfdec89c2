import Foundation
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// A column that one client derives from other columns with a formula.
struct DerivedColumn: Sendable {
  let name: [UInt8]
  let formula: ColumnFormula
  /// The values for drawing; nil until they have been computed.
  var drawn: DerivedSeries?
}

/// A derived column's values for drawing, and the read of the table from which they were computed.
struct DerivedSeries: Sendable {
  var series: Series
  var summary: ColumnSummary
  /// Whether the values were computed from the table's exact values.
  ///
  /// While the table is being read, single-precision values for drawing are used instead.
  var isExact: Bool
  /// Identifies the read of the table from which the values were computed.
  var reading = 0
}

/// Computes a column's values in chunks, from the rows read so far.
struct DerivedMaker: Sendable {
  let formula: ColumnFormula
  /// The number of rows whose values are final.
  private(set) var rowCount = 0

  init(_ formula: ColumnFormula) { self.formula = formula }

  /// The first row that is needed to compute further values.
  var firstNeeded: Int { max(0, rowCount - formula.reachBefore) }

  /// Computes all values for which enough rows are available.
  ///
  /// - Parameters:
  ///   - available: The number of rows that can be read.
  ///   - isEnd: Whether there are no more rows, in which case the last chunk is computed as well.
  ///   - goesOn: Called repeatedly; returning false ends the computation.
  ///   - operand: Returns the values of a column, with NaN outside the table.
  ///   - each: Called with each chunk.
  /// - Returns: False if `goesOn` ended the computation.
  mutating func make(
    available: Int, isEnd: Bool, goesOn: () -> Bool, operand: (Int, Range<Int>) -> [Double],
    each: ([Double]) -> Void
  ) -> Bool {
    while rowCount < available {
      let end = min(available, rowCount + SeriesChunk.capacity)
      let isSettled = end - rowCount == SeriesChunk.capacity && end + formula.reachAfter <= available
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
  /// The functions of the system's math library.
  static let system = FormulaFunctions(
    exponential: { exp($0) }, naturalLogarithm: { log($0) }, decimalLogarithm: { log10($0) },
    power: { pow($0, $1) })
}

extension ColumnSummary {
  /// An empty summary for a derived column.
  static var ofDerived: ColumnSummary { ColumnSummary(TableColumn(name: "", kind: .real)) }
}

extension Series {
  /// Returns the series, padded with missing values to a number of rows.
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
