/// The layout of a table of signals: its separator, columns and time format.
public struct SignalCSVLayout: Equatable, Sendable {
  /// The kind of content in a column.
  public enum Role: Equatable, Sendable {
    /// The time of each row.
    case time
    /// The values of a signal.
    case signal
    /// Text; the column is ignored.
    case words
  }

  /// The unit of the time column.
  public enum TimeUnit: Equatable, Sendable {
    case seconds, milliseconds, microseconds, nanoseconds
    /// ISO 8601 dates with a time of day.
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

  /// A column of the table.
  public struct Column: Equatable, Sendable {
    /// The column label; empty if the table has no header.
    public var label: [UInt8]
    /// The unit, if the header gives one in brackets after the label or in a separate row; otherwise empty.
    public var unit: [UInt8]
    /// The kind of content in the column.
    public var role: Role
  }

  /// The byte that separates cells.
  public var separator: UInt8
  /// Whether numbers use a decimal comma.
  public var hasDecimalComma: Bool
  /// The columns, from left to right.
  public var columns: [Column]
  /// The unit of the time column; nil if the table has no time column.
  public var timeUnit: TimeUnit?
  /// Whether the time unit was guessed from the magnitude of the numbers.
  public var isTimeUnitGuessed = false
  /// The number of rows before the first row of values, not counting blank lines and comments.
  public var headerRows = 0
  /// The sample rate in hertz, if a comment at the beginning gives it.
  public var rateHertz: Double?

  /// The columns that contain signals.
  public var signals: [Column] { columns.filter { $0.role == .signal } }
}
