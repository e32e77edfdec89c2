public import WaveSeries
public import WaveTableFormats

/// A column that is derived from a table's own columns.
public struct FormulaColumn: Equatable, Sendable {
  /// The name, which is not empty.
  public var name: String
  /// The formula that computes the values; its operands are indices in the table's `info.columns`.
  public var formula: ColumnFormula

  /// Creates a derived column.
  public init(name: String, formula: ColumnFormula) {
    self.name = name
    self.formula = formula
  }

  /// Returns the description of a derived column, or a description without a name for an unused slot.
  public static func info(_ column: FormulaColumn?) -> TableColumn {
    column.map { TableColumn(name: $0.name, kind: .real) } ?? TableColumn(name: "", kind: .other)
  }
}

extension ColumnFilter {
  /// The indices of the columns that the filter uses.
  public var columns: [Int] {
    switch self {
    case .values(let column, _, _), .text(let column, _, _), .others(let column, _, _): [column]
    case .ticks(let order, _, _, let among): among.columns(in: order)
    }
  }
}

extension [ColumnFilter] {
  /// Returns the indices of the columns that the filters and an order use.
  public func columns(in order: ColumnOrder) -> [Int] {
    flatMap { $0.columns } + [order.column].compactMap { $0 }
  }
}
