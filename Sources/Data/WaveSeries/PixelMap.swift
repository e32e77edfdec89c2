/// A mapping from a time or row number to a pixel column, shared by all code so that pixels agree.
///
/// The window from `start` up to, but not including, `end` is divided into `columns` columns: a value t lies
/// in column ⌊(t − start) · columns / (end − start)⌋. The product has 128 bits, so nanoseconds since 1970
/// stay exact. All code that aggregates or draws values uses only this mapping, since a sample on which two
/// mappings disagreed would be a wrong pixel.
public struct PixelMap: Equatable, Sendable {
  /// The first value of the window.
  public let start: Int64
  /// The first value after the window.
  public let end: Int64
  /// The number of columns in the window.
  public let columns: Int

  /// The maximum number of columns.
  public static let columnLimit = 65_536

  /// The maximum distance of a column index from 0.
  ///
  /// Indices farther away are clamped.
  public static let farthestColumn = 1 << 30

  /// Creates the map of a window.
  ///
  /// All numbers are allowed. An empty window gets a width of one, and the number of columns is clamped to
  /// 1...``columnLimit``.
  public init(start: Int64, end: Int64, columns: Int) {
    self.start = start == .max ? start - 1 : start
    self.end = Swift.max(end, self.start + 1)
    self.columns = Swift.min(Swift.max(columns, 1), Self.columnLimit)
  }

  private var width: UInt64 { UInt64(bitPattern: end &- start) }

  /// Returns the index of the column that contains a value.
  ///
  /// Outside the window, the index is negative or at least `columns`. It is exact up to ``farthestColumn`` in
  /// either direction.
  ///
  /// - Complexity: O(1), without allocation.
  public func column(of value: Int64) -> Int {
    if value >= start { return columns(in: UInt64(bitPattern: value &- start), roundedUp: false) }
    return 0 - columns(in: UInt64(bitPattern: start &- value), roundedUp: true)
  }

  private func columns(in distance: UInt64, roundedUp: Bool) -> Int {
    let product = distance.multipliedFullWidth(by: UInt64(columns))
    guard product.high < width else { return Self.farthestColumn }
    let (quotient, remainder) = Self.divide(product, by: width)
    let count = Int(Swift.min(quotient, UInt64(Self.farthestColumn)))
    return roundedUp && remainder != 0 ? Swift.min(count + 1, Self.farthestColumn) : count
  }

  /// Returns the first value that lies in a column or in a later one: the exact inverse of ``column(of:)``.
  ///
  /// Columns outside 0...`columns` are clamped; for `columns` the result is `end`. If there are more columns
  /// than values, some columns are empty and start where the next one does.
  ///
  /// - Complexity: O(1), without allocation.
  public func start(ofColumn column: Int) -> Int64 {
    let column = UInt64(Swift.min(Swift.max(column, 0), columns))
    let product = width.multipliedFullWidth(by: column)
    let (quotient, remainder) = Self.divide(product, by: UInt64(columns))
    return start &+ Int64(bitPattern: quotient &+ (remainder == 0 ? 0 : 1))
  }

  /// Divides a 128-bit number, using a 64-bit division if the number fits in 64 bits.
  private static func divide(
    _ dividend: (high: UInt64, low: UInt64), by divisor: UInt64
  ) -> (quotient: UInt64, remainder: UInt64) {
    if dividend.high == 0 { return dividend.low.quotientAndRemainder(dividingBy: divisor) }
    return divisor.dividingFullWidth(dividend)
  }
}
