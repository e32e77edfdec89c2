/// A place on the earth, on the ellipsoid of WGS 84.
public struct Coordinate: Equatable, Hashable, Sendable {
  /// Latitude, degrees north.
  public var latitudeDegrees: Double
  /// Longitude, degrees east.
  public var longitudeDegrees: Double

  /// A coordinate in degrees, which are not checked.
  public init(latitudeDegrees: Double, longitudeDegrees: Double) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }

  /// Whether the coordinate is valid: both numbers finite, latitude from -90 to 90, longitude from -180 to
  /// 360.
  public var isPlace: Bool {
    latitudeDegrees >= -90 && latitudeDegrees <= 90 && longitudeDegrees >= -180 && longitudeDegrees <= 360
  }
}
