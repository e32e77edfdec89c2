import Foundation
import Testing
import WaveDisplay
import WaveInteraction
import WaveWire

@testable import WaveCoverage

@Suite struct ReliefSeamTests {
  private static func height(_ row: Int, _ column: Int) -> Int16 {
    Int16(300 + 40 * sin(Double(row) / 3) + 55 * cos(Double(column) / 2.3) + Double(row * column) / 9)
  }

  /// A block of that ground, whose first post is somewhere on its lattice.
  private static func block(
    _ top: Int, _ left: Int, _ rows: Int, _ columns: Int, tile: UInt16 = 0, aside: Double = 0
  ) -> StoredBlock {
    StoredBlock(
      key: TerrainBlockKey(tile: tile, level: 0, row: 0, column: 0),
      northDegrees: 47 - Double(top) / 3600, westDegrees: 10 + (Double(left) + aside) / 3600,
      latitudeStep: 1 / 3600.0, longitudeStep: 1 / 3600.0, rowCount: rows, columnCount: columns,
      heights: (0..<rows * columns).map { height(top + $0 / columns, left + $0 % columns) })
  }

  private static func shades(_ block: StoredBlock, _ others: [StoredBlock] = []) -> [Int16] {
    Relief.shades(
      block, rim: ReliefRim(of: block, from: others), rows: block.rowCount, columns: block.columnCount,
      metersAcross: 21, metersDown: 31)
  }

  /// Blocks on all sides of one, sharing its edges or beginning a step beyond, are shaded as one with it.
  @Test(arguments: [0, 1])
  func seamsAreNotSeen(apart: Int) {
    let whole = Self.shades(Self.block(0, 0, 29, 29))
    let middle = Self.block(10, 10, 9, 9)
    let others = [
      Self.block(0, 10, 11 - apart, 9, tile: 1), Self.block(18 + apart, 8, 11 - apart, 6, tile: 2),
      Self.block(18 + apart, 14, 11 - apart, 8, tile: 3), Self.block(9, 0, 11, 11 - apart, tile: 4),
      Self.block(3, 18 + apart, 20, 11 - apart, tile: 5),
    ]
    for other in others { #expect(middle.isBeside(other) && other.isBeside(middle)) }
    let seen = Self.shades(middle, others)
    for row in 0..<9 {
      for column in 0..<9 {
        #expect(seen[row * 9 + column] == whole[(10 + row) * 29 + 10 + column], "\(row) \(column)")
      }
    }
    // Alone each edge differs: this test can fail.
    let alone = Self.shades(middle)
    for edge in [
      (0..<9).map { $0 }, (0..<9).map { 72 + $0 }, (0..<9).map { $0 * 9 }, (0..<9).map { $0 * 9 + 8 },
    ] {
      #expect(edge.contains { alone[$0] != seen[$0] })
    }
  }

  /// What does not continue the lattice, or is not beside it, counts as nothing.
  @Test func onlyPostsOfOneLatticeAreSlopes() {
    let block = Self.block(10, 10, 9, 9)
    var steeper = Self.block(10, 18, 9, 9, tile: 1)
    steeper.longitudeStep *= 1.5
    for other in [
      Self.block(10, 18, 9, 9, tile: 1, aside: 0.5), steeper, Self.block(10, 20, 9, 9, tile: 1),
      Self.block(30, 10, 9, 9, tile: 1),
    ] {
      #expect(!block.isBeside(other))
      #expect(ReliefRim(of: block, from: [other]) == ReliefRim())
    }
  }

  /// A void beyond the edge is a gap as one within, and an unknown post is none.
  @Test func voidsBeyondTheEdgeAreGaps() {
    let block = Self.block(10, 10, 9, 9)
    var east = Self.block(10, 18, 5, 9, tile: 1)
    east.heights[2 * 9 + 1] = TerrainBlock.void
    let seen = Self.shades(block, [east])
    #expect(seen.indices.filter { seen[$0] == FieldPainter.gap } == [2 * 9 + 8])
    let alone = Self.shades(block)
    for row in 5..<9 { #expect(seen[row * 9 + 8] == alone[row * 9 + 8]) }
  }

  /// Beyond the date line the lattice goes on.
  @Test func theDateLineIsNoSeam() {
    var (west, east) = (Self.block(10, 10, 9, 9), Self.block(10, 18, 9, 9, tile: 1))
    west.westDegrees = 180 - 8 / 3600.0
    east.westDegrees = -180
    let offset = west.offset(of: east)
    #expect(offset?.rows == 0 && offset?.columns == 8)
    #expect(Self.shades(west, [east]) == Self.shades(Self.block(10, 10, 9, 9), [Self.block(10, 18, 9, 9)]))
  }

  /// The page's two tiles share a column of posts: slopes there go over both, whichever came last.
  @Test(arguments: [0, 1] as [UInt16])
  func twoTilesAreShadedAsOne(last: UInt16) throws {
    var bench = Bench(ground: { north, east in
      let (row, column) = (((46.9 - north) * 3600).rounded(), ((east - 10) * 3600).rounded())
      return Int16(700 + 200 * sin(row / 9) + 260 * cos(column / 7))
    })
    while bench.model.viewLevel(of: bench.tiles[0]) > 0 {
      bench.send(.wheel(x: 390, y: 844, dx: 0, dy: -400, zoom: .horizontal))
    }
    var held: [TerrainBlockKey] = []
    for _ in 0..<20 {
      let messages = bench.sent
      bench.sent = []
      for case .ask(let ask) in messages {
        if ask.key.tile == last {
          held.append(ask.key)
        } else {
          bench.send(.message(.block(bench.block(ask.key))))
        }
      }
      try bench.draw()
    }
    #expect(!held.isEmpty)
    for key in held { bench.send(.message(.block(bench.block(key)))) }
    for _ in 0..<20 {
      bench.answer()
      try bench.draw()
    }
    var compared = 0
    for (number, entry) in bench.model.slots.enumerated() {
      guard let key = entry?.key, key.level == 0, key.column == (key.tile == 0 ? 2 : 0) else { continue }
      let block = try #require(bench.model.store.blocks[key])
      let field = try #require(bench.scene.fields.first { $0.id == FieldID.relief + UInt32(number) })
      let own = block.ownCounts(of: bench.tiles[Int(key.tile)])
      let column = key.tile == 0 ? own.columns - 1 : 0
      for row in 1..<(own.rows - 1) {
        let wanted = Self.shade(of: bench.ground, block, row: row, column: column)
        let shade = Double(field.values[row * own.columns + column])
        #expect(abs(shade - wanted) < 1.5, "\(key), row \(row)")
        compared += 1
      }
    }
    #expect(compared > 200)
  }

  /// A naive twin: slopes over the ground itself, from a post to both sides.
  private static func shade(
    of ground: (Double, Double) -> Int16, _ block: StoredBlock, row: Int, column: Int
  ) -> Double {
    let step = 1 / 3600.0
    let (north, east) = (block.northDegrees - Double(row) * step, block.westDegrees + Double(column) * step)
    let middle = block.northDegrees - Double(block.rowCount) / 2 * step
    let across = 2 * step * 111_320 * cos(middle * .pi / 180)
    let slopeX = 1.6 * Double(ground(north, east + step) - ground(north, east - step)) / across
    let slopeY = 1.6 * Double(ground(north - step, east) - ground(north + step, east)) / (2 * step * 111_130)
    let light = (0.5 * (slopeX + slopeY) + 0.70711) / (1 + slopeX * slopeX + slopeY * slopeY).squareRoot()
    return max(0, min(1, light)) * Double(ColorMap.reliefLandCount - 1)
  }
}
