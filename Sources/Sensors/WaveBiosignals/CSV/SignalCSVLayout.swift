/// How a table of signals is written, and what its columns are.
public struct SignalCSVLayout: Equatable, Sendable {
  /// What a column is for.
  public enum Role: Equatable, Sendable {
    /// The time of each row.
    case time
    /// Values.
    case signal
    /// Words, which are passed over.
    case words
  }

  /// In what times are written.
  public enum TimeUnit: Equatable, Sendable {
    case seconds, milliseconds, microseconds, nanoseconds
    /// Dates and times of day as ISO 8601 writes them.
    case date

    /// Nanoseconds of one; 1 for dates.
    var nanoseconds: Int64 {
      switch self {
      case .seconds: 1_000_000_000
      case .milliseconds: 1_000_000
      case .microseconds: 1000
      case .nanoseconds, .date: 1
      }
    }
  }

  /// One column.
  public struct Column: Equatable, Sendable {
    /// What it is; empty where there is no header.
    public var label: [UInt8]
    /// The unit, where the header has one in brackets behind the label or in a row of its own.
    public var unit: [UInt8]
    /// What it is for.
    public var role: Role
  }

  /// The byte between cells.
  public var separator: UInt8
  /// Whether numbers have a decimal comma.
  public var hasDecimalComma: Bool
  /// The columns, in their order.
  public var columns: [Column]
  /// In what times are written; nil where there is no column of times.
  public var timeUnit: TimeUnit?
  /// Whether nothing but the size of its numbers told the unit of time.
  public var isTimeUnitGuessed = false
  /// Rows in front of the first row of values, empty ones and remarks not counted.
  public var headerRows = 0
  /// Samples in a second, where a remark at the beginning says it.
  public var rateHertz: Double?

  /// The columns of values.
  public var signals: [Column] { columns.filter { $0.role == .signal } }
}
