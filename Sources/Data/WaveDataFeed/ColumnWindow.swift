public import WaveDataWire
public import WaveSeries

/// The quantity on the x axis: row numbers, ranks by a column's values, or the values themselves.
public enum ColumnOrder: Hashable, Sendable {
  /// The table's own order, where x is the row number or the value of the table's own x column.
  case rows
  /// The order of a column's values, where x is a row's rank.
  case ranks(Int)
  /// The values of a column on the x axis.
  case values(Int)

  /// The index of the column that orders the rows; nil for `rows`.
  public var column: Int? {
    switch self {
    case .rows: nil
    case .ranks(let column), .values(let column): column
    }
  }
}

/// A range of the x axis, divided into pixel columns by `PixelMap`.
public struct ColumnWindow: Hashable, Sendable {
  /// The quantity on the x axis.
  public var order: ColumnOrder
  /// The first tick of the window.
  public var from: Int64
  /// The tick after the last tick of the window.
  public var until: Int64
  /// The number of pixel columns.
  public var pixels: Int

  /// Creates a window.
  public init(order: ColumnOrder, from: Int64, until: Int64, pixels: Int) {
    self.order = order
    self.from = from
    self.until = until
    self.pixels = pixels
  }

  /// The mapping of ticks to pixel columns.
  public var map: PixelMap { PixelMap(start: from, end: until, columns: pixels) }
}

/// A condition that rows must meet to be shown.
public enum ColumnFilter: Hashable, Sendable {
  /// Keeps rows whose value lies in a closed range, with times in microseconds.
  case values(column: Int, low: Double, high: Double)
  /// Keeps rows in a range of the x axis. Ticks that are row numbers or ranks count only rows that pass the
  /// filters in `among`.
  case ticks(ColumnOrder, from: Int64, until: Int64, among: [ColumnFilter])
  /// Keeps or excludes the rows with a text value, which is given by its first bytes; nil means a
  /// missing value.
  case text(column: Int, text: [UInt8]?, isKept: Bool)
  /// Keeps or excludes the rows whose text value is neither missing nor in a list.
  case others(column: Int, than: [[UInt8]], isKept: Bool)
}

/// The range of the x axis, and the meaning of its ticks.
public struct ColumnAxis: Equatable, Sendable {
  /// The kind of the values along the x axis.
  public var kind: TableAxis.Kind
  /// The first tick of the axis.
  public var from: Int64
  /// The tick after the last tick of the axis.
  public var until: Int64
  /// The value at tick 0, with times in microseconds since 1970.
  public var offset: Double
  /// The difference in value between two adjacent ticks.
  public var step: Double

  /// Creates an axis.
  public init(kind: TableAxis.Kind, from: Int64, until: Int64, offset: Double = 0, step: Double = 1) {
    self.kind = kind
    self.from = from
    self.until = until
    self.offset = offset
    self.step = step
  }
}

/// A position from which to read rows.
public enum ColumnPlace: Equatable, Sendable {
  /// The rows around a tick.
  case tick(Int64)
  /// The rows starting at a row index.
  case place(Int64)
}
