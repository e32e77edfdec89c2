/// A place on the earth, on the ellipsoid of WGS 84.
public struct Coordinate: Equatable, Hashable, Sendable {
  /// Latitude, degrees north.
  public var latitudeDegrees: Double
  /// Longitude, degrees east.
  public var longitudeDegrees: Double

  /// Takes degrees; they are not looked at.
  public init(latitudeDegrees: Double, longitudeDegrees: Double) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }

  /// Whether it is a place: both numbers finite, latitude from -90 to 90, longitude from -180 to 360.
  public var isPlace: Bool {
    latitudeDegrees >= -90 && latitudeDegrees <= 90 && longitudeDegrees >= -180 && longitudeDegrees <= 360
  }
}
