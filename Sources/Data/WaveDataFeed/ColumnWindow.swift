public import WaveDataWire
public import WaveSeries

/// The values along x.
public enum ColumnOrder: Hashable, Sendable {
  /// The table's own order: row numbers, or the column that the table has along x.
  case rows
  /// The places of the rows in the order of a column's values.
  case ranks(Int)
  /// The values of a column.
  case values(Int)

  /// The column that orders the rows; nil for `rows`.
  public var column: Int? {
    switch self {
    case .rows: nil
    case .ranks(let column), .values(let column): column
    }
  }
}

/// A part of x, divided into columns of pixels as by `PixelMap`.
public struct ColumnWindow: Hashable, Sendable {
  /// The values along x.
  public var order: ColumnOrder
  /// The first tick.
  public var from: Int64
  /// The tick after the last one.
  public var until: Int64
  /// Number of columns of pixels.
  public var pixels: Int

  /// Makes a window.
  public init(order: ColumnOrder, from: Int64, until: Int64, pixels: Int) {
    self.order = order
    self.from = from
    self.until = until
    self.pixels = pixels
  }

  /// The mapping of ticks to columns of pixels.
  public var map: PixelMap { PixelMap(start: from, end: until, columns: pixels) }
}

/// A condition for the rows that are kept.
public enum ColumnFilter: Hashable, Sendable {
  /// Keeps rows whose value lies between two, both included; times in microseconds.
  case values(column: Int, low: Double, high: Double)
  /// Keeps rows of a part of x; where ticks are places, they count only the rows that pass `among`.
  case ticks(ColumnOrder, from: Int64, until: Int64, among: [ColumnFilter])
  /// Keeps rows with a text, by its first bytes, or all other rows; nil means a missing text.
  case text(column: Int, text: [UInt8]?, isKept: Bool)
  /// Keeps rows whose text is not missing and none of some texts, or all other rows.
  case others(column: Int, than: [[UInt8]], isKept: Bool)
}

/// The range of x, and the meaning of its ticks.
public struct ColumnAxis: Equatable, Sendable {
  /// The kind of the values along x.
  public var kind: TableAxis.Kind
  /// The first tick.
  public var from: Int64
  /// The tick after the last one.
  public var until: Int64
  /// The value at tick 0; times in microseconds since 1970.
  public var offset: Double
  /// The difference between two ticks.
  public var step: Double

  /// Makes an axis.
  public init(kind: TableAxis.Kind, from: Int64, until: Int64, offset: Double = 0, step: Double = 1) {
    self.kind = kind
    self.from = from
    self.until = until
    self.offset = offset
    self.step = step
  }
}

/// The place of rows to be read.
public enum ColumnPlace: Equatable, Sendable {
  /// Around a tick.
  case tick(Int64)
  /// From a row's place on.
  case place(Int64)
}
