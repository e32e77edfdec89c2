public import WaveUnits

extension CoverageMap {
  /// Creates a map from losses that were computed earlier.
  ///
  /// The result is nil if the number of losses differs from the number of posts.
  ///
  /// - Parameters:
  ///   - northWest: The north-western post.
  ///   - latitudeStepDegrees: The spacing of rows of posts.
  ///   - longitudeStepDegrees: The spacing of columns of posts.
  ///   - rowCount: The number of rows, from north to south.
  ///   - columnCount: The number of columns, from west to east.
  ///   - losses: Path losses in units of 0.01 dB, row by row; `nothing` where there is none.
  public init?(
    northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double, rowCount: Int,
    columnCount: Int, losses: [Int16]
  ) {
    let (count, isTooMany) = rowCount.multipliedReportingOverflow(by: columnCount)
    guard rowCount > 0, columnCount > 0, !isTooMany, losses.count == count else { return nil }
    self.northWest = northWest
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.losses = losses
  }
}
