/// A table that is read: all rows of some columns in one pass, and single rows by their keys.
///
/// Can be used from several threads. One pass runs at a time, and the next one waits for it. Single rows do
/// not wait for passes.
public protocol TableSource: AnyObject, Sendable {
  /// The table's name and columns; the number of rows may be known only after the first pass.
  var info: TableInfo { get }

  /// Reads all rows once, in their order.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, without repetition; an empty array reads the keys only.
  ///   - progress: Called before the first row and at least every 1024 rows; false ends the pass.
  ///   - each: Called with one chunk after another, on the caller's thread.
  /// - Throws: `TableError`, `.cancelled` if the pass was ended; earlier rows have been handed over,
  ///   including those of an incomplete chunk.
  /// - Complexity: One pass for any number of columns; memory of one chunk.
  func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void) throws(TableError)

  /// Reads the texts of all rows once, in the order of `scan`.
  ///
  /// Numbers count as the texts that SQLite makes of them; bytes that are not a text are missing.
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, without repetition.
  ///   - progress: As in `scan`.
  ///   - each: Called with one chunk after another, on the caller's thread.
  /// - Returns: The texts of each column.
  /// - Throws: As `scan`.
  /// - Complexity: One pass for any number of columns; memory of one chunk, and of a `TextDictionary` for
  ///   each column.
  func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary]

  /// Returns all cells of a row.
  ///
  /// - Returns: A cell for each of `info.columns`; nil if no row has the key.
  /// - Throws: `TableError`.
  func row(key: Int64) throws(TableError) -> [TableCell]?

  /// Returns the rows from a key on, in the order of the keys.
  ///
  /// - Parameters:
  ///   - key: The first key; a row with it need not exist.
  ///   - count: Maximum number of rows; more than `TableRow.countLimit` are never returned.
  /// - Returns: The existing rows.
  /// - Throws: `TableError`.
  func rows(from key: Int64, count: Int) throws(TableError) -> [TableRow]

  /// Ends the passes that are running or waiting, at once; they throw `TableError.cancelled`.
  ///
  /// Can be called from any thread.
  func interrupt()

  /// Returns the number that a pass reads from a cell.
  ///
  /// - Parameters:
  ///   - cell: A cell of a row.
  ///   - column: The cell's column, an index into `info.columns`.
  /// - Returns: NaN if there is no number; for times, the number of the column's unit since 1970.
  func number(_ cell: TableCell, of column: Int) -> Double

  /// Returns columns that were cached when the table was read before.
  ///
  /// - Parameter columns: Indices into `info.columns`, of columns with numbers.
  /// - Returns: Nil if a pass has to read them.
  func keptColumns(_ columns: [Int]) -> KeptColumns?

  /// Removes damaged cached columns, so that the next pass reads the table itself.
  func forgetKeptColumns()
}

extension TableSource {
  /// Returns the number in the cell.
  public func number(_ cell: TableCell, of column: Int) -> Double { cell.number }

  /// Nil: there are no cached columns.
  public func keptColumns(_ columns: [Int]) -> KeptColumns? { nil }

  /// Does nothing: there are no cached columns.
  public func forgetKeptColumns() {}
}

/// The progress of work on a table.
public struct TableProgress: Equatable, Sendable {
  /// The kind of work.
  public enum Phase: Equatable, Sendable {
    /// A text is being imported.
    case importing
    /// A table without lasting keys is being copied, so that its rows have some.
    case copying
    /// Rows are being read.
    case reading
  }

  /// The kind of work.
  public var phase: Phase
  /// Number of rows so far.
  public var rowCount: Int
  /// The share that is done, 0 to 1; nil if the total is unknown.
  public var fraction: Double?

  /// Makes a progress.
  public init(phase: Phase, rowCount: Int, fraction: Double?) {
    self.phase = phase
    self.rowCount = rowCount
    self.fraction = fraction
  }
}
