/// A column of a table.
public struct TableColumn: Equatable, Sendable {
  /// The type of a column's values.
  public enum Kind: String, Equatable, Sendable, CaseIterable {
    /// Integers.
    case integer
    /// Floating-point numbers.
    case real
    /// Times, as integers in `TableColumn.timeUnit` since 1970.
    case time
    /// Text.
    case text
    /// Binary data, or no values at all.
    case other
  }

  /// The unit in which times since 1970 are counted.
  ///
  /// Times are in universal time if the table specifies a time zone.
  public enum TimeUnit: String, Equatable, Sendable, CaseIterable {
    case seconds, milliseconds, microseconds, nanoseconds

    /// The number of units in a second.
    @inlinable public var perSecond: Int64 {
      switch self {
      case .seconds: 1
      case .milliseconds: 1000
      case .microseconds: 1_000_000
      case .nanoseconds: 1_000_000_000
      }
    }
  }

  /// The name.
  public var name: String
  /// The type of the values.
  ///
  /// Values of any other type count as missing when the column is scanned, but are shown unchanged in rows.
  public var kind: Kind
  /// The unit of the column's times; nil if its values are not times.
  public var timeUnit: TimeUnit?

  /// Creates a column.
  public init(name: String, kind: Kind, timeUnit: TimeUnit? = nil) {
    self.name = name
    self.kind = kind
    self.timeUnit = timeUnit
  }

  /// Whether the column is numeric.
  public var isNumeric: Bool { kind == .integer || kind == .real || kind == .time }
}
