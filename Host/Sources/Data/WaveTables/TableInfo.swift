public import WaveTableFormats

/// What a table is.
public struct TableInfo: Equatable, Sendable {
  /// What a row is known by.
  public enum Key: Equatable, Sendable {
    /// The table's own row number or whole-number primary key, the same as long as the row is there.
    case lasting
    /// Its place in a copy that was made when the table was read, since the rows have no number of their own.
    case snapshot
  }

  /// What to call it.
  public var name: String
  /// Its columns, in their order.
  public var columns: [TableColumn]
  /// Rows; nil until a pass has counted them.
  public var rowCount: Int?
  /// About how many rows, where that could be told without reading them; it may be too many.
  public var rowCountEstimate: Int?
  /// What `TableChunk.keys` are.
  public var key: Key
  /// Whether the values are made up.
  public var isSimulated: Bool
  /// What its user should know, a sentence each.
  public var notes: [String]

  /// Describes a table.
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
