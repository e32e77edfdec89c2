import WaveUnits

/// Heights of the ground at the posts of a regular grid in latitude and longitude.
///
/// Posts are points, not areas, so a tile's image extends half a post spacing beyond them.
public struct TerrainTile: Latticed, Equatable, Sendable {
  /// The value that marks a post with an unknown height.
  public static let void = Int16.min

  /// The places of the posts.
  public let lattice: PostLattice
  /// The heights in metres above mean sea level, row by row from the north, and from the west in each row;
  /// `void` if unknown.
  public let heights: [Int16]

  /// Creates a tile.
  ///
  /// - Parameters:
  ///   - lattice: The places of the posts, at least 2 rows and 2 columns with spacings greater than zero.
  ///   - heights: A height for each post.
  /// - Throws: `TerrainError.notATile` if the values are invalid.
  public init(_ lattice: PostLattice, heights: [Int16]) throws(TerrainError) {
    let (rowCount, columnCount) = (lattice.rowCount, lattice.columnCount)
    guard rowCount >= 2, columnCount >= 2, rowCount <= 1 << 20, columnCount <= 1 << 20,
      rowCount * columnCount == heights.count, lattice.northWest.isPlace,
      lattice.latitudeStepDegrees > 0, lattice.longitudeStepDegrees > 0,
      Double(rowCount - 1) * lattice.latitudeStepDegrees <= 180.001,
      Double(columnCount - 1) * lattice.longitudeStepDegrees <= 360.001,
      lattice.southEast.latitudeDegrees >= -90.001
    else { throw .notATile(rows: rowCount, columns: columnCount, heights: heights.count) }
    (self.lattice, self.heights) = (lattice, heights)
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
