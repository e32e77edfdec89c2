import Synchronization
import WaveSeries
import WaveTables

/// Computes several derived columns in one pass over the table.
extension MappedRows {
  /// Computes columns in one pass.
  ///
  /// The values are computed from the table's exact values if all rows have been read, otherwise from the
  /// single-precision values for drawing.
  ///
  /// - Parameters:
  ///   - formulas: The formulas of the columns, each computed for all rows.
  ///   - goesOn: Called repeatedly with the fraction completed, from 0 to 1; returning false ends the pass.
  ///   - each: Called with the index of a formula and its next values.
  /// - Returns: False if `goesOn` ended the pass.
  /// - Throws: `TableError` if the table cannot be read.
  func pass(
    _ formulas: [ColumnFormula], goesOn: (Double) -> Bool, each: (Int, [Double]) -> Void
  ) throws(TableError) -> Bool {
    let needed = Set(formulas.flatMap { $0.columns })
    guard let operands = host.state.withLock({ TableOperands(needed, of: $0) }) else { return false }
    var makers = formulas.map { DerivedMaker($0) }
    var isOn = true
    func make(_ available: Int, isEnd: Bool, part: Double, _ operand: (Int, Range<Int>) -> [Double]) -> Bool {
      for place in makers.indices where isOn {
        isOn = makers[place].make(
          available: available, isEnd: isEnd, goesOn: { goesOn(part) }, operand: operand
        ) { each(place, $0) }
      }
      return isOn
    }
    let reals = operands.isComplete ? operands.reals : []
    if reals.isEmpty {
      // The rows are processed in steps, so that progress can be reported.
      return (0..<operands.rowCount).parts(of: SeriesChunk.capacity).allSatisfy { rows in
        let (start, end) = (rows.lowerBound, rows.upperBound)
        let part = Double(start) / Double(operands.rowCount)
        return make(end, isEnd: end == operands.rowCount, part: part) { operands.kept($0, $1) }
      }
    }
    var window = PassWindow(reals)
    do throws(TableError) {
      try operands.source.scan(reals) { progress in
        isOn && goesOn(progress.fraction ?? 0)
      } each: { chunk in
        guard isOn else { return }
        window.append(chunk, from: makers.map { $0.firstNeeded }.min() ?? 0)
        let read = window.end
        let part = Double(read) / Double(max(1, operands.rowCount))
        _ = make(read, isEnd: read >= operands.rowCount, part: part) {
          reals.contains($0) ? window.values($0, $1) : operands.kept($0, $1)
        }
      }
    } catch .cancelled { return false }
    // If the table has become shorter in the meantime, the values of its last rows are computed here.
    return make(window.end, isEnd: true, part: 1) {
      reals.contains($0) ? window.values($0, $1) : operands.kept($0, $1)
    }
  }
}

/// A window of consecutive rows that the pass still needs.
private struct PassWindow {
  private let columns: [Int]
  private var values: [[Double]]
  private var first = 0

  init(_ columns: [Int]) {
    self.columns = columns
    values = columns.map { _ in [] }
  }

  /// The index after the last row.
  var end: Int { first + (values.first?.count ?? 0) }

  /// Appends rows and removes the rows before an index.
  mutating func append(_ chunk: TableChunk, from needed: Int) {
    let drop = max(0, min(needed - first, values.first?.count ?? 0))
    for place in columns.indices {
      values[place].removeFirst(drop)
      values[place] += chunk.values[place]
    }
    first += drop
  }

  /// Returns a column's values in a range of rows, with NaN outside the window.
  func values(_ column: Int, _ rows: Range<Int>) -> [Double] {
    guard let place = columns.firstIndex(of: column) else { return rows.map { _ in .nan } }
    let inside = max(first, rows.lowerBound)..<max(first, rows.lowerBound, min(end, rows.upperBound))
    let before = min(rows.count, inside.lowerBound - rows.lowerBound)
    var found = [Double](repeating: .nan, count: before)
    found.reserveCapacity(rows.count)
    if !inside.isEmpty { found += values[place][(inside.lowerBound - first)..<(inside.upperBound - first)] }
    found += [Double](repeating: .nan, count: rows.count - found.count)
    return found
  }
}
