import TestSupport
import Testing
import WaveSeries
import WaveTables

@testable import WaveClickHouse

@Suite struct RankIndexTests {
  private func column(_ type: String) throws -> RankColumn {
    try #require(RankColumn(ClickHouseColumn(name: "c", type: ClickHouseType(type)), number: 0))
  }

  /// Cells of sorted values, several values in some of them.
  private func cells(_ sorted: [Int64], _ random: inout SeededGenerator) -> [RankCell] {
    var made: [RankCell] = []
    for value in sorted {
      if let last = made.last, last.greatest == value || Int.random(in: 0..<3, using: &random) == 0 {
        made[made.count - 1].greatest = value
        made[made.count - 1].count += 1
      } else {
        made.append(RankCell(least: value, greatest: value, count: 1))
      }
    }
    return made
  }

  @Test func keysKeepTheOrderOfValues() throws {
    let real = try column("Nullable(Float64)")
    let values: [Double] = [
      -.greatestFiniteMagnitude, -1e300, -2.5, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.1, 1,
      1e22, .greatestFiniteMagnitude,
    ]
    let keys = values.map { real.key(near: $0) }
    #expect(keys == keys.sorted() && Set(keys).count == keys.count)
    #expect(keys.map { real.real($0) } == values)
    #expect(real.key(near: -0.0) == real.key(near: 0))
    // What is written is read as the same number, and never as a whole one.
    for value in values {
      let text = RankColumn.literal(value)
      #expect(Double(text.hasSuffix(".") ? text + "0" : text) == value && Int(text) == nil)
    }
    let whole = try column("Int64")
    #expect([Int64.min, -1, 0, .max].map { whole.key($0) } == [.min, -1, 0, .max])
    #expect(whole.key(near: 2.9) == 2 && whole.key(near: -1e30) == .min && whole.key(near: 1e30) == .max)
    #expect(RankColumn(ClickHouseColumn(name: "c", type: ClickHouseType("String")), number: 0) == nil)
  }

  @Test func placesAreThoseOfAPlainSort() throws {
    var random = SeededGenerator(seed: 107)
    for count in [1, 2, 50, 3000] {
      let sorted = (0..<count).map { _ in Int64.random(in: -40...40, using: &random) * (1 << 50) }.sorted()
      let made = cells(sorted, &random)
      let index = RankIndex(made.shuffled(using: &random))
      #expect(index.cells == made && index.total == UInt64(count))
      for place in 0..<count {
        let cell = index.cell(holding: UInt64(place))
        #expect(index.cells[cell].least <= sorted[place] && sorted[place] <= index.cells[cell].greatest)
        #expect(index.starts[cell] <= place && place < index.starts[cell + 1])
        #expect(index.cell(of: sorted[place]) == cell)
      }
      let borders = (0..<8).map { _ in UInt64.random(in: 0...UInt64(count), using: &random) }
      let rows = Set(borders.flatMap { [Int($0) - 1, Int($0)] }).filter { (0..<count).contains($0) }
      let open = Set(rows.map { index.cell(holding: UInt64($0)) }).filter { !made[$0].isOneValue }
      #expect(index.unsettled(borders) == open.sorted())
      let keys = (0..<5).map { _ in sorted[Int.random(in: 0..<count, using: &random)] }
      let inside = keys.compactMap { key in made.firstIndex { $0.least < key && key <= $0.greatest } }
      #expect(index.unplaced(keys) == Set(inside).sorted())
      #expect(index.cell(of: .max) == nil)
    }
  }

  @Test func finerCellsTakeThePlaceOfOthers() {
    var index = RankIndex([
      RankCell(least: 0, greatest: 9, count: 10), RankCell(least: 20, greatest: 20, count: 3),
    ])
    #expect(index.unsettled([5, 11]) == [0] && index.mixed([11]) == [])
    index.replace(
      [0], by: [RankCell(least: 4, greatest: 9, count: 6), RankCell(least: 0, greatest: 0, count: 4)])
    #expect(index.starts == [0, 4, 10, 13] && index.cells.map(\.least) == [0, 4, 20])
    // Where rows came in between, cells may overlap: they become one, and what follows still stands in order.
    index.replace(
      [1], by: [RankCell(least: 4, greatest: 8, count: 2), RankCell(least: 7, greatest: 21, count: 5)])
    #expect(
      index.cells.map(\.least) == [0, 4] && index.cells.map(\.greatest) == [0, 21] && index.total == 14)
    #expect(
      RankIndex([]).total == 0 && RankIndex([]).cell(of: 0) == nil && RankIndex([]).unsettled([0, 4]) == [])
  }

  @Test func whatIsNoCellIsRefused() throws {
    let real = try column("Float64")
    func bytes(_ words: UInt64...) -> [UInt8] {
      words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
    }
    let good = bytes((-1.5).bitPattern, 2.0.bitPattern, 7)
    let found = try RankCell.cells(good, real, areOneValue: false)
    #expect(found.map { real.real($0.least) } == [-1.5] && found[0].count == 7)
    for broken in [
      bytes(2.0.bitPattern, 1.0.bitPattern, 7), bytes(Double.nan.bitPattern, 1.0.bitPattern, 7),
      bytes(0, Double.infinity.bitPattern, 7), bytes(0, 0, .max), Array(good.dropLast()),
    ] {
      #expect(throws: ClickHouseError.self) { try RankCell.cells(broken, real, areOneValue: false) }
    }
  }

  @Test func theEndsOfACellAreInItsFirstAndLastPart() {
    for (low, high) in [
      (0.0, 1.0), (-1e308, 1.7e308), (-.greatestFiniteMagnitude, .greatestFiniteMagnitude), (1, 1.0.nextUp),
      (5e300, 5e300.nextUp),
    ] {
      for count in [2, 64, 4096] {
        let scale = RankSplit.scale(low, high, count)
        let place = { (value: Double) in min(max((value - low) * scale, 0), Double(count - 1)).rounded(.down)
        }
        #expect(place(low) == 0 && place(high) == Double(count - 1), "\(low) to \(high) in \(count)")
      }
    }
  }
}
