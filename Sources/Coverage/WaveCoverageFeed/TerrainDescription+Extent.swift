public import WaveCoverageWire
import WavePropagation
public import WaveUnits

extension TerrainDescription {
  /// The latitude of the southernmost posts, in degrees.
  public var southDegrees: Double { northDegrees - Double(rowCount - 1) * latitudeStepDegrees }
  /// The longitude of the easternmost posts, in degrees; it can exceed 180.
  public var eastDegrees: Double { westDegrees + Double(columnCount - 1) * longitudeStepDegrees }

  /// Returns whether a position is between the tile's outermost posts.
  public func contains(_ place: Coordinate) -> Bool {
    let east = (place.longitudeDegrees - westDegrees).remainder(dividingBy: 360)
    let turned = east < 0 ? east + 360 : east
    return place.latitudeDegrees <= northDegrees && place.latitudeDegrees >= southDegrees
      && turned <= eastDegrees - westDegrees
  }
}
