public import WavePropagation
public import WaveUnits

/// The positions of a tile's posts, known from its header or name before any heights are read.
public struct TerrainLattice: Equatable, Sendable {
  /// The maximum number of posts along an edge: one for every arc-second, and one shared with the next tile.
  public static let postLimit = 3601

  /// The south-western post.
  public let southWest: Coordinate
  /// The spacing of rows of posts, in degrees of latitude.
  public let latitudeStepDegrees: Double
  /// The spacing of columns of posts, in degrees of longitude.
  public let longitudeStepDegrees: Double
  /// The number of rows.
  public let rowCount: Int
  /// The number of columns.
  public let columnCount: Int

  /// Creates a grid of posts without validating it.
  public init(
    southWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double, rowCount: Int,
    columnCount: Int
  ) {
    self.southWest = southWest
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    self.rowCount = rowCount
    self.columnCount = columnCount
  }

  /// The north-eastern post.
  public var northEast: Coordinate {
    Coordinate(
      latitudeDegrees: Self.snapped(southWest.latitudeDegrees + Double(rowCount - 1) * latitudeStepDegrees),
      longitudeDegrees: Self.snapped(
        southWest.longitudeDegrees + Double(columnCount - 1) * longitudeStepDegrees))
  }

  /// Rounds an angle to a tenth of an arc-second if it differs only by rounding errors, so that the edges of
  /// neighbours are equal.
  private static func snapped(_ degrees: Double) -> Double {
    let near = (degrees * 36_000).rounded()
    return (degrees * 36_000 - near).magnitude < 1e-6 ? near / 36_000 : degrees
  }

  /// The north-western post, which is the first post of a tile.
  public var northWest: Coordinate {
    Coordinate(latitudeDegrees: northEast.latitudeDegrees, longitudeDegrees: southWest.longitudeDegrees)
  }

  /// The same posts, from the north-western one.
  public var posts: PostLattice {
    PostLattice(
      northWest: northWest, latitudeStepDegrees: latitudeStepDegrees,
      longitudeStepDegrees: longitudeStepDegrees, rowCount: rowCount, columnCount: columnCount)
  }

  /// The number of posts.
  public var postCount: Int { rowCount * columnCount }
}
