import Testing
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WavePropagation

@testable import WaveCoverage

@Suite struct ContoursTests {
  private static func block(_ rows: Int, _ columns: Int, _ height: (Int, Int) -> Int16) -> StoredBlock {
    var heights: [Int16] = []
    for row in 0..<rows { for column in 0..<columns { heights.append(height(row, column)) } }
    return StoredBlock(
      key: TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0), northDegrees: 1, westDegrees: 1,
      latitudeStep: 1e-3, longitudeStep: 1e-3, rowCount: rows, columnCount: columns, heights: heights)
  }

  /// On a plane lines are straight, and where the plane has their heights.
  @Test func linesOnAPlaneAreItsOwn() {
    let block = Self.block(20, 30) { row, column in Int16(7 * column + 3 * row) }
    let found = Contours.pieces(of: block, interval: 20, step: 1)
    for (pieces, isIndex) in [(found.plain, false), (found.index, true)] {
      #expect(!pieces.isEmpty && pieces.count % 4 == 0)
      for end in stride(from: 0, to: pieces.count, by: 2) {
        let height = 7 * pieces[end] + 3 * pieces[end + 1] + 0.5
        let line = (height / 20).rounded()
        #expect(abs(height - line * 20) < 1e-3)
        #expect((Int(line) % 5 == 0) == isIndex)
      }
    }
  }

  /// Each end of a piece is the end of another, or lies on the block's edge: lines do not break off.
  @Test func linesHaveNoLooseEnds() {
    var state: UInt64 = 5
    let block = Self.block(24, 24) { _, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Int16(state >> 40 & 0x7F)
    }
    let found = Contours.pieces(of: block, interval: 10, step: 1)
    var ends: [String: Int] = [:]
    for pieces in [found.plain, found.index] {
      for end in stride(from: 0, to: pieces.count, by: 2) {
        ends["\(pieces[end]) \(pieces[end + 1])", default: 0] += 1
      }
    }
    for (end, count) in ends {
      let place = end.split(separator: " ").map { Float($0) ?? 0 }
      let isEdge = place.contains(0) || place.contains(23)
      #expect(count % 2 == 0 || isEdge, "\(end)")
    }
  }

  @Test func voidsHaveNone() {
    let block = Self.block(10, 10) { row, column in row == 5 && column == 5 ? .min : Int16(10 * column) }
    let found = Contours.pieces(of: block, interval: 10, step: 1)
    for pieces in [found.plain, found.index] {
      for piece in stride(from: 0, to: pieces.count, by: 4) {
        let (x, y) = ((pieces[piece] + pieces[piece + 2]) / 2, (pieces[piece + 1] + pieces[piece + 3]) / 2)
        #expect(!(x > 4 && x < 6 && y > 4 && y < 6))
      }
    }
  }

  @Test func slopesTowardsTheLightAreLighter() {
    let toNorthWest = Self.block(8, 8) { row, column in Int16(20 * (row + column)) }
    let toSouthEast = Self.block(8, 8) { row, column in Int16(400 - 20 * (row + column)) }
    let flat = Self.block(8, 8) { _, _ in 50 }
    func middle(_ block: StoredBlock) -> Int16 {
      Relief.shades(block, rows: 8, columns: 8, metersAcross: 30, metersDown: 30)[4 * 8 + 4]
    }
    #expect(middle(toNorthWest) > middle(flat) + 20)
    #expect(middle(toSouthEast) < middle(flat) - 20)
    #expect(middle(Self.block(8, 8) { _, _ in 0 }) == Relief.water)
    #expect(middle(Self.block(8, 8) { _, column in column == 5 ? .min : 9 }) == FieldPainter.gap)
  }

  /// Steep ground has many lines: those of what was scrolled away must not add up.
  @Test func linesOfWhatIsScrolledAwayAreForgotten() throws {
    let tile = TerrainDescription(
      flags: .simulated, northDegrees: 46.9, westDegrees: 10, latitudeStepDegrees: 1.0 / 3600,
      longitudeStepDegrees: 1.0 / 3600, rowCount: 1081, columnCount: 1081, name: Array("Steep".utf8))
    var bench = Bench(tiles: [tile]) { north, east in Int16(Int(((north + east) * 3600).rounded()) % 50 * 40)
    }
    bench.answer()
    for _ in 0..<5 { bench.send(.key(.zoomIn, isShifted: false)) }
    var made: [TerrainBlockKey: Int] = [:]
    for _ in 0..<30 {
      bench.send(.key(.right, isShifted: false))
      for _ in 0..<4 {
        bench.answer()
        try bench.draw()
      }
      let seen = bench.model.content.terrain.blocks.seen
      var aside = 0
      for (key, kept) in bench.model.pictures.contours.blocks {
        let count = kept.plain.count + kept.index.count
        made[key] = count
        if !seen.contains(key) { aside += count }
      }
      #expect(aside <= ContourLines.keptFloats)
      #expect(
        seen.allSatisfy { bench.model.pictures.contours.blocks[$0] != nil }, "what is seen has its lines")
    }
    #expect(made.values.reduce(0, +) > 2 * ContourLines.keptFloats, "there were more than are kept")
  }
}
