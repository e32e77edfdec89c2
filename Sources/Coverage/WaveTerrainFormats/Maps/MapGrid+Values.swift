public import WaveUnits

extension MapGrid {
  /// Takes values as they are.
  ///
  /// - Parameters:
  ///   - northWest: The place of the first one.
  ///   - latitudeStepDegrees: From one row to the next.
  ///   - longitudeStepDegrees: From one column to the next.
  ///   - rowCount: Rows, from north to south.
  ///   - columnCount: Columns, from west to east.
  ///   - values: Hundredths of a decibel, row by row; a wrong number of them traps.
  public init(
    northWest: Coordinate, latitudeStepDegrees: Double, longitudeStepDegrees: Double, rowCount: Int,
    columnCount: Int, values: [Int16]
  ) {
    precondition(
      rowCount > 0 && columnCount > 0 && values.count == rowCount.saturatingMultiplying(by: columnCount),
      "A grid has a value for each of its rows and columns.")
    self.northWest = northWest
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.values = values
  }
}
