public import WaveUnits

/// The reason why terrain cannot be used.
public enum TerrainError: Error, Equatable, Sendable {
  /// The values do not describe a grid of posts.
  case notATile(rows: Int, columns: Int, heights: Int)
  /// No tile contains the position.
  case noTile(Coordinate)
  /// The height of the ground at the position is unknown.
  case void(Coordinate)
  /// The position is invalid, or too close to a pole for a map.
  case beyondMap(Coordinate)
  /// The requested area has more posts than the limit.
  case tooManyPosts(Int)
}

#if !hasFeature(Embedded)
  extension TerrainError: CustomStringConvertible {
    /// A one-line message that states the problem, its location and how to fix it.
    public var description: String {
      switch self {
      case .notATile(let rows, let columns, let heights):
        "\(rows) rows and \(columns) columns of posts with \(heights) heights are not a tile. Fetch it again"
      case .noTile(let place): "there is no terrain at \(place.text). Add the tile that holds it"
      case .void(let place): "the ground at \(place.text) has no height in its tile. Choose a place beside it"
      case .beyondMap(let place): "\(place.text) is not between 85° south and 85° north. Choose another place"
      case .tooManyPosts(let count):
        "\(count) posts are too many for the memory. Choose a smaller radius"
      }
    }
  }

  extension Coordinate {
    fileprivate var text: String {
      "\((latitudeDegrees * 1e5).rounded() / 1e5), \((longitudeDegrees * 1e5).rounded() / 1e5)"
    }
  }
#endif
