import Testing
import WaveCoverageWire

@testable import WaveCoverage

@Suite struct BlockCacheTests {
  private static let tile = Samples.tile()

  /// A store whose tiles have versions.
  private static func store(_ versions: [UInt64] = [7]) -> TerrainStore {
    var store = Samples.store()
    _ = store.receive(TerrainVersions(first: 0, versions: versions))
    return store
  }

  private static func bytes(_ messages: [CoverageMessage]) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages { message.encodeFromServer(into: &bytes) }
    return bytes
  }

  private static let surfaces = SurfaceModels()

  @Test func theListIsAskedForOnceWithoutAServer() {
    var cache = BlockCache()
    let open = cache.connectionChanged(isOpen: true, hasTiles: false)
    let full = cache.connectionChanged(isOpen: false, hasTiles: true)
    #expect(open == nil && full == nil)
    let closed = cache.connectionChanged(isOpen: false, hasTiles: false)
    let again = cache.connectionChanged(isOpen: false, hasTiles: false)
    #expect(closed == BlockCache.listQuestion && again == nil)
    #expect(BlockCache.listQuestion.number != BlockCache.sceneQuestion.number)
    #expect(closed?.effect == .recall(number: 0, name: Array("tiles".utf8)))
  }

  @Test func blocksAreAskedForOnceAndAFewAtATime() {
    var cache = BlockCache()
    let store = Self.store()
    let first = cache.questions(for: Samples.allKeys, in: store, Self.surfaces)
    #expect(first.map(\.number) == [2, 3, 4, 5] && Set(first.map(\.name)).count == 4)
    let again = cache.questions(for: Samples.allKeys, in: store, Self.surfaces)
    #expect(again.isEmpty)
    let big = Samples.tile(posts: 2000)
    var wide = Samples.store([big])
    _ = wide.receive(TerrainVersions(first: 0, versions: [7]))
    var other = BlockCache()
    let keys = (0..<20).map { Samples.key(UInt16($0 % 10), UInt16($0 / 10)) }
    let many = other.questions(for: keys, in: wide, Self.surfaces)
    #expect(many.count == 16)
  }

  @Test func whatIsThereOrNotKeptIsNotAskedFor() {
    var cache = BlockCache()
    var there = Self.store()
    _ = there.keep(Samples.block(Samples.allKeys[0]))
    let questions = cache.questions(for: Array(Samples.allKeys[..<2]), in: there, Self.surfaces)
    #expect(questions.count == 1)
    for versions in [[], [0]] as [[UInt64]] {
      let none = cache.questions(for: [Samples.allKeys[2]], in: Self.store(versions), Self.surfaces)
      #expect(none.isEmpty && !cache.mayHave(Samples.allKeys[2], of: Self.store(versions), Self.surfaces))
    }
    #expect(cache.mayHave(Samples.allKeys[2], of: Self.store(), Self.surfaces))
    #expect(!cache.mayHave(Samples.key(isSurface: true), of: Self.store(), Self.surfaces))
    cache.miss(Samples.allKeys[2])
    #expect(!cache.mayHave(Samples.allKeys[2], of: Self.store(), Self.surfaces))
    let missing = cache.questions(for: [Samples.allKeys[2]], in: Self.store(), Self.surfaces)
    #expect(missing.isEmpty)
    cache.forget { $0.row == 0 }
    #expect(cache.missing == [Samples.allKeys[2]])
    cache.forget { $0.row == 1 }
    #expect(cache.missing.isEmpty)
    cache.miss(Samples.allKeys[2])
    _ = cache.connectionChanged(isOpen: true, hasTiles: true)
    #expect(cache.missing.isEmpty)
  }

  @Test func missingBlocksAreBounded() {
    var cache = BlockCache()
    for number in 0..<(4 * TerrainStore.limit + 2) { cache.miss(Samples.key(UInt16(number))) }
    #expect(cache.missing.count == 4 * TerrainStore.limit)
  }

  @Test func anAnswerIsOfTheBlockThatWasAskedFor() throws {
    var cache = BlockCache()
    let question = try #require(
      cache.questions(for: [Samples.allKeys[1]], in: Self.store(), Self.surfaces).first)
    let block = Samples.block(Samples.allKeys[1])
    // Its tile had another number when it was kept, and others are beside it.
    var kept = block
    kept.key.tile = 9
    var finer = block
    finer.key.level = 1
    var surface = block
    surface.key.isSurface = true
    let others = [Samples.block(Samples.allKeys[0]), Samples.block(Samples.allKeys[3]), finer, surface]
    let bytes = Self.bytes((others + [kept]).map { .block($0) }) + [255, 0, 1]
    let unknown = cache.answer(question.number + 1, bytes)
    #expect(unknown == nil)
    let answer = cache.answer(question.number, bytes)
    #expect(answer?.key == Samples.allKeys[1] && answer?.kept == [block])
    let double = cache.answer(question.number, bytes)
    #expect(double == nil)
    let next = try #require(cache.questions(for: [Samples.allKeys[1]], in: Self.store(), Self.surfaces).first)
    #expect(next.number == question.number + 1, "an answer that was none is asked for again")
    let empty = cache.answer(next.number, [])
    #expect(empty?.kept == [])
  }

  @Test func theListOpensWhereAllTilesWereKept() throws {
    var cache = BlockCache()
    var surfaces = SurfaceModels()
    let part = SurfacePart(
      northDegrees: 47, westDegrees: 10, southDegrees: 46, eastDegrees: 11, version: 4, name: [0x41])
    _ = surfaces.receive(TerrainSurfaces(first: 0, total: 1, parts: [part]))
    let store = Self.store()
    let list = try #require(cache.list(of: store, surfaces))
    let opened = cache.open(list: list)
    #expect(opened?.store.tiles == store.tiles && opened?.store.versions == [7])
    #expect(opened?.surfaces.parts == [part] && cache.isShown)
    #expect(cache.list(of: store, surfaces) == nil, "the device has it")
    cache.serverListed()
    #expect(!cache.isShown && cache.list(of: store, surfaces) == list)
    #expect(cache.list(of: Samples.store(), surfaces) == nil, "versions are missing")
    for bytes in [
      [], Self.bytes([.tiles(TerrainList(first: 0, total: 2, tiles: [Self.tile]))]),
      Self.bytes([.tiles(TerrainList(first: 0, total: 0, tiles: []))]),
    ] {
      let none = cache.open(list: bytes)
      #expect(none == nil && !cache.isShown)
    }
  }

  @Test func aNameIsOfItsTilePlaceAndContent() throws {
    func name(
      _ key: TerrainBlockKey, _ version: UInt64 = 7, _ tile: TerrainDescription = Self.tile
    ) -> String? {
      var store = Samples.store([tile])
      _ = store.receive(TerrainVersions(first: 0, versions: [version]))
      return BlockCache.name(of: key, in: store, Self.surfaces).map { String(decoding: $0, as: UTF8.self) }
    }
    let own = try #require(name(Samples.key(1, 0, level: 0)))
    #expect(own.hasSuffix(".0.1.0") && own.count == 16 + 6)
    let others = [
      name(Samples.key(0, 1)), name(Samples.key(1, 0), 8),
      name(Samples.key(1, 0), 7, Samples.tile("B")), name(Samples.key(1, 0), 7, Samples.tile(north: 48)),
      name(Samples.key(1, 0), 7, Samples.tile(west: 11)),
      name(Samples.key(1, 0), 7, Samples.tile(posts: 300)),
      name(Samples.key(1, 0), 7, Samples.tile(seconds: 2)), name(Samples.key(1, 0, level: 1)),
    ]
    #expect(Set(others + [own]).count == others.count + 1 && !others.contains(nil))
    #expect(name(Samples.key(1, 0), 0) == nil && name(Samples.key(tile: 1)) == nil)
    #expect(name(Samples.key(isSurface: true)) == nil)
  }
}
