/// The description of a table (tag 128); sent again as its rows are read.
public struct TableDescription: Equatable, Sendable {
  /// Properties of a table.
  public struct Flags: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt16
    /// Stores the bits; unknown ones are kept.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Its values are simulated.
    public static let simulated = Flags(rawValue: 1)
    /// All of its rows have been read.
    public static let complete = Flags(rawValue: 2)
    /// Another engine holds and counts its rows; the count is complete if `complete` is set, too.
    public static let remote = Flags(rawValue: 4)
    /// Reading it ended early, or has not begun; `ReadTable` resumes it.
    public static let partial = Flags(rawValue: 8)
  }

  /// The table's number.
  public var source: UInt16 = 0
  /// Properties of the table.
  public var flags: Flags = []
  /// The number of rows read so far; pictures show these.
  public var rowCount: UInt64 = 0
  /// The number of columns.
  public var columnCount: UInt16 = 0
  /// Its name.
  public var name: [UInt8] = []
  /// The table's origin, and details about it.
  public var detail: [UInt8] = []

  /// Describes a table.
  public init(
    source: UInt16, flags: Flags, rowCount: UInt64, columnCount: UInt16, name: [UInt8], detail: [UInt8]
  ) {
    self.source = source
    self.flags = flags
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.name = name
    self.detail = detail
  }
}

/// Types and statistics of some of a table's columns (tag 129); sent again as more is known.
public struct TableColumns: Equatable, Sendable {
  /// The type of a column's values.
  public enum Kind: UInt8, Equatable, Sendable {
    /// Whole numbers.
    case integer = 0
    /// Numbers.
    case real = 1
    /// Times; values are microseconds since 1970.
    case time = 2
    /// Words.
    case text = 3
    /// Values that cannot be drawn.
    case other = 4
  }

  /// One column.
  public struct Column: Equatable, Sendable {
    /// The type of its values.
    public var kind: Kind = .integer
    /// Decimals of a second in which a row's times are counted: 0 for seconds, 9 for nanoseconds; 0 for all
    /// other types.
    public var timeDigits: UInt8 = 0
    /// Its name.
    public var name: [UInt8] = []
    /// The number of missing values among the rows read: NULL, NaN, or not in the form of a number.
    public var missing: UInt64 = 0
    /// The least value; NaN if there is none.
    public var minimum: Double = 0
    /// The greatest value; NaN if there is none.
    public var maximum: Double = 0
    /// The mean; NaN if there is none.
    public var mean: Double = 0
    /// The standard deviation; NaN if there is none.
    public var deviation: Double = 0
    /// Pearson's correlation with the column that orders; NaN if there is none.
    public var correlation: Double = 0

    /// Describes a column.
    public init(
      kind: Kind, timeDigits: UInt8 = 0, name: [UInt8], missing: UInt64 = 0, minimum: Double = .nan,
      maximum: Double = .nan,
      mean: Double = .nan, deviation: Double = .nan, correlation: Double = .nan
    ) {
      self.kind = kind
      self.timeDigits = timeDigits
      self.name = name
      self.missing = missing
      self.minimum = minimum
      self.maximum = maximum
      self.mean = mean
      self.deviation = deviation
      self.correlation = correlation
    }
  }

  /// The table's number.
  public var source: UInt16 = 0
  /// The place of the first of these columns.
  public var first: UInt16 = 0
  /// Consecutive columns.
  public var columns: [Column] = []

  /// Describes columns.
  public init(source: UInt16, first: UInt16, columns: [Column]) {
    self.source = source
    self.first = first
    self.columns = columns
  }
}

/// The progress of long work by the server (tag 130).
public struct TableWork: Equatable, Sendable {
  /// The kind of work.
  public enum Stage: UInt8, Equatable, Sendable {
    /// A file is imported into a database.
    case importing = 0
    /// Rows are read for the first time.
    case reading = 1
    /// Rows are sorted by a column.
    case ordering = 2
    /// Texts are read, after the numbers.
    case texts = 3
    /// Columns are derived from others.
    case deriving = 4
    /// The engine that holds the rows is queried.
    case asking = 5
  }

  /// The table's number.
  public var source: UInt16 = 0
  /// The kind of work.
  public var stage: Stage = .importing
  /// The amount that is done.
  public var done: UInt64 = 0
  /// The total amount; 0 if it is unknown, and equal to `done` when the work is finished.
  public var total: UInt64 = 0

  /// Describes the progress of work.
  public init(source: UInt16, stage: Stage, done: UInt64, total: UInt64) {
    self.source = source
    self.stage = stage
    self.done = done
    self.total = total
  }
}

