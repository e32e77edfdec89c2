import TestSupport
import Testing
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage
@testable import WaveInteraction

@Suite struct DeviceCacheTests {
  /// A page that has seen a map, and whose device keeps what it has seen.
  private func seen(versions: [UInt64] = [5, 6]) throws -> Bench {
    var bench = Bench()
    bench.receive(.versions(TerrainVersions(first: 0, versions: versions)))
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    bench.now += 2_000_000
    bench.send(.tick)
    return bench
  }

  /// The page opened again where no server is.
  private func reopened(_ device: [[UInt8]: [UInt8]]) -> Bench {
    var bench = Bench()
    bench.model = CoverageModel()
    bench.sent = []
    bench.device = device
    bench.send(.resize(width: 780, height: 1688, scale: 2))
    bench.send(.connection(isOpen: false))
    bench.recall()
    return bench
  }

  /// Moves the map so far away that blocks of the eastern tile are asked for, and answers all but one of
  /// these.
  private func withholdABlock(_ bench: inout Bench) throws -> TerrainBlockKey {
    for _ in 0..<12 {
      bench.send(.wheel(x: 390, y: 844, dx: 0, dy: 200, zoom: .horizontal))
      let asked = bench.model.content.terrain.blocks.asked
      guard let key = asked.first(where: { $0.tile == 1 }) else { continue }
      for other in asked where other != key { bench.receive(.block(bench.block(other))) }
      bench.sent = []
      return key
    }
    throw TestError.noBlock
  }

  private enum TestError: Error { case noBlock }

  @Test func theMapIsThereWithoutAServer() throws {
    let bench = try seen()
    var other = reopened(bench.device)
    #expect(
      other.model.content.terrain.cache.isShown && other.model.content.terrain.store.tiles == Bench.pair)
    for _ in 0..<3 {
      try other.draw()
      other.recall()
    }
    try other.draw()
    let (one, two) = (try #require(bench.model.shown), try #require(other.model.shown))
    #expect(!two.isCoarse && two.map.rowCount == one.map.rowCount)
    // The place is stated to a centimetre, so that losses are the same but for their last digits.
    let apart = zip(one.map.losses, two.map.losses).map { abs(Int($0) - Int($1)) }
    #expect(apart.count { $0 > 3 } < apart.count / 200)
    #expect(other.sent.isEmpty, "nobody else is asked")
    #expect(other.controls.contains("what is kept here"))
    // Another pin computes from the same posts.
    other.pin(at: Coordinate(latitudeDegrees: 46.852, longitudeDegrees: 10.103))
    other.recall()
    try other.draw()
    #expect(other.model.shown?.isCoarse == false)
  }

  @Test func aTileThatWasReplacedIsNotShownAsItWas() throws {
    var bench = try seen()
    // The server is there again with another content, of which nothing has come when it goes.
    bench.send(.connection(isOpen: false))
    bench.send(.connection(isOpen: true))
    bench.receive(.tiles(TerrainList(first: 0, total: 2, tiles: Bench.pair)))
    let before = bench.model.content.terrain.store.blocks.count
    bench.receive(.versions(TerrainVersions(first: 0, versions: [5, 7])))
    #expect(bench.model.content.terrain.store.blocks.count < before)
    #expect(bench.model.content.terrain.store.blocks.keys.allSatisfy { $0.tile == 0 })
    var other = reopened(bench.device)
    try other.draw()
    other.recall()
    #expect(!other.model.content.terrain.store.blocks.isEmpty)
    #expect(other.model.content.terrain.store.blocks.keys.allSatisfy { $0.tile == 0 })
    #expect(!other.model.content.terrain.cache.missing.isEmpty)
  }

