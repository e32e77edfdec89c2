public import WaveUnits

/// Path loss at the posts around a transmitter.
public struct CoverageMap: Equatable, Sendable {
  /// The value for a post without a loss: outside the radius, or not computed yet.
  public static let nothing = Int16.min

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
  /// Path loss in 0.01 dB, row by row from the north, each from the west.
  ///
  /// It excludes power, gains and sensitivity, so that these and the colours can change without computing
  /// again.
  public internal(set) var losses: [Int16]

  /// Creates a map without posts.
  public init(northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double) {
    self.northWest = northWest
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    (rowCount, columnCount, losses) = (0, 0, [])
  }

  /// The place of a post; its longitude may be beyond ±180°.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(column) * longitudeStepDegrees)
  }
}
