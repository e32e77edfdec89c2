import WaveUnits

/// A plane whose coordinates are metres east and north of the south-western corner of measured points.
///
/// It uses the ellipsoid's scales midway between the northernmost and the southernmost point. The columns and
/// rows of a map are straight lines in the plane.
struct GroundPlane: Equatable, Sendable {
  /// The extent of the points from west to east, in metres.
  ///
  /// Their extent from south to north is `heightMeters`.
  let widthMeters: Double
  let heightMeters: Double
  private let middleLongitude: Double
  private let halfWidthDegrees: Double
  private let southLatitude: Double
  private let eastMetersPerDegree: Double
  private let northMetersPerDegree: Double

  /// Creates a plane around the points that have a difference; nil if there are none.
  ///
  /// - Complexity: O(points), without allocation.
  init?(_ points: MeasuredPoints, _ differences: [Int32]) {
    guard let first = differences.firstIndex(where: { $0 != ResidualCells.nothing }) else { return nil }
    let home = points.place(first)
    var (south, north) = (home.latitudeDegrees, home.latitudeDegrees)
    var (west, east) = (0.0, 0.0)
    for index in first..<points.count where differences[index] != ResidualCells.nothing {
      let place = points.place(index)
      let aside = (place.longitudeDegrees - home.longitudeDegrees).remainder(dividingBy: 360)
      (south, north) = (Swift.min(south, place.latitudeDegrees), Swift.max(north, place.latitudeDegrees))
      (west, east) = (Swift.min(west, aside), Swift.max(east, aside))
    }
    let scale = LocalScale((south + north) / 2)
    southLatitude = south
    middleLongitude = home.longitudeDegrees + (west + east) / 2
    halfWidthDegrees = (east - west) / 2
    // At a pole, rounding can make the scale negative.
    eastMetersPerDegree = Swift.max(0, scale.eastMetersPerDegree)
    northMetersPerDegree = scale.northMetersPerDegree
    widthMeters = (east - west) * eastMetersPerDegree
    heightMeters = (north - south) * northMetersPerDegree
  }

  /// The longer side of the extent, in metres.
  var extentMeters: Double { Swift.max(widthMeters, heightMeters) }

  func x(ofLongitude degrees: Double) -> Double {
    ((degrees - middleLongitude).remainder(dividingBy: 360) + halfWidthDegrees) * eastMetersPerDegree
  }

  func y(ofLatitude degrees: Double) -> Double { (degrees - southLatitude) * northMetersPerDegree }

  func point(_ place: Coordinate) -> (x: Double, y: Double) {
    (x(ofLongitude: place.longitudeDegrees), y(ofLatitude: place.latitudeDegrees))
  }
}
