import WavePropagation
import WaveUnits

/// How the ground stands to the line of sight, over an earth of 4/3 of its radius, on which waves go
/// straight.
struct PathClearance: Equatable, Sendable {
  /// Radius of that earth, km.
  static let earthKilometers = 6371.0 * 4 / 3

  /// Distances of the points, km.
  private(set) var distances: [Double]
  /// The ground with the earth's bulge between the ends, m.
  private(set) var heights: [Double]
  /// The same with what stands on it; empty where that is not known.
  private(set) var tops: [Double]
  /// Heights of both antennas above sea level, m.
  private(set) var transmitter: Double
  private(set) var receiver: Double
  /// Wavelength, m.
  private(set) var wavelength: Double
  /// The point that takes most of the first Fresnel zone; nil where there is none between the ends.
  private(set) var worst: Int?
  /// How far the line of sight is above the ground there, m; below zero where the ground is higher.
  private(set) var spare: Double = 0
  /// Radius of the first Fresnel zone there, m.
  private(set) var zone: Double = 0

  /// Looks along a profile.
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
    let standing = profile.clutterMeters
    tops = standing.count == count ? zip(heights, standing).map { $0 + $1 } : []
    transmitter = heights[0] + plan.transmitterHeightMeters
    receiver = heights[count - 1] + plan.receiverHeightMeters
    wavelength = 299_792_458 / plan.frequencyHertz
    var most = -Double.infinity
    for point in 1..<Swift.max(1, count - 1) {
      let radius = zoneRadius(at: distances[point])
      let clear = sight(at: distances[point]) - top(point)
      // As a share of the zone: this is what diffraction goes by.
      guard radius > 0, -clear / radius > most else { continue }
      most = -clear / radius
      (worst, spare, zone) = (point, clear, radius)
    }
  }

  /// What a ray meets at a point, m.
  func top(_ point: Int) -> Double { tops.isEmpty ? heights[point] : tops[point] }

  /// Whether something stands on the ground where the line of sight is narrowest.
  var isWorstCovered: Bool { worst.map { top($0) > heights[$0] + 0.5 } ?? false }

  var length: Double { distances[distances.count - 1] }

  /// The line of sight's height, m.
  func sight(at kilometers: Double) -> Double {
    transmitter + (receiver - transmitter) * kilometers / length
  }

  /// Radius of the first Fresnel zone, m.
  func zoneRadius(at kilometers: Double) -> Double {
    Swift.max(0, 1000 * wavelength * kilometers * (length - kilometers) / length).squareRoot()
  }

  /// The heights between which all of it is, m.
  var range: (low: Double, high: Double) {
    var (low, high) = (Double.infinity, Swift.max(transmitter, receiver))
    for height in heights + tops {
      low = Swift.min(low, height)
      high = Swift.max(high, height)
    }
    return (low, high)
  }
}
