public import WaveUnits

extension CoverageMap {
  /// Takes losses that were computed elsewhere.
  ///
  /// There is no map where losses are not as many as posts.
  /// - Parameters:
  ///   - northWest: The post in the north-west.
  ///   - latitudeStepDegrees: From one row of posts to the next.
  ///   - longitudeStepDegrees: From one column of posts to the next.
  ///   - rowCount: Rows, from north to south.
  ///   - columnCount: Columns, from west to east.
  ///   - losses: Path loss in 0.01 dB, row by row; `nothing` where there is none.
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
