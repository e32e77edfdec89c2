import Testing
import WaveUnits

@Suite struct SelectionTests {
  /// As sorting has it, ties among them; all that is below stands before.
  @Test func everyRankIsThatOfASortedList() {
    var state: UInt64 = 11
    for round in 0..<400 {
      let count = 1 + round % 67
      let kinds = UInt64(1 + round % 29)
      let values = (0..<count).map { _ -> Double in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double((state >> 33) % (kinds * kinds)) / 8 - 3
      }
      let sorted = values.sorted()
      for rank in 0..<count {
        var moved = values
        #expect(Selection.value(ofRank: rank, in: &moved) == sorted[rank])
        #expect(moved[rank] == sorted[rank] && moved.sorted() == sorted)
        #expect(moved[..<rank].allSatisfy { $0 <= sorted[rank] })
        #expect(moved[rank...].allSatisfy { $0 >= sorted[rank] })
      }
    }
  }

  /// Numbers that are fixed only when they are asked for, so that each pivot is next to the least: halves are
  /// none, and a list of n would take n²/4 comparisons.
  ///
  /// Source: M. D. McIlroy, A killer adversary for quicksort, doi
  /// 10.1002/(SICI)1097-024X(19990410)29:4<341::AID-SPE237>3.0.CO;2-R.
  private final class Adversary {
    private var values: [Int?]
    private var next = 0
    private var candidate = 0
    private(set) var comparisonCount = 0

    init(_ count: Int) { values = Array(repeating: nil, count: count) }

    private func fix(_ place: Int) {
      values[place] = next
      next += 1
    }

    func isLess(_ a: Int, _ b: Int) -> Bool {
      comparisonCount += 1
      if values[a] == nil, values[b] == nil { fix(a == candidate ? a : b) }
      if values[a] == nil { candidate = a } else if values[b] == nil { candidate = b }
      return values[a] ?? .max < values[b] ?? .max
    }

    func countBelow(_ place: Int) -> Int { values.count { $0 ?? .max < values[place] ?? .max } }
  }

  private struct Hidden: Comparable {
    let place: Int
    let adversary: Adversary

    static func < (a: Hidden, b: Hidden) -> Bool { a.adversary.isLess(a.place, b.place) }
    static func == (a: Hidden, b: Hidden) -> Bool { a.place == b.place }
  }

  @Test func cheatedPivotsDoNotMakeItSlow() {
    let adversary = Adversary(2000)
    var values = (0..<2000).map { Hidden(place: $0, adversary: adversary) }
    let found = Selection.value(ofRank: 1500, in: &values)
    #expect(adversary.countBelow(found.place) <= 1500)
    // 2000 log 2000 is 22,000; three times that for rounds in vain and the sorting.
    #expect(adversary.comparisonCount < 130_000)
  }
}
