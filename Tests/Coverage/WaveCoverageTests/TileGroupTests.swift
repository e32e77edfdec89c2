import TestSupport
import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WaveUnits

@testable import WaveCoverage

/// Which tiles a folder of far-apart ones is opened on.
@Suite struct TileGroupTests {
  private static func tile(
    _ south: Double, _ west: Double, size: Double = 1, name: String = ""
  ) -> TerrainDescription {
    let posts = UInt32(size * 120) + 1
    let text = name.isEmpty ? "\(south) \(west)" : name
    return TerrainDescription(
      flags: [], northDegrees: south + size, westDegrees: west, latitudeStepDegrees: 1.0 / 120,
      longitudeStepDegrees: 1.0 / 120, rowCount: posts, columnCount: posts, name: Array(text.utf8))
  }

  private static func names(_ tiles: [TerrainDescription]) -> [String] {
    tiles.map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test func mostTilesCountThenMostGroundThenTheFirst() {
    let alone = [Self.tile(10, 10, name: "a"), Self.tile(40, 40, name: "b")]
    #expect(Self.names(TileGroups.largest(of: alone)) == ["a"])
    // A larger one.
    #expect(Self.names(TileGroups.largest(of: alone + [Self.tile(0, 60, size: 3, name: "c")])) == ["c"])
    // Two that touch at a corner are more.
    let two = alone + [Self.tile(0, 60, size: 3), Self.tile(39, 41, name: "d")]
    #expect(Self.names(TileGroups.largest(of: two)) == ["b", "d"])
    // One that joins two groups.
    let row = [0, 4, 1, 3, 2].map { Self.tile(20, -30 + Double($0), name: "r\($0)") }
    #expect(Self.names(TileGroups.largest(of: two + row)).count == 5)
    #expect(TileGroups.largest(of: []).isEmpty)
  }

  /// Whatever the order, as by comparing all with all; at 180° as well.
  @Test func groupsAreThoseOfAllPairs() {
    var generator = SeededGenerator(seed: 21)
    for round in 0..<60 {
      let count = Int.random(in: 1...40, using: &generator)
      let tiles = (0..<count).map { _ in
        Self.tile(
          Double(Int.random(in: -4...3, using: &generator)),
          (Double(Int.random(in: 172...187, using: &generator))).remainder(dividingBy: 360),
          size: [0.5, 1, 2].randomElement(using: &generator) ?? 1)
      }
      var group = Array(tiles.indices)
      for _ in tiles {
        for a in tiles.indices {
          for b in tiles.indices {
            let (one, other) = (tiles[a], tiles[b])
            let height = { (tile: TerrainDescription) in tile.northDegrees - tile.southDegrees }
            let near = 0.1 * min(height(one), height(other))
            let middle = { (tile: TerrainDescription) in (tile.westDegrees + tile.eastDegrees) / 2 }
            let aside = (middle(one) - middle(other)).remainder(dividingBy: 360).magnitude
            let wide = (one.eastDegrees - one.westDegrees + other.eastDegrees - other.westDegrees) / 2
            guard aside <= wide + near, one.southDegrees <= other.northDegrees + near,
              other.southDegrees <= one.northDegrees + near
            else { continue }
            (group[a], group[b]) = (min(group[a], group[b]), min(group[a], group[b]))
          }
        }
      }
      let most = Dictionary(grouping: group, by: { $0 }).values.map(\.count).max()
      #expect(TileGroups.largest(of: tiles).count == most, "round \(round)")
    }
  }

  /// Pixels from the west edge of a tile to its east edge, and whether all of it is seen.
  private static func seen(_ tile: TerrainDescription, in bench: Bench) -> (width: Float, isWhole: Bool) {
    let (left, top) = bench.model.view.pixel(
      of: Coordinate(latitudeDegrees: tile.northDegrees, longitudeDegrees: tile.westDegrees))
    let (right, bottom) = bench.model.view.pixel(
      of: Coordinate(latitudeDegrees: tile.southDegrees, longitudeDegrees: tile.eastDegrees))
    return (right - left, left >= 0 && right <= 780 && top >= 0 && bottom <= 1688)
  }

  @Test func farApartTilesOpenOnTheMost() throws {
    let tiles = [
      Self.tile(10, -60, name: "Far"), Self.tile(46, 10, name: "West"), Self.tile(46, 11, name: "East"),
      Self.tile(-40, 150, name: "South"),
    ]
    var bench = Bench(tiles: tiles, ground: { _, _ in 100 })
    bench.answer()
    try bench.draw()
    #expect(bench.model.frame.isWhole && bench.model.content.terrain.store.picked == nil)
    for tile in tiles[1...2] {
      let (width, isWhole) = Self.seen(tile, in: bench)
      #expect(isWhole && width > 300)
    }
    #expect(!Self.seen(tiles[0], in: bench).isWhole)
    // Another screen, too.
    bench.send(.resize(width: 780, height: 1600, scale: 2))
    #expect(Self.seen(tiles[1], in: bench).width > 300)
    // The others are in the list, and a tap goes there.
    bench.send(.press(.handle))
    for name in ["Far", "West", "East", "South"] { #expect(bench.controls.contains(name)) }
    bench.set(.pickTile, to: 3)
    let (width, isWhole) = Self.seen(tiles[3], in: bench)
    #expect(isWhole && width > 600)
  }

  @Test func whoAsksForAllSeesAll() throws {
    let tiles = [Self.tile(10, -60), Self.tile(46, 10), Self.tile(46, 11)]
    for ask in [ViewIntent.press(.chip), .key(.home, isShifted: false)] {
      var bench = Bench(tiles: tiles, ground: { _, _ in 100 })
      bench.answer()
      #expect(!Self.seen(tiles[0], in: bench).isWhole)
      bench.send(ask)
      #expect(tiles.allSatisfy { Self.seen($0, in: bench).isWhole })
      bench.send(.resize(width: 780, height: 1600, scale: 2))
      #expect(tiles.allSatisfy { Self.seen($0, in: bench).isWhole })
    }
  }

  /// Tiles with room for their names are seen, all of them.
  @Test func tilesNotFarApartAreAllShown() {
    let tiles = [Self.tile(46, 10), Self.tile(46, 12)]
    let bench = Bench(tiles: tiles, ground: { _, _ in 100 })
    #expect(tiles.allSatisfy { Self.seen($0, in: bench).isWhole })
  }
}
