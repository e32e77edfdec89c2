public import WaveUnits

/// A map of path loss at the posts around a transmitter.
public struct CoverageMap: Equatable, Sendable {
  /// The value that marks a post without a loss, because it is outside the radius or not yet computed.
  public static let nothing = Int16.min

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
  /// Path losses in units of 0.01 dB, row by row from the north, and from the west in each row.
  ///
  /// They exclude power, gains and sensitivity, so that these and the colours can change without a new
  /// computation.
  public internal(set) var losses: [Int16]

  /// Creates a map without posts.
  public init(northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double) {
    self.northWest = northWest
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    (rowCount, columnCount, losses) = (0, 0, [])
  }

  /// Returns the position of a post; its longitude can be beyond ±180°.
  public func place(row: Int, column: Int) -> Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(row) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(column) * longitudeStepDegrees)
  }
}
