/// How a text with columns is written, and what its columns become.
public struct CSVFormat: Equatable, Sendable {
  /// How characters are written as bytes.
  public enum Encoding: String, Equatable, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case utf16Little = "UTF-16LE"
    case utf16Big = "UTF-16BE"
    /// Windows-1252, which has Latin-1's characters and more.
    case latin1 = "Latin-1"
  }

  /// What a column becomes.
  public enum Kind: Equatable, Sendable {
    case integer
    case real
    case text
    /// Whole numbers that count from 1970.
    case epoch(TableColumn.TimeUnit)
    /// Dates, which become whole numbers of microseconds or nanoseconds since 1970.
    case date(Order, TableColumn.TimeUnit)

    /// The type that the column is declared with; the unit of times stands in it.
    public var declaration: String {
      switch self {
      case .integer: "INTEGER"
      case .real: "REAL"
      case .text: "TEXT"
      case .epoch(let unit), .date(_, let unit): "INTEGER \(unit.rawValue.uppercased())"
      }
    }
  }

  /// Which number of a date comes first.
  public enum Order: String, Equatable, Sendable, CaseIterable {
    case yearMonthDay = "y/m/d"
    case dayMonthYear = "d/m/y"
    case monthDayYear = "m/d/y"
  }

  /// A column.
  public struct Column: Equatable, Sendable {
    /// What to call it; no two columns of a table have one name.
    public var name: String
    /// What it becomes.
    public var kind: Kind

    /// Describes a column.
    public init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// How characters are written as bytes.
  public var encoding = Encoding.utf8
  /// What stands between cells.
  public var separator = UInt8(ascii: ",")
  /// What stands around cells that hold separators or line ends.
  public var quote = UInt8(ascii: "\"")
  /// Whether the first row names the columns.
  public var hasHeader = true
  /// Lines before the first row that are no rows.
  public var skippedLines = 0
  /// Whether numbers have a comma where others have a point.
  public var hasDecimalComma = false
  /// The columns.
  public var columns: [Column] = []
  /// What was guessed and might be wrong, a sentence each.
  public var notes: [String] = []

  /// UTF-8 with commas, double quotes, points and a header, and no columns.
  public init() {}
}

/// What a user knows better than can be found out of a text; nil is found out.
public struct CSVOptions: Equatable, Sendable {
  /// What a column is to become.
  public enum Wish: String, Equatable, Sendable, CaseIterable {
    case integer, real, text, date
    case seconds, milliseconds, microseconds, nanoseconds
  }

  /// How characters are written as bytes.
  public var encoding: CSVFormat.Encoding?
  /// What stands between cells.
  public var separator: UInt8?
  /// What stands around cells.
  public var quote: UInt8?
  /// Whether the first row names the columns.
  public var hasHeader: Bool?
  /// Whether numbers have a comma where others have a point.
  public var hasDecimalComma: Bool?
  /// Which number of dates comes first.
  public var dateOrder: CSVFormat.Order?
  /// What columns become, by their names.
  public var kinds: [String: Wish] = [:]

  /// Bytes of the start that are looked at.
  var sampleBytes = CSVDetection.sampleBytes
  /// Bytes of a row at most; longer ones are put aside.
  var rowBytesLimit = CSVOptions.usualRowBytesLimit
  /// 16 MiB.
  static let usualRowBytesLimit = 16 << 20

  /// Leaves all to be found out.
  public init() {}
}
