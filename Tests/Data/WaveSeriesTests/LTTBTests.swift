import Foundation
import TestSupport
import Testing
import WaveSeries

/// The rows that DuckDB and ClickHouse keep, as Tests/Fixtures/series/make_lttb.py wrote them, and its
/// inputs.
struct LTTBVector: Decodable {
  let shape: String
  let axis: String
  let kind: String
  let count: Int
  let threshold: Int
  let rows: [Int]

  private struct File: Decodable { let cases: [LTTBVector] }

  static func all() throws -> [LTTBVector] {
    let file = Repository.fixture("series/lttb.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
  }

  private struct Numbers {
    var state: UInt64

    mutating func next() -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33)
    }
  }

  var values: [Int64] {
    var numbers = Numbers(state: UInt64(count))
    var level: Int64 = 0
    return (0..<count).map { place in
      switch shape {
      case "walk": level += numbers.next() % 2001 - 1000
      case "noise": level = numbers.next() % 20_001 - 10_000
      case "spikes":
        let height = { numbers.next() % 20_001 - 10_000 }
        level = numbers.next() % 50 == 0 ? height() : 0
      case "steps": if numbers.next() % 40 == 0 { level = numbers.next() % 13 - 6 }
      default:
        level = Int64((10_000 * sin(2 * Double.pi * Double(place) * 7 / 7000)).rounded(.toNearestOrEven))
      }
      return level
    }
  }

  var x: [Int64] {
    var numbers = Numbers(state: UInt64(count + 1))
    var place: Int64 = axis == "times" ? 1_700_000_000 : 0
    return (0..<count).map { row in
      defer { place += numbers.next() % 7 + 1 }
      return axis == "rows" ? Int64(row) : place
    }
  }
}

@Suite struct LTTBTests {
  @Test func keepsTheRowsOfDuckDBAndClickHouse() throws {
    let vectors = try LTTBVector.all()
    #expect(vectors.count == 183)
    for vector in vectors {
      let (x, values) = (vector.x, vector.values)
      let name = Comment("\(vector.shape) \(vector.axis) \(vector.kind) \(vector.count) \(vector.threshold)")
      switch vector.kind {
      case "float": Self.check(values.map { Float($0) / 8 }, x, vector, name)
      case "double": Self.check(values.map { Double($0) / 10 }, x, vector, name)
      default: Self.check(values, x, vector, name)
      }
    }
  }

  private static func check<Y: LensValue>(_ y: [Y], _ x: [Int64], _ vector: LTTBVector, _ name: Comment) {
    #expect(LTTB.rows(of: y.span, x: x.span, threshold: vector.threshold) == vector.rows, name)
    let doubles = x.map { Double($0) }
    #expect(LTTB.rows(of: y.span, x: doubles.span, threshold: vector.threshold) == vector.rows, name)
    if vector.axis == "rows" {
      #expect(LTTB.rows(of: y.span, threshold: vector.threshold) == vector.rows, name)
    }
  }

  /// The author's code, line by line, with what is missing passed over as ``LTTB`` says.
  private static func naive(_ y: [Double], _ x: [Double], _ threshold: Int) -> [Int] {
    let count = y.count
    guard threshold >= 3, threshold < count else { return Array(0..<count) }
    let every = Double(count - 2) / Double(threshold - 2)
    func edge(_ bucket: Int) -> Int { min(Int((Double(bucket) * every).rounded(.down)) + 1, count) }
    func mean(_ bucket: Int) -> (x: Double, y: Double)? {
      let rows = (edge(bucket)..<edge(bucket + 1)).filter { y[$0].isFinite }
      guard !rows.isEmpty else { return nil }
      var sum = (x: 0.0, y: 0.0)
      for row in rows { sum = (sum.x + x[row], sum.y + y[row]) }
      return (sum.x / Double(rows.count), sum.y / Double(rows.count))
    }
    var kept = [0]
    var a = y[0].isFinite ? (x: x[0], y: y[0]) : nil
    for bucket in 0..<threshold - 2 {
      let rows = edge(bucket)..<edge(bucket + 1)
      guard let own = mean(bucket) else {
        kept.append(rows.lowerBound)
        continue
      }
      let c = (bucket + 1..<threshold - 1).lazy.compactMap(mean).first ?? own
      let before = a ?? own
      var best = -1.0
      var next = rows.lowerBound
      for row in rows where y[row].isFinite {
        let area = abs((before.x - c.x) * (y[row] - before.y) - (before.x - x[row]) * (c.y - before.y))
        if area > best { (best, next) = (area, row) }
      }
      kept.append(next)
      a = (x[next], y[next])
    }
    return kept + [count - 1]
  }

  @Test func equalsTheAuthorsCodeWithGaps() {
    var random = SeededGenerator(seed: 33)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        for _ in 0..<12 {
          var values = shape.values(Int.random(in: 1...900, using: &random), using: &random)
          fault.apply(to: &values, using: &random)
          let threshold = Int.random(in: 0...min(values.count + 2, 80), using: &random)
          var time = 0.0
          let x = values.map { _ -> Double in
            time += Double.random(in: 0...3, using: &random)
            return time
          }
          let doubles = values.map(Double.init)
          let rows = values.indices.map(Double.init)
          #expect(LTTB.rows(of: values.span, threshold: threshold) == Self.naive(doubles, rows, threshold))
          #expect(
            LTTB.rows(of: doubles.span, x: x.span, threshold: threshold) == Self.naive(doubles, x, threshold))
        }
      }
    }
  }

  /// Long buckets, in which the last eight values overlap those before.
  @Test func equalsTheAuthorsCodeInLongBuckets() {
    var random = SeededGenerator(seed: 34)
    for shape in Shape.allCases {
      let values = shape.values(Int.random(in: 6000...9000, using: &random), using: &random)
      let doubles = values.map { Double($0) * 0.1 }
      let rows = values.indices.map(Double.init)
      for threshold in [3, 4, 11, 30] {
        #expect(LTTB.rows(of: doubles.span, threshold: threshold) == Self.naive(doubles, rows, threshold))
      }
    }
  }

  @Test func nothingIsKeptOfNothing() {
    let (none, four): ([Float], [Float]) = ([], [1, 2, 3, 4])
    #expect(LTTB.rows(of: none.span, threshold: 5).isEmpty)
    #expect(LTTB.rows(of: four.span, threshold: 2) == [0, 1, 2, 3])
    let missing = [Float](repeating: .nan, count: 10)
    #expect(LTTB.rows(of: missing.span, threshold: 4).count == 4)
  }
}
