import Synchronization
public import WaveSeries

/// Columns of a table that were kept as they are drawn: they lie in mapped memory, and nothing of them is
/// read until it is looked at.
///
/// Their pyramids were found to be as they were written; whether all values are tells `isIntact`, behind the
/// first picture. Where the file is changed or cannot be read any more, values are others, and `isDamaged` is
/// true from then on: it is looked at after each use.
public final class KeptColumns: Sendable {
  /// A column.
  public struct Column: Sendable {
    /// Its values as they are drawn.
    public let series: Series
    /// What is known of them.
    public let summary: ColumnSummary
    let index: ColumnIndex
  }

  /// Rows of the table.
  public var rowCount: Int { reader.rowCount }
  /// By their numbers in the table.
  public let columns: [Int: Column]
  private let reader: ColumnCacheReader

  /// Maps columns; nil where some are not there, or damaged.
  init?(_ reader: ColumnCacheReader, _ columns: [Int], of info: TableInfo) {
    let memory = reader.memory
    var found: [Int: Column] = [:]
    for column in columns {
      guard let index = reader.index(of: column) else { return nil }
      var series = Series()
      for chunk in index.chunks {
        guard let piece = reader.series(chunk, in: memory) else { return nil }
        series.append(piece)
      }
      found[column] = Column(
        series: series,
        summary: ColumnSummary(info.columns[column], offset: index.offset, statistics: index.statistics),
        index: index)
    }
    self.reader = reader
    self.columns = found
  }

  /// Where they are kept.
  public var path: String { reader.path }

  /// Whether what has been read of them until now may be wrong, since their file was changed or could not be
  /// read.
  ///
  /// - Complexity: O(1), one call of the system.
  public var isDamaged: Bool { reader.isDamaged }

  /// The key of a row; nil where there is no such row, or it cannot be read.
  ///
  /// - Complexity: O(1), no allocation.
  public func key(ofRow row: Int) -> Int64? { reader.key(ofRow: row) }

  /// Values of a column to the last digit.
  public enum Values: Sendable {
    /// All that are there are whole; rows without one have 0.
    case whole([Int64])
    /// NaN where there is none.
    case real([Double])
  }

  /// All values of a column.
  ///
  /// - Parameters:
  ///   - column: Which one.
  ///   - goesOn: Asked for each 65,536 rows or fewer, with the part that is done; false ends it.
  /// - Returns: Nil where it is not there, is damaged, or was ended.
  /// - Complexity: O(rows).
  public func values(of column: Int, goesOn: (Double) -> Bool) -> Values? {
    guard let column = columns[column] else { return nil }
    var (reals, wholes): ([Double], [Int64]) = ([], [])
    let isWhole = column.index.chunks.allSatisfy { $0.isWhole }
    if isWhole { wholes.reserveCapacity(rowCount) } else { reals.reserveCapacity(rowCount) }
    for (place, chunk) in column.index.chunks.enumerated() {
      guard goesOn(Double(place) / Double(column.index.chunks.count)),
        let (values, integers) = reader.values(chunk, column.summary)
      else { return nil }
      if isWhole, let integers { wholes += integers } else { reals += values }
    }
    guard !isDamaged else { return nil }
    return isWhole ? .whole(wholes) : .real(reals)
  }

  /// Whether all that is drawn, and all keys, are as they were written.
  ///
  /// - Parameter goesOn: Asked again and again; false ends it.
  /// - Returns: False where something is damaged.
  /// - Complexity: Reads all of it once, past the mapped memory, which stays as small as it was.
  public func isIntact(goesOn: () -> Bool) -> Bool {
    var buffer: [UInt8] = []
    let keys = reader.directory.keys.filter { $0.form != .counted }.map(\.piece)
    let values = columns.values.flatMap { $0.index.chunks.map(\.values) }
    for piece in (keys + values).sorted(by: { $0.place < $1.place }) {
      guard goesOn() else { return true }
      if !reader.isIntact(piece, buffer: &buffer) { return false }
    }
    return !isDamaged
  }
}