/// The meaning of x and of its ticks (tag 131).
public struct TableAxis: Equatable, Sendable {
  /// The meaning of a tick.
  public enum Kind: UInt8, Equatable, Sendable {
    /// A row's number or its place.
    case count = 0
    /// A number: `offset + tick * step`.
    case number = 1
    /// A time: microseconds since 1970, `offset + tick * step`.
    case time = 2
  }

  /// The table's number.
  public var source: UInt16 = 0
  /// The meaning of x.
  public var order: TableOrder = .rows
  /// The column that orders.
  public var column: UInt16 = 0
  /// The meaning of a tick.
  public var kind: Kind = .count
  /// The first tick.
  public var from: Int64 = 0
  /// The tick after the last one.
  public var until: Int64 = 0
  /// The value at tick 0.
  public var offset: Double = 0
  /// The difference between the values of two adjacent ticks.
  public var step: Double = 0

  /// Describes an axis.
  public init(
    source: UInt16, order: TableOrder, column: UInt16, kind: Kind, from: Int64, until: Int64,
    offset: Double = 0, step: Double = 1
  ) {
    self.source = source
    self.order = order
    self.column = column
    self.kind = kind
    self.from = from
    self.until = until
    self.offset = offset
    self.step = step
  }
}

/// The lit pixels in each column of pixels of one lane (tag 132).
public struct LaneSpans: Equatable, Sendable {
  /// Properties of a lane's picture.
  public struct Flags: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt8
    /// Stores the bits; unknown ones are kept.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// This is the strip that always shows the whole table.
    public static let overview = Flags(rawValue: 1)
    /// This is the band of a lens around its line; the line follows.
    public static let band = Flags(rawValue: 2)
    /// More rows will follow.
    public static let partial = Flags(rawValue: 4)
    /// This is the second picture of a column, by another lens, for comparison.
    public static let second = Flags(rawValue: 8)
    /// Made from part of the rows or from a coarser window; the exact picture of the same view follows.
    public static let coarse = Flags(rawValue: 16)
  }

  /// The number of the view to which it belongs.
  public var view: UInt16 = 0
  /// The column of the table.
  public var column: UInt16 = 0
  /// Properties of the picture.
  public var flags: Flags = []
  /// The height for which it was made, in rows of pixels.
  public var pixels: UInt16 = 0
  /// Points drawn, of the rows in the window; for a coarse picture, the rows that were read.
  public var drawnCount: UInt64 = 0
  /// Rows in the window, as far as they are known.
  public var rowCount: UInt64 = 0
  /// Pixels that differ from those of all rows; `UInt32.max` if they were not counted.
  public var wrongPixels: UInt32 = 0
  /// For each column of pixels, the first row that is lit, from the top; `none` if no row is.
  public var tops: [Int16] = []
  /// For each column of pixels, the row after the last one that is lit.
  public var bottoms: [Int16] = []

  /// The top of a column of pixels in which nothing is lit.
  public static let none = Int16.min

  /// Describes a lane's picture; both lists have the same length.
  public init(
    view: UInt16, column: UInt16, flags: Flags, pixels: UInt16, drawnCount: UInt64, rowCount: UInt64,
    wrongPixels: UInt32 = .max, tops: [Int16], bottoms: [Int16]
  ) {
    self.view = view
    self.column = column
    self.flags = flags
    self.pixels = pixels
    self.drawnCount = drawnCount
    self.rowCount = rowCount
    self.wrongPixels = wrongPixels
    self.tops = tops
    self.bottoms = bottoms
  }
}

/// Ends a view: all of it has been sent (tag 133).
public struct ViewDone: Equatable, Sendable {
  /// The view.
  public var view: UInt16 = 0

  /// Announces that a view is complete.
  public init(view: UInt16) { self.view = view }
}

/// The raw values of one row (tag 134).
public struct TableCells: Equatable, Sendable {
  /// One value in the table's own type.
  public enum Cell: Equatable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number.
    case real(Double)
    /// A text, cut at `WireLimits.cellText` bytes.
    case text([UInt8])
    /// Bytes, which are not sent; only their number is.
    case bytes(UInt64)
  }

  /// The request's number.
  public var request: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// The row's key in the table.
  public var key: Int64 = 0
  /// The row's tick on the x axis.
  public var tick: Int64 = 0
  /// The place of the first column in this message.
  public var first: UInt16 = 0
  /// Values of consecutive columns.
  public var cells: [Cell] = []

  /// Describes a row.
  public init(request: UInt16, source: UInt16, key: Int64, tick: Int64, first: UInt16, cells: [Cell]) {
    self.request = request
    self.source = source
    self.key = key
    self.tick = tick
    self.first = first
    self.cells = cells
  }
}
