public import WaveUnits

/// Where a tile's posts are, as its header or its name tells before any height is read.
public struct TerrainLattice: Equatable, Sendable {
  /// Posts along an edge at most: one for every arc-second, and the edge that the next tile has too.
  public static let postLimit = 3601

  /// The post in the south-west.
  public let southWest: Coordinate
  /// From one row of posts to the next, degrees of latitude.
  public let latitudeStepDegrees: Double
  /// From one column of posts to the next, degrees of longitude.
  public let longitudeStepDegrees: Double
  /// Rows of posts.
  public let rowCount: Int
  /// Columns of posts.
  public let columnCount: Int

  /// Describes posts; they are not looked at.
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

  /// The post in the north-east.
  public var northEast: Coordinate {
    Coordinate(
      latitudeDegrees: Self.snapped(
        southWest.latitudeDegrees + Double(rowCount - 1) * latitudeStepDegrees),
      longitudeDegrees: Self.snapped(
        southWest.longitudeDegrees + Double(columnCount - 1) * longitudeStepDegrees))
  }

  /// A tenth of an arc-second that an angle is but for rounding: edges of neighbours are the same number.
  private static func snapped(_ degrees: Double) -> Double {
    let near = (degrees * 36_000).rounded()
    return (degrees * 36_000 - near).magnitude < 1e-6 ? near / 36_000 : degrees
  }

  /// The post in the north-west, where tiles begin.
  public var northWest: Coordinate {
    Coordinate(
      latitudeDegrees: northEast.latitudeDegrees, longitudeDegrees: southWest.longitudeDegrees)
  }

  /// How many posts there are.
  public var postCount: Int { rowCount * columnCount }
}
