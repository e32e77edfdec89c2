public import WaveSeries
public import WaveTableFormats

/// A table's name, columns and size.
public struct TableInfo: Equatable, Sendable {
  /// The kind of a row's key.
  public enum Key: Equatable, Sendable {
    /// The table's own row number or integer primary key, which remains the same as long as the row exists.
    case lasting
    /// The position in a copy, which was made when the table was read because the table's rows have no
    /// numbers.
    case snapshot
  }

  /// The table's name.
  public var name: String
  /// The columns, in order.
  public var columns: [TableColumn]
  /// The number of rows; nil until a pass has counted them.
  public var rowCount: Int?
  /// The approximate number of rows, which can be too high; nil if no estimate is possible without reading
  /// the rows.
  public var rowCountEstimate: Int?
  /// The kind of the keys in `TableChunk.keys`.
  public var key: Key
  /// Whether the values are simulated.
  public var isSimulated: Bool
  /// The notes for the user, one sentence each.
  public var notes: [String]

  /// Creates the description of a table.
  public init(
    name: String, columns: [TableColumn], rowCount: Int? = nil, rowCountEstimate: Int? = nil,
    key: Key = .lasting, isSimulated: Bool = false, notes: [String] = []
  ) {
    self.name = name
    self.columns = columns
    self.rowCount = rowCount
    self.rowCountEstimate = rowCountEstimate
    self.key = key
    self.isSimulated = isSimulated
    self.notes = notes
  }
}

extension TableInfo {
  /// The columns as operands for formulas.
  public var operands: [ColumnFormula.Column] {
    columns.map { column in
      ColumnFormula.Column(
        name: Array(column.name.utf8), isNumber: column.isNumeric,
        divisor: column.timeUnit.map { Double($0.perSecond) } ?? 1)
    }
  }
}
