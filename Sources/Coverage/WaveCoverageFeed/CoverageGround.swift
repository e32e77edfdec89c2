public import WaveCoverageWire
public import WavePropagation
import WaveUnits
import WaveWire

/// The blocks of tiles that a map is computed over, chosen alike by a page and by a server, so that both get
/// the same bits.
public struct CoverageGround: Equatable, Sendable {
  /// Posts of a map that a page computes at most.
  public static let pagePosts = 1_600_000.0
  /// Posts of a map that a page takes from a server at most: once halved less often than its own, whatever
  /// the radius.
  public static let servedPosts = 4 * pagePosts
  /// Blocks of a tile that are taken before those of the next tiles are left out.
  private static let blockLimit = 192.0

  /// How often posts are halved.
  public let level: UInt8
  /// Posts of the map, about.
  public let postCount: Double
  /// The blocks, by tile, row and column.
  public let keys: [TerrainBlockKey]

  /// Samples of all rays together, about.
  public var sampleCount: Double { Self.samples(ofPosts: postCount) }

  /// How many samples rays have over so many posts, about.
  public static func samples(ofPosts postCount: Double) -> Double { postCount * 3 / 8 * .pi }

  /// Chooses the finest level whose posts are not too many for a page.
  ///
  /// There is none where no tile holds the transmitter.
  /// - Complexity: O(tiles + blocks).
  public init?(within plan: CoveragePlan, of tiles: [TerrainDescription]) {
    guard let posts = Self.postCount(within: plan, of: tiles, level: 0) else { return nil }
    self.init(within: plan, of: tiles, level: Self.level(ofPosts: posts, atMost: Self.pagePosts))
  }

  /// How often so many posts have to be halved, both ways, not to be more than a limit.
  public static func level(ofPosts postCount: Double, atMost limit: Double) -> UInt8 {
    var (posts, level) = (postCount, UInt8(0))
    while posts > limit, level < WireLimits.terrainLevel {
      posts /= 4
      level += 1
    }
    return level
  }

  /// Takes the blocks of a level.
  ///
  /// There are none where no tile holds the transmitter. Ask `postCount(within:of:level:)` first where the
  /// level is not one's own: blocks are as many as posts want.
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
        // A tile beyond the circle still has a nearest edge.
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

  /// How many posts a map has at a level, about; nil where no tile holds the transmitter.
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

  /// A block as the tile that a map is computed over; nil where the tile has no such block.
  public static func tile(of block: TerrainBlock, in description: TerrainDescription) -> TerrainTile? {
    guard let place = BlockPlace(of: block, in: description), place.rowCount >= 2, place.columnCount >= 2
    else {
      return nil
    }
    do throws(TerrainError) {
      return try TerrainTile(
        northWest: Coordinate(latitudeDegrees: place.northDegrees, longitudeDegrees: place.westDegrees),
        latitudeStepDegrees: place.latitudeStep, longitudeStepDegrees: place.longitudeStep,
        rowCount: place.rowCount, columnCount: place.columnCount, heights: block.heights)
    } catch {
      return nil
    }
  }

  /// Degrees of latitude and of longitude to the circle, and a little.
  private static func reach(of plan: CoveragePlan) -> (up: Double, across: Double) {
    let up = (plan.radiusMeters + 200) / 110_500
    let cosine = Trigonometry.sineCosine(turns: plan.transmitter.latitudeDegrees / 360).cosine
    return (up, up / Swift.max(0.05, cosine))
  }
}

extension TerrainDescription {
  /// The blocks at a level that a rectangle of the earth touches; longitudes are east of the tile's west
  /// edge.
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
    var keys: [TerrainBlockKey] = []
    for row in rows {
      for column in columns {
        keys.append(
          TerrainBlockKey(
            tile: UInt16(truncatingIfNeeded: number), level: level, row: UInt16(truncatingIfNeeded: row),
            column: UInt16(truncatingIfNeeded: column)))
      }
    }
    return keys
  }
}
