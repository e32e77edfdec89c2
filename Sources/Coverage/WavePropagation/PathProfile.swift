/// The profile of the ground between two points along the great circle.
///
/// The profile's points are in ascending order of distance, from the transmitter to the receiver.
public struct PathProfile: Equatable, Sendable {
  /// The radio-climatic zone of a point.
  public enum Zone: UInt8, Sendable {
    /// The sea and other large bodies of water.
    case sea = 1
    /// Land near the sea, up to 50 km from it and up to 100 m above it.
    case coastalLand = 3
    /// All other land.
    case inland = 4
  }

  /// The distances from the transmitter, in km.
  public var distancesKilometers: [Double]
  /// The heights of the ground above mean sea level, in metres.
  public var heightsMeters: [Double]
  /// The heights of obstacles on the ground, in metres; empty if there are none.
  public var clutterMeters: [Double]
  /// The zones of the points; empty if all are inland.
  public var zones: [Zone]
  /// The number of points whose heights are missing in their tile and were filled in from their surroundings.
  public internal(set) var filledCount = 0

  /// Creates a profile, which models check for validity.
  ///
  /// - Parameters:
  ///   - distancesKilometers: Distances from the transmitter, ascending.
  ///   - heightsMeters: A height for each point.
  ///   - clutterMeters: An obstacle height for each point, or an empty list.
  ///   - zones: A zone for each point, or an empty list.
  public init(
    distancesKilometers: [Double], heightsMeters: [Double], clutterMeters: [Double] = [], zones: [Zone] = []
  ) {
    self.distancesKilometers = distancesKilometers
    self.heightsMeters = heightsMeters
    self.clutterMeters = clutterMeters
    self.zones = zones
  }

  /// The length of the path, in km; 0 if there are no points.
  public var lengthKilometers: Double { distancesKilometers.last ?? 0 }

  /// Checks that there are at least two points, that all lists have the same length, and that distances are
  /// ascending.
  ///
  /// - Throws: `PropagationError`.
  /// - Complexity: O(points).
  public func check() throws(PropagationError) {
    let count = distancesKilometers.count
    guard count >= 2 else { throw .tooFewPoints(count) }
    // Checked for each post of a map: without an array of the counts.
    func require(_ others: Int) throws(PropagationError) {
      guard others == count else { throw .unequalCounts(distances: count, others: others) }
    }
    try require(heightsMeters.count)
    if !clutterMeters.isEmpty { try require(clutterMeters.count) }
    if !zones.isEmpty { try require(zones.count) }
    var last = -Double.infinity
    for point in 0..<count {
      let distance = distancesKilometers[point]
      guard distance > last, distance < 1e6, point > 0 || distance == 0 else {
        throw .notAscending(point: point)
      }
      last = distance
      // Greater heights do not exist on earth, and their squares would overflow.
      guard heightsMeters[point].magnitude < 1e5,
        clutterMeters.isEmpty || clutterMeters[point].magnitude < 1e5
      else { throw .notFinite(point: point) }
    }
  }

  /// The heights that obstruct rays: the ground with its obstacles, except at the ends.
  var obstacleHeights: [Double] {
    guard clutterMeters.count == heightsMeters.count, heightsMeters.count > 2 else { return heightsMeters }
    var heights = heightsMeters
    for index in 1..<(heights.count - 1) { heights[index] += clutterMeters[index] }
    return heights
  }

  /// Returns the length of the longest contiguous section whose zones satisfy a condition, in km.
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

  /// Returns the fraction of the path that is in a zone, 0 to 1.
  func share(of zone: Zone) -> Double {
    let count = distancesKilometers.count
    guard zones.count == count, count > 1 else { return zone == .inland ? 1 : 0 }
    var sum = 0.0
    for index in 0..<count where zones[index] == zone { sum += length(index..<(index + 1)) }
    return sum / lengthKilometers
  }

  /// Returns the length of the section around consecutive points, which extends halfway to the neighbouring
  /// points, in km.
  private func length(_ points: Range<Int>) -> Double {
    let d = distancesKilometers
    let first = points.lowerBound
    let last = points.upperBound - 1
    let before = first > 0 ? (d[first] - d[first - 1]) / 2 : 0
    let after = last + 1 < d.count ? (d[last + 1] - d[last]) / 2 : 0
    return d[last] - d[first] + before + after
  }
}
