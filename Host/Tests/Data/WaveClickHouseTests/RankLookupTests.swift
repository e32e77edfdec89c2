import TestSupport
import Testing

@testable import WaveClickHouse

@Suite struct RankLookupTests {
  /// Numbers that a grid of equal cells does not keep apart, and some that it does.
  private static func ends(_ random: inout SeededGenerator) -> [(name: String, values: [Double])] {
    let even = (1..<1000).map { Double($0) / 1000 }
    let spread = even.map { ($0 / (1 - $0)) }
    let steep: [Double] = spread.map { $0 * $0 * $0 }
    let bothSides: [Double] = spread.map { $0 < 1 ? -1 / $0 : $0 }
    let farOut: [Double] = [-1e300] + even + [1e300, .greatestFiniteMagnitude]
    var heaps: [Double] = []
    for heap in [0.0, 1, 1000] { heaps += even.prefix(300).map { heap + $0 * 1e-9 } }
    let everywhere: [Double] = (0..<500).map { _ in Double.random(in: -1...1, using: &random) * 1e9 }
    let magnitudes: [Double] = (-300..<300).map { Double(sign: .plus, exponent: $0, significand: 1) }
    let made: [(name: String, values: [Double])] = [
      ("even", even), ("one", [3]), ("two", [1, 2]), ("steep", steep), ("both sides", bothSides),
      ("far out", farOut), ("heaps", heaps), ("everywhere", everywhere), ("magnitudes", magnitudes),
    ]
    return made.map { ($0.name, Set($0.values).sorted()) }
  }

  @Test func gridsCountTheEndsBeforeEachCell() throws {
    var random = SeededGenerator(seed: 105)
    for (name, values) in Self.ends(&random) where values.count > 2 {
      let grid = try #require(RankGrid.best(for: values, cellCount: 2048), "\(name)")
      let cells = values.map { grid.cell(of: $0) }
      #expect(cells == cells.sorted(), "\(name)")
      #expect(grid.bases == (0..<2048).map { cell in cells.count { $0 < cell } }, "\(name)")
      #expect(grid.most == Dictionary(grouping: cells) { $0 }.values.map(\.count).max(), "\(name)")
      // Values in between lie in no earlier cell than the end before, and in no later one than the end
      // behind.
      for (low, high) in zip(values, values.dropFirst()) {
        let between = grid.cell(of: low / 2 + high / 2)
        #expect(grid.cell(of: low) <= between && between <= grid.cell(of: high), "\(name)")
      }
      if name != "heaps", name != "magnitudes" { #expect(grid.most <= 12, "\(name): \(grid.most)") }
    }
    #expect(RankGrid.best(for: [], cellCount: 8) == nil && RankGrid.best(for: [2, 2], cellCount: 8) == nil)
  }

  @Test func partsFindStretchesAsOneWould() throws {
    var random = SeededGenerator(seed: 106)
    for type in ["Float64", "Int64"] {
      let column = try #require(
        RankColumn(ClickHouseColumn(name: "c", type: ClickHouseType(type)), number: 0))
      for (name, values) in Self.ends(&random) {
        let ends = Set(values.map { column.key(near: $0 * (column.isReal ? 1 : 1e6)) }).sorted()
        let parts = RankLookup.parts(column, ends: ends)
        #expect(parts.count <= 16, "\(name)")
        if name == "heaps", column.isReal { #expect(parts.count >= 3 && parts.count <= 6) }
        let around = ends.flatMap { [$0 == .min ? $0 : $0 - 1, $0, $0 == .max ? $0 : $0 + 1] }
        for key in around {
          let own = parts.filter { part in
            (part.lower.map { $0 < key } ?? true) && (part.upper.map { key <= $0 } ?? true)
          }
          #expect(own.count == 1, "\(name)")
          let found = own.first.map { part in part.first + part.ends.count { $0 < key } }
          #expect(found == ends.count { $0 < key }, "\(name)")
        }
        // Servers read no more than 256 KiB.
        for part in parts { #expect(part.definitions.joined().utf8.count < 100_000, "\(name)") }
      }
      let none = RankLookup.parts(column, ends: [])
      #expect(
        none.count == 1 && none[0].definitions == ["toUInt32(0) AS wg_stretch"] && none[0].conditions.isEmpty)
    }
  }
}
