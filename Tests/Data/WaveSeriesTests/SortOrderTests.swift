import TestSupport
import Testing
import WaveSeries

@Suite struct SortOrderTests {
  /// Rows by value, NaN last, equal ones as they were; by Swift's own sort, made stable by the row.
  private static func rows<Value: Comparable>(
    _ values: [Value], isDescending: Bool, isMissing: (Value) -> Bool
  ) -> [UInt32] {
    values.indices.sorted { a, b in
      let (x, y) = (values[a], values[b])
      if isMissing(x) || isMissing(y) { return isMissing(x) == isMissing(y) ? a < b : isMissing(y) }
      if x == y { return a < b }
      return isDescending ? x > y : x < y
    }.map { UInt32($0) }
  }

  private static func sorted(_ order: SortOrder, limit: Int) -> [UInt32] {
    var order = order
    var progress = 0.0
    var steps = 0
    while !order.step(limit: limit) {
      #expect(order.rows.isEmpty)
      #expect(order.progress >= progress && order.progress <= 1)
      progress = order.progress
      steps += 1
      if steps > 7 * (order.count / limit + 2) {
        Issue.record("The order is never found.")
        break
      }
    }
    return order.rows
  }

  private static func float(_ random: inout SeededGenerator) -> Float {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    case 1: [Float.nan, .infinity, -.infinity, 0, -0.0, -.nan].randomElement(using: &random) ?? 0
    default: Float(Int.random(in: -9...9, using: &random))
    }
  }

  @Test func equalsAStableSortOfSingles() {
    var random = SeededGenerator(seed: 20)
    for round in 0..<300 {
      let values = (0..<Int.random(in: 0...300, using: &random)).map { _ in Self.float(&random) }
      let isDescending = round % 2 == 0
      let order = SortOrder(Series(values.span), isDescending: isDescending)
      let rows = Self.sorted(order, limit: [1, 7, 1000][round % 3])
      #expect(rows == Self.rows(values, isDescending: isDescending, isMissing: \.isNaN))
    }
  }

  @Test func equalsAStableSortOfDoublesAndWholeNumbers() {
    var random = SeededGenerator(seed: 21)
    for round in 0..<200 {
      let count = Int.random(in: 0...200, using: &random)
      let isDescending = round % 2 == 1
      let doubles = (0..<count).map { _ -> Double in
        Int.random(in: 0..<3, using: &random) == 0
          ? Double(bitPattern: random.next()) : Double(Self.float(&random))
      }
      #expect(
        Self.sorted(SortOrder(doubles.span, isDescending: isDescending), limit: 50)
          == Self.rows(doubles, isDescending: isDescending, isMissing: \.isNaN))
      let whole = (0..<count).map { _ -> Int64 in
        Bool.random(using: &random)
          ? Int64(bitPattern: random.next()) : (1 << 53) + Int64.random(in: -4...4, using: &random)
      }
      #expect(
        Self.sorted(SortOrder(whole.span, isDescending: isDescending), limit: 33)
          == Self.rows(whole, isDescending: isDescending, isMissing: { _ in false }))
    }
  }

  @Test func manyRowsAreOrderedAcrossChunksAndGathered() {
    var random = SeededGenerator(seed: 22)
    let values = Shape.noise.values(150_000, using: &random)
    let others = Shape.walk.values(150_000, using: &random)
    let rows = Self.sorted(SortOrder(Series(values.span)), limit: 65_536)
    let sorted = Series(values.span).ordered(by: rows)
    let expected = values.sorted()
    #expect(sorted.count == 150_000)
    #expect(sorted.values(from: 0, to: 150_000) == expected)
    let gathered = Series(others.span).ordered(by: rows)
    #expect(gathered.values(from: 70_000, to: 70_100) == rows[70_000..<70_100].map { others[Int($0)] })
  }

  @Test func rowsThatAreNotThereGatherAsMissing() {
    let chunk = Series([Float(5), 6].span).gathered([UInt32(1), 9, 0, .max].span)
    #expect(chunk[0] == 6 && chunk[1].isNaN && chunk[2] == 5 && chunk[3].isNaN)
  }

  @Test func nothingIsOrderedAtOnce() {
    var order = SortOrder(Series())
    #expect(order.isDone && order.rows.isEmpty)
    let isDone = order.step(limit: 1)
    #expect(isDone)
  }
}
