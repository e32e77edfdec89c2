/// Two columns that are seen over one another, until it is said otherwise (tag 43): rows of the newest view's window that filters keep.
public struct ShowScatter: Equatable, Sendable {
  /// Number chosen by the client; what is sent for it carries it back.
  public var request: UInt16
  /// Which table.
  public var source: UInt16
  /// The column that stands across.
  public var x: UInt16
  /// The column that stands upright.
  public var y: UInt16
  /// Cells across, at most `WireLimits.scatterCells`; 0 ends it.
  public var columns: UInt16
  /// Cells upright, at most `WireLimits.scatterCells`.
  public var rows: UInt16
  /// Value of x at the left edge.
  public var xLow: Double
  /// Value of x at the right edge, above `xLow`.
  public var xHigh: Double
  /// Value of y at the lower edge.
  public var yLow: Double
  /// Value of y at the upper edge, above `yLow`.
  public var yHigh: Double

  /// Describes what is seen over what.
  public init(
    request: UInt16, source: UInt16, x: UInt16, y: UInt16, columns: UInt16, rows: UInt16, xLow: Double,
    xHigh: Double, yLow: Double, yHigh: Double
  ) {
    self.request = request
    self.source = source
    self.x = x
    self.y = y
    self.columns = columns
    self.rows = rows
    self.xLow = xLow
    self.xHigh = xHigh
    self.yLow = yLow
    self.yHigh = yHigh
  }
}

extension ShowScatter: Payload {
  static let tag: UInt16 = 43

  func append(to bytes: inout [UInt8]) {
    for number in [request, source, x, y, columns, rows] { bytes.append(littleEndian: number) }
    for value in [xLow, xHigh, yLow, yHigh] { bytes.append(littleEndian: value) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let request: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let x: UInt16 = try cursor.integer(bytes)
    let y: UInt16 = try cursor.integer(bytes)
    let (columns, rows) = try cursor.scatterCells(bytes)
    let (xLow, xHigh) = try cursor.edges(bytes)
    let (yLow, yHigh) = try cursor.edges(bytes)
    self.init(
      request: request, source: source, x: x, y: y, columns: columns, rows: rows, xLow: xLow, xHigh: xHigh,
      yLow: yLow, yHigh: yHigh)
  }
}

extension ByteCursor {
  /// Reads the sides of a grid.
  mutating func scatterCells(_ bytes: RawSpan) throws(WireError) -> (columns: UInt16, rows: UInt16) {
    let start = position
    let columns: UInt16 = try integer(bytes)
    let rows: UInt16 = try integer(bytes)
    guard Int(columns) <= WireLimits.scatterCells, Int(rows) <= WireLimits.scatterCells else {
      throw .invalid(byte: start)
    }
    return (columns, rows)
  }

  /// Reads a lower edge and an upper one above it.
  fileprivate mutating func edges(_ bytes: RawSpan) throws(WireError) -> (low: Double, high: Double) {
    let low = try double(bytes, limit: WireLimits.tableValue)
    let start = position
    let high = try double(bytes, limit: WireLimits.tableValue)
    guard low < high else { throw .invalid(byte: start) }
    return (low, high)
  }
}
