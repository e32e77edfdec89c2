import Testing

@testable import WaveSeries

@Suite struct DensityGridTests {
  /// Small whole numbers, so that many lie on edges of cells, with missing ones among them.
  private func values(_ seed: UInt64, _ count: Int) -> [Float] {
    var random = Shuffle(seed)
    return (0..<count).map { _ in
      switch random.next() % 40 {
      case 0: .nan
      case 1: .infinity
      default: Float(Int(random.next() % 41) - 20)
      }
    }
  }

  /// A generator of ours, so that the numbers stay the same.
  private struct Shuffle {
    var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state >> 16
    }
  }

  @Test func edgesAsFarApartAsCanBeHoldEveryValue() {
    let far = Double.greatestFiniteMagnitude
    var grid = DensityGrid(x: -far...0, y: -1...far, columns: 4096, rows: 2)
    let values: [Float] = [0, -1, -.greatestFiniteMagnitude]
    grid.add(values.span, [Float](repeating: .greatestFiniteMagnitude, count: 3).span)
    #expect(grid.insideCount == 3 && grid.counts[2 * 4096 - 1] == 3)
  }

  @Test(arguments: 1...40) func everyRowIsInTheCellThatAsksForIt(seed: Int) {
    let x = values(UInt64(seed), 2000)
    let y = values(UInt64(seed) + 1000, 2000)
    let (columns, rows) = (1 + seed % 9, 1 + seed % 7)
    var grid = DensityGrid(x: -12...15, y: -8...20, columns: columns, rows: rows)
    grid.add(x.span.extracting(0..<700), y.span.extracting(0..<700))
    grid.add(x.span.extracting(700..<2000), y.span.extracting(700..<2000))
    var counts = [UInt32](repeating: 0, count: columns * rows)
    var (outside, missing) = (0, 0)
    for (a, b) in zip(x, y) {
      if !a.isFinite || !b.isFinite {
        missing += 1
      } else if a < -12 || a > 15 || b < -8 || b > 20 {
        outside += 1
      } else {
        // Cells are asked one after another, in whole numbers: the edges are exact.
        let column = (0..<columns).last { (Int(a) + 12) * columns >= $0 * 27 } ?? 0
        let row = (0..<rows).last { (Int(b) + 8) * rows >= $0 * 28 } ?? 0
        counts[(rows - 1 - row) * columns + column] += 1
      }
    }
    #expect(grid.counts == counts)
    #expect(grid.outsideCount == outside && grid.missingCount == missing)
    #expect(grid.insideCount == 2000 - outside - missing)
    #expect(grid.counts.reduce(0) { $0 + Int($1) } == grid.insideCount)
    #expect(grid.peak == grid.counts.max())
  }

  @Test func theEdgesBelongToIt() {
    var grid = DensityGrid(x: 0...4, y: 0...2, columns: 4, rows: 2)
    let x: [Float] = [0, 4, 0, 4, 2, 4.001]
    let y: [Float] = [0, 2, 2, 0, 1, 1]
    grid.add(x.span, y.span)
    #expect(grid.counts == [1, 0, 1, 1, 1, 0, 0, 1] && grid.outsideCount == 1)
  }

  @Test func rangesThatAreNoneAreReplaced() {
    let grid = DensityGrid(x: 1...1, y: -Double.infinity...0, columns: 0, rows: 1 << 20)
    #expect(grid.x == 0...1 && grid.y == 0...1 && grid.columns == 1 && grid.rows == DensityGrid.sideLimit)
    #expect(grid.peak == 0)
  }
}
