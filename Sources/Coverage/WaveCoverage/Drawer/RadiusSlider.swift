import WaveUnits

/// The stops of the slider for the radius.
enum RadiusSlider {
  /// Radii, km.
  static let stops: [Double] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100]

  /// The radius of a stop, m; beyond the outermost ones, theirs.
  static func meters(atStop index: Int) -> Double {
    stops[Swift.max(0, Swift.min(stops.count - 1, index))] * 1000
  }

  /// The radius at a share of the way along the slider, m; nil for no number.
  static func meters(at fraction: Double) -> Double? {
    guard fraction.isFinite else { return nil }
    let place = Swift.max(0, Swift.min(1, fraction)) * Double(stops.count - 1)
    return meters(atStop: Int(saturating: place.rounded()))
  }

  /// The stop that is nearest to a radius in metres.
  static func stop(nearestTo meters: Double) -> Int {
    let wanted = meters / 1000
    return stops.indices.min { (stops[$0] - wanted).magnitude < (stops[$1] - wanted).magnitude } ?? 0
  }
}
