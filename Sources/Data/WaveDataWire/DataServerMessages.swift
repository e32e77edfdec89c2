/// The description of a table (tag 128), which is sent again as rows are read.
public struct TableDescription: Equatable, Sendable {
  /// Properties of a table.
  public struct Flags: OptionSet, Sendable {
    /// The flags as bits.
    public var rawValue: UInt16
    /// Creates flags from bits; unknown bits are kept.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The table's values are simulated.
    public static let simulated = Flags(rawValue: 1)
    /// All rows of the table have been read.
    public static let complete = Flags(rawValue: 2)
    /// An external engine stores and counts the rows; the count is final if `complete` is also set.
    public static let remote = Flags(rawValue: 4)
    /// Some rows have not been read, because reading ended early or has not begun.
    ///
    /// `ReadTable` reads them.
    public static let partial = Flags(rawValue: 8)
  }

  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// Properties of the table.
  public var flags: Flags = []
  /// The number of rows read so far, all of which are included in pictures.
  public var rowCount: UInt64 = 0
  /// The number of columns.
  public var columnCount: UInt16 = 0
  /// The table's name.
  public var name: [UInt8] = []
  /// The origin of the table, with details.
  public var detail: [UInt8] = []

  /// Creates the description of a table.
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

/// The types and statistics of some of a table's columns (tag 129), sent again as more rows are read.
public struct TableColumns: Equatable, Sendable {
  /// The type of a column's values.
  public enum Kind: UInt8, Equatable, Sendable {
    /// Integers.
    case integer = 0
    /// Floating-point numbers.
    case real = 1
    /// Times in microseconds since 1970.
    case time = 2
    /// Text.
    case text = 3
    /// Values that cannot be drawn.
    case other = 4
  }

  /// The properties of one column.
  public struct Column: Equatable, Sendable {
    /// The type of the column's values.
    public var kind: Kind = .integer
    /// The number of decimal places of a second in which times are counted, from 0 for seconds to 9 for
    /// nanoseconds; 0 for all other types.
    public var timeDigits: UInt8 = 0
    /// The column's name.
    public var name: [UInt8] = []
    /// The number of missing values among the rows read: NULL, NaN, or text that is not a number.
    public var missing: UInt64 = 0
    /// The minimum value; NaN if there are no values.
    public var minimum: Double = 0
    /// The maximum value; NaN if there are no values.
    public var maximum: Double = 0
    /// The mean; NaN if there are no values.
    public var mean: Double = 0
    /// The standard deviation; NaN if there are no values.
    public var deviation: Double = 0
    /// Pearson's correlation coefficient with the column that orders the rows; NaN if undefined.
    public var correlation: Double = 0

    /// Creates the properties of a column.
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

  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The index of the first column in this message.
  public var first: UInt16 = 0
  /// The properties of consecutive columns.
  public var columns: [Column] = []

  /// Creates the properties of consecutive columns.
  public init(source: UInt16, first: UInt16, columns: [Column]) {
    self.source = source
    self.first = first
    self.columns = columns
  }
}

/// The progress of long-running work on the server (tag 130).
public struct TableWork: Equatable, Sendable {
  /// The kind of work.
  public enum Stage: UInt8, Equatable, Sendable {
    /// Importing a file into a database.
    case importing = 0
    /// Reading rows for the first time.
    case reading = 1
    /// Sorting rows by a column.
    case ordering = 2
    /// Reading text, after the numbers.
    case texts = 3
    /// Deriving columns from other columns.
    case deriving = 4
    /// Querying the engine that stores the rows.
    case asking = 5
  }

  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The kind of work.
  public var stage: Stage = .importing
  /// The amount of work completed so far.
  public var done: UInt64 = 0
  /// The total amount of work; 0 if unknown, and equal to `done` when the work is finished.
  public var total: UInt64 = 0

