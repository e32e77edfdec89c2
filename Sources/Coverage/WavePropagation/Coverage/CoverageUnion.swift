import WaveUnits

/// What several transmitters give together: the strongest level, whose it is, and how many reach what a
/// receiver needs.
///
/// Maps are added one after the other, each by its post nearest to a post of the lattice: nothing is
/// interpolated. Where two levels are equal, the transmitter that was added first is the server.
public struct CoverageUnion: Equatable, Sendable {
  /// The level of a post that no map reaches.
  public static let nothing = CoverageMap.nothing
  /// The server of such a post.
  public static let nobody = UInt8.max
  /// Transmitters at most.
  public static let siteLimit = 255

  /// Where the posts are.
  public let lattice: CoverageLattice
  /// The lowest level that a receiver needs, 0.01 dBm.
  public let sensitivity: Int
  /// The strongest level in 0.01 dBm, row by row from the north, each from the west.
  public private(set) var levels: [Int16]
  /// Who is strongest there, by the order in which maps were added, be it enough or not.
  public private(set) var servers: [UInt8]
  /// How many are at or above the sensitivity there.
  public private(set) var reachCounts: [UInt8]
  /// Maps so far.
  public private(set) var siteCount = 0

  /// Begins with nothing.
  ///
  /// - Parameters:
  ///   - lattice: The posts.
  ///   - sensitivity: The lowest level that a receiver needs, 0.01 dBm.
  /// - Complexity: O(posts), three arrays of 4 bytes a post together.
  public init(over lattice: CoverageLattice, sensitivity: Int) {
    self.lattice = lattice
    self.sensitivity = sensitivity
    let count = lattice.rowCount * lattice.columnCount
    levels = [Int16](repeating: Self.nothing, count: count)
    servers = [UInt8](repeating: Self.nobody, count: count)
    reachCounts = [UInt8](repeating: 0, count: count)
  }

  /// Adds a transmitter; those beyond `siteLimit` are not taken.
  ///
  /// - Parameters:
  ///   - map: Its path loss.
  ///   - radiated: Its radiated power over an isotropic antenna, 0.01 dBm.
  /// - Complexity: O(posts of the lattice within the map's rectangle), one array of its columns.
  public mutating func add(_ map: CoverageMap, radiated: Int) {
    guard siteCount < Self.siteLimit else { return }
    let server = UInt8(truncatingIfNeeded: siteCount)
    siteCount += 1
    guard map.rowCount > 0, map.columnCount > 0 else { return }
    let columns = columns(of: map)
    guard let first = columns.firstIndex(where: { $0 >= 0 }),
      let last = columns.lastIndex(where: { $0 >= 0 })
    else { return }
    for row in 0..<lattice.rowCount {
      let latitude = lattice.northWest.latitudeDegrees - Double(row) * lattice.latitudeStepDegrees
      let place = ((map.northWest.latitudeDegrees - latitude) / map.latitudeStepDegrees).rounded()
      guard place >= 0, place < Double(map.rowCount) else { continue }
      let start = Int(saturating: place) * map.columnCount
      for column in first...last where columns[column] >= 0 {
        let loss = map.losses[start + columns[column]]
        guard loss != CoverageMap.nothing else { continue }
        let level = radiated - Int(loss)
        let post = row * lattice.columnCount + column
        if level >= sensitivity { reachCounts[post] &+= 1 }
        let held = Int16(Swift.max(-32_767, Swift.min(32_767, level)))
        if held > levels[post] { (levels[post], servers[post]) = (held, server) }
      }
    }
  }

  /// Who serves a post: the strongest, where that is enough.
  ///
  /// - Returns: The transmitter by the order in which maps were added; nil where none reaches.
  public func server(at post: Int) -> Int? {
    reachCounts[post] > 0 ? Int(servers[post]) : nil
  }

  /// Which column of a map is nearest to each of the lattice's; -1 where there is none.
  private func columns(of map: CoverageMap) -> [Int] {
    (0..<lattice.columnCount).map { column in
      let longitude = lattice.northWest.longitudeDegrees + Double(column) * lattice.longitudeStepDegrees
      let east = (longitude - map.northWest.longitudeDegrees).remainder(dividingBy: 360)
      let turned = east < -map.longitudeStepDegrees ? east + 360 : east
      let place = (turned / map.longitudeStepDegrees).rounded()
      return place >= 0 && place < Double(map.columnCount) ? Int(saturating: place) : -1
    }
  }
}
