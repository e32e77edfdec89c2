public import WaveCoverageWire
import WaveUnits

extension Hills {
  /// The descriptions of the tiles, as sent to clients.
  public static var descriptions: [TerrainDescription] {
    tiles.map { tile in
      TerrainDescription(
        flags: .simulated, northDegrees: tile.northWest.latitudeDegrees,
        westDegrees: tile.northWest.longitudeDegrees, latitudeStepDegrees: stepDegrees,
        longitudeStepDegrees: stepDegrees, rowCount: UInt32(postCount), columnCount: UInt32(postCount),
        name: [UInt8](tile.name))
    }
  }

  /// Returns the heights of selected posts of a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile's index in `tiles`.
  ///   - rows: The rows of posts, counted from the north.
  ///   - columns: The columns of posts, counted from the west.
  /// - Returns: The heights in whole metres above sea level, row by row.
  /// - Complexity: O(posts), with one array allocation.
  public func heights(ofTile tile: Int, rows: [Int], columns: [Int]) -> [Int16] {
    var heights: [Int16] = []
    heights.reserveCapacity(rows.count * columns.count)
    for row in rows {
      for column in columns { heights.append(height(tile: tile, row: row, column: column)) }
    }
    return heights
  }
}
