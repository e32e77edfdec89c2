import Synchronization
import WaveSeries
import WaveTables

/// One pass over a table for all columns that are to be made.
extension TableDesk {
  /// Computes columns: of the table's own values in one pass over it where all rows have been read, before
  /// that of those that are drawn.
  ///
  /// - Parameters:
  ///   - columns: Which; all rows of each.
  ///   - goesOn: Asked again and again, with the part that is done; false ends it.
  ///   - each: Takes the place of a column in the list, and its next values.
  /// - Returns: False where it was ended.
  /// - Throws: `TableError` where the table cannot be read.
  func pass(
    _ columns: [(number: Int, column: DerivedColumn)], goesOn: (Double) -> Bool,
    each: (Int, [Double]) -> Void
  ) throws(TableError) -> Bool {
    let needed = Set(columns.flatMap { $0.column.formula.columns })
    guard let operands = station.state.withLock({ TableOperands(needed, of: $0) }) else { return false }
    var makers = columns.map { DerivedMaker($0.column.formula) }
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
      // In steps, so that it is told how far it is.
      for start in stride(from: 0, to: operands.rowCount, by: SeriesChunk.capacity) {
        let end = min(operands.rowCount, start + SeriesChunk.capacity)
        let part = Double(start) / Double(operands.rowCount)
        guard
          make(end, isEnd: end == operands.rowCount, part: part, { operands.kept($0, $1) })
        else { return false }
      }
      return true
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
    } catch .cancelled {
      return false
    }
    // A table that has become shorter meanwhile has its last rows made, too.
    return make(window.end, isEnd: true, part: 1) {
      reals.contains($0) ? window.values($0, $1) : operands.kept($0, $1)
    }
  }
}

/// The rows of a pass that are still needed.
private struct PassWindow {
  private let columns: [Int]
  private var values: [[Double]]
  private var first = 0

  init(_ columns: [Int]) {
    self.columns = columns
    values = columns.map { _ in [] }
  }

  /// The row behind the last one.
  var end: Int { first + (values.first?.count ?? 0) }

  /// Takes rows, and forgets those before one.
  mutating func append(_ chunk: TableChunk, from needed: Int) {
    let drop = max(0, min(needed - first, values.first?.count ?? 0))
    for place in columns.indices {
      values[place].removeFirst(drop)
      values[place] += chunk.values[place]
    }
    first += drop
  }

  /// Rows of a column; NaN where there are none.
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
