import Testing
import WaveCoverageWire
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct TerrainStoreTests {
  private static func list(_ first: Int, of total: Int, _ tiles: [TerrainDescription]) -> TerrainList {
    TerrainList(first: UInt16(first), total: UInt16(total), tiles: tiles)
  }

  private static let tiles = [Samples.tile("A"), Samples.tile("B", west: 11), Samples.tile("C", west: 12)]

  @Test func listsAreMergedByTheirNames() {
    var store = TerrainStore()
    let early = store.receive(Self.list(1, of: 3, [Self.tiles[1]]))
    #expect(early == .known && store.tiles.isEmpty, "its beginning is missing")
    let first = store.receive(Self.list(0, of: 3, [Self.tiles[0]]))
    let more = store.receive(Self.list(1, of: 3, Array(Self.tiles[1...])))
    #expect(first == .more && more == .more && store.tiles == Self.tiles && store.isComplete)
    store.pick(1)
    _ = store.keep(Samples.block(Samples.key(tile: 1), of: Self.tiles[1]))
    _ = store.keep(Samples.block(Samples.key(tile: 2), of: Self.tiles[2]))
    let same = store.receive(Self.list(0, of: 3, Self.tiles))
    #expect(same == .known && store.picked == 1 && store.blocks.count == 2)
    let finer = store.receive(Self.list(1, of: 3, [Samples.tile("B", west: 11, seconds: 0.5)]))
    #expect(finer == .replaced([1]) && store.blocks.keys.map(\.tile) == [2] && store.picked == 1)
    let middle = store.receive(Self.list(1, of: 3, [Samples.tile("X", west: 11)]))
    #expect(middle == .known, "other tiles begin with the first")
    let fewer = store.receive(Self.list(0, of: 2, [Self.tiles[0]]))
    #expect(fewer == .other && store.tiles == [Self.tiles[0]] && !store.isComplete && store.picked == nil)
    #expect(store.blocks.isEmpty)
  }

  @Test func versionsComeInTheirOrder() {
    var store = Samples.store(Self.tiles)
    func receive(_ first: UInt16, _ versions: [UInt64]) -> [Int] {
      store.receive(TerrainVersions(first: first, versions: versions))
    }
    #expect(receive(1, [5]).isEmpty && store.versions.isEmpty)
    #expect(receive(0, [5, 6, 7, 8]).isEmpty && store.versions.isEmpty, "there are three tiles")
    #expect(receive(0, [5, 6]).isEmpty && receive(2, [7]).isEmpty && store.versions == [5, 6, 7])
    _ = store.keep(Samples.block(Samples.key(tile: 1), of: Self.tiles[1]))
    #expect(receive(0, [5, 6, 7]).isEmpty && store.blocks.count == 1)
    #expect(receive(1, [9, 7]) == [1] && store.versions == [5, 9, 7] && store.blocks.isEmpty)
  }

  @Test func aTileIsPickedByNumberOrPlace() {
    var store = Samples.store(Self.tiles)
    #expect(store.tile == nil)
    store.pick(2)
    #expect(store.tile == Self.tiles[2])
    store.pick(3)
    #expect(store.picked == nil)
    let isPicked = store.pick(at: Samples.middle)
    #expect(isPicked && store.picked == 0 && store.number(at: Samples.middle) == 0)
    let nowhere = Coordinate(latitudeDegrees: 0, longitudeDegrees: .nan)
    let hasPicked = store.pick(at: nowhere)
    #expect(!hasPicked && store.picked == 0 && !store.contains(nowhere))
  }

  @Test func whatWasNotNeededForTheLongestTimeIsForgotten() {
    let tile = Samples.tile(posts: 4097)
    var store = Samples.store([tile])
    let keys = (0..<700).map { Samples.key(UInt16($0 / 32), UInt16($0 % 32)) }
    for key in keys.prefix(TerrainStore.idleLimit) { _ = store.keep(Samples.block(key, of: tile)) }
    #expect(store.blocks.count == TerrainStore.idleLimit)
    // What is needed stays, what is not goes for each that comes.
    store.use(Array(keys[1..<TerrainStore.idleLimit]))
    _ = store.keep(Samples.block(keys[300], of: tile))
    #expect(store.blocks[keys[0]] == nil && store.blocks[keys[1]] != nil)
    #expect(store.blocks.count == TerrainStore.idleLimit)
    for key in keys[301..<600] { _ = store.keep(Samples.block(key, of: tile)) }
    #expect(store.blocks.count == TerrainStore.limit && store.blocks[keys[599]] != nil)
    // Models of the surface leave room for their blocks too.
    store.surfacesReplaced(isAvailable: true)
    for key in keys { _ = store.keep(Samples.block(key, of: tile)) }
    #expect(store.blocks.count == TerrainStore.surfaceLimit)
    let surface = Samples.key(isSurface: true)
    _ = store.keep(Samples.block(surface, of: tile))
    store.surfacesReplaced(isAvailable: false)
    #expect(store.blocks[surface] == nil && !store.blocks.isEmpty)
  }

  @Test func aBlockIsOfATileAndItsLattice() {
    var store = Samples.store()
    let none = [
      store.keep(Samples.block(Samples.key(tile: 1))), store.keep(Samples.block(Samples.key(2, 0))),
      store.keep(Samples.block(Samples.key(level: 200))),
    ]
    #expect(none.allSatisfy { $0 == nil } && store.blocks.isEmpty)
    let block = store.keep(Samples.block(Samples.key(1, 1)))
    #expect(block?.rowCount == 129 && block?.isVoid == false)
    #expect(abs((block?.northDegrees ?? 0) - (47 - 128.0 / 3600)) < 1e-12)
    let void = store.keep(Samples.block(Samples.key(0, 1), height: TerrainBlock.void))
    #expect(void?.isVoid == true)
    #expect(
      block?.ownCounts(of: Samples.tile()).rows == 129 && void?.ownCounts(of: Samples.tile()).rows == 128)
    #expect(void?.ownCounts(of: Samples.tile()).columns == 129)
    #expect(block?.tile(every: 64)?.rowCount == 3 && block?.tile(every: 129) == nil)
  }

  @Test func blocksComeBeforeEachOtherByGroundTileRowAndColumn() {
    let order = [
      Samples.key(0, 0), Samples.key(0, 5), Samples.key(1, 0), Samples.key(0, 0, tile: 1),
      Samples.key(0, 0, isSurface: true), Samples.key(0, 1, isSurface: true),
    ]
    for (index, key) in order.enumerated() {
      for (place, other) in order.enumerated() { #expect(key.isBefore(other) == (index < place)) }
    }
  }

  /// Each corner of a tile of two by two posts is nearest to a quarter of the circle around its middle, and a
  /// surface model that knows one corner covers that quarter.
  @Test func aSurfaceModelCoversThePlacesNearestToItsPosts() {
    let tile = Samples.tile(posts: 2, seconds: 256)
    var store = Samples.store([tile])
    #expect(store.surfaceShare(within: Samples.plan(), level: 0) == 0)
    var sum = 0.0
    for corner in 0..<4 {
      var block = Samples.block(Samples.key(isSurface: true), of: tile, height: TerrainBlock.void)
      block.heights[corner] = 7
      let kept = store.keep(block)
      #expect(kept != nil)
      let share = store.surfaceShare(within: Samples.plan(), level: 0)
      #expect(abs(share - 0.25) < 0.01, "\(corner): \(share)")
      sum += share
    }
    #expect(abs(sum - 1) < 1e-9)
    #expect(store.untiledShare(within: Samples.plan()) == 0)
    // Half of this circle is north of the tile; only the places in it count.
    var plan = Samples.plan()
    plan.transmitter = Coordinate(latitudeDegrees: 47, longitudeDegrees: Samples.middle.longitudeDegrees)
    _ = store.keep(Samples.block(Samples.key(isSurface: true), of: tile))
    #expect(store.surfaceShare(within: plan, level: 0) == 1)
    #expect(abs(store.untiledShare(within: plan) - 0.5) < 0.01)
  }
}
