/// Consecutive rows of some columns.
public struct TableChunk: Sendable {
  /// Rows at most.
  public static let rowLimit = 65_536

  /// Number of the first row in the order of the pass, from 0.
  public var firstRow: Int
  /// What each row is known by, as `TableSource.row(key:)` takes it.
  public var keys: [Int64]
  /// Of each column that was asked for, in that order, the value of each row; NaN where there is none or it
  /// is no number.
  ///
  /// Of times, the whole number of the column's unit since 1970.
  public var values: [[Double]]
  /// The same as whole numbers to the last digit, where all that are there are whole; else nil.
  ///
  /// Only of columns of whole numbers and times. Rows without a value have 0.
  public var integers: [[Int64]?]

  /// Rows.
  public var rowCount: Int { keys.count }

  /// Describes a chunk.
  public init(firstRow: Int, keys: [Int64], values: [[Double]], integers: [[Int64]?]) {
    self.firstRow = firstRow
    self.keys = keys
    self.values = values
    self.integers = integers
  }
}
