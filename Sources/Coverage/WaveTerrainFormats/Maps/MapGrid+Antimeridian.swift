import WaveUnits

extension MapGrid {
  /// Cuts a line where it crosses 180°, so that all parts have longitudes from -180° to 180°.
  ///
  /// - Parameter line: Consecutive positions without jumps; longitudes can continue beyond 180° or -180° by
  ///   at most one turn.
  /// - Returns: One or more parts; the two parts at a cut both end on the antimeridian.
  /// - Complexity: O(positions).
  ///
  /// Source: RFC 7946, section 3.1.9.
  static func cutAtAntimeridian(_ line: [Coordinate]) -> [[Coordinate]] {
    var parts: [[Coordinate]] = []
    var part: [Coordinate] = []
    var last: (place: Coordinate, turns: Double)?
    for place in line {
      let degrees = place.longitudeDegrees
      // On the meridian itself, a line still belongs to the side that it comes from.
      var turns = last?.turns ?? 0
      if degrees - 360 * turns > 180 { turns += 1 }
      if degrees - 360 * turns < -180 { turns -= 1 }
      if let (before, side) = last, turns != side {
        let cut = 180 * (side + turns)
        let share = (cut - before.longitudeDegrees) / (degrees - before.longitudeDegrees)
        let latitude = before.latitudeDegrees + share * (place.latitudeDegrees - before.latitudeDegrees)
        let end = Coordinate(latitudeDegrees: latitude, longitudeDegrees: cut - 360 * side)
        if part.last != end { part.append(end) }
        if part.count > 1 { parts.append(part) }
        part = [Coordinate(latitudeDegrees: latitude, longitudeDegrees: cut - 360 * turns)]
      }
      part.append(Coordinate(latitudeDegrees: place.latitudeDegrees, longitudeDegrees: degrees - 360 * turns))
      last = (place, turns)
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }
}
