import WaveUnits

extension PostLattice {
  /// Creates a lattice that covers the given maps with the post spacing of the finest map, or with a multiple of
  /// it if there would be too many posts.
  ///
  /// - Parameters:
  ///   - maps: Maps within 180° of each other; those without posts are ignored.
  ///   - postLimit: The maximum number of posts; at least 4.
  ///
  /// The result is nil if no map has posts.
  /// - Complexity: O(maps).
  public init?(covering maps: [CoverageMap], postLimit: Int) {
    let maps = maps.filter {
      $0.rowCount > 0 && $0.columnCount > 0 && $0.latitudeStepDegrees > 0 && $0.longitudeStepDegrees > 0
        && $0.northDegrees.magnitude < 1000 && $0.westDegrees.magnitude < 1000
    }
    guard
      let finest = maps.min(by: {
        $0.latitudeStepDegrees * $0.longitudeStepDegrees < $1.latitudeStepDegrees * $1.longitudeStepDegrees
      })
    else { return nil }
    let (down, across) = (finest.latitudeStepDegrees, finest.longitudeStepDegrees)
    // The bounds of the grid, in steps of the finest map and relative to its first post.
    var (top, bottom, left, right) = (0.0, 0.0, 0.0, 0.0)
    for map in maps {
      let north = (finest.northDegrees - map.northDegrees) / down
      let south = north + Double(map.rowCount - 1) * map.latitudeStepDegrees / down
      let west = (map.westDegrees - finest.westDegrees).remainder(dividingBy: 360) / across
      let east = west + Double(map.columnCount - 1) * map.longitudeStepDegrees / across
      (top, bottom) = (Swift.min(top, north), Swift.max(bottom, south))
      (left, right) = (Swift.min(left, west), Swift.max(right, east))
    }
    // Posts of one lattice are a whole number of steps apart, except for rounding.
    (top, bottom) = ((top + 1e-6).rounded(.down), (bottom - 1e-6).rounded(.up))
    (left, right) = ((left + 1e-6).rounded(.down), (right - 1e-6).rounded(.up))
    guard bottom - top < 1e9, right - left < 1e9 else { return nil }
    let posts = (bottom - top + 1) * (right - left + 1)
    var step = Swift.max(1, (posts / Double(Swift.max(4, postLimit))).squareRoot().rounded(.down))
    func count(_ from: Double, _ to: Double) -> Double { ((to - from) / step).rounded(.up) + 1 }
    while count(top, bottom) * count(left, right) > Double(Swift.max(4, postLimit)) { step += 1 }
    self.init(
      northWest: Coordinate(
        latitudeDegrees: finest.northDegrees - top * down,
        longitudeDegrees: finest.westDegrees + left * across),
      latitudeStepDegrees: down * step, longitudeStepDegrees: across * step,
      rowCount: Int(saturating: count(top, bottom)), columnCount: Int(saturating: count(left, right)))
  }
}
