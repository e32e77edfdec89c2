import WavePropagation
import WaveUnits

/// The clearance of a path's line of sight, over an effective earth with 4/3 of the earth's radius, on which
/// rays are straight.
struct PathClearance: Equatable, Sendable {
  /// The radius of the effective earth, in km.
  static let earthKilometers = 6371.0 * 4 / 3

  /// The distances of the points from the start of the path, in km.
  private(set) var distances: [Double]
  /// The ground's heights in metres, including the earth's bulge between the ends.
  private(set) var heights: [Double]
  /// The heights including trees, roofs or clutter, in metres; empty if these are not known.
  private(set) var tops: [Double]
  /// The transmitting antenna's height above sea level, in metres.
  private(set) var transmitter: Double
  /// The receiving antenna's height above sea level, in metres.
  private(set) var receiver: Double
  /// The wavelength, in metres.
  private(set) var wavelength: Double
  /// The index of the point with the least clearance relative to the radius of the first Fresnel zone; nil if
  /// there is no point between the ends.
  private(set) var worst: Int?
  /// The clearance of the line of sight above the point at index `worst`, in metres; negative if the point is
  /// above the line.
  private(set) var spare: Double = 0
  /// The radius of the first Fresnel zone at index `worst`, in metres.
  private(set) var zone: Double = 0

  /// Computes the clearance along a profile; nil if the profile is invalid.
  init?(_ profile: PathProfile, plan: CoveragePlan) {
    let count = profile.distancesKilometers.count
    guard count >= 2, profile.heightsMeters.count == count, profile.lengthKilometers > 0 else { return nil }
    let length = profile.lengthKilometers
    distances = profile.distancesKilometers
    heights = profile.heightsMeters
    for point in 0..<count {
      let away = distances[point]
      heights[point] += 1000 * away * (length - away) / (2 * Self.earthKilometers)
    }
    let clutter = profile.clutterMeters
    tops = clutter.count == count ? zip(heights, clutter).map { $0 + $1 } : []
    transmitter = heights[0] + plan.transmitterHeightMeters
    receiver = heights[count - 1] + plan.receiverHeightMeters
    wavelength = 299_792_458 / plan.frequencyHertz
    var most = -Double.infinity
    for point in 1..<Swift.max(1, count - 1) {
      let radius = zoneRadius(at: distances[point])
      let clear = sight(at: distances[point]) - top(point)
      // The obstruction is compared relative to the zone's radius, on which diffraction depends.
      guard radius > 0, -clear / radius > most else { continue }
      most = -clear / radius
      (worst, spare, zone) = (point, clear, radius)
    }
  }

  /// Returns the height at a point, including trees, roofs or clutter, in metres.
  func top(_ point: Int) -> Double { tops.isEmpty ? heights[point] : tops[point] }

  /// Whether trees, roofs or clutter obstruct the line of sight at index `worst`.
  var isWorstCovered: Bool { worst.map { top($0) > heights[$0] + 0.5 } ?? false }

  var length: Double { distances[distances.count - 1] }

  /// Returns the height of the line of sight in metres.
  func sight(at kilometers: Double) -> Double { transmitter + (receiver - transmitter) * kilometers / length }

  /// Returns the radius of the first Fresnel zone in metres.
  func zoneRadius(at kilometers: Double) -> Double {
    Swift.max(0, 1000 * wavelength * kilometers * (length - kilometers) / length).squareRoot()
  }

  /// The range of all heights, including the antennas', in metres.
  var range: (low: Double, high: Double) {
    let all = heights + tops
    return (all.min() ?? .infinity, all.reduce(Swift.max(transmitter, receiver)) { Swift.max($0, $1) })
  }
}
