public import WaveSeries
public import WaveTableFormats

/// A column that is derived from a table's own columns.
public struct FormulaColumn: Equatable, Sendable {
  /// The name; not empty.
  public var name: String
  /// The formula of the values; its columns are indices into the table's `info.columns`.
  public var formula: ColumnFormula

  /// Makes a column.
  public init(name: String, formula: ColumnFormula) {
    self.name = name
    self.formula = formula
  }

  /// Returns the column as a table lists it; without a name if the place is empty.
  public static func info(_ column: FormulaColumn?) -> TableColumn {
    column.map { TableColumn(name: $0.name, kind: .real) } ?? TableColumn(name: "", kind: .other)
  }
}

extension ColumnFilter {
  /// The column that the filter reads; nil for a part of x in the table's own order.
  public var column: Int? {
    switch self {
    case .values(let column, _, _), .text(let column, _, _), .others(let column, _, _): column
    case .ticks(let order, _, _): order.column
    }
  }
}
