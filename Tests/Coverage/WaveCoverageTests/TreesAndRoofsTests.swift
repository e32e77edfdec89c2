import TestSupport
import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

/// Trees and roofs: models of the surface on the screen.
@Suite struct TreesAndRoofsTests {
  private static let step = 1.0 / 3600
  /// 73 rows and 37 columns of posts, 0.4 to 1.1 km east of the pin; a wood of 25 m stands on a part of them.
  private static let part = SurfacePart(
    northDegrees: 46.86, westDegrees: 10.105, southDegrees: 46.84, eastDegrees: 10.115, version: 9,
    name: Array("wood".utf8))

  private static func surfaceHeight(_ north: Double, _ east: Double) -> Int16? {
    guard north < 46.86 + 1e-6, north > 46.84 - 1e-6, east > 10.105 - 1e-6, east < 10.115 + 1e-6 else {
      return nil
    }
    return east > 10.107 && east < 10.112 ? 125 : 100
  }

  /// A flat country with models, the pin in its middle, all of it computed.
  private static func bench(_ parts: [SurfacePart] = [part], versions: [UInt64] = []) throws -> Bench {
    var bench = Bench(ground: { _, _ in 100 })
    bench.surfaceHeight = surfaceHeight
    announce(parts, to: &bench)
    if !versions.isEmpty {
      bench.receive(.versions(TerrainVersions(first: 0, versions: versions)))
    }
    bench.answer()
    bench.pin(at: Bench.middle)
    try settle(&bench)
    return bench
  }

  private static func announce(_ parts: [SurfacePart], to bench: inout Bench) {
    let list = TerrainSurfaces(first: 0, total: UInt16(parts.count), parts: parts)
    bench.receive(.surfaces(list))
  }

  private static func settle(_ bench: inout Bench) throws {
    for _ in 0..<20 {
      bench.answer()
      try bench.draw()
    }
  }

