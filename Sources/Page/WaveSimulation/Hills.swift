public import WavePropagation
public import WaveUnits

/// Simulated terrain heights as a function of position, bit-identical natively and in WebAssembly.
///
/// The heights are a sum of noise octaves, each on a grid with half the spacing of the previous one, with
/// less weight on steep flanks to imitate erosion. A valley winds from the north to a lake at sea level. The
/// terrain is fictional.
public struct Hills: Sendable {
  /// A tile of the demonstration terrain.
  public struct Tile: Sendable {
    /// The name of the tile.
    public let name: StaticString
    /// The position of the post at the tile's north-west corner.
    public let northWest: Coordinate
  }

  /// The number of posts along a side of a tile; tiles share their edges.
  public static let postCount = 721
  /// The distance between posts in degrees: one arc-second.
  public static let stepDegrees = 1.0 / 3600
  /// Four tiles around 46.8° north, 10.1° east.
  public static let tiles = [
    Tile(name: "Marden", northWest: Coordinate(latitudeDegrees: 47, longitudeDegrees: 9.9)),
    Tile(name: "Hollin", northWest: Coordinate(latitudeDegrees: 47, longitudeDegrees: 10.1)),
    Tile(name: "Mere", northWest: Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 9.9)),
    Tile(name: "Askrigg", northWest: Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)),
  ]

  private let numbers = HashNoise(seed: 8)

  /// Creates the terrain.
  public init() {}

  /// Returns the height at a post of a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile's index in `tiles`.
  ///   - row: The row from the north, starting at 0.
  ///   - column: The column from the west, starting at 0.
  /// - Returns: The height in whole metres above sea level.
  /// - Complexity: O(1), without allocation.
  public func height(tile: Int, row: Int, column: Int) -> Int16 {
    // The position is computed in whole arc-seconds, so that tiles agree on the posts they share.
    let south = row + (tile / 2) * (Self.postCount - 1)
    let east = column + (tile % 2) * (Self.postCount - 1)
    return Int16(saturating: height(southSeconds: Double(south), eastSeconds: Double(east)).rounded())
  }

  /// Returns a complete tile.
  ///
  /// - Parameter index: The tile's index in `tiles`.
  /// - Returns: The tile with all its posts.
  /// - Throws: `TerrainError`, but never for a valid index.
  /// - Complexity: O(posts), with one array allocation.
  public func tile(_ index: Int) throws(TerrainError) -> TerrainTile {
    let posts = Array(0..<Self.postCount)
    let heights = heights(ofTile: index, rows: posts, columns: posts)
    return try TerrainTile(
      PostLattice(
        northWest: Self.tiles[index].northWest, latitudeStepDegrees: Self.stepDegrees,
        longitudeStepDegrees: Self.stepDegrees, rowCount: Self.postCount, columnCount: Self.postCount),
      heights: heights)
  }

  /// Returns the height at a position given in arc-seconds from the north-west corner.
  private func height(southSeconds south: Double, eastSeconds east: Double) -> Double {
    // Here, an arc-second of longitude is about two thirds as long as one of latitude; the factor gives x and
    // y the same scale.
    let (x, y) = (east * 0.684, south)
    let broad = noise(3, x / 520, y / 520)
    let mountains = 2300 * ridges(x / 150, y / 150) * (0.4 + 0.8 * broad)
    // The valley widens to the south; its depth depends on the distance from its river.
    let along = Swift.max(0, Swift.min(1, y / 1080))
    let bend = 130 * (noise(4, 0.5, y / 330) - 0.5) + 46 * (noise(5, 0.5, y / 110) - 0.5)
    let river = 470 - 60 * along + bend
    let ragged = 60 * (noise(6, x / 90, y / 90) - 0.5)
    let far = (x - river).magnitude
    let aside = (x - river + ragged * Swift.min(1, far / 60)) / (40 + 120 * along * along)
    let valley = aside * aside / (1 + aside * aside)
    let lakeX = (x - 400 - 150 * (noise(1, x / 120, y / 120) - 0.5)) / 170
    let lakeY = (y - 1130 - 190 * (noise(2, x / 120, y / 120) - 0.5)) / 140
    let lake = lakeX * lakeX + lakeY * lakeY
    let shore = lake / (1 + lake)
    let ground = 170 * (1 - along) + mountains * valley * shore - 80 * (1 - shore) * (1 - shore)
    return Swift.max(0, ground - 8)
  }

  /// Returns a sum of noise octaves, each with less weight where the sum of the earlier octaves is steep.
  ///
  /// This gives steep flanks with flat, eroded ground between them.
  private func ridges(_ x: Double, _ y: Double) -> Double {
    var (u, v, share, sum) = (x, y, 0.5, 0.0)
    var (slopeX, slopeY) = (0.0, 0.0)
    for octave in UInt64(0)..<8 {
      let point = slope(10 + octave, u, v)
      slopeX += 0.9 * point.x
      slopeY += 0.9 * point.y
      sum += share * point.value / (1 + slopeX * slopeX + slopeY * slopeY)
      share *= 0.46
      // The next octave has half the spacing, and is rotated so that the lattices do not coincide.
      (u, v) = (1.6 * u - 1.2 * v, 1.2 * u + 1.6 * v)
    }
    return sum
  }

  /// Returns noise from 0 to 1 that is smooth in both directions.
  private func noise(_ key: UInt64, _ x: Double, _ y: Double) -> Double { slope(key, x, y).value }

  /// Returns noise interpolated between random values at integer coordinates, with its slopes along x and y.
  private func slope(_ key: UInt64, _ x: Double, _ y: Double) -> (value: Double, x: Double, y: Double) {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (a, b) = (x - left, y - top)
    let (column, row) = (Int64(saturating: left), Int64(saturating: top))
    let corner = value(key, column, row)
    let east = value(key, column + 1, row) - corner
    let south = value(key, column, row + 1) - corner
    let both = value(key, column + 1, row + 1) - corner - east - south
    let (across, down) = (Self.eased(a), Self.eased(b))
    return (
      corner + east * across + south * down + both * across * down,
      Self.easedSlope(a) * (east + both * down), Self.easedSlope(b) * (south + both * across)
    )
  }

  private func value(_ key: UInt64, _ column: Int64, _ row: Int64) -> Double {
    numbers.uniform(key: key, at: column &* 0x1_0001 &+ row)
  }

  /// Returns a smooth step from 0 to 1 with zero slope and zero curvature at both ends.
  private static func eased(_ part: Double) -> Double { part * part * part * (part * (part * 6 - 15) + 10) }

  private static func easedSlope(_ part: Double) -> Double { 30 * part * part * (part * (part - 2) + 1) }
}
