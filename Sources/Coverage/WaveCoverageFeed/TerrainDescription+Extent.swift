public import WaveCoverageWire
import WavePropagation
public import WaveUnits

extension TerrainDescription {
  /// The latitude of the southernmost posts, in degrees.
  public var southDegrees: Double { northDegrees - Double(rowCount - 1) * latitudeStepDegrees }
  /// The longitude of the easternmost posts, in degrees; it can exceed 180.
  public var eastDegrees: Double { westDegrees + Double(columnCount - 1) * longitudeStepDegrees }

  /// Returns the longitude of a position relative to the tile's western edge, from 0 to 360°.
  public func degreesEast(of place: Coordinate) -> Double {
    let east = (place.longitudeDegrees - westDegrees).remainder(dividingBy: 360)
    return east < 0 ? east + 360 : east
  }

  /// Returns whether a position is between the tile's outermost posts.
  public func contains(_ place: Coordinate) -> Bool {
    place.latitudeDegrees <= northDegrees && place.latitudeDegrees >= southDegrees
      && degreesEast(of: place) <= eastDegrees - westDegrees
  }
}
