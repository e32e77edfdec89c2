/// A chunk of consecutive rows of several columns.
public struct TableChunk: Sendable {
  /// The maximum number of rows in a chunk.
  public static let rowLimit = 65_536

  /// The index of the first row in the order of the pass, starting at 0.
  public var firstRow: Int
  /// The key of each row, as accepted by `TableSource.row(key:)`.
  public var keys: [Int64]
  /// The values of each requested column, in the order of the request; NaN if a row's value is missing or not
  /// numeric.
  ///
  /// A time is given in the column's unit since 1970.
  public var values: [[Double]]
  /// The values of each column as exact integers; nil for a column with values that are not integers.
  ///
  /// Only columns of integers and times can have exact integers. Rows without a value contain 0.
  public var integers: [[Int64]?]

  /// The number of rows in the chunk.
  public var rowCount: Int { keys.count }

  /// Creates a chunk.
  public init(firstRow: Int, keys: [Int64], values: [[Double]], integers: [[Int64]?]) {
    self.firstRow = firstRow
    self.keys = keys
    self.values = values
    self.integers = integers
  }
}
