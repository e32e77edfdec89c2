import Testing
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WaveUnits

@testable import WaveCoverage

@Suite struct TileTests {
  /// Two tiles a quarter of the earth apart: each is less than a point wide.
  private static func bench() throws -> Bench {
    var far = Bench.pair[1]
    (far.westDegrees, far.name) = (100, Array("Far".utf8))
    var bench = Bench(tiles: [Bench.pair[0], far], ground: { _, _ in 100 })
    bench.answer()
    try bench.draw()
    return bench
  }

  private static let place = Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 100.05)

  @Test func aTileThatIsHardlyToBeSeenIsFoundByAFinger() throws {
    var bench = try Self.bench()
    // All of them, as the chip shows them.
    bench.send(.press(.chip))
    let (x, y) = bench.model.view.pixel(of: Self.place)
    bench.tap(x - 60, y)
    #expect(bench.model.content.terrain.store.picked == nil, "30 points beside it")
    bench.tap(x - 30, y + 20)
    #expect(bench.model.content.terrain.store.picked == 1)
    // Once it is large, a finger beside it means what is there.
    bench.send(.press(.chip))
    let (left, top) = bench.model.view.pixel(
      of: Coordinate(latitudeDegrees: 46.9, longitudeDegrees: 100))
    bench.model.change(.pick(nil))
    bench.tap(left - 12, top + 100)
    #expect(bench.model.content.terrain.store.picked == nil)
  }

  /// The same place from another file, and a tile of it from a third one.
  @Test func namesOfOnePlaceAreBelowEachOther() throws {
    var (other, third) = (Bench.pair[0], Bench.pair[0])
    (other.name, third.name) = (Array("Derived".utf8), Array("Third".utf8))
    var bench = Bench(tiles: [Bench.pair[0], other, Bench.pair[1], third], ground: { _, _ in 100 })
    bench.answer()
    try bench.draw()
    let places = bench.marks(ofLayer: LayerID.tiles).compactMap { mark -> (x: Float, y: Float)? in
      if case .text(_, let x, let baseline, _, _, _) = mark { (x, baseline) } else { nil }
    }
    #expect(places.count == 4)
    let here = places.filter { $0.x == places[0].x }.map(\.y)
    #expect(here.count == 3 && zip(here, here.dropFirst()).allSatisfy { $1 - $0 == 44 }, "\(here)")
    #expect(places[2].x > places[0].x && places[2].y == places[0].y, "beside them there is room")
  }

  @Test func theHintToTapATileEndsOnceOneIsPicked() throws {
    var bench = try Self.bench()
    #expect(bench.controls.contains("Tap a tile to begin"))
    bench.set(.pickTile, to: 0)
    #expect(!bench.controls.contains("Tap a tile to begin"))
  }

  /// The pin stands 2 km from a tile's edge, beyond which is none: of a circle of 4 km a segment is empty.
  @Test func whatHasNoTileIsSaid() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.1))
    bench.send(.press(.handle))
    try bench.draw()
    bench.answer()
    try bench.draw()
    #expect(bench.model.shown?.isCoarse == false && !bench.controls.contains("No tile for"))
    bench.pin(at: Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10 + 2 / 76.1))
    bench.enter("4", into: .radius)
    for _ in 0..<8 {
      bench.answer()
      try bench.draw()
    }
    let share = try #require(bench.model.shown?.untiledShare)
    // The part of a disc beyond a chord at half of its radius.
    let segment = (Double.pi / 3 - 3.0.squareRoot() / 4) / Double.pi
    #expect(abs(share - segment) < 0.02, "\(share)")
    #expect(bench.controls.contains("No tile for") && bench.controls.contains("% of the circle"))
  }

  /// Blocks that nothing needs make room first, and below the limit.
  @Test func blocksThatAreNotNeededAreFew() {
    let tile = TerrainDescription(
      flags: .simulated, northDegrees: 47, westDegrees: 10, latitudeStepDegrees: 1.0 / 3600,
      longitudeStepDegrees: 1.0 / 3600, rowCount: 3201, columnCount: 3201, name: Array("Large".utf8))
    var store = TerrainStore()
    _ = store.receive(TerrainList(first: 0, total: 1, tiles: [tile]))
    let keys = (0..<500).map { number in
      TerrainBlockKey(tile: 0, level: 0, row: UInt16(number / 25), column: UInt16(number % 25))
    }
    func keep(_ range: Range<Int>) {
      for key in keys[range] {
        let heights = [Int16](repeating: 7, count: 129 * 129)
        let kept = store.keep(TerrainBlock(key: key, rowCount: 129, columnCount: 129, heights: heights))
        #expect(kept?.key == key)
      }
    }
    keep(0..<300)
    #expect(store.blocks.count == 300, "all of them may be needed")
    store.use(Array(keys[100..<310]))
    keep(300..<301)
    #expect(store.blocks.count == TerrainStore.idleLimit)
    #expect(keys[100..<301].allSatisfy { store.blocks[$0] != nil }, "what is needed stays")
    keep(301..<310)
    #expect(store.blocks.count == TerrainStore.idleLimit && store.blocks[keys[100]] != nil)
    store.use(keys)
    keep(310..<500)
    #expect(store.blocks.count == TerrainStore.limit, "more than that are too many")
  }
}
