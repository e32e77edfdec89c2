public import WaveUnits

/// A regular grid of posts, assembled from tiles, over which a map is computed.
public struct TerrainPatch: Equatable, Sendable {
  /// The state of a post.
  public enum Post: UInt8, Sendable {
    /// No tile contains the post.
    case absent
    /// A tile contains the post but has no height for it; the height is filled in from its surroundings.
    case void
    /// The height of the post is known.
    case known
  }

  /// The north-western post.
  public let northWest: Coordinate
  /// The spacing of rows of posts, in degrees of latitude.
  public let latitudeStepDegrees: Double
  /// The spacing of columns of posts, in degrees of longitude.
  public let longitudeStepDegrees: Double
  /// The number of rows, from north to south.
  public let rowCount: Int
  /// The number of columns, from west to east.
  public let columnCount: Int
  /// The heights in metres above mean sea level, row by row from the north, and from the west in each row.
  public internal(set) var heights: [Float]
  /// The state of each post.
  public internal(set) var posts: [Post]
  /// The number of heights that were filled in.
  public internal(set) var voidCount = 0
  /// The number of posts that no tile contains.
  public internal(set) var absentCount = 0
  /// The heights of the surface model where it has values, otherwise the heights of the ground with clutter;
  /// empty if no model covers the patch.
  ///
  /// Rays are obstructed by these heights or by the ground, whichever is higher.
  public internal(set) var surfaceHeights: [Float] = []
  /// The number of posts at which a surface model has a value.
  public internal(set) var surfacedCount = 0

  /// Returns the row of a latitude, with fractions.
  public func row(ofLatitude degrees: Double) -> Double {
    (northWest.latitudeDegrees - degrees) / latitudeStepDegrees
  }

  /// Returns the column of a longitude, with fractions; the patch can extend across 180°.
  public func column(ofLongitude degrees: Double) -> Double {
    (degrees - northWest.longitudeDegrees).remainder(dividingBy: 360) / longitudeStepDegrees
  }

  /// Returns the position of a post; its longitude can be beyond ±180°.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(column) * longitudeStepDegrees)
  }
}
