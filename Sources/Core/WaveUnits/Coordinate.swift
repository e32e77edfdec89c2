/// A geographic position on the WGS 84 ellipsoid.
public struct Coordinate: Equatable, Hashable, Sendable {
  /// The latitude in degrees north.
  public var latitudeDegrees: Double
  /// The longitude in degrees east.
  public var longitudeDegrees: Double

  /// Creates a coordinate in degrees, without validation.
  public init(latitudeDegrees: Double, longitudeDegrees: Double) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }

  /// Whether the coordinate is valid: both values finite, latitude from -90 to 90 and longitude from -180 to
  /// 360.
  public var isPlace: Bool {
    latitudeDegrees >= -90 && latitudeDegrees <= 90 && longitudeDegrees >= -180 && longitudeDegrees <= 360
  }
}
