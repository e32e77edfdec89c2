public import WaveWire

/// The first message of a client that shows tables (tag 32).
public struct DataHello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Creates the first message, for a version of the protocol.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// The meaning of x: the rows as the table has them, or in the order of a column's values.
public enum TableOrder: UInt8, Equatable, Sendable {
  /// Rows as they come; x is the row's number, from 0.
  case rows = 0
  /// Rows in the order of a column's values; x is the place in that order, from 0.
  case ranks = 1
  /// The values of a column; x is the value in ticks of the axis.
  case values = 2
}

/// The part of a table that a client shows (tag 33).
public struct ShowTable: Equatable, Sendable {
  /// Number chosen by the client, different from that of the previous view; the answers carry it back.
  public var view: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// The meaning of x.
  public var order: TableOrder = .rows
  /// The column that orders; not used if rows are shown as they come.
  public var orderColumn: UInt16 = 0
  /// Columns of pixels across, 1 to `WireLimits.tablePixels`.
  public var pixels: UInt16 = 0
  /// The first tick of x that is shown.
  public var from: Int64 = 0
  /// The tick after the last one that is shown, above `from`.
  public var until: Int64 = 0

  /// Describes a view.
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

/// The appearance of one column of the table (tag 34); it applies until the client replaces it.
public struct ShowLane: Equatable, Sendable {
  /// The column of the table.
  public var column: UInt16 = 0
  /// The reduction of its values to a picture, by the numbers of WaveSeries' lenses.
  ///
  /// 0 draws every pixel's first, least, greatest and last value.
  public var lens: UInt8 = 0
  /// The number of points that a lens chooses; for a moving average the number of values in its window.
  public var threshold: UInt16 = 0
  /// Height in rows of pixels; 0 removes the lane.
  public var pixels: UInt16 = 0
  /// Whether this is the strip that always shows the whole table.
  public var isOverview: Bool = false
  /// Whether this is a second picture of a column that is already shown, by another lens, for comparison.
  public var isSecond: Bool = false
  /// Value at the lower edge.
  public var low: Double = 0
  /// Value at the upper edge, above `low`.
  public var high: Double = 0

  /// Describes the appearance of a column.
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

/// Requests the values of one row of the table (tag 35); a newer request replaces it.
public struct ReadRow: Equatable, Sendable {
  /// Number chosen by the client; the answer carries it back.
  public var request: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// The tick of x under the finger, in the order of the newest view.
  public var tick: Int64 = 0
  /// The column whose nearest drawn point is meant; `WireLimits.noColumn` means the nearest row.
  public var column: UInt16 = 0

  /// Describes a request.
  public init(request: UInt16, source: UInt16, tick: Int64, column: UInt16 = WireLimits.noColumn) {
    self.request = request
    self.source = source
    self.tick = tick
    self.column = column
  }
}

/// Stops work of the server that is no longer wanted (tag 36).
public struct StopTableWork: Equatable, Sendable {
  /// The table's number.
  public var source: UInt16 = 0
  /// The work to stop.
  public var stage: TableWork.Stage = .importing

  /// Describes the work to stop.
  public init(source: UInt16, stage: TableWork.Stage) {
    self.source = source
    self.stage = stage
  }
}

/// Resumes a reading that ended early or has not begun, or discards its rows (tag 45).
public struct ReadTable: Equatable, Sendable {
  /// The table's number.
  public var source: UInt16 = 0
  /// Whether the rows that have been read are discarded; otherwise reading continues after them.
  public var isDiscarded: Bool = false

  /// Describes a table to read.
  public init(source: UInt16, isDiscarded: Bool = false) {
    self.source = source
    self.isDiscarded = isDiscarded
  }
}

/// Requests statistics of the values in a range of rows (tag 37); a newer request replaces it.
public struct ReadRange: Equatable, Sendable {
  /// Number chosen by the client; the answer carries it back.
  public var request: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// The column whose histogram is wanted.
  public var column: UInt16 = 0
  /// The first tick of x, in the order of the newest view.
  public var from: Int64 = 0
  /// The tick after the last one, above `from`.
  public var until: Int64 = 0

  /// Describes a request.
  public init(request: UInt16, source: UInt16, column: UInt16, from: Int64, until: Int64) {
    self.request = request
    self.source = source
    self.column = column
    self.from = from
    self.until = until
  }
}

/// Sets a filter, which applies to everything that is shown until the client replaces it (tag 38).
public struct SetFilter: Equatable, Sendable {
  /// The rule by which a filter keeps rows.
  public enum Kind: Equatable, Sendable {
    /// Removes the filter.
    case none
    /// Keeps rows whose value in a column lies between two values, both included.
    case values(column: UInt16, low: Double, high: Double)
    /// Keeps the rows whose text in a column matches, or all others.
    case texts(column: UInt16, TextMatch, isKept: Bool)
    /// Keeps rows between two ticks of x, in the order of the newest view.
    case ticks(from: Int64, until: Int64)
  }

  /// The table's number.
  public var source: UInt16 = 0
  /// Number chosen by the client; a filter of the same number is replaced.
  public var filter: UInt8 = 0
  /// The rule.
  public var kind: Kind = .none

  /// Describes a filter.
  public init(source: UInt16, filter: UInt8, kind: Kind) {
    self.source = source
    self.filter = filter
    self.kind = kind
  }
}

/// Requests rows as a CSV text (tag 39); a newer request replaces it, and one without ticks ends it.
public struct ExportRows: Equatable, Sendable {
  /// Number chosen by the client; the parts carry it back.
  public var request: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// The first tick of x, in the order of the newest view.
  public var from: Int64 = 0
  /// The tick after the last one, not below `from`.
  public var until: Int64 = 0

  /// Describes a request.
  public init(request: UInt16, source: UInt16, from: Int64, until: Int64) {
    self.request = request
    self.source = source
    self.from = from
    self.until = until
  }
}

/// Requests consecutive rows (tag 40); a newer request replaces it.
public struct ReadRows: Equatable, Sendable {
  /// Number chosen by the client; the answers carry it back.
  public var request: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// Whether `start` is a tick of x, and half of the rows come before its place; otherwise `start` is the
  /// place of the first row.
  public var isTick: Bool = false
  /// The tick or place to start at, in the order of the newest view.
  public var start: Int64 = 0
  /// The number of rows, at most `WireLimits.rowsAtOnce`.
  public var count: UInt8 = 0

  /// Describes a request.
  public init(request: UInt16, source: UInt16, isTick: Bool, start: Int64, count: UInt8) {
    self.request = request
    self.source = source
    self.isTick = isTick
    self.start = start
    self.count = count
  }
}