  /// A file that is replaced while it is looked at: the map is computed anew over what the tile has now.
  @Test func aTileThatIsReplacedMeanwhileIsAskedForAgain() throws {
    var bench = try seen()
    for _ in 0..<5 {
      bench.answer()
      try bench.draw()
    }
    let before = try #require(bench.model.shown)
    let raised = Bench(ground: { _, east in Int16((east - 10) * 1000) + (east > 10.11 ? 400 : 0) })
    let gone = try withholdABlock(&bench)
    bench.receive(.refusal(TerrainRefusal(key: gone, text: Array("no such part".utf8))))
    #expect(bench.model.content.terrain.blocks.refused == [gone])
    bench.receive(.versions(TerrainVersions(first: 1, versions: [7])))
    #expect(
      bench.model.content.terrain.blocks.refused.isEmpty
        && bench.model.content.terrain.store.blocks.keys.allSatisfy { $0.tile == 0 })
    for _ in 0..<10 {
      let messages = bench.sent
      bench.sent = []
      for case .ask(let ask) in messages {
        #expect(ask.key.tile == 1, "what was not replaced is not asked for")
        bench.receive(.block(raised.block(ask.key)))
      }
      try bench.draw()
    }
    let after = try #require(bench.model.shown)
    #expect(!after.isCoarse && after.revision != before.revision && after.map != before.map)
    #expect(bench.model.pictures.relief.slots.contains { $0?.key.tile == 1 })
  }

  /// A tile of 3" is replaced by one of 1": its blocks are others, the pin stays, and the map is that of a
  /// page that knew the new one alone.
  @Test func aTileOfOtherPostsTakesThePlaceOfTheOneBefore() throws {
    var coarse = Bench.pair
    for number in coarse.indices {
      coarse[number].latitudeStepDegrees *= 3
      coarse[number].longitudeStepDegrees *= 3
      (coarse[number].rowCount, coarse[number].columnCount) = (121, 121)
    }
    var bench = Bench(tiles: coarse)
    bench.receive(.versions(TerrainVersions(first: 0, versions: [5, 6])))
    bench.answer()
    bench.pin(at: Bench.middle)
    for _ in 0..<5 {
      bench.answer()
      try bench.draw()
    }
    let plan = try #require(bench.model.plan)
    let before = try #require(bench.model.shown)
    var other = Bench(tiles: [coarse[0], Bench.pair[1]])
    // What was asked of the tile before is refused, and that is not shown.
    let gone = try withholdABlock(&bench)
    bench.receive(.tiles(TerrainList(first: 1, total: 2, tiles: [Bench.pair[1]])))
    bench.receive(.versions(TerrainVersions(first: 1, versions: [7])))
    bench.receive(.refusal(TerrainRefusal(key: gone, text: Array("no such part".utf8))))
    #expect(
      bench.model.content.terrain.blocks.refused.isEmpty
        && bench.model.alertText != Array("no such part".utf8))
    #expect(
      bench.model.content.terrain.store.tiles == other.tiles
        && bench.model.content.terrain.store.versions == [5, 7])
    #expect(
      bench.model.content.terrain.store.blocks.keys.allSatisfy { $0.tile == 0 } && bench.model.plan == plan)
    #expect(
      bench.model.pictures.relief.slots.allSatisfy { $0?.key.tile != 1 }
        && bench.model.pictures.relief.slots.contains { $0 != nil })
    for _ in 0..<10 {
      let messages = bench.sent
      bench.sent = []
      for case .ask(let ask) in messages {
        #expect(ask.key.tile == 1 || ask.key.level != 0, "what was not replaced is not asked for")
        bench.receive(.block(other.block(ask.key)))
      }
      try bench.draw()
    }
    let after = try #require(bench.model.shown)
    #expect(!after.isCoarse && after.revision != before.revision && after.plan == plan)
    other.receive(.versions(TerrainVersions(first: 0, versions: [5, 7])))
    other.answer()
    other.pin(at: Bench.middle)
    for _ in 0..<10 {
      other.answer()
      try other.draw()
    }
    #expect(other.model.shown?.plan == plan && other.model.shown?.map == after.map, "the same bits")
    // The device keeps the tile that is there now.
    var known = TerrainStore()
    var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
    let kept = try #require(bench.device[BlockCache.listQuestion.name])
    while let message = try reader.nextFromServer(in: kept.span.bytes) {
      if case .tiles(let list) = message { _ = known.receive(list) }
    }
    #expect(known.tiles == other.tiles)
  }

  /// Other names are another server's tiles; a replaced one keeps its name, also behind a connection that was
  /// lost.
  @Test func aListShowsWhetherTilesAreOthers() {
    var store = TerrainStore()
    func receive(_ first: Int, _ total: Int, _ tiles: [TerrainDescription]) -> TerrainStore.Change {
      store.receive(TerrainList(first: UInt16(first), total: UInt16(total), tiles: tiles))
    }
    guard case .more = receive(0, 2, Bench.pair), case .known = receive(0, 2, Bench.pair) else {
      Issue.record("tiles are not taken")
      return
    }
    var replaced = Bench.pair
    (replaced[0].rowCount, replaced[0].latitudeStepDegrees) = (721, 0.5 / 3600)
    guard case .replaced([0]) = receive(0, 3, replaced + [Bench.pair[0]]) else {
      Issue.record("a tile that was replaced is another server's")
      return
    }
    #expect(store.tiles == replaced + [Bench.pair[0]])
    replaced[1].name = Array("North".utf8)
    guard case .known = receive(1, 3, [replaced[1]]), case .other = receive(0, 3, replaced + [Bench.pair[0]])
    else {
      Issue.record("another server's tiles are not seen to be others")
      return
    }
  }

  @Test func whatIsNotToBeKeptIsNot() throws {
    var bench = Bench()
    bench.answer()
    #expect(bench.device.isEmpty, "nothing is kept of a server that states no versions")
    bench = try seen(versions: [0, 3])
    // Tag 161, then the length, then the tile.
    let blocks = bench.device.values.filter { $0.starts(with: [161, 0]) }
    #expect(!blocks.isEmpty && blocks.allSatisfy { $0[4] == 1 })
  }

  @Test func aServerThatComesTakesOver() throws {
    let bench = try seen()
    var other = reopened(bench.device)
    try other.draw()
    other.send(.connection(isOpen: true))
    other.receive(.welcome(Welcome(sourceCount: 2, serverMicroseconds: 1)))
    other.receive(.tiles(TerrainList(first: 0, total: 2, tiles: Bench.pair)))
    other.receive(.versions(TerrainVersions(first: 0, versions: [5, 6])))
    other.answer()
    try other.draw()
    #expect(!other.model.content.terrain.cache.isShown && other.model.plan != nil)
    #expect(other.model.shown?.isCoarse == false)
    // An answer of the device that is late is not taken.
    let blocks = other.model.content.terrain.store.blocks.count
    _ = other.model.recalled(7, [1, 2, 3], at: other.now)
    #expect(other.model.content.terrain.store.blocks.count == blocks)
  }

  @Test func whatIsKeptBadlyDoesNoHarm() throws {
    let bench = try seen()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      var device = bench.device
      for name in device.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        guard var bytes = device[name], !bytes.isEmpty, random.next() & 1 == 0 else { continue }
        for _ in 0..<3 {
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        if random.next() & 3 == 0 { bytes.removeLast(bytes.count / 2) }
        device[name] = bytes
      }
      var other = reopened(device)
      _ = other.model.draw(into: &other.list, at: other.now)
    }
    #expect(reopened([:]).model.content.terrain.store.tiles.isEmpty)
  }
}
