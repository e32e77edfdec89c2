import TestSupport
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
    let place = try #require(PostLattice(of: block, in: tile))
    #expect(place.latitudeStepDegrees == 2 * tile.latitudeStepDegrees)
    // A block of the next level spans 256 posts of the tile.
    #expect(abs(place.northDegrees - (47 - 256.0 / 3600)) < 1e-12)
    #expect(abs(place.westDegrees - (10 + 512.0 / 3600)) < 1e-12)
    #expect(CoverageGround.tile(of: block, in: tile) != nil)
    var other = tile
    other.rowCount = 2
    #expect(PostLattice(of: block, in: other) == nil && CoverageGround.tile(of: block, in: other) == nil)
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

  /// A place on the equator, where a degree of longitude is as long as one of latitude, and a tile around it.
  private func equator(radiusMeters: Double = 3000) -> (plan: CoveragePlan, tile: TerrainDescription) {
    var plan = self.plan(radiusMeters: radiusMeters)
    var tile = self.tile
    plan.transmitter = Coordinate(latitudeDegrees: 0, longitudeDegrees: 10.1)
    tile.northDegrees = 0.1
    return (plan, tile)
  }

  @Test func postsAreCountedAtTheFinestStepAndHalvedToTheLimit() throws {
    let (plan, tile) = equator()
    // 200 m more than the radius in each direction, at 110.5 km a degree.
    let side = 2 * 3200 / 110_500.0 * 3600
    func count(_ tiles: [TerrainDescription], level: UInt8 = 0) throws -> Double {
      try #require(CoverageGround.postCount(within: plan, of: tiles, level: level)) / (side * side)
    }
    var (coarse, fine) = (tile, tile)
    (coarse.latitudeStepDegrees, coarse.longitudeStepDegrees) = (2.0 / 3600, 2.0 / 3600)
    (fine.latitudeStepDegrees, fine.longitudeStepDegrees) = (0.5 / 3600, 0.5 / 3600)
    (fine.rowCount, fine.columnCount) = (1441, 1441)
    #expect(try abs(count([tile]) - 1) < 1e-9 && abs(count([tile], level: 1) - 0.25) < 1e-9)
    #expect(try abs(count([coarse, tile]) - 1) < 1e-9 && abs(count([tile, fine]) - 4) < 1e-9)
    fine.westDegrees = 50
    #expect(try abs(count([tile, fine]) - 1) < 1e-9, "it does not contain the transmitter")
    #expect(CoverageGround.postCount(within: plan, of: [fine], level: 0) == nil)
    #expect(abs(CoverageGround.samples(ofPosts: 8) - 3 * .pi) < 1e-12)
    let levels = [1.0, 100, 100.1, 400, 400.1, 1600, 1e30].map {
      CoverageGround.level(ofPosts: $0, atMost: 100)
    }
    #expect(levels == [0, 0, 1, 1, 2, 2, WireLimits.terrainLevel])
  }

  /// Tiles just inside and just outside the square around the circle, 0.02896° in each direction.
  @Test(arguments: [(0.0289, true), (0.0291, false)])
  func onlyTilesThatTheCircleMeetsHaveBlocks(away: Double, isMet: Bool) throws {
    let (plan, tile) = equator()
    // Each tile is 0.2° wide and high.
    for (north, west) in [(0.1, 10.1 + away), (0.1, 9.9 - away), (0.2 + away, 10), (-away, 10)] {
      var other = tile
      (other.northDegrees, other.westDegrees) = (north, west)
      let ground = try #require(CoverageGround(within: plan, of: [tile, other]))
      #expect(ground.keys.contains { $0.tile == 0 } && ground.level == 0)
      #expect(ground.keys.contains { $0.tile == 1 } == isMet, "\(north), \(west)")
    }
  }

  /// The blocks that overlap rectangles in and around a tile, against a search of all blocks.
  @Test func blocksOfARectangleAreThoseThatOverlapIt() {
    var tile = tile
    (tile.rowCount, tile.columnCount) = (1000, 700)
    (tile.latitudeStepDegrees, tile.longitudeStepDegrees) = (0.001, 0.002)
    var random = SeededGenerator(seed: 31)
    var (most, empty) = (0, 0)
    for round in 0..<400 {
      let level = UInt8(round % 4)
      let north = Double.random(in: 45.5..<47.5, using: &random)
      let south = north - Double.random(in: 0..<1.2, using: &random)
      let west = Double.random(in: -0.7..<1.8, using: &random)
      let east = west + Double.random(in: 0..<1, using: &random)
      let counts = tile.blockCounts(level: level)
      let (high, wide) = (Double(128 << Int(level)) * 0.001, Double(128 << Int(level)) * 0.002)
      var expected: [TerrainBlockKey] = []
      for row in 0..<counts.rows {
        for column in 0..<counts.columns {
          let (top, left) = (47 - Double(row) * high, Double(column) * wide)
          guard top >= south, top - high < north, left <= east, left + wide > west else { continue }
          expected.append(
            TerrainBlockKey(tile: 3, level: level, row: UInt16(row), column: UInt16(column)))
        }
      }
      let found = tile.keys(number: 3, level: level, south: south, north: north, west: west, east: east)
      #expect(found == expected, "\(north) \(south) \(west) \(east)")
      most = max(most, found.count)
      if found.isEmpty { empty += 1 }
    }
    #expect(most > 12 && empty > 20 && empty < 300)
  }

  @Test(
    arguments: [
      // North, west, south and east of a rectangle: within the model, and around it.
      (46.6, 10.4, 46.4, 10.6, true), (48, 9, 45, 12, true),
      // At its northern, southern, eastern and western edge, and just beyond.
      (48, 10.2, 47, 10.8, true), (48, 10.2, 47.001, 10.8, false), (46, 10.2, 45, 10.8, true),
      (45.999, 10.2, 45, 10.8, false), (46.6, 11, 46.4, 12, true), (46.6, 11.001, 46.4, 12, false),
      (46.6, 9, 46.4, 10, true), (46.6, 9, 46.4, 9.999, false),
      // A turn farther on, or back.
      (46.6, 370.4, 46.4, 370.6, true), (46.6, -349.6, 46.4, -349.4, true), (46.6, 371.1, 46.4, 371.5, false),
    ] as [(Double, Double, Double, Double, Bool)])
  func aModelTouchesWhatItsEdgesMeet(
    north: Double, west: Double, south: Double, east: Double, isTouched: Bool
  ) {
    let part = SurfacePart(
      northDegrees: 47, westDegrees: 10, southDegrees: 46, eastDegrees: 11, version: 1, name: [0x42])
    #expect(part.touches(north: north, west: west, south: south, east: east) == isTouched)
    // The same model and rectangle at the antimeridian.
    let across = SurfacePart(
      northDegrees: 47, westDegrees: 179.5, southDegrees: 46, eastDegrees: 180.5, version: 1, name: [0x42])
    let (left, right) = (west + 169.5, east + 169.5)
    #expect(across.touches(north: north, west: left, south: south, east: right) == isTouched)
    #expect(across.touches(north: north, west: left - 360, south: south, east: right - 360) == isTouched)
  }

  @Test func anOfferAndAMessageHaveLimits() throws {
    var asked = plan()
    asked.clutter = .urban
    let model = UInt16(1) << UInt16(CoveragePlan.Model.p1812.rawValue)
    let urban = Clutter.urban.rawValue
    #expect(CoverageOffer(sampleLimit: 9, models: model, clutterCount: urban + 1).has(asked))
    #expect(!CoverageOffer(sampleLimit: 9, models: model, clutterCount: urban).has(asked))
    #expect(!CoverageOffer(sampleLimit: 9, models: ~model, clutterCount: urban + 1).has(asked))
    asked.clutter = .open
    #expect(CoverageOffer(sampleLimit: 9, models: model, clutterCount: 0).has(asked))
    func geometry(rows: Int, columns: Int) throws -> CoverageGeometry? {
      let place = Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)
      let map = try #require(
        CoverageMap(
          PostLattice(
            northWest: place, latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.001, rowCount: rows,
            columnCount: columns), losses: [Int16](repeating: 0, count: rows * columns)))
      return map.geometry(number: 5)
    }
    let limit = Int(WireLimits.terrainPosts)
    #expect(try geometry(rows: 1, columns: limit)?.columnCount == WireLimits.terrainPosts)
    #expect(try geometry(rows: limit, columns: 1)?.rowCount == WireLimits.terrainPosts)
    #expect(try geometry(rows: 1, columns: limit + 1) == nil && geometry(rows: limit + 1, columns: 1) == nil)
  }
}
