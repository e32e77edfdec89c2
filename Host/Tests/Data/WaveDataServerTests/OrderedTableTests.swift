import Foundation
import TestSupport
import Testing
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveDataServer

@Suite struct OrderedTableTests {
  /// Puts values in order as the station does.
  private func ordered(
    _ values: OrderedTable.Values, _ order: TableOrder,
    kind: TableColumn = TableColumn(name: "c", kind: .real),
    isValid: @escaping (Int) -> Bool, goesOn: (Double) -> Bool = { _ in true }
  ) -> OrderedTable? {
    OrderedTable(
      OrderedTable.Name(order, column: 4), values: values, isValid: isValid, summary: ColumnSummary(kind),
      source: 2, goesOn: goesOn)
  }

  /// The rows in order by the standard library: stable, those without a value last.
  private func expected<Value: Comparable>(_ values: [Value], _ isValid: (Int) -> Bool) -> [Int] {
    let valid = values.indices.filter(isValid).sorted { (values[$0], $0) < (values[$1], $1) }
    return valid + values.indices.filter { !isValid($0) }
  }

  @Test func rowsAsTheyComeAreTheirOwnPlaces() {
    let axis = TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 9)
    let table = OrderedTable(rowCount: 9, axis: axis)
    #expect(
      table.count == 9 && (0..<9).allSatisfy { table.row(atPlace: $0) == $0 && table.tick(ofPlace: $0) == $0 }
    )
    #expect(
      table.place(nearestTo: -5) == 0 && table.place(nearestTo: .max) == 8 && table.place(nearestTo: 4) == 4)
    #expect(table.place(from: -5) == 0 && table.place(from: .max) == 9 && table.place(from: 4) == 4)
    #expect(OrderedTable.Name(.rows, column: 3) == OrderedTable.Name(.rows, column: 9))
  }

  @Test func ranksAndValuesAreThoseOfAPlainSort() throws {
    var random = SeededGenerator(seed: 101)
    for count in [1, 2, 100, 40_000] {
      let reals = (0..<count).map { _ in Double(Int.random(in: -50...50, using: &random)) / 8 }
      // Beyond what a double holds, and many twice.
      let wholes = (0..<count).map { _ in (1 << 60) + Int64.random(in: -40...40, using: &random) }
      let missing = Set((0..<count).filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
      let isValid = { !missing.contains($0) }
      for (values, rows) in [
        (OrderedTable.Values.real(reals), expected(reals, isValid)),
        (.whole(wholes), expected(wholes, isValid)),
      ] {
        let ranks = try #require(ordered(values, .ranks, isValid: isValid))
        #expect(ranks.count == count && (0..<count).map { ranks.row(atPlace: $0) } == rows)
        #expect(ranks.axis.until == Int64(count) && ranks.axis.order == .ranks && ranks.axis.source == 2)
        let along = try #require(ordered(values, .values, isValid: isValid))
        #expect(along.count == count - missing.count)
        #expect((0..<along.count).map { along.row(atPlace: $0) } == rows.prefix(along.count).map { $0 })
      }
      let along = try #require(ordered(.whole(wholes), .values, isValid: isValid))
      let sorted = wholes.indices.filter(isValid).map { wholes[$0] }.sorted()
      #expect((0..<along.count).map { along.tick(ofPlace: $0) } == sorted)
      guard let first = sorted.first, let last = sorted.last else { continue }
      #expect(along.axis.from == first && along.axis.until == last + 1)
      for tick in [first - 1, first, first + 3, last, last + 1] {
        #expect(along.place(from: tick) == sorted.firstIndex { $0 >= tick } ?? sorted.count)
        let near = sorted.min { ($0 - tick).magnitude < ($1 - tick).magnitude }
        let place = along.place(nearestTo: tick)
        #expect((sorted[place] - tick).magnitude == near.map { ($0 - tick).magnitude })
        #expect(sorted.firstIndex(of: sorted[place]) == place)
      }
    }
  }

  @Test func realValuesStandWhereTheyShould() throws {
    let values = [3.5, -1, .nan, 7, 3.5, 1e-3]
    let table = try #require(ordered(.real(values), .values) { values[$0].isFinite })
    #expect((0..<table.count).map { table.row(atPlace: $0) } == [1, 5, 0, 4, 3])
    for place in 0..<table.count {
      let value = table.axis.offset + Double(table.tick(ofPlace: place)) * table.axis.step
      #expect(abs(value - values[table.row(atPlace: place)]) <= 8 / Double(Int64(1) << 52))
    }
    // All alike, one, and none.
    let alike = try #require(ordered(.real([5, 5, 5]), .values) { _ in true })
    #expect(alike.count == 3 && alike.axis.until == 1 && alike.place(nearestTo: 9) == 0)
    let none = try #require(ordered(.real([.nan, .nan]), .values) { _ in false })
    #expect(none.count == 0 && none.axis.until > none.axis.from)
    let ends = try #require(ordered(.whole([.max, .min, 0]), .values) { _ in true })
    #expect(ends.axis.from < ends.axis.until && (0..<3).map { ends.row(atPlace: $0) } == [1, 2, 0])
  }

  @Test func endsWhereverItIsAsked() {
    let values = (0..<200_000).map { Int64($0 * 7919 % 200_000) }
    var asked = 0
    #expect(
      ordered(.whole(values), .ranks, isValid: { _ in true }) { _ in
        asked += 1
        return true
      } != nil)
    #expect(asked > 20)
    for end in stride(from: 1, through: asked, by: 5) {
      var left = end
      let table = ordered(.whole(values), .ranks, isValid: { _ in true }) { _ in
        left -= 1
        return left > 0
      }
      #expect(table == nil)
    }
  }

  @Test func keepsRowsInOrder() throws {
    let values: [Int64] = [50, 10, 40, 10, 30]
    let table = try #require(ordered(.whole(values), .values) { _ in true })
    var kept = RowSet(count: 5, isFull: true)
    kept.filter { $0 != 1 && $0 != 0 }
    let few = try #require(table.keeping(kept) { true })
    #expect((0..<few.count).map { few.row(atPlace: $0) } == [3, 4, 2])
    #expect((0..<few.count).map { few.tick(ofPlace: $0) } == [10, 30, 40] && few.axis.until == 41)
    #expect(table.keeping(kept) { false } == nil)
    let series = Series([Float(0), 1, 2, 3, 4].span)
    #expect(few.series(7, of: series) { true }?.values(from: 0, to: 3) == [3, 4, 2])
    #expect(table.series(7, of: series) { false } == nil)
  }

  @Test func timesAroundChangesOfClocksAreInOrder() throws {
    // Local times with their offsets, out of order and some twice; the microseconds are those of Python's
    // zoneinfo.
    let path = Repository.fixture("tables/times.csv").path
    let folder = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = try TableFile.open(path, folder: CacheFolder(path: folder.appending(path: "cache").path))
    #expect(source.info.columns.map(\.kind) == [.time, .integer])
    var chunks: [TableChunk] = []
    try source.scan([0, 1], progress: { _ in true }, each: { chunks.append($0) })
    let (times, expected) = try (#require(chunks[0].integers[0]), #require(chunks[0].integers[1]))
    #expect(chunks.count == 1 && times.count == 134 && times == expected)
    #expect(Set(times).count == 104 && times != times.sorted())
    let table = try #require(ordered(.whole(times), .values, kind: source.info.columns[0]) { _ in true })
    let rows = (0..<table.count).map { table.row(atPlace: $0) }
    #expect(rows == self.expected(times) { _ in true } && table.axis.kind == .time)
    #expect((0..<table.count).map { table.tick(ofPlace: $0) } == times.sorted())
    // An hour that comes twice is two hours, one that is left out none: every quarter of an hour is where it
    // should be.
    for (place, row) in rows.enumerated() {
      #expect(times[rows[table.place(nearestTo: times[row])]] == times[row])
      #expect(table.place(from: times[row]) <= place && table.place(from: times[row] + 1) > place)
    }
    let map = PixelMap(start: table.axis.from, end: table.axis.until, columns: 97)
    let edges = table.edges(map).edges
    for (place, row) in rows.enumerated() {
      let column = map.column(of: times[row])
      #expect(edges[column] <= place && place < edges[column + 1])
    }
  }
}
