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
  /// The columns that the filter reads.
  public var columns: [Int] {
    switch self {
    case .values(let column, _, _), .text(let column, _, _), .others(let column, _, _): [column]
    case .ticks(let order, _, _, let among): among.columns(in: order)
    }
  }
}

extension [ColumnFilter] {
  /// Returns the columns that the filters and an order read.
  public func columns(in order: ColumnOrder) -> [Int] {
    flatMap { $0.columns } + [order.column].compactMap { $0 }
  }
}
