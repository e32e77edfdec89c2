public import WaveUnits

extension MapGrid {
  /// Returns the value at the post nearest to a position.
  ///
  /// - Returns: Hundredths of a decibel, or nil if the map has no value there.
  /// - Complexity: O(1).
  public func value(at place: Coordinate) -> Int16? {
    let row = ((northWest.latitudeDegrees - place.latitudeDegrees) / latitudeStepDegrees).rounded()
    let east = (place.longitudeDegrees - northWest.longitudeDegrees).remainder(dividingBy: 360)
    // A position up to half a post west of the map still belongs to its first column.
    let column = ((east < -longitudeStepDegrees ? east + 360 : east) / longitudeStepDegrees).rounded()
    guard row >= 0, row < Double(rowCount), column >= 0, column < Double(columnCount) else { return nil }
    let value = values[Int(saturating: row) * columnCount + Int(saturating: column)]
    return value == Self.nothing ? nil : value
  }
}
