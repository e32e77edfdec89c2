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

/// A column of a table.
public struct TableColumn: Equatable, Sendable {
  /// What its values are.
  public enum Kind: String, Equatable, Sendable, CaseIterable {
    /// Whole numbers.
    case integer
    /// Numbers.
    case real
    /// Times, as whole numbers of `TableColumn.timeUnit` since 1970.
    case time
    /// Words.
    case text
    /// Bytes, or nothing at all.
    case other
  }

  /// In what times are counted from the beginning of 1970, universal time where the table says its zone.
  public enum TimeUnit: String, Equatable, Sendable, CaseIterable {
    case seconds, milliseconds, microseconds, nanoseconds

    /// How many make a second.
    public var perSecond: Int64 {
      switch self {
      case .seconds: 1
      case .milliseconds: 1000
      case .microseconds: 1_000_000
      case .nanoseconds: 1_000_000_000
      }
    }
  }

  /// What to call it.
  public var name: String
  /// What its values are; what is of another kind is missing in a pass, and shown as it is in a row.
  public var kind: Kind
  /// Of times, what their whole numbers in `TableChunk.integers` count; nil of all else.
  public var timeUnit: TimeUnit?

  /// Describes a column.
  public init(name: String, kind: Kind, timeUnit: TimeUnit? = nil) {
    self.name = name
    self.kind = kind
    self.timeUnit = timeUnit
  }

  /// Whether a pass gives values of it.
  public var isNumeric: Bool { kind == .integer || kind == .real || kind == .time }
}
