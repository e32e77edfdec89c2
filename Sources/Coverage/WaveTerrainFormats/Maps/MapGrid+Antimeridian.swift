import WaveUnits

extension MapGrid {
  /// Cuts a line where it crosses 180°, so that each part has longitudes from -180° to 180°.
  ///
  /// - Parameter line: Places that follow one another without a jump; longitudes go on beyond 180°, or -180°,
  ///   by a turn at most.
  /// - Returns: One part or more; two that meet at a cut both end on it.
  /// - Complexity: O(places).
  ///
  /// Source: RFC 7946, section 3.1.9.
  static func cutAtAntimeridian(_ line: [Coordinate]) -> [[Coordinate]] {
    var parts: [[Coordinate]] = []
    var part: [Coordinate] = []
    var last: (place: Coordinate, turns: Double)?
    for place in line {
      let degrees = place.longitudeDegrees
      // On the meridian itself a line is still on the side that it comes from.
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
      part.append(
        Coordinate(latitudeDegrees: place.latitudeDegrees, longitudeDegrees: degrees - 360 * turns))
      last = (place, turns)
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }
}
