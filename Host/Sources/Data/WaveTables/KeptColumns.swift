import Synchronization
public import WaveSeries
public import WaveTableFormats

/// Cached columns of a table in mapped memory.
///
/// Only the pages in use are loaded.
///
/// The checksums of the pyramids (the extremes of blocks of values) have been verified. Use `isIntact` to
/// verify all values after the first picture. If the file is changed or can no longer be read, values may be
/// wrong, and `isDamaged` is true from then on. Check it after each use.
public final class KeptColumns: Sendable {
  /// A cached column.
  public struct Column: Sendable {
    /// The values for drawing.
    public let series: Series
    /// The statistics of the values.
    public let summary: ColumnSummary
    let index: ColumnIndex
  }

  /// The number of rows in the table.
  public var rowCount: Int { reader.rowCount }
  /// The cached columns by their index in the table.
  public let columns: [Int: Column]
  private let reader: ColumnCacheReader

  /// Maps columns, or returns nil if any of them is missing or damaged.
  init?(_ reader: ColumnCacheReader, _ columns: [Int], of info: TableInfo) {
    let memory = reader.file.memory
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

  /// The path of the cache file.
  public var path: String { reader.file.path }

  /// Whether data read so far may be wrong, because the file was changed or could not be read.
  ///
  /// - Complexity: O(1), with one system call.
  public var isDamaged: Bool { reader.file.isDamaged }

  /// Returns the key of a row, or nil if the row does not exist or its key cannot be read.
  ///
  /// - Complexity: O(1), without allocation.
  public func key(ofRow row: Int) -> Int64? { reader.key(ofRow: row) }

  /// The exact values of a column.
  public enum Values: Sendable {
    /// Integers, with 0 in rows without a value.
    case whole([Int64])
    /// Real numbers, with NaN in rows without a value.
    case real([Double])
  }

  /// Returns all values of a column.
  ///
  /// - Parameters:
  ///   - column: The column's index in the table.
  ///   - goesOn: Called before each chunk with the fraction completed, from 0 to 1; returning false stops
  ///     reading.
  /// - Returns: The values, or nil if the column is missing or damaged, or `goesOn` returned false.
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

  /// Verifies the checksums of all values for drawing and all keys.
  ///
  /// - Parameter goesOn: Called before each chunk; returning false stops the check.
  /// - Returns: False if anything is damaged; true if everything is intact or the check was stopped.
  /// - Complexity: O(bytes). Everything is read once from the file and not through the mapping, so memory
  ///   does not grow.
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
