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
    @inlinable public var perSecond: Int64 {
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
  /// The unit of times; nil for other types.
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
