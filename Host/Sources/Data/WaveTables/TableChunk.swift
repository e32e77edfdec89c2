/// Consecutive rows of some columns.
public struct TableChunk: Sendable {
  /// Maximum number of rows.
  public static let rowLimit = 65_536

  /// Number of the first row in the order of the pass, from 0.
  public var firstRow: Int
  /// The key of each row, as accepted by `TableSource.row(key:)`.
  public var keys: [Int64]
  /// The values of each requested column, in the order of the request; NaN if a row has no value or no
  /// number.
  ///
  /// A time is the number of the column's unit since 1970.
  public var values: [[Double]]
  /// The same values as exact whole numbers, if all existing ones are whole; otherwise nil.
  ///
  /// Only for columns of whole numbers and times. Rows without a value have 0.
  public var integers: [[Int64]?]

  /// Number of rows.
  public var rowCount: Int { keys.count }

  /// Makes a chunk.
  public init(firstRow: Int, keys: [Int64], values: [[Double]], integers: [[Int64]?]) {
    self.firstRow = firstRow
    self.keys = keys
    self.values = values
    self.integers = integers
  }
}
