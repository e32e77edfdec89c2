/// The layout of a table of signals: its separator, columns and times.
public struct SignalCSVLayout: Equatable, Sendable {
  /// The role of a column.
  public enum Role: Equatable, Sendable {
    /// The time of each row.
    case time
    /// Values.
    case signal
    /// Words, which are ignored.
    case words
  }

  /// The unit of times.
  public enum TimeUnit: Equatable, Sendable {
    case seconds, milliseconds, microseconds, nanoseconds
    /// Dates and times of day in the form of ISO 8601.
    case date

    /// The number of nanoseconds in the unit; 1 for dates.
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
    /// The label; empty if the table has no header.
    public var label: [UInt8]
    /// The unit, if the header has one in brackets after the label or in a separate row.
    public var unit: [UInt8]
    /// The role.
    public var role: Role
  }

  /// The byte between cells.
  public var separator: UInt8
  /// Whether numbers have a decimal comma.
  public var hasDecimalComma: Bool
  /// The columns, in their order.
  public var columns: [Column]
  /// The unit of times; nil if there is no column of times.
  public var timeUnit: TimeUnit?
  /// Whether the unit of time was guessed from the size of the numbers alone.
  public var isTimeUnitGuessed = false
  /// The number of rows before the first row of values, without empty ones and remarks.
  public var headerRows = 0
  /// The sample rate, if a remark at the beginning states it.
  public var rateHertz: Double?

  /// The columns of values.
  public var signals: [Column] { columns.filter { $0.role == .signal } }
}
