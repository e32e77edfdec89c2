import WaveDataFeed
import WaveSeries

/// A tile: columns of pixels of one column of a table, on a lattice of ticks, and the nearest rows on either
/// side.
struct ColumnTile: Equatable, Sendable {
  /// Number of columns of pixels in a tile.
  static let width = 64
  /// Maximum number of rows in one column of pixels, so that sums do not overflow.
  static let rowLimit: UInt64 = 1 << 48
  /// Approximate bytes of a tile in memory.
  static let byteCount = (width + 2) * MemoryLayout<ColumnBucket>.stride + 96

  /// The tile's columns of pixels.
  var buckets: [ColumnBucket]
  /// The nearest column of pixels to the left that has rows, or the nearest rows of it.
  var before: ColumnBucket
  /// The nearest column of pixels to the right that has rows, or the nearest rows of it.
  var after: ColumnBucket

  /// Divides an answer into tiles.
  ///
  /// - Parameters:
  ///   - lane: Columns of pixels, and the rows beside them.
  ///   - first: The number of the first column of pixels on the lattice.
  ///   - tiles: The tiles to be made; their columns of pixels that are not in `lane` have no rows.
  /// - Returns: The tiles; nil if a column of pixels has more than `rowLimit` rows.
  static func cut(_ lane: ColumnPicture.Lane, first: Int64, tiles: Range<Int64>) -> [ColumnTile]? {
    guard (lane.buckets + [lane.before, lane.after]).allSatisfy({ $0.rowCount <= rowLimit }) else {
      return nil
    }
    var made: [ColumnTile] = []
    var before = lane.before
    for tile in tiles {
      let start = Int(tile * Int64(width) - first)
      let buckets = (start..<(start + width)).map {
        lane.buckets.indices.contains($0) ? lane.buckets[$0] : .empty
      }
      made.append(ColumnTile(buckets: buckets, before: before, after: .empty))
      before = buckets.last { $0.rowCount > 0 } ?? before
    }
    var after = lane.after
    for place in made.indices.reversed() {
      made[place].after = after
      after = made[place].buckets.first { $0.rowCount > 0 } ?? after
    }
    return made
  }
}

/// Consecutive tiles.
struct TileRun: Sendable {
  /// The number of the first tile.
  let first: Int64
  let tiles: [ColumnTile]

  /// The range of their columns of pixels, by their numbers on the lattice.
  var columns: Range<Int64> {
    first * Int64(ColumnTile.width)..<(first + Int64(tiles.count)) * Int64(ColumnTile.width)
  }

  /// Returns a column of pixels; one outside the tiles has no rows.
  subscript(column: Int64) -> ColumnBucket {
    guard columns.contains(column) else { return .empty }
    let place = Int(column - columns.lowerBound)
    return tiles[place / ColumnTile.width].buckets[place % ColumnTile.width]
  }

  /// Returns the nearest rows to the left of a column of pixels.
  func before(_ column: Int64) -> ColumnBucket {
    guard column > columns.lowerBound else {
      return column == columns.lowerBound ? tiles.first?.before ?? .empty : .empty
    }
    let place = Int(min(column, columns.upperBound) - 1 - columns.lowerBound)
    let tile = tiles[place / ColumnTile.width]
    return tile.buckets[...(place % ColumnTile.width)].last { $0.rowCount > 0 } ?? tile.before
  }

  /// Returns the nearest rows at or to the right of a column of pixels.
  func after(_ column: Int64) -> ColumnBucket {
    guard column < columns.upperBound else {
      return column == columns.upperBound ? tiles.last?.after ?? .empty : .empty
    }
    let place = Int(max(column, columns.lowerBound) - columns.lowerBound)
    let tile = tiles[place / ColumnTile.width]
    return tile.buckets[(place % ColumnTile.width)...].first { $0.rowCount > 0 } ?? tile.after
  }
}
