import Foundation
import Testing
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WavePropagation

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

  /// What is not beside it, or has steps that are far from its own, counts as nothing; of its own tile, what
  /// does not continue the lattice.
  @Test func onlyWhatIsBesideIsASlope() {
    let block = Self.block(10, 10, 9, 9)
    let near = Self.block(10, 18, 9, 9, tile: 1)
    let far = near.copy(
      latitudeStep: 4 * near.latitudeStepDegrees, longitudeStep: 4 * near.longitudeStepDegrees)
    for other in [
      Self.block(10, 20, 9, 9, tile: 1), Self.block(30, 10, 9, 9, tile: 1),
      Self.block(10, 20, 9, 9, tile: 1, aside: 0.5), Self.block(20, 10, 9, 9, tile: 1),
    ] {
      #expect(!block.isBeside(other))
      #expect(ReliefRim(of: block, from: [other]) == ReliefRim())
    }
    #expect(!block.isBeside(far) && !block.isBeside(Self.block(10, 18, 9, 9, aside: 0.5)))
    #expect(block.isBeside(Self.block(10, 18, 9, 9, tile: 1, aside: 0.5)))
  }

  /// A plane, which is the same between the posts of any lattice: blocks of a 1" and of a 3" tile are shaded
  /// as far as their edges as within.
  @Test(arguments: [1.0, 3.0, 1.5, 2.5], [1.0, 3.0, 0.8])
  func tilesOfOtherStepsContinueASlope(step: Double, its: Double) throws {
    // Both share the column of the middle's eastern edge, or the row of its southern one.
    let side = 12.0
    func plane(_ tile: UInt16, _ apart: Double, down: Double, right: Double, height: Double) -> StoredBlock {
      let count = Int((height / apart).rounded()) + 1
      return StoredBlock(
        key: TerrainBlockKey(tile: tile, level: 0, row: 0, column: 0), northDegrees: 47 - down / 3600,
        westDegrees: 10 + right / 3600, latitudeStep: apart / 3600, longitudeStep: apart / 3600,
        rowCount: count, columnCount: count,
        heights: (0..<count * count).map {
          Int16(
            ((down + Double($0 / count) * apart) * 20 + (right + Double($0 % count) * apart) * 40).rounded())
        })
    }
    let block = plane(0, step, down: 0, right: 0, height: side * step)
    let edge = side * step
    let (east, south) = (
      plane(1, its, down: 0, right: edge, height: edge * 2),
      plane(2, its, down: edge, right: 0, height: edge * 2)
    )
    #expect(block.isBeside(east) && block.isBeside(south) && east.isBeside(block) && south.isBeside(block))
    let rim = ReliefRim(of: block, from: [east, south])
    for post in 0..<block.rowCount {
      let along = Double(post) * step
      #expect(
        abs(
          Double(try #require(rim.east.indices.contains(post) ? rim.east[post] : nil))
            - (along * 20 + (edge + step) * 40)) < 0.6)
      #expect(
        abs(
          Double(try #require(rim.south.indices.contains(post) ? rim.south[post] : nil))
            - ((edge + step) * 20 + along * 40)) < 0.6)
    }
    #expect(rim.north.isEmpty && rim.west.isEmpty)
  }

  /// A naive twin between posts: heights of a neighbour of another step, straight along the row of posts and
  /// then across it.
  @Test func heightsBetweenPostsAreBilinear() throws {
    let block = Self.block(10, 10, 9, 9)
    // 1.5" from post to post, from a row north and a column east of the block's middle on.
    let other = Self.block(0, 0, 9, 9, tile: 1).copy(
      northDegrees: 47 - 9.25 / 3600, westDegrees: 10 + 17.5 / 3600, latitudeStep: 1.5 / 3600,
      longitudeStep: 1.5 / 3600)
    let rim = ReliefRim(of: block, from: [other])
    #expect(rim.west.isEmpty && rim.north.isEmpty)
    func height(_ down: Double, _ right: Double) -> Double? {
      let (y, x) = ((down - 9.25) / 1.5, (right - 17.5) / 1.5)
      guard y >= 0, x >= 0, y <= 8, x <= 8 else { return nil }
      let (row, column) = (min(7, Int(y)), min(7, Int(x)))
      func post(_ row: Int, _ column: Int) -> Double { Double(other.heights[row * 9 + column]) }
      let (v, u) = (y - Double(row), x - Double(column))
      return (1 - v) * ((1 - u) * post(row, column) + u * post(row, column + 1))
        + v * ((1 - u) * post(row + 1, column) + u * post(row + 1, column + 1))
    }
    try #require(rim.east.count == 9 && rim.south.count == 9)
    var compared = 0
    for post in 0..<9 {
      for (found, wanted) in [
        (rim.east[post], height(Double(10 + post), 19)), (rim.south[post], height(19, Double(10 + post))),
      ] {
        guard let wanted else {
          #expect(found == ReliefRim.unknown)
          continue
        }
        #expect(abs(Double(found) - wanted) < 1e-3)
        compared += 1
      }
    }
    #expect(compared == 10)
    // Between posts one of which is void nothing is known; the slope there is one-sided.
    let void = other.copy(voidAt: 1 * 9 + 1)
    let holed = ReliefRim(of: block, from: [void])
    let lost = (0..<9).filter { holed.east[$0] != rim.east[$0] }
    #expect(!lost.isEmpty && lost.allSatisfy { holed.east[$0] == ReliefRim.unknown })
    let alone = Self.shades(block)
    let seen = Self.shades(block, [void])
    for post in lost { #expect(seen[post * 9 + 8] == alone[post * 9 + 8]) }
    #expect(!seen.contains(FieldPainter.gap))
    // What continues the lattice counts before it, in whichever order they came.
    let exact = Self.block(10, 18, 9, 9, tile: 2)
    let finer = other.copy(latitudeStep: 0.5 / 3600, longitudeStep: 0.5 / 3600)
    let ranks = [other, finer, exact].map { block.rimRank(of: $0) }
    #expect(ranks == ranks.sorted() && Set(ranks).count == 3)
    #expect(ReliefRim(of: block, from: [other, exact]).east == ReliefRim(of: block, from: [exact]).east)
  }

  /// A void beyond the edge is a gap as one within, and an unknown post is none.
  @Test func voidsBeyondTheEdgeAreGaps() {
    let block = Self.block(10, 10, 9, 9)
    let east = Self.block(10, 18, 5, 9, tile: 1).copy(voidAt: 2 * 9 + 1)
    let seen = Self.shades(block, [east])
    #expect(seen.indices.filter { seen[$0] == FieldPainter.gap } == [2 * 9 + 8])
    let alone = Self.shades(block)
    for row in 5..<9 { #expect(seen[row * 9 + 8] == alone[row * 9 + 8]) }
  }

  /// Beyond the date line the lattice goes on.
  @Test func theDateLineIsNoSeam() {
    let west = Self.block(10, 10, 9, 9).copy(westDegrees: 180 - 8 / 3600.0)
    let east = Self.block(10, 18, 9, 9, tile: 1).copy(westDegrees: -180)
    let place = LatticePlace(of: east, in: west)
    #expect(place.isOneLattice && place.down == 0 && place.right == 8)
    #expect(Self.shades(west, [east]) == Self.shades(Self.block(10, 10, 9, 9), [Self.block(10, 18, 9, 9)]))
  }

  /// Zooms in to single posts; one tile's blocks come after those of all others, and levels that were asked
  /// for on the way do not.
  private static func lookClose(_ bench: inout Bench, last: UInt16) throws {
    while bench.model.view.level(of: bench.tiles[0]) > 0 {
      bench.send(.wheel(x: 390, y: 844, dx: 0, dy: -400, zoom: .horizontal))
    }
    var held: [TerrainBlockKey] = []
    for _ in 0..<20 {
      let messages = bench.sent
      bench.sent = []
      for case .ask(let ask) in messages where ask.key.level == 0 {
        if ask.key.tile == last {
          held.append(ask.key)
        } else {
          bench.receive(.block(bench.block(ask.key)))
        }
      }
      try bench.draw()
    }
    #expect(!held.isEmpty)
    for key in held { bench.receive(.block(bench.block(key))) }
  }

  /// The page's two tiles share a column of posts: slopes there go over both, whichever came last.
  @Test(arguments: [0, 1] as [UInt16])
  func twoTilesAreShadedAsOne(last: UInt16) throws {
    var bench = Bench(ground: { north, east in
      let (row, column) = (((46.9 - north) * 3600).rounded(), ((east - 10) * 3600).rounded())
      return Int16(700 + 60 * sin(row / 9) + 260 * cos((column - 360) / 7))
    })
    try Self.lookClose(&bench, last: last)
    for _ in 0..<20 {
      bench.answer()
      try bench.draw()
    }
    var compared = 0
    for (number, entry) in bench.model.pictures.relief.slots.enumerated() {
      guard let key = entry?.key, key.level == 0, key.column == (key.tile == 0 ? 2 : 0) else { continue }
      let block = try #require(bench.model.content.terrain.store.blocks[key])
      let field = try #require(bench.scene.fields.first { $0.id == FieldID.relief + UInt32(number) })
      let own = block.ownCounts(of: bench.tiles[Int(key.tile)])
      let column = key.tile == 0 ? own.columns - 1 : 0
      for row in 1..<(own.rows - 1) {
        let wanted = Self.shade(of: { Double(bench.ground($0, $1)) }, block, row: row, column: column)
        let shade = Double(field.values[row * own.columns + column])
        #expect(abs(shade - wanted) < 1.5, "\(key), row \(row)")
        compared += 1
      }
    }
    #expect(compared > 200)
  }

  /// Of two tiles that share a column of posts, one of 1" and one of 3", both go over it, whichever came
  /// last.
  @Test(arguments: [0, 1] as [UInt16])
  func tilesOfTwoStepsAreShadedAsOne(last: UInt16) throws {
    var tiles = Bench.pair
    (tiles[1].latitudeStepDegrees, tiles[1].longitudeStepDegrees) = (3 / 3600.0, 3 / 3600.0)
    (tiles[1].rowCount, tiles[1].columnCount) = (121, 121)
    // A ridge along the seam, gentle enough to be lit on either side.
    func height(_ row: Double, _ column: Double) -> Double {
      (700 + 60 * sin(row / 9) + 260 * cos((column - 360) / 7)).rounded()
    }
    func seconds(_ north: Double, _ east: Double) -> (row: Double, column: Double) {
      (((46.9 - north) * 3600).rounded(), ((east - 10) * 3600).rounded())
    }
    /// What the 3" tile knows of the ground, and the 1" tile west of it.
    func known(_ north: Double, _ east: Double) -> Double {
      let (row, column) = seconds(north, east)
      guard column > 360 else { return height(row, column) }
      let (top, left) = (3 * (row / 3).rounded(.down), 3 * (column / 3).rounded(.down))
      let (v, u) = ((row - top) / 3, (column - left) / 3)
      return (1 - v) * ((1 - u) * height(top, left) + u * height(top, left + 3))
        + v * ((1 - u) * height(top + 3, left) + u * height(top + 3, left + 3))
    }
    var bench = Bench(
      tiles: tiles,
      ground: { north, east in
        let (row, column) = seconds(north, east)
        return Int16(height(row, column))
      })
    try Self.lookClose(&bench, last: last)
    for _ in 0..<3 { try bench.draw() }
    var (compared, mended) = ([0, 0], [0, 0])
    for (number, entry) in bench.model.pictures.relief.slots.enumerated() {
      guard let key = entry?.key, key.level == 0, key.column == (key.tile == 0 ? 2 : 0) else { continue }
      let block = try #require(bench.model.content.terrain.store.blocks[key])
      let field = try #require(bench.scene.fields.first { $0.id == FieldID.relief + UInt32(number) })
      let own = block.ownCounts(of: tiles[Int(key.tile)])
      let column = key.tile == 0 ? own.columns - 1 : 0
      let alone = Relief.shades(
        block, rows: block.rowCount, columns: block.columnCount,
        metersAcross: block.longitudeStepDegrees * 111_320
          * cos((block.northDegrees - Double(block.rowCount) / 2 * block.latitudeStepDegrees) * .pi / 180),
        metersDown: block.latitudeStepDegrees * 111_130)
      for row in 1..<(own.rows - 1) {
        let wanted = Self.shade(of: known, block, row: row, column: column)
        let shade = Double(field.values[row * own.columns + column])
        #expect(abs(shade - wanted) < 1.5, "\(key), row \(row)")
        compared[Int(key.tile)] += 1
        if abs(Double(alone[row * block.columnCount + column]) - wanted) > 1.5 { mended[Int(key.tile)] += 1 }
      }
    }
    #expect(compared[0] > 100 && compared[1] > 20)
    // Without the other tile the slope is one-sided, and this test fails.
    #expect(mended[0] > 10 && mended[1] > 10, "\(mended) of \(compared)")
  }

  /// A naive twin: slopes over the ground itself, from a post to both sides.
  private static func shade(
    of ground: (Double, Double) -> Double, _ block: StoredBlock, row: Int, column: Int
  ) -> Double {
    let step = block.latitudeStepDegrees
    let (north, east) = (block.northDegrees - Double(row) * step, block.westDegrees + Double(column) * step)
    let middle = block.northDegrees - Double(block.rowCount) / 2 * step
    let across = 2 * step * 111_320 * cos(middle * .pi / 180)
    let slopeX = 1.6 * (ground(north, east + step) - ground(north, east - step)) / across
    let slopeY = 1.6 * (ground(north - step, east) - ground(north + step, east)) / (2 * step * 111_130)
    let light = (0.5 * (slopeX + slopeY) + 0.70711) / (1 + slopeX * slopeX + slopeY * slopeY).squareRoot()
    return max(0, min(1, light)) * Double(ColorMap.reliefLandCount - 1)
  }
}

extension StoredBlock {
  /// The block at another place, of other steps, or with a void.
  fileprivate func copy(
    northDegrees: Double? = nil, westDegrees: Double? = nil, latitudeStep: Double? = nil,
    longitudeStep: Double? = nil, voidAt post: Int? = nil
  ) -> StoredBlock {
    var heights = heights
    if let post { heights[post] = TerrainBlock.void }
    return StoredBlock(
      key: key, northDegrees: northDegrees ?? self.northDegrees, westDegrees: westDegrees ?? self.westDegrees,
      latitudeStep: latitudeStep ?? self.latitudeStepDegrees,
      longitudeStep: longitudeStep ?? self.longitudeStepDegrees,
      rowCount: rowCount, columnCount: columnCount, heights: heights)
  }
}
