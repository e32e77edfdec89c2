public import WaveUnits

/// A rectangle of posts of one lattice, put together from tiles: what a map is computed over.
public struct TerrainPatch: Equatable, Sendable {
  /// What is known of a post.
  public enum Post: UInt8, Sendable {
    /// No tile has it.
    case absent
    /// A tile has it without a height, which is filled in from what is beside it.
    case void
    /// Its height is known.
    case known
  }

  /// The post in the north-west.
  public let northWest: Coordinate
  /// From one row of posts to the next, degrees of latitude.
  public let latitudeStepDegrees: Double
  /// From one column of posts to the next, degrees of longitude.
  public let longitudeStepDegrees: Double
  /// Rows, from north to south.
  public let rowCount: Int
  /// Columns, from west to east.
  public let columnCount: Int
  /// Metres above mean sea level, row by row from the north, each from the west.
  public internal(set) var heights: [Float]
  /// What is known of them.
  public internal(set) var posts: [Post]
  /// How many heights were filled in.
  public internal(set) var voidCount = 0
  /// How many posts no tile has.
  public internal(set) var absentCount = 0
  /// As `heights`, but those of a model of the surface where it knows: rays meet whichever is higher; empty
  /// without one.
  public internal(set) var surfaceHeights: [Float] = []
  /// How many posts a model of the surface knows.
  public internal(set) var surfacedCount = 0

  /// The row that a latitude lies at, fractions too.
  public func row(ofLatitude degrees: Double) -> Double {
    (northWest.latitudeDegrees - degrees) / latitudeStepDegrees
  }

  /// The column that a longitude lies at, fractions too; the other side of 180° is followed.
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
