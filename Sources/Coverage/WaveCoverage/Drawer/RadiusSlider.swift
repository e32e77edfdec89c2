import WaveUnits

/// The steps of the radius slider.
enum RadiusSlider {
  /// The radii of the steps, in kilometres.
  static let stops: [Double] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100]

  /// Returns the radius of a step in metres; indices beyond the ends are clamped.
  static func meters(atStop index: Int) -> Double {
    stops[Swift.max(0, Swift.min(stops.count - 1, index))] * 1000
  }

  /// Returns the radius in metres at a fraction of the slider's length; nil if the fraction is not finite.
  static func meters(at fraction: Double) -> Double? {
    guard fraction.isFinite else { return nil }
    let place = Swift.max(0, Swift.min(1, fraction)) * Double(stops.count - 1)
    return meters(atStop: Int(saturating: place.rounded()))
  }

  /// Returns the index of the step nearest to a radius in metres.
  static func stop(nearestTo meters: Double) -> Int {
    let wanted = meters / 1000
    return stops.indices.min { (stops[$0] - wanted).magnitude < (stops[$1] - wanted).magnitude } ?? 0
  }
}
