import WaveUnits

extension TerrainSurface {
  /// The maximum distance, in posts, between a void post and the known posts from which it is filled in.
  static let fillLimit = 1024

  /// Returns the ground's height at a position, after filling in void posts from the nearest known posts to
  /// the west, east, north and south, weighted by inverse distance.
  ///
  /// `TerrainPatch` fills in the posts of a map in the same way.
  ///
  /// - Returns: The height in metres above mean sea level; nil if no tile contains the position, or no post
  ///   is known within `fillLimit` posts.
  /// - Complexity: O(tiles · `fillLimit`).
  func filledHeight(at place: Coordinate) -> Double? {
    for index in tiles.indices {
      guard let (row, column) = tiles[index].position(of: place, beyond: 0.5) else { continue }
      if let height = Self.height(row, column, post: { filledPost(index, $0, $1) }) { return height }
    }
    return nil
  }

  private func filledPost(_ index: Int, _ row: Int, _ column: Int) -> Double? {
    switch post(index, row, column) {
    case .known(let height): return height
    case .absent: return nil
    case .void: break
    }
    var (sum, weights) = (0.0, 0.0)
    for (down, right) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
      walk: for distance in 1...Self.fillLimit {
        switch post(index, row + distance * down, column + distance * right) {
        case .known(let height):
          sum += height / Double(distance)
          weights += 1 / Double(distance)
          break walk
        case .absent: break walk
        case .void: continue
        }
      }
    }
    return weights > 0 ? sum / weights : nil
  }
}
