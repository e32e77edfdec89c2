import WaveUnits

extension CoverageMap {
  /// Returns a copy of the map whose losses include the antenna's attenuation towards each post.
  ///
  /// Bearings are measured along geodesics. Elevations are measured along straight lines from the antenna to
  /// the receiver's antenna, over an earth with P.1812's median effective radius.
  ///
  /// - Parameters:
  ///   - antenna: The transmitter's antenna.
  ///   - plan: The plan of the map.
  ///   - patch: The ground of the map.
  /// - Returns: Losses to be used with the antenna's maximum gain; the unchanged map if the patch does not
  ///   belong to it.
  /// - Complexity: O(posts), one array.
  public func attenuated(
    by antenna: MountedAntenna, _ plan: CoveragePlan, over patch: TerrainPatch
  ) -> CoverageMap {
    guard patch.rowCount == rowCount, patch.columnCount == columnCount, patch.northWest == northWest else {
      return self
    }
    var map = self
    let ground = patch.height(at: plan.transmitter)
    let antennaHeight = ground + plan.transmitterHeightMeters
    for row in 0..<rowCount {
      for column in 0..<columnCount {
        let post = row * columnCount + column
        guard losses[post] != Self.nothing else { continue }
        let way = Geodesic(from: plan.transmitter, to: place(row: row, column: column))
        let rise = Double(patch.heights[post]) + plan.receiverHeightMeters - antennaHeight
        let bulge = way.lengthMeters * way.lengthMeters / (2000 * P1812.medianEarthRadius)
        let elevation = Arctangent.of(rise - bulge, Swift.max(way.lengthMeters, 1e-3)) * 180 / .pi
        let attenuation = antenna.attenuation(bearingDegrees: way.bearingDegrees, elevationDegrees: elevation)
        let sum = (Double(losses[post]) + 100 * attenuation).rounded()
        map.losses[post] = Int16(saturating: Swift.max(-32_000, Swift.min(32_000, sum)))
      }
    }
    return map
  }
}

extension TerrainPatch {
  /// Returns the height of the ground at a position in metres above sea level, interpolated bilinearly;
  /// outside the patch, the height at the nearest edge.
  func height(at place: Coordinate) -> Double {
    let row = Swift.max(0, Swift.min(Double(rowCount - 1), row(ofLatitude: place.latitudeDegrees)))
    let column = Swift.max(0, Swift.min(Double(columnCount - 1), column(ofLongitude: place.longitudeDegrees)))
    let (top, left) = (Int(saturating: row), Int(saturating: column))
    let (bottom, right) = (Swift.min(top + 1, rowCount - 1), Swift.min(left + 1, columnCount - 1))
    let (down, across) = (row - Double(top), column - Double(left))
    func line(_ row: Int) -> Double {
      let (first, second) = (
        Double(heights[row * columnCount + left]), Double(heights[row * columnCount + right])
      )
      return first + (second - first) * across
    }
    return line(top) + (line(bottom) - line(top)) * down
  }
}
