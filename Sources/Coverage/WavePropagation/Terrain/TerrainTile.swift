public import WaveUnits

/// Heights of the ground at the posts of a regular grid in latitude and longitude.
///
/// Posts are points, not areas, so a tile's image extends half a post spacing beyond them.
public struct TerrainTile: Equatable, Sendable {
  /// The value that marks a post with an unknown height.
  public static let void = Int16.min

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
  /// The heights in metres above mean sea level, row by row from the north, and from the west in each row;
  /// `void` if unknown.
  public let heights: [Int16]

  /// Creates a tile.
  ///
  /// - Parameters:
  ///   - northWest: The first post.
  ///   - latitudeStepDegrees: The spacing of rows, greater than zero.
  ///   - longitudeStepDegrees: The spacing of columns, greater than zero.
  ///   - rowCount: The number of rows, at least 2.
  ///   - columnCount: The number of columns, at least 2.
  ///   - heights: A height for each post.
  /// - Throws: `TerrainError.notATile` if the values are invalid.
  public init(
    northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double, rowCount: Int,
    columnCount: Int, heights: [Int16]
  ) throws(TerrainError) {
    guard rowCount >= 2, columnCount >= 2, rowCount <= 1 << 20, columnCount <= 1 << 20,
      rowCount * columnCount == heights.count, northWest.isPlace,
      latitudeStepDegrees > 0, longitudeStepDegrees > 0,
      Double(rowCount - 1) * latitudeStepDegrees <= 180.001,
      Double(columnCount - 1) * longitudeStepDegrees <= 360.001,
      northWest.latitudeDegrees - Double(rowCount - 1) * latitudeStepDegrees >= -90.001
    else { throw .notATile(rows: rowCount, columns: columnCount, heights: heights.count) }
    self.northWest = northWest
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.heights = heights
  }

  /// The south-eastern post.
  public var southEast: Coordinate {
    Coordinate(
      latitudeDegrees: northWest.latitudeDegrees - Double(rowCount - 1) * latitudeStepDegrees,
      longitudeDegrees: northWest.longitudeDegrees + Double(columnCount - 1) * longitudeStepDegrees)
  }

  /// Returns the range of heights and the number of void posts.
  ///
  /// - Returns: The range, or nil if all posts are void, and the number of void posts.
  /// - Complexity: O(posts).
  public func heightRange() -> (meters: ClosedRange<Int16>?, voidCount: Int) {
    var (low, high, voids) = (Int16.max, Int16.min, 0)
    for height in heights {
      if height == Self.void {
        voids += 1
      } else {
        low = Swift.min(low, height)
        high = Swift.max(high, height)
      }
    }
    return (low <= high ? low...high : nil, voids)
  }
}
