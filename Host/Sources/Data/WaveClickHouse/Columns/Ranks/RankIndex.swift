import WaveDataFeed
import WaveTables
import WaveUnits

/// A range of a column's values, and the number of rows with these values.
struct RankCell: Equatable, Sendable {
  /// The key of the minimum value.
  var least: Int64
  /// The key of the maximum value.
  var greatest: Int64
  /// The number of rows, at least 1.
  var count: UInt64

  /// Whether all rows in the cell have the same value.
  var isOneValue: Bool { least == greatest }
}

extension RankCell {
  /// The maximum row count that a response can report for a cell.
  private static let countLimit: UInt64 = 1 << 40

  /// Decodes cells, in the order of the response.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`.
  static func cells(
    _ reader: inout RowBinaryReader, _ column: RankColumn, areOneValue: Bool
  ) throws(ClickHouseError) -> [RankCell] {
    var made: [RankCell] = []
    while !reader.isAtEnd { made.append(try RankCell(&reader, column, isOneValue: areOneValue)) }
    return made
  }

  /// Reads the minimum value, the maximum value if a cell has several values, and the number of rows.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`.
  private init(_ reader: inout RowBinaryReader, _ column: RankColumn, isOneValue: Bool)
    throws(ClickHouseError)
  {
    least = try column.key(&reader)
    greatest = isOneValue ? least : try column.key(&reader)
    count = try reader.integer()
    guard least <= greatest, count <= Self.countLimit else {
      throw reader.broken("a range of values is reversed, or has \(count) rows")
    }
  }
}

/// An index of row ranks in the order of a column.
///
/// The column's values are divided into cells with exact row counts. The values in a cell are queried only if
/// a picture begins or ends within the cell.
struct RankIndex: Sendable {
  /// The identity of an index: the column and the filters on its rows.
  struct Name: Hashable, Sendable {
    var column: Int
    var filters: [ColumnFilter]
  }

  /// The maximum number of cells that an index keeps between requests.
  static let cellLimit = 1 << 17

  /// The cells, in ascending order of their values.
  private(set) var cells: [RankCell]
  /// The rank of the first row in each cell, followed by the total number of rows.
  private(set) var starts: [UInt64] = []
  /// The value of a use counter when this index was last used.
  ///
  /// The counter increases whenever any index is used, so the least recently used index has the lowest value.
  var use = 0

  /// Creates an index from cells in any order.
  init(_ cells: [RankCell]) {
    self.cells = cells.filter { $0.count > 0 }
    sortCells()
  }

  private mutating func sortCells() {
    cells.sort { $0.least < $1.least }
    var apart: [RankCell] = []
    for cell in cells {
      // Cells can overlap if rows were added between queries.
      guard let last = apart.last, last.greatest >= cell.least else {
        apart.append(cell)
        continue
      }
      apart[apart.count - 1].greatest = max(last.greatest, cell.greatest)
      apart[apart.count - 1].count = apart[apart.count - 1].count.saturatingAdding(cell.count)
    }
    cells = apart
    starts = []
    starts.reserveCapacity(cells.count + 1)
    var total: UInt64 = 0
    for cell in cells {
      starts.append(total)
      total = total.saturatingAdding(cell.count)
    }
    starts.append(total)
  }

  /// The total number of rows.
  var total: UInt64 { starts.last ?? 0 }

  /// Returns the index of the cell that contains a rank.
  ///
  /// - Parameter place: A rank, less than `total`.
  /// - Returns: The index, or the index of the last cell if the rank is too large.
  func cell(holding place: UInt64) -> Int {
    var (low, high) = (0, cells.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the index of the first cell that contains a value not less than a key, or nil if there is none.
  func cell(of key: Int64) -> Int? {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].greatest < key { low = middle + 1 } else { high = middle }
    }
    return low < cells.count ? low : nil
  }

  /// Returns the values in consecutive stretches, or nil if there are no stretches.
  func keys(of stretches: ArraySlice<RankWindow.Stretch>) -> ClosedRange<Int64>? {
    guard let first = stretches.first, let last = stretches.last else { return nil }
    return cells[first.cells.lowerBound].least...cells[last.cells.upperBound - 1].greatest
  }

  /// Returns whether exactly one row has the value of a key.
  func isAlone(_ key: Int64) -> Bool {
    cell(of: key).map { cells[$0].isOneValue && cells[$0].count == 1 } ?? false
  }

  /// Returns the cells with several values that contain the row immediately before or after a border.
  func unsettled(_ borders: [UInt64]) -> [Int] { mixed(borders.flatMap { $0 > 0 ? [$0 - 1, $0] : [$0] }) }

  /// Returns the cells with several values that contain one of the ranks.
  func mixed(_ places: [UInt64]) -> [Int] {
    var made: [Int] = []
    for place in places.sorted() where place < total {
      let cell = cell(holding: place)
      if !cells[cell].isOneValue, made.last != cell { made.append(cell) }
    }
    return made
  }

  /// Returns the cells that contain one of the keys and also smaller values, so that the rank of the key is
  /// unknown.
  func unplaced(_ keys: [Int64]) -> [Int] {
    var made: [Int] = []
    for key in keys.sorted() {
      guard let cell = cell(of: key), cells[cell].least < key, made.last != cell else { continue }
      made.append(cell)
    }
    return made
  }

  /// Replaces cells with the parts that they were split into.
  mutating func replace(_ old: [Int], by parts: [RankCell]) {
    for cell in old { cells[cell].count = 0 }
    cells.removeAll { $0.count == 0 }
    cells += parts.filter { $0.count > 0 }
    sortCells()
  }
}
