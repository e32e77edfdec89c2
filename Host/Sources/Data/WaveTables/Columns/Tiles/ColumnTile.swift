import WaveDataFeed
import WaveSeries

/// A tile: consecutive pixel columns of one table column, aligned to a grid of ticks, with the nearest rows
/// on either side.
struct ColumnTile: Equatable, Sendable {
  /// The number of pixel columns in a tile.
  static let width = 64
  /// The maximum number of rows in one pixel column.
  ///
  /// It is chosen so that sums do not overflow.
  static let rowLimit: UInt64 = 1 << 48
  /// The approximate size of a tile in memory, in bytes.
  static let byteCount = (width + 2) * MemoryLayout<ColumnBucket>.stride + 96

  /// The buckets of the tile's pixel columns.
  var buckets: [ColumnBucket]
  /// The nearest nonempty pixel column to the left of the tile, or the nearest rows in that pixel column.
  var before: ColumnBucket
  /// The nearest nonempty pixel column to the right of the tile, or the nearest rows in that pixel column.
  var after: ColumnBucket

  /// Divides the pixel columns of a response into tiles.
  ///
  /// - Parameters:
  ///   - lane: The pixel columns, and the nearest rows on either side.
  ///   - first: The grid index of the first pixel column.
  ///   - tiles: The indices of the tiles to create; pixel columns that are not in `lane` are left empty.
  /// - Returns: The tiles, or nil if a pixel column has more than `rowLimit` rows.
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

/// A run of consecutive tiles.
struct TileRun: Sendable {
  /// The index of the first tile.
  let first: Int64
  let tiles: [ColumnTile]

  /// The grid indices of the pixel columns in the tiles.
  var columns: Range<Int64> {
    first * Int64(ColumnTile.width)..<(first + Int64(tiles.count)) * Int64(ColumnTile.width)
  }

  /// Returns the bucket of a pixel column, or an empty bucket if the pixel column is outside the tiles.
  subscript(column: Int64) -> ColumnBucket {
    guard columns.contains(column) else { return .empty }
    let place = Int(column - columns.lowerBound)
    return tiles[place / ColumnTile.width].buckets[place % ColumnTile.width]
  }

  /// Returns the nearest rows to the left of a pixel column.
  func before(_ column: Int64) -> ColumnBucket {
    guard column > columns.lowerBound else {
      return column == columns.lowerBound ? tiles.first?.before ?? .empty : .empty
    }
    let place = Int(min(column, columns.upperBound) - 1 - columns.lowerBound)
    let tile = tiles[place / ColumnTile.width]
    return tile.buckets[...(place % ColumnTile.width)].last { $0.rowCount > 0 } ?? tile.before
  }

  /// Returns the nearest rows in or to the right of a pixel column.
  func after(_ column: Int64) -> ColumnBucket {
    guard column < columns.upperBound else {
      return column == columns.upperBound ? tiles.last?.after ?? .empty : .empty
    }
    let place = Int(max(column, columns.lowerBound) - columns.lowerBound)
    let tile = tiles[place / ColumnTile.width]
    return tile.buckets[(place % ColumnTile.width)...].first { $0.rowCount > 0 } ?? tile.after
  }
}
