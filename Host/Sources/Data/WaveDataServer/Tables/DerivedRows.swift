import WaveSeries
import WaveTableFormats
import WaveTables

/// The values of derived columns in single rows, computed in double precision from the raw cells of all rows
/// that the formulas use.
///
/// If a formula uses more than `reachLimit` rows, the column's values have only the single precision used for
/// drawing.
struct DerivedRows: Sendable {
  /// The maximum number of rows to read for one value.
  static let reachLimit = 256
  /// The maximum number of rows whose values are cached for formulas in neighboring rows.
  private static let knownLimit = 2048

  private let columns: [(number: Int, column: DerivedColumn)]
  private let operands: TableOperands
  private let reals: Set<Int>
  private var known: [Int: [Int: Double]] = [:]

  init(_ columns: [(number: Int, column: DerivedColumn)], _ operands: TableOperands) {
    self.columns = columns
    self.operands = operands
    reals = Set(operands.reals)
  }

  /// The names of the derived columns.
  var names: [[UInt8]] { columns.map { $0.column.name } }

  /// Returns a row's cells indexed by the numbers of the derived columns, with null for unused numbers.
  mutating func numbered(_ row: Int, cells: [TableCell]) -> [TableCell] {
    var made = [TableCell](repeating: .null, count: (columns.last?.number).map { $0 + 1 } ?? 0)
    for (place, cell) in self.cells(row, cells: cells).enumerated() { made[columns[place].number] = cell }
    return made
  }

  /// Returns a row's cells, one for each derived column, given the cells of the table's own columns.
  mutating func cells(_ row: Int, cells: [TableCell]) -> [TableCell] {
    if known.count > Self.knownLimit { known = [:] }
    if known[row] == nil { known[row] = Self.numbers(cells, reals, operands.source) }
    return columns.map { _, column in
      let value = value(column, row)
      return value.isFinite ? .real(value) : .null
    }
  }

  private mutating func value(_ column: DerivedColumn, _ row: Int) -> Double {
    let formula = column.formula
    guard formula.reachBefore + formula.reachAfter <= Self.reachLimit else {
      guard let drawn = column.drawn else { return .nan }
      return Double(drawn.series.value(at: row)) + (drawn.summary.offset ?? 0)
    }
    var known: [Int: [Int: Double]] = [:]
    swap(&known, &self.known)
    defer { swap(&known, &self.known) }
    let values = formula.values(
      of: row..<(row + 1), rowCount: operands.rowCount, functions: .system
    ) { column, rows in
      guard reals.contains(column) else { return operands.kept(column, rows) }
      return rows.map { row in
        if known[row] == nil {
          let cells = operands.cells(ofRow: row)
          known[row] = Self.numbers(cells, reals, operands.source)
        }
        return known[row]?[column] ?? .nan
      }
    }
    return values?.first ?? .nan
  }

  private static func numbers(
    _ cells: [TableCell]?, _ columns: Set<Int>, _ source: any TableSource
  ) -> [Int: Double] {
    var numbers: [Int: Double] = [:]
    for column in columns {
      guard let cells, cells.indices.contains(column) else { continue }
      numbers[column] = source.number(cells[column], of: column)
    }
    return numbers
  }
}
