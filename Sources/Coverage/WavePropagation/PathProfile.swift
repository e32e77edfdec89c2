/// The ground between two places, as it is along the great circle.
///
/// Points are ascending by distance; the first is the transmitter's and the last the receiver's.
public struct PathProfile: Equatable, Sendable {
  /// What lies at a point, as radio meteorology tells climates apart.
  public enum Zone: UInt8, Sendable {
    /// Sea, and large bodies of fresh water.
    case sea = 1
    /// Land near the sea: up to 50 km from it, and not higher than 100 m above it.
    case coastalLand = 3
    /// All other land.
    case inland = 4
  }

  /// Distances from the transmitter, km.
  public var distancesKilometers: [Double]
  /// Heights of the ground above mean sea level, m.
  public var heightsMeters: [Double]
  /// Heights of what stands on the ground, m; empty where nothing does.
  public var clutterMeters: [Double]
  /// What the points lie in; empty where all are inland.
  public var zones: [Zone]
  /// How many points have no height of their own in their tile, and that of what lies around.
  public internal(set) var filledCount = 0

  /// Takes points; a model tells whether they can be a profile.
  ///
  /// - Parameters:
  ///   - distancesKilometers: From the transmitter, ascending.
  ///   - heightsMeters: As many.
  ///   - clutterMeters: As many, or none.
  ///   - zones: As many, or none.
  public init(
    distancesKilometers: [Double], heightsMeters: [Double], clutterMeters: [Double] = [], zones: [Zone] = []
  ) {
    self.distancesKilometers = distancesKilometers
    self.heightsMeters = heightsMeters
    self.clutterMeters = clutterMeters
    self.zones = zones
  }

  /// Length of the path, km; 0 without points.
  public var lengthKilometers: Double { distancesKilometers.last ?? 0 }

  /// Looks whether there is a point at both ends, each with all that points have, and each beyond the one
  /// before it.
  ///
  /// - Throws: `PropagationError`.
  /// - Complexity: O(points).
  public func check() throws(PropagationError) {
    let count = distancesKilometers.count
    guard count >= 2 else { throw .tooFewPoints(count) }
    guard heightsMeters.count == count else {
      throw .unequalCounts(distances: count, others: heightsMeters.count)
    }
    guard clutterMeters.isEmpty || clutterMeters.count == count else {
      throw .unequalCounts(distances: count, others: clutterMeters.count)
    }
    guard zones.isEmpty || zones.count == count else {
      throw .unequalCounts(distances: count, others: zones.count)
    }
    var last = -Double.infinity
    for point in 0..<count {
      let distance = distancesKilometers[point]
      guard distance > last, distance < 1e6, point > 0 || distance == 0 else {
        throw .notAscending(point: point)
      }
      last = distance
      // What is higher is no place on the earth, and squares of it would overflow.
      guard heightsMeters[point].magnitude < 1e5,
        clutterMeters.isEmpty || clutterMeters[point].magnitude < 1e5
      else { throw .notFinite(point: point) }
    }
  }

  /// Heights of what a ray meets: the ground and what stands on it, but for the ends.
  var obstacleHeights: [Double] {
    guard clutterMeters.count == heightsMeters.count, heightsMeters.count > 2 else { return heightsMeters }
    var heights = heightsMeters
    for index in 1..<(heights.count - 1) { heights[index] += clutterMeters[index] }
    return heights
  }

  /// The longest stretch that lies in some zones without a break, km.
  func longestStretch(in wanted: (Zone) -> Bool) -> Double {
    let count = distancesKilometers.count
    guard zones.count == count, count > 1 else { return wanted(.inland) ? lengthKilometers : 0 }
    var longest = 0.0
    var start: Int?
    for index in 0...count {
      if index < count, wanted(zones[index]) {
        if start == nil { start = index }
        continue
      }
      guard let first = start else { continue }
      longest = Swift.max(longest, length(first..<index))
      start = nil
    }
    return longest
  }

  /// How much of the path lies in a zone, 0 to 1.
  func share(of zone: Zone) -> Double {
    let count = distancesKilometers.count
    guard zones.count == count, count > 1 else { return zone == .inland ? 1 : 0 }
    var sum = 0.0
    for index in 0..<count where zones[index] == zone { sum += length(index..<(index + 1)) }
    return sum / lengthKilometers
  }

  /// The length of some points that follow one another: to the middle between them and the next, km.
  private func length(_ points: Range<Int>) -> Double {
    let d = distancesKilometers
    let first = points.lowerBound
    let last = points.upperBound - 1
    let before = first > 0 ? (d[first] - d[first - 1]) / 2 : 0
    let after = last + 1 < d.count ? (d[last + 1] - d[last]) / 2 : 0
    return d[last] - d[first] + before + after
  }
}
