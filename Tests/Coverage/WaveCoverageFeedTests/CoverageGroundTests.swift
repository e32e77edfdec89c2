import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

/// The blocks that a map is computed over, of one tile and one place in its middle.
@Suite struct CoverageGroundTests {
  private let tile = TerrainDescription(
    northDegrees: 47, westDegrees: 10, latitudeStepDegrees: 1.0 / 3600, longitudeStepDegrees: 1.0 / 3600,
    rowCount: 721, columnCount: 721, name: [0x41])

  private func plan(radiusMeters: Double = 3000) -> CoveragePlan {
    CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 46.9, longitudeDegrees: 10.1), frequencyHertz: 915e6,
      radiusMeters: radiusMeters, model: .p1812)
  }

  @Test func aPlanAsksForItself() throws {
    var asked = plan()
    asked.clutter = .urban
    let ask = CoverageRequest(asked, number: 7, tileCount: 1, level: 2)
    #expect(ask.number == 7 && ask.tileCount == 1 && ask.level == 2)
    #expect(try #require(CoveragePlan(ask)) == asked)
    #expect(CoverageOffer(sampleLimit: 1).has(asked))
  }

  @Test func blocksLieWithinTheRadius() throws {
    let near = try #require(CoverageGround(within: plan(), of: [tile]))
    let far = try #require(CoverageGround(within: plan(radiusMeters: 9000), of: [tile]))
    #expect(near.level == 0 && near.postCount < far.postCount)
    #expect(Set(near.keys).isStrictSubset(of: Set(far.keys)))
    #expect(near.keys.allSatisfy { tile.posts(of: $0) != nil })
    #expect(CoverageGround(within: plan(), of: []) == nil)
  }

  @Test func aBlockIsATileWhereItsPostsAreAsManyAsTheTileHas() throws {
    let key = TerrainBlockKey(tile: 0, level: 1, row: 1, column: 2)
    let posts = try #require(tile.posts(of: key))
    let block = TerrainBlock(
      key: key, rowCount: UInt8(posts.rows.count), columnCount: UInt8(posts.columns.count),
      heights: [Int16](repeating: 5, count: posts.rows.count * posts.columns.count))
    let place = try #require(BlockPlace(of: block, in: tile))
    #expect(place.latitudeStep == 2 * tile.latitudeStepDegrees)
    // A block of the next level spans 256 posts of the tile.
    #expect(abs(place.northDegrees - (47 - 256.0 / 3600)) < 1e-12)
    #expect(abs(place.westDegrees - (10 + 512.0 / 3600)) < 1e-12)
    #expect(CoverageGround.tile(of: block, in: tile) != nil)
    var other = tile
    other.rowCount = 2
    #expect(BlockPlace(of: block, in: other) == nil && CoverageGround.tile(of: block, in: other) == nil)
  }

  @Test func aTileContainsItsOutermostPostsAcrossTheDateLineToo() {
    for west in [10.0, 179.9, -180, -0.1] {
      var tile = tile
      tile.westDegrees = west
      for (north, east, isInside) in [
        (0.1, 0.1, true), (0, 0, true), (0.2, 0.2, true), (0.1, -0.01, false), (0.1, 0.21, false),
        (-0.01, 0.1, false), (0.21, 0.1, false), (0.1, 180, false),
      ] as [(Double, Double, Bool)] {
        // Rounding at the edges is no concern here.
        let inward = 1e-9 * (east == 0 ? 1 : -1)
        let longitude = (west + east + inward).remainder(dividingBy: 360)
        let place = Coordinate(latitudeDegrees: 47 - north, longitudeDegrees: longitude)
        #expect(tile.contains(place) == isInside, "\(west): \(north), \(east)")
      }
    }
  }

  @Test func whatStandsOnTheGroundLiesOverIt() throws {
    let ground = try #require(CoverageGround(within: plan(), of: [tile]))
    let part = SurfacePart(
      northDegrees: 46.95, westDegrees: 10.05, southDegrees: 46.85, eastDegrees: 10.15, version: 1,
      name: [0x42])
    let above = CoverageGround.surfaceKeys(over: ground.keys, of: [tile], parts: [part])
    #expect(!above.isEmpty && above.allSatisfy { $0.isSurface })
    #expect(CoverageGround.surfaceKeys(over: ground.keys, of: [tile], parts: []).isEmpty)
  }
}
