public import WaveUnits

extension CoverageMap {
  /// Returns the loss at the post nearest to a position.
  ///
  /// - Returns: Path loss in units of 0.01 dB, or nil if the map has none there.
  /// - Complexity: O(1).
  public func loss(at place: Coordinate) -> Int16? {
    let row = ((northWest.latitudeDegrees - place.latitudeDegrees) / latitudeStepDegrees).rounded()
    let east = (place.longitudeDegrees - northWest.longitudeDegrees).remainder(dividingBy: 360)
    // A position up to half a post west of the map still belongs to its first column.
    let column = ((east < -longitudeStepDegrees ? east + 360 : east) / longitudeStepDegrees).rounded()
    guard row >= 0, row < Double(rowCount), column >= 0, column < Double(columnCount) else { return nil }
    let loss = losses[Int(saturating: row) * columnCount + Int(saturating: column)]
    return loss == Self.nothing ? nil : loss
  }
}
