import TestSupport
import Testing
import WaveSeries

@Suite struct PixelMapTests {
  /// ⌊(t − start) · columns / width⌋ by 128 bits, as it is written.
  private static func column(_ value: Int64, _ map: PixelMap) -> Int {
    let product = (Int128(value) - Int128(map.start)) * Int128(map.columns)
    let width = Int128(map.end) - Int128(map.start)
    let (quotient, remainder) = product.quotientAndRemainder(dividingBy: width)
    let floor = remainder < 0 ? quotient - 1 : quotient
    return Int(min(max(floor, -Int128(PixelMap.farthestColumn)), Int128(PixelMap.farthestColumn)))
  }

  private static func time(_ random: inout SeededGenerator) -> Int64 {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: Int64.random(in: -20...20, using: &random)
    case 1: Int64.random(in: .min ... .max, using: &random)
    case 2: 1_700_000_000_000_000_000 + Int64.random(in: -1_000_000...1_000_000, using: &random)
    case 3: [Int64.min, .max, 0, 1, -1, .min + 1, .max - 1, 1 << 53].randomElement(using: &random) ?? 0
    default: Int64.random(in: -10_000_000...10_000_000, using: &random)
    }
  }

  private static func map(_ random: inout SeededGenerator) -> PixelMap {
    let (a, b) = (time(&random), time(&random))
    return PixelMap(start: min(a, b), end: max(a, b), columns: Int.random(in: 1...1500, using: &random))
  }

  @Test func columnsAreThoseOfTheFormula() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3000 {
      let map = Self.map(&random)
      for value in [Self.time(&random), map.start, map.end, map.end - 1, map.start &+ 1] {
        #expect(map.column(of: value) == Self.column(value, map), "\(map) \(value)")
      }
    }
  }

  @Test func startOfAColumnIsItsFirstValue() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<1500 {
      let map = Self.map(&random)
      for column in [0, 1, map.columns / 2, map.columns - 1, map.columns] where column <= map.columns {
        let start = map.start(ofColumn: column)
        #expect(start >= map.start && start <= map.end)
        #expect(map.column(of: start) >= column)
        if start > map.start { #expect(map.column(of: start - 1) < column) }
      }
      #expect(map.start(ofColumn: 0) == map.start)
      #expect(map.start(ofColumn: map.columns) == map.end)
      #expect(map.start(ofColumn: -5) == map.start)
      #expect(map.start(ofColumn: .max) == map.end)
    }
  }

  @Test func anyNumbersMakeAMap() {
    #expect(
      PixelMap(start: .max, end: .max, columns: 10) == PixelMap(start: .max - 1, end: .max, columns: 10))
    #expect(PixelMap(start: 5, end: 3, columns: 0) == PixelMap(start: 5, end: 6, columns: 1))
    #expect(PixelMap(start: 0, end: 1, columns: .max).columns == PixelMap.columnLimit)
  }

  @Test func edgesHoldTheRowsOfEachColumn() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<400 {
      var x = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        Int64.random(in: -100...100, using: &random)
      }
      x.sort()
      let start = Int64.random(in: -120...100, using: &random)
      let map = PixelMap(
        start: start, end: start + Int64.random(in: 1...150, using: &random),
        columns: Int.random(in: 1...60, using: &random))
      let edges = map.edges(of: x.span)
      #expect(edges.count == map.columns + 1)
      for column in 0..<map.columns {
        let rows = Array(x.indices.filter { map.column(of: x[$0]) == column })
        #expect(Array(edges[column]..<edges[column + 1]) == rows)
      }
      #expect(edges[0] == x.filter { $0 < map.start }.count)
      let neighbors = map.neighbors(of: edges, in: x.span)
      if edges[0] > 0 { #expect(neighbors.before == map.column(of: x[edges[0] - 1])) }
      if edges[map.columns] < x.count { #expect(neighbors.after == map.column(of: x[edges[map.columns]])) }
    }
  }

  @Test func edgesOfRowNumbersAreThoseOfNumbersAsX() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<400 {
      let count = Int.random(in: 0...300, using: &random)
      let start = Int64.random(in: -50...350, using: &random)
      let map = PixelMap(
        start: start, end: start + Int64.random(in: 1...400, using: &random),
        columns: Int.random(in: 1...80, using: &random))
      let x = (0..<Int64(count)).map { $0 }
      let edges = map.edges(rowCount: count)
      #expect(edges == map.edges(of: x.span))
      let (plain, found) = (map.neighbors(of: edges), map.neighbors(of: edges, in: x.span))
      if edges[0] > 0 { #expect(plain.before == found.before) }
      if edges[map.columns] < count { #expect(plain.after == found.after) }
    }
    #expect(PixelMap(start: 0, end: 10, columns: 4).edges(rowCount: -3) == [0, 0, 0, 0, 0])
  }

  /// An x that is not in order gives no rows twice, and traps nowhere.
  @Test func edgesOfDisorderStayInOrder() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let x = (0..<50).map { _ in Self.time(&random) }
      let edges = Self.map(&random).edges(of: x.span)
      for (a, b) in zip(edges, edges.dropFirst()) { #expect(a <= b && b <= 50) }
    }
  }
}
