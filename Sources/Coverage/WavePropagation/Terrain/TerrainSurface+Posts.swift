public import WaveUnits

extension TerrainSurface {
  /// Returns heights at the posts of a grid, interpolated bilinearly between the posts of the tiles.
  ///
  /// - Parameters:
  ///   - northWest: The first post.
  ///   - latitudeStepDegrees: The spacing of rows, greater than zero.
  ///   - longitudeStepDegrees: The spacing of columns, greater than zero.
  ///   - rowCount: The number of rows, from north to south.
  ///   - columnCount: The number of columns, from west to east.
  /// - Returns: Heights in whole metres above mean sea level, row by row; `TerrainTile.void` where no tile
  ///   has a value.
  /// - Complexity: O(posts · tiles), three arrays.
  public func heights(
    northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double, rowCount: Int,
    columnCount: Int
  ) -> [Int16] {
    var posts = TerrainPatch(
      northWest: northWest, latitudeStepDegrees: latitudeStepDegrees,
      longitudeStepDegrees: longitudeStepDegrees, rowCount: rowCount, columnCount: columnCount)
    for tile in tiles { posts.copyHeights(of: tile) }
    return posts.posts.indices.map { post in
      posts.posts[post] == .known ? Int16(saturating: posts.heights[post].rounded()) : TerrainTile.void
    }
  }
}

extension CoveragePlan.Model {
  /// Whether the propagation model takes the trees and buildings of surface models into account.
  public var meetsSurface: Bool {
    switch self {
    case .diffraction, .p1812, .learned: true
    case .irregularTerrain, .freeSpace, .hata, .extendedHata, .learnedPlain: false
    }
  }
}