  /// The map by nobody's help: the ground's blocks, and the model as the one tile that it is.
  private static func expected(_ bench: Bench, isCovered: Bool) throws -> CoverageMap {
    let plan = try #require(bench.model.plan)
    let blocks = try #require(CoverageGround(within: plan, of: bench.tiles))
    var ground = TerrainSurface()
    for key in blocks.keys {
      let tile = CoverageGround.tile(of: bench.block(key), in: bench.tiles[Int(key.tile)])
      ground.add(try #require(tile))
    }
    var model = TerrainSurface()
    if isCovered {
      var heights: [Int16] = []
      for row in 0..<73 {
        for column in 0..<37 {
          let height = surfaceHeight(46.86 - Double(row) * step, 10.105 + Double(column) * step)
          heights.append(try #require(height))
        }
      }
      let posts = PostLattice(
        northWest: Coordinate(latitudeDegrees: 46.86, longitudeDegrees: 10.105), latitudeStepDegrees: step,
        longitudeStepDegrees: step, rowCount: 73, columnCount: 37)
      model.add(try TerrainTile(posts, heights: heights))
    }
    var patch = try ground.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    patch.cover(by: model)
    var sweep = try CoverageSweep(plan, over: patch)
    sweep.advance(rays: .max)
    return sweep.map()
  }

  private static func words(_ bench: Bench, _ layer: UInt32) -> [String] {
    bench.marks(ofLayer: layer).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  private static func box(_ bench: Bench) throws -> Rect {
    let boxes = bench.marks(ofLayer: LayerID.surface).compactMap { mark -> Rect? in
      if case .rectangle(let rect, _, _) = mark { rect } else { nil }
    }
    return try #require(boxes.first)
  }

  private static func lines(_ bench: Bench) -> Int {
    bench.marks(ofLayer: LayerID.tiles).count { if case .polyline = $0 { true } else { false } }
  }

  @Test func raysMeetWhatStandsWhereItIsKnown() throws {
    var bench = try Self.bench()
    let bare = try Self.expected(bench, isCovered: false)
    let covered = try Self.expected(bench, isCovered: true)
    let behind = Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.12)
    let beside = Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.08)
    let (open, hidden) = (try #require(bare.loss(at: behind)), try #require(covered.loss(at: behind)))
    #expect(Int(hidden) > Int(open) + 600)
    #expect(abs(Int(try #require(bare.loss(at: beside))) - Int(try #require(covered.loss(at: beside)))) <= 2)
    #expect(bench.model.shown?.map == covered, "the same bits as of the whole model")
    // Asked for are the blocks over the model, and no others.
    let surfaces = bench.model.content.terrain.blocks.needed.filter { $0.isSurface }
    #expect(
      !surfaces.isEmpty && surfaces.count < bench.model.content.terrain.blocks.needed.count - surfaces.count)
    #expect(
      bench.model.content.terrain.store.blocks.keys.filter { $0.isSurface }.allSatisfy {
        surfaces.contains($0)
      })
    bench.send(.press(.handle))
    #expect(bench.controls.contains("Trees and roofs") && bench.controls.contains("of the map"))
    bench.set(.includeSurface, to: 0)
    try Self.settle(&bench)
    #expect(bench.model.shown?.map == bare)
    #expect(!bench.model.content.terrain.blocks.needed.contains { $0.isSurface })
    bench.set(.includeSurface, to: 1)
    try Self.settle(&bench)
    #expect(bench.model.shown?.map == covered)
    // A model that knows the ground alone says so, and takes nothing.
    let free = try #require(ModelChoice.all.firstIndex { $0.model == .freeSpace })
    bench.set(.chooseModel, to: free)
    try Self.settle(&bench)
    #expect(bench.controls.contains("Free space knows the ground alone"))
    #expect(
      bench.model.content.surfaceWords == nil
        && !bench.model.content.terrain.blocks.needed.contains { $0.isSurface })
  }

  @Test func theScreenSaysWhereAndATapSwitches() throws {
    var bench = try Self.bench()
    #expect(Self.words(bench, LayerID.surface) == ["trees and roofs in part of the map"])
    // The model's share of the circle, by its sides in metres.
    let share = try #require(bench.model.shown?.surfaceShare)
    #expect(abs(share - 2224 * 761 / (Double.pi * 2000 * 2000)) < 0.03, "\(share)")
    let drawn = Self.lines(bench)
    let box = try Self.box(bench)
    let legend = bench.marks(ofLayer: LayerID.legend).compactMap { mark -> Float? in
      if case .rectangle(let rect, _, _) = mark { rect.y } else { nil }
    }
    #expect(legend.allSatisfy { $0 >= box.bottom }, "it covers no scale")
    bench.tap(box.x + 20, box.y + 20)
    try Self.settle(&bench)
    #expect(!bench.model.content.terrain.surfaces.isOn && bench.model.reading == nil)
    #expect(Self.words(bench, LayerID.surface) == ["without trees and roofs"])
    #expect(Self.lines(bench) < drawn, "neither outline nor lines")
    let bare = try Self.expected(bench, isCovered: false)
    #expect(bench.model.shown?.map == bare)
    let again = try Self.box(bench)
    bench.tap(again.x + 20, again.y + 20)
    try Self.settle(&bench)
    #expect(bench.model.content.terrain.surfaces.isOn && Self.lines(bench) == drawn)
    // Where the model ends before the circle begins, and where it goes beyond it.
    bench.pin(at: Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.05))
    try Self.settle(&bench)
    #expect(Self.words(bench, LayerID.surface) == ["trees and roofs: not known here"])
    bench.pin(at: Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.11))
    bench.enter("0.3", into: .radius)
    try Self.settle(&bench)
    #expect(Self.words(bench, LayerID.surface) == ["with trees and roofs"])
  }

  @Test func aPathReportsHowMuchOfItIsKnown() throws {
    var bench = try Self.bench()
    bench.send(.press(.chip))
    let (x, y) = bench.model.view.pixel(of: Coordinate(latitudeDegrees: 46.85, longitudeDegrees: 10.12))
    bench.tap(x, y)
    try Self.settle(&bench)
    let reading = try #require(bench.model.reading)
    let share = try #require(reading.surfaceShare)
    #expect(abs(share - 0.5) < 0.03, "\(share)")
    let path = try #require(reading.path)
    #expect(path.isWorstCovered && path.spare < -5)
    #expect(zip(path.tops, path.heights).contains { $0 > $1 + 24 })
    let words = Self.words(bench, LayerID.sheet)
    #expect(words.contains { $0.hasPrefix("trees and roofs known on ") && $0.hasSuffix(" % of the path") })
    #expect(words.contains { $0.hasPrefix("blocked: trees or roofs are ") })
    func areas(_ bench: Bench) -> Int {
      bench.marks(ofLayer: LayerID.sheet).count { if case .area = $0 { true } else { false } }
    }
    #expect(areas(bench) == 3, "the ground in its tone before what stands on it")
    let hidden = try #require(reading.p1812)
    bench.set(.includeSurface, to: 0)
    try Self.settle(&bench)
    let open = try #require(bench.model.reading)
    #expect(open.surfaceShare == nil && open.path?.tops == [] && areas(bench) == 1)
    #expect(try #require(open.p1812) < hidden - 6 && open.irregularTerrain == reading.irregularTerrain)
    #expect(Int(try #require(open.loss)) < Int(try #require(reading.loss)) - 600)
  }

  @Test func theServerIsAskedForTheSameGround() throws {
    var bench = try Self.bench([Self.part, SurfacePart(name: [0x61], fault: [0x62])])
    bench.receive(.coverageOffer(CoverageOffer(sampleLimit: 30_000_000)))
    func asked() throws -> UInt16 {
      for _ in 0..<3 { try bench.draw() }
      defer { bench.sent = [] }
      let asks = bench.sent.compactMap { if case .coverageRequest(let ask) = $0 { ask } else { nil } }
      return try #require(asks.last).surfacePartCount
    }
    bench.set(.computeOnServer, to: 1)
    #expect(try asked() == 2)
    // What is on its way is left: it is of other ground.
    bench.set(.includeSurface, to: 0)
    #expect(bench.sent.contains { if case .coverageCancellation = $0 { true } else { false } })
    #expect(try asked() == 0)
    bench.set(.includeSurface, to: 1)
    bench.answer()
    let slow = try #require(ModelChoice.all.firstIndex { $0.model == .irregularTerrain })
    bench.set(.chooseModel, to: slow)
    #expect(try asked() == 0, "it knows the ground alone")
  }

  @Test func whatIsNotUsedIsSaid() throws {
    var far = Self.part
    (far.westDegrees, far.eastDegrees, far.name) = (20, 20.1, Array("far".utf8))
    var bench = try Self.bench([far, SurfacePart(name: Array("bad".utf8), fault: Array("is cut off".utf8))])
    bench.send(.press(.handle))
    #expect(bench.controls.contains("far: lies where no tile is"))
    #expect(bench.controls.contains("bad: is cut off"))
    #expect(!bench.model.content.terrain.blocks.needed.contains { $0.isSurface })
    var none = try Self.bench([SurfacePart(name: Array("bad".utf8), fault: Array("is cut off".utf8))])
    none.send(.press(.handle))
    #expect(none.controls.contains("bad: is cut off") && !none.controls.contains("Trees and roofs"))
    #expect(none.model.content.surfaceWords == nil)
  }

  @Test func itIsThereWithoutAServerAndGoneWithAnotherOne() throws {
    let bench = try Self.bench(versions: [5, 6])
    var other = Bench(ground: { _, _ in 100 })
    other.model = CoverageModel()
    (other.sent, other.device) = ([], bench.device)
    other.send(.resize(width: 780, height: 1688, scale: 2))
    other.send(.connection(isOpen: false))
    other.recall()
    #expect(
      other.model.content.terrain.surfaces.parts == [Self.part] && other.model.content.terrain.cache.isShown)
    other.pin(at: Bench.middle)
    for _ in 0..<8 {
      try other.draw()
      other.recall()
    }
    #expect(other.model.content.terrain.store.blocks.keys.contains { $0.isSurface } && other.sent.isEmpty)
    #expect(try #require(other.model.shown?.surfaceShare) > 0)
    // A server that lists tiles and no models has none.
    other.send(.connection(isOpen: true))
    other.receive(.welcome(Welcome(sourceCount: 2, serverMicroseconds: 1)))
    other.receive(.tiles(TerrainList(first: 0, total: 2, tiles: Bench.pair)))
    try Self.settle(&other)
    #expect(other.model.content.terrain.surfaces.parts.isEmpty)
    let bare = try Self.expected(other, isCovered: false)
    #expect(other.model.shown?.map == bare)
  }

  private static func rest(_ bench: inout Bench) -> String? {
    bench.now += 2_000_000
    let effects = bench.model.handle(.tick, at: bench.now)
    for case .own(.address(let text)) in effects { return String(decoding: text, as: UTF8.self) }
    return nil
  }

  @Test func theAddressSaysThatTheyAreLeftOut() throws {
    var bench = try Self.bench()
    let with = try #require(Self.rest(&bench))
    #expect(!with.contains("trees="))
    bench.set(.includeSurface, to: 0)
    try Self.settle(&bench)
    let without = try #require(Self.rest(&bench))
    #expect(without.contains("&trees=no"))
    for (text, isOn) in [(without, false), (with, true)] {
      var other = Bench(ground: { _, _ in 100 })
      other.surfaceHeight = Self.surfaceHeight
      _ = other.model.reopen(Array(text.utf8), at: other.now)
      Self.announce([Self.part], to: &other)
      other.receive(.versions(TerrainVersions(first: 0, versions: [5, 6])))
      try Self.settle(&other)
      #expect(other.model.content.terrain.surfaces.isOn == isOn)
      // The address rounds the place of the pin.
      #expect(other.model.shown?.map == (try Self.expected(other, isCovered: isOn)))
      let again = Self.rest(&other)
      #expect(again == text, "what was opened is what the address says")
      // A tap goes on from there.
      other.set(.includeSurface, to: isOn ? 0 : 1)
      try Self.settle(&other)
      let next = try #require(Self.rest(&other))
      #expect(next.contains("&trees=no") == isOn)
    }
    // The address says so as well where there is no model: with one it would be the same.
    var none = Bench()
    none.answer()
    _ = none.model.reopen(Array(without.utf8), at: none.now)
    #expect(none.model.plan != nil && none.model.content.surfaceWords == nil)
    #expect(none.model.scene?.isBare == true)
  }

  /// A model whose file is replaced while it is looked at: what was of it is forgotten, and the map computed
  /// anew.
  @Test func aModelThatIsReplacedMeanwhileIsAskedForAgain() throws {
    var bench = try Self.bench(versions: [5, 6])
    let before = try #require(bench.model.shown)
    let ground = bench.model.content.terrain.store.blocks.filter { !$0.key.isSurface }.count
    let kept = try #require(bench.device[BlockCache.listQuestion.name])
    bench.sent = []
    // The wood is felled.
    bench.surfaceHeight = { north, east in Self.surfaceHeight(north, east).map { _ in 100 } }
    var part = Self.part
    part.version = 11
    Self.announce([part], to: &bench)
    #expect(bench.model.content.terrain.blocks.asked.contains { $0.isSurface })
    bench.sent = []
    // What was asked of the model before is asked of the next one.
    part.version = 10
    Self.announce([part], to: &bench)
    #expect(bench.model.content.terrain.store.blocks.allSatisfy { !$0.key.isSurface })
    #expect(
      bench.model.content.terrain.store.blocks.count == ground
        && bench.device[BlockCache.listQuestion.name] != kept)
    for _ in 0..<10 {
      let messages = bench.sent
      bench.sent = []
      for case .ask(let ask) in messages {
        #expect(ask.key.isSurface, "the ground is what it was")
        bench.receive(.block(bench.block(ask.key)))
      }
      try bench.draw()
    }
    let after = try #require(bench.model.shown)
    #expect(!after.isCoarse && after.revision != before.revision && after.map != before.map)
    #expect(
      after.map == (try Self.expected(bench, isCovered: false)), "a felled wood stands as high as the ground")
  }

  @Test func aListInPartsIsTakenAsOne() {
    var state = SurfaceModels()
    var parts = (0..<3).map { number in
      var part = Self.part
      part.version = UInt64(number + 1)
      return part
    }
    func receive(_ first: UInt16, _ range: Range<Int>) -> Bool {
      state.receive(TerrainSurfaces(first: first, total: 3, parts: Array(parts[range])))
    }
    let (begun, skipped) = (receive(0, 0..<2), receive(1, 2..<3))
    #expect(!begun && !skipped && state.parts.isEmpty, "the last one is out of order")
    let ended = receive(2, 2..<3)
    var isGone = state.tilesListed()
    #expect(ended && state.parts == parts && !isGone && state.version != 0)
    let again = receive(0, 0..<3)
    #expect(!again, "they are the same")
    // A server that has not listed them has none, whatever another one had.
    state.serverChanged()
    isGone = state.tilesListed()
    #expect(isGone && state.parts.isEmpty)
    parts[1].version = 0
    let last = receive(0, 0..<3)
    #expect(last && state.version == 0, "what is not to be kept is not")
  }

  /// Lines go over known posts of their diagonals and over no others.
  @Test(arguments: [(0, 2), (128, 4), (5, 16)])
  func linesGoOverWhatIsKnown(first: Int, spacing: Int) {
    var random = SeededGenerator(seed: 77)
    let (rows, columns) = (40, 29)
    let block = StoredBlock(
      key: TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0, isSurface: true),
      lattice: PostLattice(
        northWest: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), latitudeStepDegrees: 1,
        longitudeStepDegrees: 1, rowCount: rows, columnCount: columns),
      heights: (0..<rows * columns).map { _ in random.next() & 3 == 0 ? TerrainBlock.void : 7 })
    func isKnown(_ row: Int, _ column: Int) -> Bool {
      row >= 0 && row < rows && column >= 0 && column < columns
        && block.heights[row * columns + column] != TerrainBlock.void
    }
    var drawn: Set<Int> = []
    let ends = SurfaceHatches.ends(of: block, first: first, spacing: spacing)
    for place in stride(from: 0, to: ends.count, by: 4) {
      let (column, row, last) = (Int(ends[place]), Int(ends[place + 1]), Int(ends[place + 3]))
      #expect(Int(ends[place + 2]) == column - (last - row) && last > row)
      for step in 0...(last - row) {
        let (isNew, _) = drawn.insert((row + step) * columns + column - step)
        #expect(isNew)
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let isLine =
          (row + column + first) % spacing == 0 && isKnown(row, column)
          && (isKnown(row - 1, column + 1) || isKnown(row + 1, column - 1))
        #expect(drawn.contains(row * columns + column) == isLine, "\(row) \(column)")
      }
    }
  }
}
