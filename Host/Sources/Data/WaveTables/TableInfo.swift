public import WaveSeries
public import WaveTableFormats

/// A table's name, columns and size.
public struct TableInfo: Equatable, Sendable {
  /// The kind of a row's key.
  public enum Key: Equatable, Sendable {
    /// The table's own row number or whole-number primary key, which a row keeps as long as it exists.
    case lasting
    /// The place in a copy that was made when the table was read, since rows have no number.
    case snapshot
  }

  /// The table's name.
  public var name: String
  /// Its columns, in their order.
  public var columns: [TableColumn]
  /// Number of rows; nil until a pass has counted them.
  public var rowCount: Int?
  /// Approximate number of rows, if known without reading them; it may be too large.
  public var rowCountEstimate: Int?
  /// The kind of `TableChunk.keys`.
  public var key: Key
  /// Whether the values are simulated.
  public var isSimulated: Bool
  /// Notes for the user, one sentence each.
  public var notes: [String]

  /// Makes the description of a table.
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
  /// The columns that formulas can use.
  public var operands: [ColumnFormula.Column] {
    columns.map { column in
      ColumnFormula.Column(
        name: Array(column.name.utf8), isNumber: column.isNumeric,
        divisor: column.timeUnit.map { Double($0.perSecond) } ?? 1)
    }
  }
}
