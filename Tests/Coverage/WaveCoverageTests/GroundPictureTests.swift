import Testing
import WaveWire
@testable import WaveInteraction
import WaveCoverageWire
import WaveDisplay
import WaveUnits

@testable import WaveCoverage

/// What is drawn of the ground and kept: shades, lines of equal height, and lines over known surfaces.
@Suite struct GroundPictureTests {
  private static let canvas = Samples.canvas(pixelsPerWorld: 2e6)

  /// A store with blocks that rise to the east.
  private static func store(_ keys: [TerrainBlockKey] = Samples.allKeys) -> TerrainStore {
    var store = Samples.store()
    for key in keys {
      var block = Samples.block(key)
      let columns = Int(block.columnCount)
      block.heights = block.heights.indices.map { Int16(10 * ($0 % columns)) }
      _ = store.keep(block)
    }
    return store
  }

  // MARK: - Shades

  @Test func eachBlockIsShadedOnceIntoItsOwnField() throws {
    var (player, relief) = (PartPlayer(), ReliefFields())
    let store = Self.store()
    func draw(_ seen: [TerrainBlockKey]) throws -> Bool {
      var isIncomplete = false
      try player.draw { isIncomplete = relief.draw(seen, of: store, on: Self.canvas, into: &$0) }
      return isIncomplete
    }
    let isIncomplete = try draw([Samples.allKeys[0], Samples.allKeys[3]])
    #expect(!isIncomplete && relief.slots.compactMap { $0?.key } == [Samples.allKeys[0], Samples.allKeys[3]])
    #expect(player.scene.fields.map(\.id) == [FieldID.relief, FieldID.relief + 1])
    let before = relief.slots
    _ = try draw([Samples.allKeys[3]])
    #expect(relief.slots.map { $0?.key } == before.map { $0?.key })
    #expect(
      player.marks(LayerID.relief).contains {
        if case .field(FieldID.relief + 1, _, _, _, _, _) = $0 { true } else { false }
      })
    _ = try draw([Samples.key(1, 1, tile: 0, level: 1)])
    #expect(relief.slots.count == 2, "a block that is not known has no field")
  }

  @Test func blocksThatChangeAreShadedAnew() throws {
    let tiles = [Samples.tile(), Samples.tile("B", west: 10 + 256.0 / 3600)]
    var store = Samples.store(tiles, blocks: Samples.allKeys)
    let beside = Samples.key(0, 0, tile: 1)
    _ = store.keep(Samples.block(beside, of: tiles[1]))
    func filled() throws -> ReliefFields {
      var (player, relief) = (PartPlayer(), ReliefFields())
      try player.draw { _ = relief.draw(Samples.allKeys + [beside], of: store, on: Self.canvas, into: &$0) }
      #expect(relief.slots.compactMap { $0 }.count == 5)
      return relief
    }
    func gone(_ relief: ReliefFields) -> [Int] { relief.slots.indices.filter { relief.slots[$0] == nil } }
    // A block, and those below it and to its right; the others draw what they share.
    for (index, expected) in [(0, [0, 1, 2]), (1, [1, 3, 4]), (2, [2, 3]), (3, [3, 4])] {
      var relief = try filled()
      relief.blockArrived(try #require(store.blocks[Samples.allKeys[index]]), in: store)
      #expect(gone(relief) == expected, "\(index)")
    }
    var relief = try filled()
    relief.forget(tiles: [1])
    #expect(gone(relief) == [4])
    relief.forget()
    #expect(relief.slots.isEmpty)
  }

  @Test func aFlingDoesNotWaitForAllShades() throws {
    let tile = Samples.tile(posts: 1025)
    let keys = (0..<25).map { Samples.key(UInt16($0 / 8), UInt16($0 % 8)) }
    let store = Samples.store([tile], blocks: keys)
    var (player, relief) = (PartPlayer(), ReliefFields())
    var isIncomplete = [false, false]
    for frame in 0..<2 {
      try player.draw { isIncomplete[frame] = relief.draw(keys, of: store, on: Self.canvas, into: &$0) }
    }
    #expect(isIncomplete == [true, false] && relief.slots.count == 25)
  }

  // MARK: - Lines

  @Test func linesAreTracedOnceAndForgottenWithTheirBlocks() throws {
    var (player, lines) = (PartPlayer(), ContourLines())
    let store = Self.store()
    func draw(_ canvas: MapCanvas = Self.canvas) throws -> Bool {
      var isIncomplete = false
      try player.draw { isIncomplete = lines.draw(Samples.allKeys, of: store, on: canvas, into: &$0) }
      return isIncomplete
    }
    let isIncomplete = try draw()
    #expect(!isIncomplete && Set(lines.blocks.keys) == Set(Samples.allKeys))
    #expect(!player.marks(LayerID.contours).isEmpty)
    lines.blockArrived(Samples.allKeys[1])
    #expect(Set(lines.blocks.keys) == Set([0, 2, 3].map { Samples.allKeys[$0] }))
    lines.forget { $0.row == 1 }
    #expect(Array(lines.blocks.keys) == [Samples.allKeys[0]])
    // Nearer, they are closer together and finer.
    let far = try #require(lines.blocks[Samples.allKeys[0]])
    _ = try draw(Samples.canvas(pixelsPerWorld: 2e7))
    let near = try #require(lines.blocks[Samples.allKeys[0]])
    #expect(near.interval < far.interval && near.step < far.step)
  }

  @Test func aFlingDoesNotWaitForAllLines() throws {
    let tile = Samples.tile(posts: 1025)
    let keys = (0..<25).map { Samples.key(UInt16($0 / 8), UInt16($0 % 8)) }
    let store = Samples.store([tile], blocks: keys)
    var (player, lines) = (PartPlayer(), ContourLines())
    var isIncomplete = [false, false]
    for frame in 0..<2 {
      try player.draw { isIncomplete[frame] = lines.draw(keys, of: store, on: Self.canvas, into: &$0) }
    }
    #expect(isIncomplete == [true, false] && lines.blocks.count == 25)
  }

  @Test func fromLineToLineItIsAsFarAsTheScaleAsksFor() {
    func interval(_ pixelsPerWorld: Double) -> Int {
      ContourLines.interval(on: Samples.canvas(pixelsPerWorld: pixelsPerWorld))
    }
    #expect(interval(1e9) == 5 && interval(1e4) == 1000)
    // Nine points of a slope of one in four, on two pixels each.
    let nearest = Samples.canvas(pixelsPerWorld: 1000).view
    let scale = 1000 * nearest.metersPerPixel(atLatitude: Samples.middle.latitudeDegrees)
    #expect(interval(scale * 9 / 20 * 1.001) == 20 && interval(scale * 9 / 20 * 0.999) == 50)
  }

  // MARK: - Known surfaces

  @Test func hatchesLieOverWhatIsKnown() throws {
    let (known, void) = (Samples.key(0, 0, isSurface: true), Samples.key(1, 1, isSurface: true))
    var store = Samples.store()
    _ = store.keep(Samples.block(known, height: 20))
    _ = store.keep(Samples.block(void, height: TerrainBlock.void))
    var (player, hatches) = (PartPlayer(), SurfaceHatches())
    func count(level: UInt8 = 0, _ canvas: MapCanvas = Self.canvas) throws -> Int {
      try player.draw { list in
        list.layer(LayerID.tiles, bounds: canvas.screen.bounds) {
          hatches.draw(level: level, of: store, on: canvas, into: &$0)
        }
      }
      return player.marks(LayerID.tiles).reduce(0) { sum, mark in
        if case .polyline(_, _, let points) = mark { sum + points.coordinates.count } else { sum }
      }
    }
    let first = try count()
    #expect(first > 0)
    #expect(try count() == first)
    #expect(try count(level: 1) == 0)
    #expect(try count(Samples.canvas(pixelsPerWorld: 2e7)) > first, "nearer, there are more of them")
    _ = try count()
    _ = store.keep(Samples.block(known, height: TerrainBlock.void))
    #expect(try count() > 0, "what was made is kept")
    hatches.blockArrived(known)
    #expect(try count() == 0)
    _ = store.keep(Samples.block(known, height: 20))
    hatches.forget { $0 == known }
    #expect(try count() == first)
  }
}
