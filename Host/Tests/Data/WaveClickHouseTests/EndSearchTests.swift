import Testing

@testable import WaveClickHouse

@Suite struct EndSearchTests {
  /// Finds the end of sorted ticks as a server would answer; returns what is left to be read, and the rounds.
  private func end(_ ticks: [Int64], from start: Int64) -> (known: Int64, rounds: Int) {
    var search = EndSearch(from: start)
    var rounds = 0
    while case let asked = search.ticks, !asked.isEmpty, rounds < 99 {
      rounds += 1
      #expect(asked.count <= 31 && asked.allSatisfy { $0 > search.known })
      // Of each the first row from there on, as an index finds it.
      let found = asked.compactMap { place in ticks.first { $0 >= place } }
      search.receive(asked, found: found.max())
    }
    return (search.known, rounds)
  }

  private static let tables: [[Int64]] = {
    let powers: [Int64] = (0..<63).map { (bit: Int64) -> Int64 in Int64(1) << bit }
    let even: [Int64] = Array(0..<1000)
    let close: [Int64] = [1_700_000_000_000_000_000, 1_700_000_000_000_000_001]
    // Of the last one more than 63 bits are left behind the first round.
    let edges: [[Int64]] = [
      [.min, .max], [.min], [.max], [.min, 0, .max - 1], [.min, .min + (1 << 60) + 5],
    ]
    return edges + [[0], [7, 7, 7], [-5, 0, 5], [0, 1 << 40, (1 << 40) + 1], powers, even, close]
  }()

  @Test(arguments: tables)
  func whatIsLeftIsSmall(_ ticks: [Int64]) {
    for start in [ticks.first, ticks[ticks.count / 2], ticks.last].compactMap({ $0 }) {
      let found = end(ticks, from: start)
      let last = ticks.last ?? 0
      #expect(found.rounds < 20 && found.known <= last && ticks.contains(found.known))
      // What lies between is read: no more than a part of the whole.
      #expect(Double(last) - Double(found.known) <= max(1, (Double(last) - Double(start)) / 1000))
    }
  }

  @Test func manyRandomTicksEndWhereTheyEnd() {
    var state: UInt64 = 88
    for _ in 0..<300 {
      let ticks = (0..<20).map { _ -> Int64 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int64(bitPattern: state) >> Int64(state >> 58)
      }.sorted()
      let start = ticks[Int(state >> 33) % ticks.count]
      let found = end(ticks, from: start)
      #expect(found.rounds < 20 && ticks.contains(found.known))
      #expect(Double(ticks[19]) - Double(found.known) <= max(1, (Double(ticks[19]) - Double(start)) / 1000))
    }
  }
}
