import TestSupport
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries

@testable import WaveTables

/// What is kept in memory gives way, the least recently used first, and never more than is needed.
@Suite struct RecentCacheTests {
  /// A list of answers, the least recently used first.
  private struct Naive {
    let limit: Int
    let sizeLimit: Int
    var answers: [(key: Int, answer: Int)] = []

    mutating func answer(_ key: Int) -> Int? {
      guard let known = answers.first(where: { $0.key == key }) else { return nil }
      answers = answers.filter { $0.key != key } + [known]
      return known.answer
    }

    mutating func store(_ answer: Int, _ key: Int) {
      answers = answers.filter { $0.key != key } + [(key, answer)]
      while answers.count > limit || answers.map(\.answer).reduce(0, +) > sizeLimit { answers.remove(at: 0) }
    }
  }

  @Test(arguments: [(4, 1000), (100, 20), (3, 9), (1, 1), (5, 5)])
  func answersAreThoseOfAList(_ limit: Int, _ sizeLimit: Int) {
    var random = SeededGenerator(seed: UInt64(limit))
    var cache = RecentCache<Int, Int>(limit: limit, sizeLimit: sizeLimit) { $0 }
    var naive = Naive(limit: limit, sizeLimit: sizeLimit)
    for _ in 0..<600 {
      let key = Int.random(in: 0..<8, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        let size = Int.random(in: 1...6, using: &random)
        cache.store(size, key)
        naive.store(size, key)
      } else {
        #expect(cache.answer(key) == naive.answer(key))
      }
    }
    cache.removeAll()
    let left = (0..<8).compactMap { cache.answer($0) }
    #expect(left == [])
  }

  private static let tile = ColumnTile(
    buckets: [ColumnBucket](repeating: .empty, count: ColumnTile.width), before: .empty, after: .empty)

  private static func record(_ index: Int64, column: Int = 0, ticks: Int64 = 1) -> TileRecord {
    let scene = TileScene(order: .rows, filters: [])
    let name = TileRecord.Name(TileLane(column: column, ticks: ticks), in: scene, at: index)
    return TileRecord(name: name, tile: tile)
  }

  @Test func tilesInMemoryAreCountedOnceAndGiveWay() {
    let scene = TileScene(order: .rows, filters: [])
    let lane = TileLane(column: 0, ticks: 1)
    var memory = TileMemory(limit: 8 * ColumnTile.byteCount)
    #expect(memory.tiles(0..<2, of: lane, in: scene) == [nil, nil])
    for index in 0..<8 as Range<Int64> { memory.store(Self.record(index)) }
    memory.store(Self.record(3))
    #expect(memory.byteCount == 8 * ColumnTile.byteCount)
    #expect((0..<10).filter { memory.holds($0, of: lane, in: scene) } == Array(0..<8))
    // Tiles 0 and 1 are used, and the one that was stored again; one more leaves three quarters of the limit.
    #expect(memory.tiles(0..<2, of: lane, in: scene).allSatisfy { $0 != nil })
    memory.store(Self.record(8))
    #expect(memory.byteCount == 6 * ColumnTile.byteCount)
    #expect((0..<9).filter { memory.holds($0, of: lane, in: scene) } == [0, 1, 3, 6, 7, 8])
    #expect(memory.ticks(ofColumn: 0, in: scene) == [1] && memory.ticks(ofColumn: 1, in: scene).isEmpty)
    // A lane of which nothing is left is no width to be shown.
    for index in 0..<8 as Range<Int64> { memory.store(Self.record(index, column: 1, ticks: 7)) }
    #expect(memory.ticks(ofColumn: 0, in: scene) == [] && memory.ticks(ofColumn: 1, in: scene) == [7])
    #expect(memory.tiles(0..<9, of: lane, in: scene).allSatisfy { $0 == nil })
    memory.removeAll()
    #expect(memory.byteCount == 0 && memory.ticks(ofColumn: 1, in: scene).isEmpty)
  }

