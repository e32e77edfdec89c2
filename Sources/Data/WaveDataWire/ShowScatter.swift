package import WaveWire

/// Two columns that are seen over one another, until it is said otherwise (tag 43): rows of the newest view's
/// window that filters keep.
public struct ShowScatter: Equatable, Sendable {
  /// Number chosen by the client; what is sent for it carries it back.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// The column that stands across.
  public var x: UInt16 = 0
  /// The column that stands upright.
  public var y: UInt16 = 0
  /// Cells across, at most `WireLimits.scatterCells`; 0 ends it.
  public var columns: UInt16 = 0
  /// Cells upright, at most `WireLimits.scatterCells`.
  public var rows: UInt16 = 0
  /// Value of x at the left edge.
  public var xLow: Double = 0
  /// Value of x at the right edge, above `xLow`.
  public var xHigh: Double = 0
  /// Value of y at the lower edge.
  public var yLow: Double = 0
  /// Value of y at the upper edge, above `yLow`.
  public var yHigh: Double = 0

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
  package static let tag: UInt16 = 43

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.integer(&x)
    coder.integer(&y)
    coder.scatterCells(&columns, &rows)
    coder.edges(&xLow, &xHigh)
    coder.edges(&yLow, &yHigh)
  }
}