  /// Creates a progress message.
  public init(source: UInt16, stage: Stage, done: UInt64, total: UInt64) {
    self.source = source
    self.stage = stage
    self.done = done
    self.total = total
  }
}

/// The quantity and range of the x axis (tag 131).
public struct TableAxis: Equatable, Sendable {
  /// The meaning of a tick.
  public enum Kind: UInt8, Equatable, Sendable {
    /// A row number or rank.
    case count = 0
    /// A number, equal to `offset + tick * step`.
    case number = 1
    /// A time in microseconds since 1970, equal to `offset + tick * step`.
    case time = 2
  }

  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The quantity on the x axis.
  public var order: TableOrder = .rows
  /// The column that determines the order of rows; unused in the original order.
  public var column: UInt16 = 0
  /// The meaning of a tick.
  public var kind: Kind = .count
  /// The first tick of the axis.
  public var from: Int64 = 0
  /// The tick after the last tick of the axis.
  public var until: Int64 = 0
  /// The value at tick 0.
  public var offset: Double = 0
  /// The difference between the values of two adjacent ticks.
  public var step: Double = 0

  /// Creates an axis.
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

/// The pixel rows that the line of one lane covers in each pixel column (tag 132).
public struct LaneSpans: Equatable, Sendable {
  /// Properties of a lane's picture.
  public struct Flags: OptionSet, Sendable {
    /// The flags as bits.
    public var rawValue: UInt8
    /// Creates flags from bits; unknown bits are kept.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The lane is the overview strip, which always shows the whole table.
    public static let overview = Flags(rawValue: 1)
    /// The picture is the band around the line of a lens; the picture of the line follows.
    public static let band = Flags(rawValue: 2)
    /// More rows remain to be read.
    public static let partial = Flags(rawValue: 4)
    /// The picture is the second picture of a column, drawn with a different lens for comparison.
    public static let second = Flags(rawValue: 8)
    /// The picture was made from some of the rows or from a coarser window; the exact picture follows.
    public static let coarse = Flags(rawValue: 16)
  }

  /// The number of the view to which the picture belongs.
  public var view: UInt16 = 0
  /// The index of the column in the table.
  public var column: UInt16 = 0
  /// Properties of the picture.
  public var flags: Flags = []
  /// The height of the picture in pixels.
  public var pixels: UInt16 = 0
  /// The number of points drawn for the rows in the window or, for a coarse picture, the number of rows read.
  public var drawnCount: UInt64 = 0
  /// The number of rows in the window; approximate in a coarse picture.
  public var rowCount: UInt64 = 0
  /// The number of pixels that differ from a picture of all rows; `UInt32.max` if they were not counted.
  public var wrongPixels: UInt32 = 0
  /// The first covered pixel row in each pixel column, counted from the top; `none` if no pixel is covered.
  public var tops: [Int16] = []
  /// The row after the last covered pixel row in each pixel column.
  public var bottoms: [Int16] = []

  /// The value in `tops` that marks a pixel column in which no pixel is covered.
  public static let none = Int16.min

  /// Creates a lane's picture from `tops` and `bottoms`, which must have equal lengths.
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

/// Reports that all data for a view has been sent (tag 133).
public struct ViewDone: Equatable, Sendable {
  /// The number of the view.
  public var view: UInt16 = 0

  /// Creates a message that reports the end of a view.
  public init(view: UInt16) { self.view = view }
}

/// The raw values of one row (tag 134).
public struct TableCells: Equatable, Sendable {
  /// A value in the table's own type.
  public enum Cell: Equatable, Sendable {
    /// A missing value.
    case null
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// Text, truncated to `WireLimits.cellText` bytes.
    case text([UInt8])
    /// Binary data, of which only the number of bytes is sent.
    case bytes(UInt64)
  }

  /// The number of the client's request that this message answers.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The row's key in the table.
  public var key: Int64 = 0
  /// The row's tick on the x axis.
  public var tick: Int64 = 0
  /// The index of the first column in this message.
  public var first: UInt16 = 0
  /// The values of consecutive columns.
  public var cells: [Cell] = []

  /// Creates a message with values of a row.
  public init(request: UInt16, source: UInt16, key: Int64, tick: Int64, first: UInt16, cells: [Cell]) {
    self.request = request
    self.source = source
    self.key = key
    self.tick = tick
    self.first = first
    self.cells = cells
  }
}
