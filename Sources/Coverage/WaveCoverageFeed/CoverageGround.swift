public import WaveCoverageWire
public import WavePropagation
import WaveUnits
import WaveWire

/// The terrain blocks over which a map is computed.
///
/// A page and a server choose the blocks by the same rule, so that they compute identical maps.
public struct CoverageGround: Equatable, Sendable {
  /// The maximum number of posts in a map that a page computes.
  public static let pagePosts = 1_600_000.0
  /// The maximum number of posts in a map that a page requests from a server; such a map is one level finer
  /// than a map that the page computes.
  public static let servedPosts = 4 * pagePosts
  /// The number of blocks above which further tiles are omitted.
  private static let blockLimit = 192.0

  /// The number of times that the posts' resolution is halved.
  public let level: UInt8
  /// The approximate number of posts in the map.
  public let postCount: Double
  /// The blocks, sorted by tile, row and column.
  public let keys: [TerrainBlockKey]

  /// The approximate total number of samples on all rays.
  public var sampleCount: Double { Self.samples(ofPosts: postCount) }

  /// Returns the approximate number of samples on all rays for a number of posts.
  public static func samples(ofPosts postCount: Double) -> Double { postCount * 3 / 8 * .pi }

  /// Creates the ground at the finest level whose number of posts a page can compute.
  ///
  /// The result is nil if no tile contains the transmitter.
  /// - Complexity: O(tiles + blocks).
  public init?(within plan: CoveragePlan, of tiles: [TerrainDescription]) {
    guard let posts = Self.postCount(within: plan, of: tiles, level: 0) else { return nil }
    self.init(within: plan, of: tiles, level: Self.level(ofPosts: posts, atMost: Self.pagePosts))
  }

  /// Returns the number of times that the resolution must be halved, in both directions, to stay within a
  /// limit.
  public static func level(ofPosts postCount: Double, atMost limit: Double) -> UInt8 {
    var (posts, level) = (postCount, UInt8(0))
    while posts > limit, level < WireLimits.terrainLevel {
      posts /= 4
      level += 1
    }
    return level
  }

  /// Creates the ground at a given level.
  ///
  /// The result is nil if no tile contains the transmitter. If the level comes from a client, call
  /// `postCount(within:of:level:)` first, because the number of blocks grows with the number of posts.
  /// - Complexity: O(tiles + blocks).
  public init?(within plan: CoveragePlan, of tiles: [TerrainDescription], level: UInt8) {
    guard level <= WireLimits.terrainLevel,
      let posts = Self.postCount(within: plan, of: tiles, level: level)
    else { return nil }
    let place = plan.transmitter
    let (up, across) = Self.reach(of: plan)
    let most = Swift.max(Self.blockLimit, posts / 8192)
    var keys: [TerrainBlockKey] = []
    for (number, tile) in tiles.enumerated() {
      let west = (place.longitudeDegrees - across - tile.westDegrees).remainder(dividingBy: 360)
      keys += tile.keys(
        number: number, level: level, south: place.latitudeDegrees - up, north: place.latitudeDegrees + up,
        west: west, east: west + 2 * across
      ).filter { key in
        // A tile outside the circle can still yield blocks at its nearest edge, which must be excluded.
        let span = Double(WireLimits.terrainBlock << Int(level))
        let north = tile.northDegrees - Double(key.row) * span * tile.latitudeStepDegrees
        return north - span * tile.latitudeStepDegrees <= place.latitudeDegrees + up
          && north >= place.latitudeDegrees - up && tile.southDegrees <= place.latitudeDegrees + up
          && tile.northDegrees >= place.latitudeDegrees - up
          && west + 2 * across >= 0 && west <= tile.eastDegrees - tile.westDegrees
      }
      if Double(keys.count) > most { break }
    }
    self.level = level
    self.postCount = posts
    self.keys = keys
  }

  /// Returns the approximate number of posts in a map at a level, or nil if no tile contains the transmitter.
  ///
  /// - Complexity: O(tiles).
  public static func postCount(
    within plan: CoveragePlan, of tiles: [TerrainDescription], level: UInt8
  ) -> Double? {
    var finest = Double.infinity
    for tile in tiles where tile.contains(plan.transmitter) {
      finest = Swift.min(finest, tile.latitudeStepDegrees * tile.longitudeStepDegrees)
    }
    guard finest < .infinity else { return nil }
    let (up, across) = reach(of: plan)
    return 4 * up * across / finest / Double(1 << (2 * Int(Swift.min(level, WireLimits.terrainLevel))))
  }

  /// Converts a block to a tile for computing maps; returns nil if the block does not match the description.
  public static func tile(of block: TerrainBlock, in description: TerrainDescription) -> TerrainTile? {
    guard let lattice = PostLattice(of: block, in: description) else { return nil }
    return try? TerrainTile(lattice, heights: block.heights)
  }

  /// Returns the circle's radius in degrees of latitude and of longitude, with a small margin.
  private static func reach(of plan: CoveragePlan) -> (up: Double, across: Double) {
    let up = (plan.radiusMeters + 200) / 110_500
    let cosine = Trigonometry.sineCosine(turns: plan.transmitter.latitudeDegrees / 360).cosine
    return (up, up / Swift.max(0.05, cosine))
  }
}

extension TerrainDescription {
  /// Returns the blocks at a level that overlap a rectangle on the earth; longitudes are relative to the
  /// tile's western edge.
  public func keys(
    number: Int, level: UInt8, south: Double, north: Double, west: Double, east: Double
  ) -> [TerrainBlockKey] {
    let counts = blockCounts(level: level)
    let span = Double(WireLimits.terrainBlock << Int(level))
    let (high, wide) = (span * latitudeStepDegrees, span * longitudeStepDegrees)
    func range(_ low: Double, _ high: Double, _ size: Double, _ count: Int) -> Range<Int> {
      let first = Swift.max(0, Swift.min(Double(count), (low / size).rounded(.down)))
      let end = Swift.max(first, Swift.min(Double(count), (high / size).rounded(.down) + 1))
      return Int(saturating: first)..<Int(saturating: end)
    }
    let rows = range(northDegrees - north, northDegrees - south, high, counts.rows)
    let columns = range(west, east, wide, counts.columns)
    return rows.flatMap { row in
      columns.map { column in
        TerrainBlockKey(
          tile: UInt16(truncatingIfNeeded: number), level: level, row: UInt16(truncatingIfNeeded: row),
          column: UInt16(truncatingIfNeeded: column))
      }
    }
  }
}
