import WaveUnits

extension TerrainSurface {
  /// Returns heights at the posts of a grid, interpolated bilinearly between the posts of the tiles.
  ///
  /// - Parameter lattice: The places of the posts, with spacings greater than zero.
  /// - Returns: Heights in whole metres above mean sea level, row by row; `TerrainTile.void` where no tile
  ///   has a value.
  /// - Complexity: O(posts · tiles), three arrays.
  public func heights(at lattice: PostLattice) -> [Int16] {
    let posts = TerrainPatch(lattice, of: tiles)
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
