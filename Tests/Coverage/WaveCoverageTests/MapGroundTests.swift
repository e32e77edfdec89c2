import Testing
import WaveUnits
import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation

@testable import WaveCoverage

@Suite struct MapGroundTests {
  @Test func groundIsOfItsTransmitterAndBlocks() {
    let plan = Samples.plan()
    var ground = MapGround()
    #expect(!ground.isReady(for: 0) && ground.site == nil && ground.postCount == 0)
    let store = Samples.store(blocks: Samples.allKeys)
    let keys = ground.choose(for: plan, of: store.tiles)
    #expect(keys == Samples.allKeys && ground.level == 0 && ground.postCount > 0)
    #expect(ground.choose(for: plan, of: []).isEmpty)
    ground.assemble(keys.reversed(), of: store, for: 2)
    #expect(ground.keys == Samples.allKeys, "in an order that is not the pin's")
    #expect(ground.isReady(for: 2) && !ground.isReady(for: 1))
    #expect(ground.has(keys.reversed(), for: 2) && !ground.has(keys, for: 1))
    #expect(!ground.has(Array(keys.dropLast()), for: 2))
    #expect(!ground.has(keys.dropLast() + [Samples.key(7)], for: 2))
    ground.forgetSite()
    #expect(ground.site == nil && ground.keys == keys && !ground.has(keys, for: 2))
    ground.assemble(keys, of: store, for: 0)
    ground.forget()
    #expect(ground.keys.isEmpty && ground.whole.ground.tiles.isEmpty && ground.coarse.ground.tiles.isEmpty)
    #expect(!ground.isReady(for: 0) && ground.site == nil)
  }

  @Test func theFirstLookHasEverySecondPost() {
    let ground = Samples.ground(for: Samples.plan())
    #expect(ground.whole.ground.tiles.count == 4 && ground.coarse.ground.tiles.count == 4)
    #expect(ground.whole.ground.tiles.allSatisfy { $0.rowCount == 129 })
    #expect(ground.coarse.ground.tiles.allSatisfy { $0.rowCount == 65 })
  }

  @Test func ofManyPostsTheFirstLookHasEveryFourth() {
    let tile = Samples.tile(posts: 1025)
    let store = Samples.store([tile], blocks: [Samples.key(1, 1)])
    var plan = Samples.plan(radiusMeters: 8000)
    plan.transmitter.latitudeDegrees = 46.86
    plan.transmitter.longitudeDegrees = 10.14
    var ground = MapGround()
    _ = ground.choose(for: plan, of: [tile])
    #expect(ground.postCount > 200_000 && ground.level == 0)
    ground.assemble([Samples.key(1, 1)], of: store, for: 0)
    #expect(ground.coarse.ground.tiles.map(\.rowCount) == [33])
  }

  @Test func coarserBlocksFillWhatIsMissing() {
    let root = Samples.key(level: 1)
    let store = Samples.store(blocks: [Samples.allKeys[0], root])
    var ground = MapGround()
    _ = ground.choose(for: Samples.plan(), of: store.tiles)
    ground.assemble(Samples.allKeys, of: store, for: 0)
    // The block, and the coarsest of its tile once, which is as coarse in both.
    #expect(ground.whole.ground.tiles.map(\.latitudeStepDegrees) == [1.0 / 3600, 2.0 / 3600])
    #expect(ground.coarse.ground.tiles.map(\.latitudeStepDegrees) == [2.0 / 3600, 2.0 / 3600])
    ground.assemble([Samples.allKeys[0]], of: store, for: 0)
    #expect(ground.whole.ground.tiles.count == 1)
  }

  @Test func modelsOfTheSurfaceCountWhereTheyKnow() {
    var store = Samples.store(blocks: Samples.allKeys)
    let (known, void) = (Samples.key(0, 0, isSurface: true), Samples.key(0, 1, isSurface: true))
    _ = store.keep(Samples.block(known, height: 120))
    _ = store.keep(Samples.block(void, height: TerrainBlock.void))
    var ground = MapGround()
    _ = ground.choose(for: Samples.plan(), of: store.tiles)
    ground.assemble(Samples.allKeys + [known, void, Samples.key(1, 1, isSurface: true)], of: store, for: 0)
    #expect(ground.whole.ground.tiles.count == 4 && ground.whole.models.tiles.count == 1)
    #expect(ground.coarse.models.tiles.count == 1)
  }
}
