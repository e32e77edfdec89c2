public import WaveUnits

/// A rectangle of posts of one lattice, put together from tiles: what a map is computed over.
public struct TerrainPatch: Equatable, Sendable {
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
  /// Metres above mean sea level, as tiles have them; voids are filled from what is beside them.
  public internal(set) var heights: [Float]
  /// Posts whose height was filled in.
  public internal(set) var isVoid: [Bool]
  /// How many these are.
  public internal(set) var voidCount = 0

  /// The row that a latitude lies at, fractions too.
  public func row(ofLatitude degrees: Double) -> Double {
    (northWest.latitudeDegrees - degrees) / latitudeStepDegrees
  }

  /// The column that a longitude lies at, fractions too; the other side of 180° is followed.
  public func column(ofLongitude degrees: Double) -> Double {
    (degrees - northWest.longitudeDegrees).remainder(dividingBy: 360, from: -180) / longitudeStepDegrees
  }

  /// The place of a post.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(column) * longitudeStepDegrees)
  }
}

extension Double {
  /// The same angle, from `low` up to a turn above it.
  func remainder(dividingBy turn: Double, from low: Double) -> Double {
    let rest = self.remainder(dividingBy: turn)
    return rest < low ? rest + turn : rest
  }
}
