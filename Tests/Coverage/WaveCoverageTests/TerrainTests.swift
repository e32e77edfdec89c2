import Testing
@testable import WaveInteraction
import WaveCoverageWire
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct TerrainTests {
  private typealias Kinds = Terrain.Change.Kinds

  private static let tile = Samples.tile()

  private static func list(_ tiles: [TerrainDescription]) -> CoverageMessage {
    .tiles(TerrainList(first: 0, total: UInt16(tiles.count), tiles: tiles))
  }

  /// Terrain of one tile, whose four blocks a map is computed over.
  private static func terrain() -> Terrain {
    var terrain = Terrain()
    _ = terrain.receive(list([tile]))
    terrain.want(Samples.allKeys, for: Samples.plan(), in: Samples.canvas().view, isReading: false)
    return terrain
  }

  private static func surfaces(_ version: UInt64 = 1) -> CoverageMessage {
    let part = SurfacePart(
      northDegrees: 47, westDegrees: 10, southDegrees: 46, eastDegrees: 11, version: version, name: [0x41])
    return .surfaces(TerrainSurfaces(first: 0, total: 1, parts: [part]))
  }

  @Test func tilesAreListedCompleteOrOthers() {
    var terrain = Terrain()
    let half = terrain.receive(.tiles(TerrainList(first: 0, total: 2, tiles: [Self.tile])))
    #expect(half?.kinds == .listed && terrain.store.picked == nil)
    let rest = terrain.receive(.tiles(TerrainList(first: 1, total: 2, tiles: [Samples.tile("B", west: 11)])))
    #expect(rest?.kinds == [.listed, .complete] && terrain.store.picked == nil)
    let same = terrain.receive(Self.list(terrain.store.tiles))
    #expect(same == nil)
    let other = terrain.receive(Self.list([Samples.tile("C")]))
    #expect(other?.kinds == [.tiles, .listed, .complete] && terrain.store.picked == 0)
    let replaced = terrain.receive(Self.list([Samples.tile("C", posts: 300)]))
    #expect(replaced?.kinds == .listed && replaced?.replaced == [0])
    let ignored = terrain.receive(.coverageRefusal(CoverageRefusal(number: 0, text: [])))
    #expect(ignored == nil)
  }

  @Test func aBlockIsOfTheMapThePathOrNeither() throws {
    var terrain = Self.terrain()
    let needed = terrain.receive(.block(Samples.block(Samples.allKeys[0])))
    #expect(needed?.kinds == .needed && needed?.block?.key == Samples.allKeys[0] && needed?.kept == nil)
    #expect(terrain.blocks.isStale)
    let root = terrain.receive(.block(Samples.block(Samples.key(level: 1))))
    #expect(root?.kinds == [] && root?.block != nil)
    let end = Coordinate(latitudeDegrees: 46.99, longitudeDegrees: 10.01)
    terrain.follow(PathCourse(from: Samples.middle, to: end), for: Samples.plan())
    #expect(!terrain.blocks.path.isEmpty)
    let path = try #require(terrain.blocks.path.first)
    let onPath = terrain.receive(.block(Samples.block(path)))
    #expect(onPath?.kinds == [.path, .needed])
    let onRoot = terrain.receive(.block(Samples.block(Samples.key(level: 1))))
    #expect(onRoot?.kinds == .path, "the coarsest block fills what is missing of it")
    let nowhere = terrain.receive(.block(Samples.block(Samples.key(9, 9))))
    #expect(nowhere == nil)
    terrain.follow(nil, for: nil)
    #expect(terrain.blocks.path.isEmpty)
  }

  @Test func blocksAreKeptUnderTheirTilesVersion() {
    var terrain = Self.terrain()
    let versions = terrain.receive(.versions(TerrainVersions(first: 0, versions: [7])))
    #expect(versions?.kept?.name == BlockCache.listQuestion.name && versions?.replaced == [])
    let block = Samples.block(Samples.allKeys[0])
    let came = terrain.receive(.block(block))
    #expect(came?.kept?.name == BlockCache.name(of: block.key, in: terrain.store, terrain.surfaces))
    #expect(came?.kept?.bytes == CoverageMessage.block(block).serverBytes)
    let other = terrain.receive(.versions(TerrainVersions(first: 0, versions: [8])))
    #expect(other?.replaced == [0] && terrain.store.blocks.isEmpty && terrain.blocks.needed.isEmpty)
  }

  @Test func aRefusalCountsWhereTheBlockWasAskedFor() {
    var terrain = Self.terrain()
    let refusal = CoverageMessage.refusal(TerrainRefusal(key: Samples.allKeys[0], text: []))
    let early = terrain.receive(refusal)
    #expect(early == nil)
    _ = terrain.requests(in: Samples.canvas().view)
    #expect(terrain.isWaiting(isConnected: true, isAnswering: true))
    #expect(!terrain.isWaiting(isConnected: true, isAnswering: false))
    #expect(!terrain.isWaiting(isConnected: false, isAnswering: true), "no version is known")
    let refused = terrain.receive(refusal)
    let double = terrain.receive(refusal)
    #expect(refused?.kinds == .needed && refused?.block == nil && double == nil)
    for key in Samples.allKeys.dropFirst() { _ = terrain.receive(.block(Samples.block(key))) }
    #expect(!terrain.isWaiting(isConnected: true, isAnswering: true), "what is refused does not come")
  }

  @Test func otherModelsReplaceTheirBlocks() {
    var terrain = Self.terrain()
    let listed = terrain.receive(Self.surfaces())
    #expect(listed?.kinds == .surfaces)
    let same = terrain.receive(Self.surfaces())
    #expect(same == nil)
    let key = Samples.key(isSurface: true)
    _ = terrain.receive(.block(Samples.block(key)))
    _ = terrain.receive(.block(Samples.block(Samples.key())))
    let other = terrain.receive(Self.surfaces(2))
    #expect(other?.kinds == .surfaces && terrain.store.blocks.keys.map(\.isSurface) == [false])
    // The next server, which lists its tiles alone, has none.
    terrain.serverChanged()
    let gone = terrain.receive(Self.list([Self.tile]))
    #expect(gone?.kinds == .surfaces && terrain.surfaces.parts.isEmpty)
    let isOff = terrain.turnSurfaces(on: false)
    let again = terrain.turnSurfaces(on: false)
    #expect(isOff && !again)
  }

  @Test func theDeviceAnswersWithoutAServer() throws {
    var source = Self.terrain()
    _ = source.receive(Self.surfaces())
    let kept = source.receive(.versions(TerrainVersions(first: 0, versions: [7])))
    let list = try #require(kept?.kept?.bytes)
    var terrain = Terrain()
    let question = terrain.connectionChanged(isOpen: false)
    #expect(question == BlockCache.listQuestion)
    let connected = terrain.recall(0, list, isConnected: true)
    let empty = terrain.recall(0, [], isConnected: false)
    #expect(connected == nil && empty == nil)
    let opened = terrain.recall(0, list, isConnected: false)
    #expect(opened?.kinds == .recalled && terrain.store.tiles == [Self.tile] && terrain.store.picked == 0)
    #expect(terrain.surfaces.isAvailable && terrain.cache.isShown)
    let twice = terrain.recall(0, list, isConnected: false)
    #expect(twice == nil, "tiles are there")
    // A block, then one that is not kept.
    terrain.want(Samples.allKeys, for: Samples.plan(), in: Samples.canvas().view, isReading: false)
    #expect(terrain.isWaiting(isConnected: false, isAnswering: false))
    let questions = terrain.questions(in: Samples.canvas().view)
    let names = Samples.allKeys.map { BlockCache.name(of: $0, in: terrain.store, terrain.surfaces) }
    let first = try #require(questions.first { $0.name == names[0] })
    let second = try #require(questions.first { $0.name == names[1] })
    let bytes = CoverageMessage.block(Samples.block(Samples.allKeys[0])).serverBytes
    let came = terrain.recall(first.number, bytes, isConnected: false)
    #expect(came?.kinds == .needed && came?.block?.key == Samples.allKeys[0] && came?.kept == nil)
    let missing = terrain.recall(second.number, [], isConnected: false)
    #expect(missing?.kinds == .missing && terrain.cache.missing == [Samples.allKeys[1]])
    let unknown = terrain.recall(second.number, bytes, isConnected: false)
    #expect(unknown == nil)
    // A server that lists tiles knows better.
    _ = terrain.receive(Self.list([Self.tile]))
    #expect(!terrain.cache.isShown)
  }

  @Test func aPathHasItsOwnBlocksWhereItIsFollowed() throws {
    var terrain = Self.terrain()
    let end = Coordinate(latitudeDegrees: 46.95, longitudeDegrees: 10.05)
    let course = PathCourse(from: Samples.middle, to: end)
    terrain.follow(course, for: Samples.plan())
    #expect(terrain.profile(course) == nil, "its ground has not come")
    for key in terrain.blocks.path { _ = terrain.receive(.block(Samples.block(key))) }
    var profile = try #require(terrain.profile(course))
    #expect(profile.heightsMeters.allSatisfy { abs($0 - 100) < 1e-9 })
    func share(_ model: CoveragePlan.Model) -> Double? {
      terrain.cover(&profile, along: course, for: Samples.plan(model), by: TerrainSurface())
    }
    #expect(share(.p1812) == nil, "there are no models")
    _ = terrain.receive(Self.surfaces())
    #expect(share(.p1812) == 0 && share(.freeSpace) == nil)
    terrain.follow(course, for: Samples.plan(.p1812))
    for key in terrain.blocks.path where key.isSurface {
      _ = terrain.receive(.block(Samples.block(key, height: 120)))
    }
    #expect(share(.p1812) == 1)
    terrain.want([], for: nil, in: Samples.canvas().view, isReading: true)
    #expect(!terrain.blocks.path.isEmpty)
    terrain.want([], for: nil, in: Samples.canvas().view, isReading: false)
    #expect(terrain.blocks.path.isEmpty && terrain.blocks.needed.isEmpty)
  }
}
