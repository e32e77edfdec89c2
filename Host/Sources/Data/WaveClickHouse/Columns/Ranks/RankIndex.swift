import WaveTables
import WaveUnits

/// Neighboring values of a column: which they are, and how many rows have one of them.
struct RankCell: Equatable, Sendable {
  /// What stands for the least value.
  var least: Int64
  /// What stands for the greatest.
  var greatest: Int64
  /// Rows, at least 1.
  var count: UInt64

  /// Whether all rows have the same value.
  var isOneValue: Bool { least == greatest }
}

extension RankCell {
  /// Rows of a cell at most: more are no answer.
  private static let countLimit: UInt64 = 1 << 40

  /// Reads cells, in the order in which they come.
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

  /// Reads the least value, the greatest where there are several, and the number of rows.
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

/// What is known of the places of rows in the order of a column: how many rows there are up to some values,
/// exactly.
///
/// Values between them are asked for when a picture begins or ends there, and only these.
struct RankIndex: Sendable {
  /// The column, and which rows are kept.
  struct Name: Hashable, Sendable {
    var column: Int
    var filters: [ColumnFilter]
  }

  /// Cells that are kept between two questions at most.
  static let cellLimit = 1 << 17

  /// In the order of their values.
  private(set) var cells: [RankCell]
  /// The place of each cell's first row, and the number of all rows.
  private(set) var starts: [UInt64] = []
  /// When it was used last, compared with others.
  var use = 0

  /// Keeps cells, in any order.
  init(_ cells: [RankCell]) {
    self.cells = cells.filter { $0.count > 0 }
    putInOrder()
  }

  private mutating func putInOrder() {
    cells.sort { $0.least < $1.least }
    var apart: [RankCell] = []
    for cell in cells {
      // Cells overlap where rows came while they were asked for.
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

  /// Rows in all.
  var total: UInt64 { starts.last ?? 0 }

  /// The cell that holds a place.
  ///
  /// - Parameter place: Less than `total`.
  /// - Returns: Its index; of a place behind the end the last one.
  func cell(holding place: UInt64) -> Int {
    var (low, high) = (0, cells.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The cell in which a value lies, or would.
  func cell(of key: Int64) -> Int? {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].greatest < key { low = middle + 1 } else { high = middle }
    }
    return low < cells.count ? low : nil
  }

  /// Whether just one row has a value.
  func isAlone(_ key: Int64) -> Bool {
    cell(of: key).map { cells[$0].isOneValue && cells[$0].count == 1 } ?? false
  }

  /// The cells at some borders whose values are not known: those of the rows on either side.
  func unsettled(_ borders: [UInt64]) -> [Int] { mixed(borders.flatMap { $0 > 0 ? [$0 - 1, $0] : [$0] }) }

  /// The cells that hold some places and more than one value.
  func mixed(_ places: [UInt64]) -> [Int] {
    var made: [Int] = []
    for place in places.sorted() where place < total {
      let cell = cell(holding: place)
      if !cells[cell].isOneValue, made.last != cell { made.append(cell) }
    }
    return made
  }

  /// The cells of some values whose places are not known, since there are lesser ones in the same cell.
  func unplaced(_ keys: [Int64]) -> [Int] {
    var made: [Int] = []
    for key in keys.sorted() {
      guard let cell = cell(of: key), cells[cell].least < key, made.last != cell else { continue }
      made.append(cell)
    }
    return made
  }

  /// Puts cells in the place of others.
  mutating func replace(_ old: [Int], by parts: [RankCell]) {
    for cell in old { cells[cell].count = 0 }
    cells.removeAll { $0.count == 0 }
    cells += parts.filter { $0.count > 0 }
    putInOrder()
  }
}
