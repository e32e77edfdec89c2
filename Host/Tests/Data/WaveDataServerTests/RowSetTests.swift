import TestSupport
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries

@testable import WaveDataServer

@Suite struct RowSetTests {
  private func rows(_ set: RowSet, _ count: Int) -> [Int] { (0..<count).filter { set.contains($0) } }

  @Test func aSetHoldsWhatWasPutIn() {
    var random = SeededGenerator(seed: 102)
    for count in [0, 1, 63, 64, 65, 128, 200] {
      #expect(rows(RowSet(count: count, isFull: true), count + 70) == Array(0..<count))
      #expect(rows(RowSet(count: count, isFull: false), count + 70).isEmpty)
      var (set, expected) = (RowSet(count: count, isFull: false), Set<Int>())
      for _ in 0..<50 {
        let row = Int.random(in: -3..<count + 3, using: &random)
        set.insert(row)
        if row >= 0, row < count { expected.insert(row) }
      }
      #expect(rows(set, count + 70) == expected.sorted())
      var odd = RowSet(count: count, isFull: true)
      odd.filter { $0 % 2 == 1 }
      #expect(rows(odd, count) == (0..<count).filter { $0 % 2 == 1 })
      odd.formIntersection(set)
      #expect(rows(odd, count) == expected.filter { $0 % 2 == 1 }.sorted())
    }
    // Rows beyond a shorter set are in none.
    var long = RowSet(count: 200, isFull: true)
    long.formIntersection(RowSet(count: 70, isFull: true))
    #expect(rows(long, 200) == Array(0..<70))
  }

  @Test func keepsWhatAllFiltersKeep() {
    let values: [Float] = (0..<150).map { $0 % 10 == 9 ? .nan : Float($0 % 30) }
    let series = Series(values.span)
    let axis = TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 150)
    var asked: [[ColumnFilter]] = []
    func kept(_ filters: ColumnFilter...) -> [Int] {
      var set = RowSet(count: 150, isFull: true)
      for filter in filters {
        set.keep(filter, series: { $0 == 3 ? (series, 1000) : nil }, texts: { _ in nil }) { _, among in
          asked.append(among)
          return OrderedTable(rowCount: 150, axis: axis)
        }
      }
      return rows(set, 150)
    }
    let expected = (0..<150).filter { $0 % 10 != 9 && (5...12).contains($0 % 30) }
    let some = ColumnFilter.values(column: 3, low: 1005, high: 1012)
    let part = ColumnFilter.ticks(.rows, from: 40, until: 100, among: [])
    #expect(kept(some, part) == expected.filter { (40..<100).contains($0) })
    #expect(kept(some) == expected && kept() == Array(0..<150))
    // Of a column that is not drawn a filter keeps all; a range the wrong way round nothing.
    #expect(kept(.values(column: 9, low: 0, high: 0)) == Array(0..<150))
    #expect(kept(.values(column: 3, low: 1012, high: 1005)).isEmpty)
    #expect(kept(.ticks(.rows, from: 100, until: 40, among: [some])).isEmpty)
    #expect(asked == [[], [some]])
  }
}
