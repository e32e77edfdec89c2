import WaveDataFeed
import WaveTables
import WaveUnits

/// A cell of neighbouring values of a column, with its number of rows.
struct RankCell: Equatable, Sendable {
  /// The key of the least value.
  var least: Int64
  /// The key of the greatest value.
  var greatest: Int64
  /// Number of rows, at least 1.
  var count: UInt64

  /// Whether all rows have the same value.
  var isOneValue: Bool { least == greatest }
}

extension RankCell {
  /// Maximum number of rows of a cell in an answer.
  private static let countLimit: UInt64 = 1 << 40

  /// Reads cells, in the order of the answer.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`.
  static func cells(
    _ bytes: [UInt8], _ column: RankColumn, areOneValue: Bool
  ) throws(ClickHouseError) -> [RankCell] {
    var reader = RowBinaryReader(bytes)
    var made: [RankCell] = []
    while !reader.isAtEnd { made.append(try RankCell(&reader, column, isOneValue: areOneValue)) }
    return made
  }

  /// Reads the least value, the greatest one if a cell has several, and the number of rows.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`.
  private init(_ reader: inout RowBinaryReader, _ column: RankColumn, isOneValue: Bool)
    throws(ClickHouseError)
  {
    least = try column.key(&reader)
    greatest = isOneValue ? least : try column.key(&reader)
    count = try reader.integer()
    guard least <= greatest, count <= Self.countLimit else {
      throw reader.broken("a range of values is upside down, or has \(count) rows")
    }
  }
}

/// An index of the places of rows in the order of a column: exact numbers of rows up to some values.
///
/// Values between these are queried only if a picture begins or ends there.
struct RankIndex: Sendable {
  /// The column, and the filters that rows pass.
  struct Name: Hashable, Sendable {
    var column: Int
    var filters: [ColumnFilter]
  }

  /// Maximum number of cells that are cached between two requests.
  static let cellLimit = 1 << 17

  /// The cells, in the order of their values.
  private(set) var cells: [RankCell]
  /// The place of each cell's first row, followed by the number of all rows.
  private(set) var starts: [UInt64] = []
  /// The time of the last use, as a count of uses.
  var use = 0

  /// Makes an index of cells in any order.
  init(_ cells: [RankCell]) {
    self.cells = cells.filter { $0.count > 0 }
    sortCells()
  }

  private mutating func sortCells() {
    cells.sort { $0.least < $1.least }
    var apart: [RankCell] = []
    for cell in cells {
      // Cells overlap if rows were added during the queries.
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

  /// Number of all rows.
  var total: UInt64 { starts.last ?? 0 }

  /// Returns the cell that contains a place.
  ///
  /// - Parameter place: A place, less than `total`.
  /// - Returns: The index of the cell; for a place beyond the end, the last one.
  func cell(holding place: UInt64) -> Int {
    var (low, high) = (0, cells.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the cell in which a value lies, or would lie; nil if it is greater than all cells.
  func cell(of key: Int64) -> Int? {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].greatest < key { low = middle + 1 } else { high = middle }
    }
    return low < cells.count ? low : nil
  }

  /// Whether exactly one row has a value.
  func isAlone(_ key: Int64) -> Bool {
    cell(of: key).map { cells[$0].isOneValue && cells[$0].count == 1 } ?? false
  }

  /// Returns the cells at some borders that have more than one value: those of the rows on either side.
  func unsettled(_ borders: [UInt64]) -> [Int] { mixed(borders.flatMap { $0 > 0 ? [$0 - 1, $0] : [$0] }) }

  /// Returns the cells that contain some places and have more than one value.
  func mixed(_ places: [UInt64]) -> [Int] {
    var made: [Int] = []
    for place in places.sorted() where place < total {
      let cell = cell(holding: place)
      if !cells[cell].isOneValue, made.last != cell { made.append(cell) }
    }
    return made
  }

  /// Returns the cells of values whose places are unknown, since lesser values are in the same cell.
  func unplaced(_ keys: [Int64]) -> [Int] {
    var made: [Int] = []
    for key in keys.sorted() {
      guard let cell = cell(of: key), cells[cell].least < key, made.last != cell else { continue }
      made.append(cell)
    }
    return made
  }

  /// Replaces cells by others.
  mutating func replace(_ old: [Int], by parts: [RankCell]) {
    for cell in old { cells[cell].count = 0 }
    cells.removeAll { $0.count == 0 }
    cells += parts.filter { $0.count > 0 }
    sortCells()
  }
}
