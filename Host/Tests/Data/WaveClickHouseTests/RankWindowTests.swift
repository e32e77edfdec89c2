import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveTables

@testable import WaveClickHouse

@Suite struct RankWindowTests {
  private struct Row {
    var key: Int64
    var value: Double
  }

  /// What is answered for some rows, as the server sums them up.
  private func bucket(_ rows: some Collection<Row>) -> ColumnBucket {
    let seen = rows.map(\.value).filter(\.isFinite)
    guard let first = seen.first, let last = seen.last, let least = seen.min(), let greatest = seen.max()
    else {
      return rows.isEmpty ? .empty : .missing(rowCount: UInt64(rows.count))
    }
    return ColumnBucket(
      rowCount: UInt64(rows.count), count: UInt64(seen.count), firstTick: 0, lastTick: 0, first: first,
      minimum: least, maximum: greatest, last: last, startsMissing: rows.first?.value.isNaN ?? false,
      endsMissing: rows.reversed().first?.value.isNaN ?? false)
  }

  @Test func columnsOfPixelsShowTheirRowsAndWholeGroups() {
    var random = SeededGenerator(seed: 103)
    for (count, range, pixels) in [(1, 5, 3), (300, 7, 40), (300, 100_000, 40), (2000, 60, 17), (50, 3, 200)]
    {
      for _ in 0..<12 {
        let rows = (0..<count).map { _ in
          Row(
            key: Int64(Int.random(in: 0..<range, using: &random)),
            value: Int.random(in: 0..<9, using: &random) == 0 ? .nan : .random(in: -1...1, using: &random))
        }.sorted { $0.key < $1.key }
        let index = RankIndex(
          Dictionary(grouping: rows) { $0.key }.map {
            RankCell(least: $0, greatest: $0, count: UInt64($1.count))
          })
        let from = Int64.random(in: -20...Int64(count), using: &random)
        let until = from + Int64.random(in: 1...Int64(count + 20), using: &random)
        let window = ColumnWindow(order: .ranks(0), from: from, until: until, pixels: pixels)
        let cut = RankWindow(window, total: index.total)
        #expect(index.unsettled(cut.borders) == [])
        let stretches = cut.stretches(of: index)
        #expect(
          zip(stretches, stretches.dropFirst()).allSatisfy { $0.cells.upperBound == $1.cells.lowerBound })
        let lane = cut.lane(
          stretches, stretches.map { bucket(rows[Int($0.places.lowerBound)..<Int($0.places.upperBound)]) })
        #expect(lane.buckets.count == pixels)
        let step = max(1, (until - from) / Int64(pixels))
        let edges = (0...pixels).map { window.map.start(ofColumn: $0) }
        check(lane.before, rows, from - step, from)
        check(lane.after, rows, until, until + step)
        for (pixel, found) in lane.buckets.enumerated() { check(found, rows, edges[pixel], edges[pixel + 1]) }
        let inside = max(0, min(until, Int64(count)) - max(from, 0))
        let counted = lane.buckets.reduce(0) { $0 + $1.rowCount }
        #expect(counted == UInt64(inside))
      }
    }
  }

  /// Compares a column of pixels with all rows of the values that stand in it.
  private func check(_ found: ColumnBucket, _ rows: [Row], _ from: Int64, _ until: Int64) {
    let places = Int(max(0, min(from, Int64(rows.count))))..<Int(max(0, min(until, Int64(rows.count))))
    guard !places.isEmpty else {
      #expect(found == .empty)
      return
    }
    let keys = Set(rows[places].map(\.key))
    let expected = bucket(rows.filter { keys.contains($0.key) })
    #expect(found.rowCount == UInt64(places.count))
    #expect(found.startsMissing == expected.startsMissing && found.endsMissing == expected.endsMissing)
    guard expected.count > 0 else {
      #expect(found.count == 0)
      return
    }
    #expect(
      found.first == expected.first && found.last == expected.last && found.minimum == expected.minimum
        && found.maximum == expected.maximum)
    #expect(found.firstTick >= from && found.lastTick < until && found.firstTick <= found.lastTick)
    #expect(found.count > 0 && found.count <= found.rowCount)
  }
}
