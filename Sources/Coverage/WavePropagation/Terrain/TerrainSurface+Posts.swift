public import WaveUnits

extension TerrainSurface {
  /// Gives heights at the posts of a lattice, bilinear between those of the tiles, as
  /// `TerrainPatch.cover(by:)` takes them.
  ///
  /// - Parameters:
  ///   - northWest: The first post.
  ///   - latitudeStepDegrees: From row to row, above zero.
  ///   - longitudeStepDegrees: From column to column, above zero.
  ///   - rowCount: Rows, from north to south.
  ///   - columnCount: Columns, from west to east.
  /// - Returns: Whole metres above mean sea level, row by row; `TerrainTile.void` where no tile knows.
  /// - Complexity: O(posts · tiles), three arrays.
  public func heights(
    northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double, rowCount: Int,
    columnCount: Int
  ) -> [Int16] {
    var posts = TerrainPatch(
      northWest: northWest, latitudeStepDegrees: latitudeStepDegrees,
      longitudeStepDegrees: longitudeStepDegrees, rowCount: rowCount, columnCount: columnCount)
    for tile in tiles { posts.take(tile) }
    return posts.posts.indices.map { post in
      posts.posts[post] == .known ? Int16(saturating: posts.heights[post].rounded()) : TerrainTile.void
    }
  }
}

extension CoveragePlan.Model {
  /// Whether its rays meet what stands on the ground where a model of the surface is given.
  public var meetsSurface: Bool {
    switch self {
    case .diffraction, .p1812, .learned: true
    case .irregularTerrain, .freeSpace, .hata, .extendedHata, .learnedPlain: false
    }
  }
}
