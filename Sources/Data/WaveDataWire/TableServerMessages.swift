/// What a table is (tag 128); sent again as its rows are read.
public struct TableDescription: Equatable, Sendable {
  /// What holds for a table.
  public struct Flags: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt16
    /// Takes the bits; ones that are not known stay.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Its values are simulated.
    public static let simulated = Flags(rawValue: 1)
    /// All of its rows have been read.
    public static let complete = Flags(rawValue: 2)
    /// Another engine holds its rows, and counts them: all of them are known where the table is complete.
    public static let remote = Flags(rawValue: 4)
    /// Reading it ended early, or has not begun; `ReadTable` resumes it.
    public static let partial = Flags(rawValue: 8)
  }

  /// Which table.
  public var source: UInt16 = 0
  /// What holds for it.
  public var flags: Flags = []
  /// Rows that have been read; what is shown is of them.
  public var rowCount: UInt64 = 0
  /// Columns, all told.
  public var columnCount: UInt16 = 0
  /// Its name.
  public var name: [UInt8] = []
  /// Where it is from, and what should be known of it.
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

/// Some of a table's columns and what is known of their values (tag 129); sent again as more is.
public struct TableColumns: Equatable, Sendable {
  /// What a column has.
  public enum Kind: UInt8, Equatable, Sendable {
    /// Whole numbers.
    case integer = 0
    /// Numbers.
    case real = 1
    /// Times; values are microseconds since 1970.
    case time = 2
    /// Words.
    case text = 3
    /// Nothing that could be drawn.
    case other = 4
  }

  /// One column.
  public struct Column: Equatable, Sendable {
    /// What it has.
    public var kind: Kind = .integer
    /// Decimals of a second in which a row's times are counted: 0 for seconds, 9 for nanoseconds; 0 of all
    /// else.
    public var timeDigits: UInt8 = 0
    /// Its name.
    public var name: [UInt8] = []
    /// Values that are missing among the rows read: NULL, NaN, or none of a number's form.
    public var missing: UInt64 = 0
    /// The least value; NaN where there is none.
    public var minimum: Double = 0
    /// The greatest value; NaN where there is none.
    public var maximum: Double = 0
    /// The mean; NaN where there is none.
    public var mean: Double = 0
    /// The standard deviation; NaN where there is none.
    public var deviation: Double = 0
    /// Pearson's correlation with the column that orders; NaN where there is none.
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

  /// Which table.
  public var source: UInt16 = 0
  /// The place of the first of them.
  public var first: UInt16 = 0
  /// The columns, one after another.
  public var columns: [Column] = []

  /// Describes columns.
  public init(source: UInt16, first: UInt16, columns: [Column]) {
    self.source = source
    self.first = first
    self.columns = columns
  }
}

/// How far the server is with long work (tag 130).
public struct TableWork: Equatable, Sendable {
  /// What the work is.
  public enum Stage: UInt8, Equatable, Sendable {
    /// A file becomes a database.
    case importing = 0
    /// Rows are read for the first time.
    case reading = 1
    /// Rows are put into a column's order.
    case ordering = 2
    /// Texts are read, behind the numbers.
    case texts = 3
    /// Columns are made of others.
    case deriving = 4
    /// The engine that holds the rows is asked.
    case asking = 5
  }

  /// Which table.
  public var source: UInt16 = 0
  /// What the work is.
  public var stage: Stage = .importing
  /// How much is done.
  public var done: UInt64 = 0
  /// How much there is to do; 0 where that is not known, as `done` where it is finished.
  public var total: UInt64 = 0

  /// Says how far work is.
  public init(source: UInt16, stage: Stage, done: UInt64, total: UInt64) {
    self.source = source
    self.stage = stage
    self.done = done
    self.total = total
  }
}

/// What stands along x (tag 131).
public struct TableAxis: Equatable, Sendable {
  /// How a tick is read.
  public enum Kind: UInt8, Equatable, Sendable {
    /// A row's number or its place.
    case count = 0
    /// A number: `offset + tick * step`.
    case number = 1
    /// A time: microseconds since 1970, `offset + tick * step`.
    case time = 2
  }

  /// Which table.
  public var source: UInt16 = 0
  /// What stands along x.
  public var order: TableOrder = .rows
  /// The column that orders.
  public var column: UInt16 = 0
  /// How a tick is read.
  public var kind: Kind = .count
  /// The first tick.
  public var from: Int64 = 0
  /// The tick behind the last one.
  public var until: Int64 = 0
  /// What tick 0 reads.
  public var offset: Double = 0
  /// What a tick adds.
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

/// What is lit in each column of pixels of one lane (tag 132).
public struct LaneSpans: Equatable, Sendable {
  /// What holds for a lane's picture.
  public struct Flags: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt8
    /// Takes the bits; ones that are not known stay.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// This is the strip that always shows the whole table.
    public static let overview = Flags(rawValue: 1)
    /// This is the band that a lens has around its line; the line itself comes next.
    public static let band = Flags(rawValue: 2)
    /// More rows are to come.
    public static let partial = Flags(rawValue: 4)
    /// This is the other picture of a column, by a lens to be compared.
    public static let second = Flags(rawValue: 8)
    /// It is made of part of the rows, or of a coarser window; the exact one of the same view follows.
    public static let coarse = Flags(rawValue: 16)
  }

  /// The view that it is of.
  public var view: UInt16 = 0
  /// The column of the table.
  public var column: UInt16 = 0
  /// What holds for it.
  public var flags: Flags = []
  /// Height that it was made for, in rows of pixels.
  public var pixels: UInt16 = 0
  /// Points that are drawn, of the rows in the window; of a coarse picture the rows that were looked at.
  public var drawnCount: UInt64 = 0
  /// Rows in the window, as far as known.
  public var rowCount: UInt64 = 0
  /// Pixels that differ from those of all rows; `UInt32.max` where that was not looked at.
  public var wrongPixels: UInt32 = 0
  /// Rows of pixels from the top, for each column of pixels the first that is lit; `none` where no row is.
  public var tops: [Int16] = []
  /// The row of pixels behind the last that is lit.
  public var bottoms: [Int16] = []

  /// The top of a column of pixels in which nothing is lit.
  public static let none = Int16.min

  /// Describes a lane's picture; both lists have one length.
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

/// Everything of a view has been sent (tag 133).
public struct ViewDone: Equatable, Sendable {
  /// The view.
  public var view: UInt16 = 0

  /// Says that a view is complete.
  public init(view: UInt16) { self.view = view }
}

/// The raw values of one row (tag 134).
public struct TableCells: Equatable, Sendable {
  /// One value as the table has it.
  public enum Cell: Equatable, Sendable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number.
    case real(Double)
    /// Words, cut at `WireLimits.cellText` bytes.
    case text([UInt8])
    /// Bytes, and how many.
    case bytes(UInt64)
  }

  /// The question's number.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// The row's key in the table.
  public var key: Int64 = 0
  /// Where it stands along x.
  public var tick: Int64 = 0
  /// The place of the first column that is told.
  public var first: UInt16 = 0
  /// Values of columns, one after another.
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
