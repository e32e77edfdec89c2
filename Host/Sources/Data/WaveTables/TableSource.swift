/// A table that is read: all rows of some columns in one pass, and single rows by their keys.
///
/// May be used from several threads. One pass runs at a time, the next waits for it; rows are read beside it.
public protocol TableSource: AnyObject, Sendable {
  /// What the table is; the number of rows may become known only with the first pass.
  var info: TableInfo { get }

  /// Reads all rows once, in their order.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, none twice; none reads the keys alone.
  ///   - progress: Called before the first row and every 1024 rows or sooner; false ends the pass.
  ///   - each: Called with one chunk after another, on the caller's thread.
  /// - Throws: `TableError`, `.cancelled` where the pass was ended; the rows before have been given, those of
  ///   the chunk that was being filled too.
  /// - Complexity: One pass however many columns; memory of one chunk.
  func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void) throws(TableError)

  /// Reads the texts of all rows once, in the order of `scan`.
  ///
  /// Numbers count as the texts that SQLite makes of them; bytes that are no text are missing.
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, none twice.
  ///   - progress: As in `scan`.
  ///   - each: Called with one chunk after another, on the caller's thread.
  /// - Returns: The texts of each column.
  /// - Throws: As `scan`.
  /// - Complexity: One pass however many columns; memory of one chunk, and of a `TextDictionary` for each
  ///   column.
  func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary]

  /// All cells of a row.
  ///
  /// - Returns: A cell for each of `info.columns`; nil where no row has the key.
  /// - Throws: `TableError`.
  func row(key: Int64) throws(TableError) -> [TableCell]?

  /// The rows from a key on, in the order of the keys.
  ///
  /// - Parameters:
  ///   - key: The first key that is wanted, there or not.
  ///   - count: At most so many, and never more than `TableRow.countLimit`.
  /// - Returns: Those there are.
  /// - Throws: `TableError`.
  func rows(from key: Int64, count: Int) throws(TableError) -> [TableRow]

  /// Ends the passes that run or wait, at once; they throw `TableError.cancelled`. From any thread.
  func interrupt()

  /// The value that a pass gives for a cell.
  ///
  /// - Parameters:
  ///   - cell: One of a row's.
  ///   - column: Its column, an index into `info.columns`.
  /// - Returns: NaN where there is none, or it is no number; of times, the number of the column's
  ///   unit since 1970.
  func number(_ cell: TableCell, of column: Int) -> Double

  /// Columns as they were kept when the table was read before.
  ///
  /// - Parameter columns: Indices into `info.columns`, of columns with numbers.
  /// - Returns: Nil where a pass has to read them.
  func keptColumns(_ columns: [Int]) -> KeptColumns?

  /// Gives up what was kept, since it is damaged: the next pass reads the table itself.
  func forgetKeptColumns()
}

extension TableSource {
  /// The number that stands in the cell.
  public func number(_ cell: TableCell, of column: Int) -> Double { cell.number }

  /// Nothing was kept.
  public func keptColumns(_ columns: [Int]) -> KeptColumns? { nil }

  /// There is nothing to be given up.
  public func forgetKeptColumns() {}
}

/// How far work on a table has come.
public struct TableProgress: Equatable, Sendable {
  /// What is being done.
  public enum Phase: Equatable, Sendable {
    /// A text is being made into a table.
    case importing
    /// What has no lasting keys is being copied, so that its rows have some.
    case copying
    /// Rows are being read.
    case reading
  }

  /// What is being done.
  public var phase: Phase
  /// Rows so far.
  public var rowCount: Int
  /// The part that is done, 0 to 1; nil where nobody knows how much there is.
  public var fraction: Double?

  /// Describes progress.
  public init(phase: Phase, rowCount: Int, fraction: Double?) {
    self.phase = phase
    self.rowCount = rowCount
    self.fraction = fraction
  }
}
