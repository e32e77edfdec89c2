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
    /// Digits without marks, such as 20240331.
    case compact = "yyyymmdd"
  }

  /// A column.
  public struct Column: Equatable, Sendable {
    /// What to call it; no two columns of a table have one name.
    public var name: String
    /// What it becomes.
    public var kind: Kind
    /// How its numbers are written.
    public var numbers = CSVNumberStyle()
    /// What the cells of the start say of that.
    var evidence = NumberEvidence()
    /// Whether its texts are quoted, so that a word such as `NA` without quotes is a missing value.
    var hasQuotedTexts = false
    /// Texts at the end of a column of numbers or dates, in a row of totals.
    var totalCount = 0

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
  /// What encloses cells that hold separators or line ends; nil where quotes are characters like others.
  public var quote: UInt8? = UInt8(ascii: "\"")
  /// What makes a quote within quotes a character; nil where only a second quote does.
  public var escape: UInt8?
  /// Whether the first row names the columns.
  public var hasHeader = true
  /// Lines before the first row that are no rows.
  public var skippedLines = 0
  /// Whether numbers have a comma where others have a point.
  public var hasDecimalComma = false
  /// The columns.
  public var columns: [Column] = []
  /// How cells lie beside one another.
  var layout = CSVLayout.separated
  /// Whether blanks around cells are no part of them.
  var trimsCells = false
  /// What comments begin with; empty for none.
  var comment: [UInt8] = []
  /// Rows that the header takes: 0 where a comment names the columns.
  var headerRowCount = 1
  /// Whether a row that lacks cells at its end has missing values there.
  var fillsShortRows = false
  /// Whether a quote that no cell ends with is a character.
  var findsStrayQuotes = false
  /// Whether zero bytes are left out.
  var hasZeroBytes = false
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
  /// What separates cells.
  public var separator: UInt8?
  /// What encloses cells.
  public var quote: UInt8?
  /// False where quotes are characters like others.
  public var hasQuotes: Bool?
  /// Whether a backslash makes a quote a character.
  public var hasBackslashEscapes: Bool?
  /// Whether the first row names the columns.
  public var hasHeader: Bool?
  /// Whether numbers have a comma where others have a point.
  public var hasDecimalComma: Bool?
  /// What separates thousands.
  public var thousands: CSVNumberStyle.Group?
  /// What comments begin with; empty for none.
  public var comment: String?
  /// Lines before the header, or the first row, that are skipped.
  public var skippedLines: Int?
  /// Whether rows that lack cells at their end are kept.
  public var fillsShortRows: Bool?
  /// Which number of dates comes first.
  public var dateOrder: CSVFormat.Order?
  /// What columns become, by their names.
  public var kinds: [String: Wish] = [:]

  /// Bytes of the start that are looked at.
  public var sampleBytes = CSVDetection.sampleBytes
  /// Bytes of a row at most; longer ones are put aside.
  public var rowBytesLimit = CSVOptions.usualRowBytesLimit
  /// 16 MiB.
  static let usualRowBytesLimit = 16 << 20

  /// Leaves all to be found out.
  public init() {}
}
