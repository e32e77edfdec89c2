public import WaveUnits

/// A rectangle of posts of one lattice, assembled from tiles, over which a map is computed.
public struct TerrainPatch: Equatable, Sendable {
  /// The state of a post.
  public enum Post: UInt8, Sendable {
    /// No tile contains it.
    case absent
    /// A tile contains it without a height, which is filled in from its surroundings.
    case void
    /// Its height is known.
    case known
  }

  /// The post in the north-west.
  public let northWest: Coordinate
  /// The spacing of rows of posts, degrees of latitude.
  public let latitudeStepDegrees: Double
  /// The spacing of columns of posts, degrees of longitude.
  public let longitudeStepDegrees: Double
  /// Rows, from north to south.
  public let rowCount: Int
  /// Columns, from west to east.
  public let columnCount: Int
  /// Metres above mean sea level, row by row from the north, each from the west.
  public internal(set) var heights: [Float]
  /// The state of each post.
  public internal(set) var posts: [Post]
  /// The number of heights that were filled in.
  public internal(set) var voidCount = 0
  /// The number of posts that no tile contains.
  public internal(set) var absentCount = 0
  /// The same as `heights`, but with those of a surface model where it has values; empty without a model.
  ///
  /// Rays meet whichever is higher.
  public internal(set) var surfaceHeights: [Float] = []
  /// The number of posts at which a surface model has a value.
  public internal(set) var surfacedCount = 0

  /// The row of a latitude, with fractions.
  public func row(ofLatitude degrees: Double) -> Double {
    (northWest.latitudeDegrees - degrees) / latitudeStepDegrees
  }

  /// The column of a longitude, with fractions; it also works across 180°.
  public func column(ofLongitude degrees: Double) -> Double {
    (degrees - northWest.longitudeDegrees).remainder(dividingBy: 360) / longitudeStepDegrees
  }

  /// The place of a post; its longitude may be beyond ±180°.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(column) * longitudeStepDegrees)
  }
}
