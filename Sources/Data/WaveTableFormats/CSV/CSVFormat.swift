/// The format of delimited text, and the types of its columns.
public struct CSVFormat: Equatable, Sendable {
  /// The encoding of characters.
  public enum Encoding: String, Equatable, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case utf16Little = "UTF-16LE"
    case utf16Big = "UTF-16BE"
    /// Windows-1252, which includes all printable characters of Latin-1.
    case latin1 = "Latin-1"
  }

  /// The type of a column.
  public enum Kind: Equatable, Sendable {
    case integer
    case real
    case text
    /// Integers that count units of time since 1970.
    case epoch(TableColumn.TimeUnit)
    /// Dates, which become integer microseconds or nanoseconds since 1970.
    case date(Order, TableColumn.TimeUnit)

    /// The declared type of the column, which includes the unit of times.
    public var declaration: String {
      switch self {
      case .integer: "INTEGER"
      case .real: "REAL"
      case .text: "TEXT"
      case .epoch(let unit), .date(_, let unit): "INTEGER \(unit.rawValue.uppercased())"
      }
    }
  }

  /// The order of day, month and year in dates.
  public enum Order: String, Equatable, Sendable, CaseIterable {
    case yearMonthDay = "y/m/d"
    case dayMonthYear = "d/m/y"
    case monthDayYear = "m/d/y"
    /// Digits without separators, such as 20240331.
    case compact = "yyyymmdd"
  }

  /// A column of the table that the text contains.
  public struct Column: Equatable, Sendable {
    /// The name, unique within the table.
    public var name: String
    /// The type.
    public var kind: Kind
    /// The style of the column's numbers.
    public var numbers = CSVNumberStyle()
    /// The evidence for the style of numbers, found in the first cells.
    var evidence = NumberEvidence()
    /// Whether text cells are quoted, so that an unquoted word such as `NA` is a missing value.
    var hasQuotedTexts = false
    /// The number of text cells at the end of a column of numbers or dates that belong to a row of totals.
    var totalCount = 0

    /// Creates a column.
    public init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// The encoding of characters.
  public var encoding = Encoding.utf8
  /// The separator between cells.
  public var separator = UInt8(ascii: ",")
  /// The quote around cells that contain separators or line ends; nil if quotes are ordinary characters.
  public var quote: UInt8? = UInt8(ascii: "\"")
  /// The character that escapes a quote within quotes; nil if quotes are escaped only by doubling.
  public var escape: UInt8?
  /// Whether the first row names the columns.
  public var hasHeader = true
  /// The number of lines before the first row.
  public var skippedLines = 0
  /// Whether the decimal mark is a comma rather than a point.
  public var hasDecimalComma = false
  /// The columns.
  public var columns: [Column] = []
  /// The layout of cells in a line.
  var layout = CSVLayout.separated
  /// Whether blanks around cells are removed.
  var trimsCells = false
  /// The prefix of comments; empty if there are none.
  var comment: [UInt8] = []
  /// The number of header rows; 0 if the column names are in a comment.
  var headerRowCount = 1
  /// Whether cells that are absent at the end of a row are missing values.
  var fillsShortRows = false
  /// Whether stray quotes are detected and read as ordinary characters.
  var findsStrayQuotes = false
  /// Whether zero bytes are removed.
  var hasZeroBytes = false
  /// Notes on guesses that may be wrong, one sentence each.
  public var notes: [String] = []

  /// Creates a format with UTF-8, commas, double quotes, decimal points, a header, and no columns.
  public init() {}
}

/// The user's settings for reading delimited text, which override the detection.
///
/// If a property is nil, its value is detected.
public struct CSVOptions: Equatable, Sendable {
  /// The type that the user requests for a column.
  public enum RequestedType: String, Equatable, Sendable, CaseIterable {
    case integer, real, text, date
    case seconds, milliseconds, microseconds, nanoseconds
  }

  /// The encoding of characters.
  public var encoding: CSVFormat.Encoding?
  /// The separator between cells.
  public var separator: UInt8?
  /// The quote character around cells.
  public var quote: UInt8?
  /// Whether cells can be quoted; if false, quotes are read as ordinary characters.
  public var hasQuotes: Bool?
  /// Whether a backslash escapes a quote.
  public var hasBackslashEscapes: Bool?
  /// Whether the first row names the columns.
  public var hasHeader: Bool?
  /// Whether the decimal mark is a comma rather than a point.
  public var hasDecimalComma: Bool?
  /// The separator between thousands.
  public var thousands: CSVNumberStyle.Group?
  /// The prefix of comments; empty for none.
  public var comment: String?
  /// The number of lines to skip before the header, or before the first row if there is no header.
  public var skippedLines: Int?
  /// Whether to keep rows that have too few cells.
  public var fillsShortRows: Bool?
  /// The order of day, month and year in dates.
  public var dateOrder: CSVFormat.Order?
  /// The requested types of columns, by column name.
  public var kinds: [String: RequestedType] = [:]

  /// The number of bytes to examine at the start of the text.
  public var sampleBytes = CSVDetection.sampleBytes
  /// The maximum length of a row, in bytes; longer rows are rejected.
  public var rowBytesLimit = CSVOptions.usualRowBytesLimit
  /// The default maximum length of a row: 16 MiB.
  static let usualRowBytesLimit = 16 << 20

  /// Creates options with which everything is detected.
  public init() {}
}