  @Test func columnsOfPixelsAreOnOneLattice() throws {
    #expect([-65, -64, -1, 0, 1, 63, 64].map { TileLattice.floor($0, by: 64) } == [-2, -1, -1, 0, 0, 0, 1])
    let axis = ColumnAxis(kind: .number, from: -100, until: 1000)
    func window(_ from: Int64, _ until: Int64, _ pixels: Int) -> ColumnWindow {
      ColumnWindow(order: .rows, from: from, until: until, pixels: pixels)
    }
    let lattice = try #require(TileLattice(window(-320, 960, 128), on: axis))
    #expect(lattice.ticks == 10 && lattice.columns == -32..<96 && lattice.axis == -10..<100)
    // Tiles of 64 columns, of which those before the axis are not needed.
    #expect(lattice.tiles == -1..<2 && lattice.allTiles == -1..<2)
    let asked = lattice.window(of: 0..<2, order: .ranks(3))
    #expect(asked.window == ColumnWindow(order: .ranks(3), from: 0, until: 1000, pixels: 100))
    #expect(asked.first == 0)
    let left = lattice.window(of: -1..<0, order: .rows)
    #expect(left.window == window(-100, 0, 10) && left.first == -10)
    // As few columns as a tile has, and as many as are drawn at most.
    for (pixels, isThere) in [(63, false), (64, true), (65_536, true), (65_537, false)] {
      #expect((TileLattice(window(0, Int64(pixels) * 3, pixels), on: axis) != nil) == isThere, "\(pixels)")
    }
    for wrong in [
      window(5, 1285, 128), window(0, 1281, 128), window(0, 100, 128), window(.min, .max, 128),
      window(1280, 2560, 128), window(-1380, -100, 128),
    ] { #expect(TileLattice(wrong, on: axis) == nil, "\(wrong)") }
    #expect(TileLattice(window(0, 128, 128), on: axis)?.ticks == 1)
    // A window that touches the axis by one column.
    #expect(TileLattice(window(-1370, -90, 128), on: axis)?.tiles == -1..<0)
    #expect(TileLattice(window(990, 2270, 128), on: axis)?.tiles == 1..<2)
    #expect(TileLattice(window(0, 128, 128), on: ColumnAxis(kind: .number, from: 5, until: 5)) == nil)
    // Of a window of any width: the columns that cover it.
    let any = try #require(TileLattice(ticks: 10, from: -15, until: 641, on: axis))
    #expect(any.columns == -2..<65 && any.tiles == -1..<2)
    #expect(TileLattice(ticks: 10, from: 0, until: 640, on: axis)?.columns == 0..<64)
    #expect(TileLattice(ticks: 10, from: 5, until: 5, on: axis) == nil)
  }

  @Test func tilesBesideTheWindowArePlannedWithinTheAxis() throws {
    func sides(
      _ tiles: Range<Int64>, axis all: Range<Int64>, _ isLeftFirst: Bool = false
    ) throws -> [Range<Int64>] {
      let axis = ColumnAxis(kind: .number, from: all.lowerBound * 64, until: all.upperBound * 64)
      let lattice = try #require(
        TileLattice(ticks: 1, from: tiles.lowerBound * 64, until: tiles.upperBound * 64, on: axis))
      return AheadPlan(
        number: 1, columns: [0], lattice: lattice, scene: TileScene(order: .rows, filters: []),
        isLeftFirst: isLeftFirst
      ).sides
    }
    // As many as are seen, and at most four.
    #expect(try sides(10..<12, axis: 0..<100) == [12..<14, 8..<10])
    #expect(try sides(10..<12, axis: 0..<100, true) == [8..<10, 12..<14])
    #expect(try sides(10..<30, axis: 0..<100) == [30..<34, 6..<10])
    #expect(try sides(10..<30, axis: 8..<31) == [30..<31, 8..<10])
    #expect(try sides(10..<30, axis: 10..<30) == [30..<30, 10..<10])
  }
}
