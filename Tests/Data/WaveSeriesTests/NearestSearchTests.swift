import TestSupport
import Testing
import WaveSeries

@Suite struct NearestSearchTests {
  /// The first of those with the least distance, by looking at all of them with 128 bits.
  private static func index(of x: Int64, in points: [Int64]) -> Int? {
    points.indices.min { a, b in
      let (left, right) = (abs(Int128(points[a]) - Int128(x)), abs(Int128(points[b]) - Int128(x)))
      return left < right || (left == right && a < b)
    }
  }

  @Test func findsTheNearestOfWholeNumbers() {
    var random = SeededGenerator(seed: 23)
    for round in 0..<600 {
      let reach: Int64 = round % 3 == 0 ? .max : 30
      var points = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        Int64.random(in: -reach...reach, using: &random)
      }
      points.sort()
      for x in [Int64.random(in: -reach...reach, using: &random), .min, .max, points.first ?? 0] {
        #expect(NearestSearch.index(of: x, in: points.span) == Self.index(of: x, in: points))
        if let narrow = Int32(exactly: x), round % 3 != 0 {
          let small = points.map { Int32($0) }
          #expect(NearestSearch.index(of: narrow, in: small.span) == Self.index(of: x, in: points))
        }
      }
    }
  }

  @Test func findsTheNearestOfDoubles() {
    var random = SeededGenerator(seed: 24)
    for _ in 0..<600 {
      var points = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        Double(Int.random(in: -40...40, using: &random)) / 4
      }
      points.sort()
      let x = Double(Int.random(in: -50...50, using: &random)) / 8
      let nearest = points.indices.min { a, b in
        let (left, right) = (abs(points[a] - x), abs(points[b] - x))
        return left < right || (left == right && a < b)
      }
      #expect(NearestSearch.index(of: x, in: points.span) == nearest)
    }
    #expect(NearestSearch.index(of: .nan, in: [1.0, 2].span) == nil)
    let ends = [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude]
    #expect(NearestSearch.index(of: 1e300, in: ends.span) == 1)
    #expect(NearestSearch.index(of: .infinity, in: ends.span) == 1)
    #expect(NearestSearch.index(of: -.infinity, in: ends.span) == 0)
  }
}
