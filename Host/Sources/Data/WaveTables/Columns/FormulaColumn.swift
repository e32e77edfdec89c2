public import WaveSeries
public import WaveTableFormats

/// A column that is made of a table's own.
public struct FormulaColumn: Equatable, Sendable {
  /// What to call it; not empty.
  public var name: String
  /// How its values are made; its columns are indices into the table's `info.columns`.
  public var formula: ColumnFormula

  /// Describes a column.
  public init(name: String, formula: ColumnFormula) {
    self.name = name
    self.formula = formula
  }

  /// What it is in a table; nothing where there is none.
  public static func info(_ column: FormulaColumn?) -> TableColumn {
    column.map { TableColumn(name: $0.name, kind: .real) } ?? TableColumn(name: "", kind: .other)
  }
}

extension ColumnFilter {
  /// The column that it looks at; nil of a part of x while rows stand as they come.
  public var column: Int? {
    switch self {
    case .values(let column, _, _), .text(let column, _, _), .others(let column, _, _): column
    case .ticks(let order, _, _): order.column
    }
  }
}

extension TableInfo {
  /// Its columns as formulas know them.
  public var operands: [ColumnFormula.Column] {
    columns.map { column in
      ColumnFormula.Column(
        name: Array(column.name.utf8), isNumber: column.isNumeric,
        divisor: column.timeUnit.map { Double($0.perSecond) } ?? 1)
    }
  }
}
