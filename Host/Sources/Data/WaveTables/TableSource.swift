/// A table from which all rows of some columns can be read in one pass, and single rows by their keys.
///
/// A source can be used from several threads. Only one pass runs at a time; other passes wait for it. Reading
/// single rows does not wait for passes.
public protocol TableSource: AnyObject, Sendable {
  /// The table's name and columns. The number of rows may be unknown until the first pass.
  var info: TableInfo { get }

  /// Reads all rows in one pass, in order.
  ///
  /// - Parameters:
  ///   - columns: The indices of distinct columns in `info.columns`; an empty array reads only the keys.
  ///   - progress: Called before the first row and at least every 1024 rows; returning false ends the pass.
  ///   - each: Called with each chunk in turn, on the caller's thread.
  /// - Throws: `TableError`; `.cancelled` if the pass was ended, after earlier rows have been passed on,
  ///   including those of an incomplete chunk.
  /// - Complexity: One pass for any number of columns, with one chunk in memory.
  func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void) throws(TableError)

  /// Reads the text of all rows in one pass, in the order of `scan`.
  ///
  /// Numbers are converted to text as in SQLite. Binary data counts as missing text.
  /// - Parameters:
  ///   - columns: The indices of distinct columns in `info.columns`.
  ///   - progress: Called as in `scan`; returning false ends the pass.
  ///   - each: Called with each chunk in turn, on the caller's thread.
  /// - Returns: The dictionary of each column.
  /// - Throws: The errors of `scan`.
  /// - Complexity: One pass for any number of columns, with one chunk and a `TextDictionary` for each column
  ///   in memory.
  func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary]

  /// Returns all cells of a row.
  ///
  /// - Returns: A cell for each column in `info.columns`, or nil if no row has the key.
  /// - Throws: `TableError`.
  func row(key: Int64) throws(TableError) -> [TableCell]?

  /// Returns consecutive rows in the order of their keys, starting at a key.
  ///
  /// - Parameters:
  ///   - key: The smallest key to return, which does not need to exist.
  ///   - count: The maximum number of rows; at most `TableRow.countLimit` are returned.
  /// - Returns: The rows found.
  /// - Throws: `TableError`.
  func rows(from key: Int64, count: Int) throws(TableError) -> [TableRow]

  /// Ends all running and waiting passes immediately. They throw `TableError.cancelled`.
  ///
  /// This method can be called from any thread.
  func interrupt()

  /// Returns the number that a scan would read from a cell.
  ///
  /// - Parameters:
  ///   - cell: A cell of any row.
  ///   - column: The index of the cell's column in `info.columns`.
  /// - Returns: The number, which for times is in the column's unit since 1970; NaN if the cell has no
  ///   number.
  func number(_ cell: TableCell, of column: Int) -> Double

  /// Returns columns that were cached when the table was last read.
  ///
  /// - Parameter columns: The indices of numeric columns in `info.columns`.
  /// - Returns: The columns, or nil if a pass is needed to read them.
  func keptColumns(_ columns: [Int]) -> KeptColumns?

  /// Removes damaged columns from the cache, so that the next pass reads the table itself.
  func forgetKeptColumns()
}

extension TableSource {
  /// Returns the number in the cell, without conversion.
  public func number(_ cell: TableCell, of column: Int) -> Double { cell.number }

  /// Returns nil, since there are no cached columns.
  public func keptColumns(_ columns: [Int]) -> KeptColumns? { nil }

  /// Does nothing, since there are no cached columns.
  public func forgetKeptColumns() {}
}

/// The progress of an operation on a table.
public struct TableProgress: Equatable, Sendable {
  /// The kind of operation.
  public enum Phase: Equatable, Sendable {
    /// Importing a text file.
    case importing
    /// Copying a table without permanent keys, so that its rows can be identified.
    case copying
    /// Reading rows.
    case reading
  }

  /// The kind of operation.
  public var phase: Phase
  /// The number of rows processed so far.
  public var rowCount: Int
  /// The fraction completed, from 0 to 1; nil if the total is unknown.
  public var fraction: Double?

  /// Creates a progress value.
  public init(phase: Phase, rowCount: Int, fraction: Double?) {
    self.phase = phase
    self.rowCount = rowCount
    self.fraction = fraction
  }
}
