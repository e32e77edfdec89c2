public import WaveWire

/// Requests a scatter plot of two columns (tag 43), which is updated until the client replaces or ends it.
///
/// The plot shows the rows in the latest view's window that pass the filters.
public struct ShowScatter: Equatable, Sendable {
  /// The number of the request, chosen by the client and echoed in the responses.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The column along the horizontal axis.
  public var x: UInt16 = 0
  /// The column along the vertical axis.
  public var y: UInt16 = 0
  /// The number of cells from left to right, at most `WireLimits.scatterCells`; 0 ends the plot.
  public var columns: UInt16 = 0
  /// The number of cells from bottom to top, at most `WireLimits.scatterCells`.
  public var rows: UInt16 = 0
  /// The value of x at the left edge.
  public var xLow: Double = 0
  /// The value of x at the right edge, above `xLow`.
  public var xHigh: Double = 0
  /// The value of y at the lower edge.
  public var yLow: Double = 0
  /// The value of y at the upper edge, above `yLow`.
  public var yHigh: Double = 0

  /// Creates a request for a scatter plot.
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
  @usableFromInline package static let tag: UInt16 = 43

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.integer(&x)
    coder.integer(&y)
    coder.scatterCells(&columns, &rows)
    coder.edges(&xLow, &xHigh)
    coder.edges(&yLow, &yHigh)
  }
}
