public import WaveUnits

extension CoverageMap {
  /// Creates a map from losses that were computed before.
  ///
  /// The result is nil if the number of losses differs from that of posts.
  /// - Parameters:
  ///   - northWest: The post in the north-west.
  ///   - latitudeStepDegrees: The spacing of rows of posts.
  ///   - longitudeStepDegrees: The spacing of columns of posts.
  ///   - rowCount: Rows, from north to south.
  ///   - columnCount: Columns, from west to east.
  ///   - losses: Path loss in 0.01 dB, row by row; `nothing` if there is none.
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
