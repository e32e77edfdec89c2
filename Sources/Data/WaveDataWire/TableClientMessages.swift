public import WaveWire

/// The first message of a client that shows tables (tag 32).
public struct TablesHello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Says hello in a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// What stands along x: rows as the table has them, or in the order of a column's values.
public enum TableOrder: UInt8, Equatable, Sendable {
  /// Rows as they come; x is the row's number, from 0 on.
  case rows = 0
  /// Rows in the order of a column's values; x is the place in that order, from 0 on.
  case ranks = 1
  /// The values of a column themselves; x is the value in the axis's ticks.
  case values = 2
}

/// The part of a table that a client shows from now on (tag 33).
public struct ShowTable: Equatable, Sendable {
  /// Number chosen by the client, not that of the view before it; what is sent for the view carries it back.
  public var view: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// What stands along x.
  public var order: TableOrder = .rows
  /// The column that orders; not used where the order is that of the rows.
  public var orderColumn: UInt16 = 0
  /// Columns of pixels across, 1 to `WireLimits.tablePixels`.
  public var pixels: UInt16 = 0
  /// The first tick of x that is shown.
  public var from: Int64 = 0
  /// The tick behind the last one that is shown, above `from`.
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

/// How a column of the table is seen, until it is said otherwise (tag 34).
public struct ShowLane: Equatable, Sendable {
  /// The column of the table.
  public var column: UInt16 = 0
  /// What reduces its values to what is drawn, by the numbers of WaveSeries' lenses: 0 is every pixel's
  /// first, least, greatest and last value.
  public var lens: UInt8 = 0
  /// Points that a lens chooses; for a moving average the values of its window.
  public var threshold: UInt16 = 0
  /// Height in rows of pixels; 0 leaves the column out.
  public var pixels: UInt16 = 0
  /// Whether this is the strip that always shows the whole table.
  public var isOverview: Bool = false
  /// Whether this is another picture of a column that is seen already, by a lens to be compared.
  public var isSecond: Bool = false
  /// Value at the lower edge.
  public var low: Double = 0
  /// Value at the upper edge, above `low`.
  public var high: Double = 0

  /// Describes how a column is seen.
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

/// A question for the values of one row of the table (tag 35); a newer one takes its place.
public struct ReadRow: Equatable, Sendable {
  /// Number chosen by the client; the answer carries it back.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// The tick of x under the finger, in the order of the newest view.
  public var tick: Int64 = 0
  /// The column whose nearest drawn point is meant; `WireLimits.noColumn` means the nearest row.
  public var column: UInt16 = 0

  /// Asks for a row.
  public init(request: UInt16, source: UInt16, tick: Int64, column: UInt16 = WireLimits.noColumn) {
    self.request = request
    self.source = source
    self.tick = tick
    self.column = column
  }
}

/// Work of the server's that is no longer wanted (tag 36).
public struct StopTableWork: Equatable, Sendable {
  /// Which table.
  public var source: UInt16 = 0
  /// What is to be stopped.
  public var stage: TableWork.Stage = .importing

  /// Stops work.
  public init(source: UInt16, stage: TableWork.Stage) {
    self.source = source
    self.stage = stage
  }
}

/// Resumes a reading that ended early or has not begun, or discards its rows (tag 45).
public struct ReadTable: Equatable, Sendable {
  /// Which table.
  public var source: UInt16 = 0
  /// Whether the rows that have been read are discarded; else reading goes on behind them.
  public var isDiscarded: Bool = false

  /// Resumes or discards.
  public init(source: UInt16, isDiscarded: Bool = false) {
    self.source = source
    self.isDiscarded = isDiscarded
  }
}

/// A question for what the values of a range of rows are like (tag 37); a newer one takes its place.
public struct ReadRange: Equatable, Sendable {
  /// Number chosen by the client; the answer carries it back.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// The column whose histogram is wanted.
  public var column: UInt16 = 0
  /// The first tick of x, in the order of the newest view.
  public var from: Int64 = 0
  /// The tick behind the last one, above `from`.
  public var until: Int64 = 0

  /// Asks for a range.
  public init(request: UInt16, source: UInt16, column: UInt16, from: Int64, until: Int64) {
    self.request = request
    self.source = source
    self.column = column
    self.from = from
    self.until = until
  }
}

/// Which rows are kept in all that is shown, until it is said otherwise (tag 38).
public struct SetFilter: Equatable, Sendable {
  /// What a filter keeps.
  public enum Kind: Equatable, Sendable {
    /// All: the filter is taken away.
    case none
    /// Rows whose value in a column lies between two, both included.
    case values(column: UInt16, low: Double, high: Double)
    /// Rows by what stands in a column of texts: those that match, or all others.
    case texts(column: UInt16, TextMatch, isKept: Bool)
    /// Rows that stand between two ticks of x, in the order of the newest view.
    case ticks(from: Int64, until: Int64)
  }

  /// Which table.
  public var source: UInt16 = 0
  /// Number chosen by the client; one of the same number is replaced.
  public var filter: UInt8 = 0
  /// What it keeps.
  public var kind: Kind = .none

  /// Sets a filter.
  public init(source: UInt16, filter: UInt8, kind: Kind) {
    self.source = source
    self.filter = filter
    self.kind = kind
  }
}

/// Rows that are wanted as a text with columns (tag 39); another request takes its place, and one of no ticks
/// ends it.
public struct ExportRows: Equatable, Sendable {
  /// Number chosen by the client; the parts carry it back.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// The first tick of x, in the order of the newest view.
  public var from: Int64 = 0
  /// The tick behind the last one, not below `from`.
  public var until: Int64 = 0

  /// Asks for rows.
  public init(request: UInt16, source: UInt16, from: Int64, until: Int64) {
    self.request = request
    self.source = source
    self.from = from
    self.until = until
  }
}

/// A question for rows that follow one another (tag 40); a newer one takes its place.
public struct ReadRows: Equatable, Sendable {
  /// Number chosen by the client; the answers carry it back.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// Whether `start` is a tick of x, in whose place and half of the rows before it the answer begins; else it
  /// is the first place itself.
  public var isTick: Bool = false
  /// Where to begin, in the order of the newest view.
  public var start: Int64 = 0
  /// How many rows, at most `WireLimits.rowsAtOnce`.
  public var count: UInt8 = 0

  /// Asks for rows.
  public init(request: UInt16, source: UInt16, isTick: Bool, start: Int64, count: UInt8) {
    self.request = request
    self.source = source
    self.isTick = isTick
    self.start = start
    self.count = count
  }
}
