import WaveUnits

/// The combined coverage of several transmitters: the strongest level, the transmitter that provides it, and
/// the number of transmitters whose level is sufficient.
///
/// Maps are added one by one. Each post of the grid uses a map's nearest post, without interpolation. If two
/// levels are equal, the transmitter that was added first is the server.
public struct CoverageUnion: Equatable, Sendable {
  /// The level that marks a post without coverage.
  public static let nothing = CoverageMap.nothing
  /// The server number that marks a post without coverage.
  public static let noServer = UInt8.max
  /// The maximum number of transmitters.
  public static let siteLimit = 255

  /// The positions of the posts.
  public let lattice: PostLattice
  /// The required receiver level, in units of 0.01 dBm.
  public let sensitivity: Int
  /// The strongest levels in units of 0.01 dBm, row by row from the north, and from the west in each row.
  public private(set) var levels: [Int16]
  /// For each post, the index of the transmitter that is strongest there, even if its level is insufficient;
  /// transmitters are numbered in the order in which their maps were added.
  public private(set) var servers: [UInt8]
  /// For each post, the number of transmitters whose level is at or above the sensitivity.
  public private(set) var reachCounts: [UInt8]
  /// The number of maps added so far.
  public private(set) var siteCount = 0

  /// Creates a union without any maps.
  ///
  /// - Parameters:
  ///   - lattice: The grid of posts.
  ///   - sensitivity: The required receiver level, in units of 0.01 dBm.
  /// - Complexity: O(posts), three arrays with a total of 4 bytes per post.
  public init(over lattice: PostLattice, sensitivity: Int) {
    self.lattice = lattice
    self.sensitivity = sensitivity
    let count = lattice.rowCount * lattice.columnCount
    levels = [Int16](repeating: Self.nothing, count: count)
    servers = [UInt8](repeating: Self.noServer, count: count)
    reachCounts = [UInt8](repeating: 0, count: count)
  }

  /// Adds a transmitter; transmitters beyond `siteLimit` are ignored.
  ///
  /// - Parameters:
  ///   - map: The transmitter's path loss, or nil if it has none yet.
  ///   - radiated: The transmitter's radiated power (EIRP), in units of 0.01 dBm.
  /// - Complexity: O(posts of the grid within the map's rectangle), one array with an element for each
  ///   column.
  public mutating func add(_ map: CoverageMap?, radiated: Int) {
    guard siteCount < Self.siteLimit else { return }
    let server = UInt8(truncatingIfNeeded: siteCount)
    siteCount += 1
    guard let map, map.rowCount > 0, map.columnCount > 0 else { return }
    let columns = (0..<lattice.columnCount).map { column in
      map.column(nearestTo: lattice.place(row: 0, column: column).longitudeDegrees) ?? -1
    }
    guard let first = columns.firstIndex(where: { $0 >= 0 }),
      let last = columns.lastIndex(where: { $0 >= 0 })
    else { return }
    for row in 0..<lattice.rowCount {
      let latitude = lattice.place(row: row, column: 0).latitudeDegrees
      guard let start = map.row(nearestTo: latitude).map({ $0 * map.columnCount }) else { continue }
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

  /// Returns the number of a post's server, which is the strongest transmitter if its level is sufficient.
  ///
  /// - Returns: The transmitter's number, in the order in which maps were added, or nil if no level is
  ///   sufficient.
  public func server(at post: Int) -> Int? { reachCounts[post] > 0 ? Int(servers[post]) : nil }
}
