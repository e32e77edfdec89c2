public import WaveUnits

extension MapGrid {
  /// Creates a grid from values.
  ///
  /// - Parameters:
  ///   - northWest: The position of the first value.
  ///   - latitudeStepDegrees: The spacing of rows.
  ///   - longitudeStepDegrees: The spacing of columns.
  ///   - rowCount: The number of rows, from north to south.
  ///   - columnCount: The number of columns, from west to east.
  ///   - values: Hundredths of a decibel, row by row; a wrong number of values causes a trap.
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
