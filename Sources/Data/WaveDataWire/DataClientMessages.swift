public import WaveWire

/// The first message from a client that shows tables (tag 32).
public struct DataHello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Creates the first message for a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// The quantity on the x axis: row numbers in the original order, ranks by a column's values, or the values.
public enum TableOrder: UInt8, Equatable, Sendable {
  /// The original order of rows, where x is the row number, starting at 0.
  case rows = 0
  /// Rows sorted by a column's values, where x is the rank, starting at 0.
  case ranks = 1
  /// The values of a column, where each tick is a fixed step in value (`TableAxis.step`).
  case values = 2
}

/// The part of a table that a client shows, called a view (tag 33).
public struct ShowTable: Equatable, Sendable {
  /// The number of the view, chosen by the client to differ from the previous number, and echoed in
  /// responses.
  public var view: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The quantity on the x axis.
  public var order: TableOrder = .rows
  /// The column that determines the order of rows; unused in the original order.
  public var orderColumn: UInt16 = 0
  /// The number of pixel columns, from 1 to `WireLimits.tablePixels`.
  public var pixels: UInt16 = 0
  /// The first visible tick of the x axis.
  public var from: Int64 = 0
  /// The tick after the last visible one, above `from`.
  public var until: Int64 = 0

  /// Creates a view.
  public init(
    view: UInt16, source: UInt16, order: TableOrder, orderColumn: UInt16, pixels: UInt16, from: Int64,
    until: Int64
  ) {
    self.view = view
    self.source = source
    self.order = order
    self.orderColumn = orderColumn
    self.pixels = pixels
    self.from = from
    self.until = until
  }
}

/// The appearance of one column of the table (tag 34).
///
/// It applies until the client replaces it.
public struct ShowLane: Equatable, Sendable {
  /// The index of the column in the table.
  public var column: UInt16 = 0
  /// The lens that reduces values to a picture, given by the raw value of `Lens` in WaveSeries.
  ///
  /// 0 draws the first, minimum, maximum and last value of each pixel column.
  public var lens: UInt8 = 0
  /// The maximum number of points that a lens chooses or, for a moving average, the number of values in its
  /// window.
  public var threshold: UInt16 = 0
  /// The height in pixels; 0 removes the lane.
  public var pixels: UInt16 = 0
  /// Whether the lane is the strip that always shows the whole table.
  public var isOverview: Bool = false
  /// Whether the lane is a second picture of a visible column, drawn with another lens for comparison.
  public var isSecond: Bool = false
  /// The value at the lower edge.
  public var low: Double = 0
  /// The value at the upper edge, above `low`.
  public var high: Double = 0

  /// Creates the appearance of a column.
  public init(
    column: UInt16, lens: UInt8, threshold: UInt16, pixels: UInt16, isOverview: Bool = false,
    isSecond: Bool = false, low: Double, high: Double
  ) {
    self.column = column
    self.lens = lens
    self.threshold = threshold
    self.pixels = pixels
    self.isOverview = isOverview
    self.isSecond = isSecond
    self.low = low
    self.high = high
  }
}

/// Requests the values of one row of the table (tag 35).
///
/// A later request replaces an earlier one.
public struct ReadRow: Equatable, Sendable {
  /// The number of the request, chosen by the client and echoed in the response.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The tick under the finger, on the x axis of the latest view.
  public var tick: Int64 = 0
  /// The column whose nearest drawn point determines the row; `WireLimits.noColumn` to read the row nearest
  /// to the tick.
  public var column: UInt16 = 0

  /// Creates a request for a row.
  public init(request: UInt16, source: UInt16, tick: Int64, column: UInt16 = WireLimits.noColumn) {
    self.request = request
    self.source = source
    self.tick = tick
    self.column = column
  }
}

/// Stops work on the server that is no longer needed (tag 36).
public struct StopTableWork: Equatable, Sendable {
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The work to stop.
  public var stage: TableWork.Stage = .importing

  /// Creates a request to stop work.
  public init(source: UInt16, stage: TableWork.Stage) {
    self.source = source
    self.stage = stage
  }
}

/// Starts or continues reading a table, or discards the rows read so far (tag 45).
public struct ReadTable: Equatable, Sendable {
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// Whether to discard the rows that have been read.
  ///
  /// If false, reading continues after them.
  public var isDiscarded: Bool = false

  /// Creates a request to read a table.
  public init(source: UInt16, isDiscarded: Bool = false) {
    self.source = source
    self.isDiscarded = isDiscarded
  }
}

/// Requests statistics of the values in a range of rows (tag 37).
///
/// A later request replaces an earlier one.
public struct ReadRange: Equatable, Sendable {
  /// The number of the request, chosen by the client and echoed in the response.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The index of the column for which to compute a histogram.
  public var column: UInt16 = 0
  /// The first tick of the range, on the x axis of the latest view.
  public var from: Int64 = 0
  /// The tick after the last tick of the range, above `from`.
  public var until: Int64 = 0

  /// Creates a request for statistics.
  public init(request: UInt16, source: UInt16, column: UInt16, from: Int64, until: Int64) {
    self.request = request
    self.source = source
    self.column = column
    self.from = from
    self.until = until
  }
}

/// Sets a filter that applies to everything shown until the client replaces it (tag 38).
public struct SetFilter: Equatable, Sendable {
  /// A rule that determines which rows pass a filter.
  public enum Kind: Equatable, Sendable {
    /// Removes the filter.
    case none
    /// Keeps rows whose value in a column lies in a closed range.
    case values(column: UInt16, low: Double, high: Double)
    /// Keeps or excludes the rows whose text in a column matches.
    case texts(column: UInt16, TextMatch, isKept: Bool)
    /// Keeps rows between two ticks on the x axis of the latest view.
    case ticks(from: Int64, until: Int64)
  }

  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The number of the filter, chosen by the client; a filter with the same number is replaced.
  public var filter: UInt8 = 0
  /// The rule that determines which rows pass the filter.
  public var kind: Kind = .none

  /// Creates a filter.
  public init(source: UInt16, filter: UInt8, kind: Kind) {
    self.source = source
    self.filter = filter
    self.kind = kind
  }
}

/// Requests rows as CSV (tag 39).
///
/// A later request replaces an earlier one. A request with an empty range of ticks ends the export.
public struct ExportRows: Equatable, Sendable {
  /// The number of the request, chosen by the client and echoed in the parts.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The first tick of the range, on the x axis of the latest view.
  public var from: Int64 = 0
  /// The tick after the last tick of the range, not below `from`.
  public var until: Int64 = 0

  /// Creates a request for an export.
  public init(request: UInt16, source: UInt16, from: Int64, until: Int64) {
    self.request = request
    self.source = source
    self.from = from
    self.until = until
  }
}

/// Requests consecutive rows (tag 40).
///
/// A later request replaces an earlier one.
public struct ReadRows: Equatable, Sendable {
  /// The number of the request, chosen by the client and echoed in the responses.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// Whether `start` is a tick of the x axis, with half of the rows before it.
  ///
  /// If false, `start` is the rank of the first row.
  public var isTick: Bool = false
  /// The tick or rank to start at, on the x axis of the latest view.
  public var start: Int64 = 0
  /// The number of rows, at most `WireLimits.rowsAtOnce`.
  public var count: UInt8 = 0

  /// Creates a request for consecutive rows.
  public init(request: UInt16, source: UInt16, isTick: Bool, start: Int64, count: UInt8) {
    self.request = request
    self.source = source
    self.isTick = isTick
    self.start = start
    self.count = count
  }
}
