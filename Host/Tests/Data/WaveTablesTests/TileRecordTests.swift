import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveStore

@testable import WaveTables

@Suite struct TileRecordTests {
  private static func bucket(_ random: inout SeededGenerator) -> ColumnBucket {
    let rows = UInt64.random(in: 1...1000, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .empty
    case 1: return .missing(rowCount: rows)
    default:
      let tick = Int64.random(in: -5000...5000, using: &random)
      return ColumnBucket(
        rowCount: rows, count: UInt64.random(in: 1...rows, using: &random), firstTick: tick,
        lastTick: tick + 9,
        first: .random(in: -1...1, using: &random), minimum: -1.5,
        maximum: .random(in: 1...9e300, using: &random),
        last: -0.0, startsMissing: .random(using: &random), endsMissing: .random(using: &random))
    }
  }

  /// A part of an order with `depth` others in it, each within the next.
  private static func nested(_ depth: Int) -> ColumnFilter {
    (1...depth).reduce(.ticks(.ranks(1), from: 0, until: 9, among: [])) { inner, number in
      .ticks(
        .rows, from: 3, until: Int64(number), among: [inner, .values(column: number, low: 0, high: 1)])
    }
  }

  private static func record(_ random: inout SeededGenerator) -> TileRecord {
    let orders: [ColumnOrder] = [.rows, .ranks(3), .values(70_000)]
    let filters: [ColumnFilter] = [
      .values(column: 4, low: -.infinity, high: 0.1),
      .ticks(.values(2), from: .min, until: .max, among: []), nested(2),
      .text(column: 1, text: Array("wörter".utf8), isKept: false), .text(column: 1, text: nil, isKept: true),
      .others(column: 9, than: [[], [0xFF, 0], Array("a".utf8)], isKept: true),
      .others(column: 9, than: [], isKept: false),
    ]
    let name = TileRecord.Name(
      order: orders.randomElement(using: &random) ?? .rows,
      filters: filters.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)).map { $0 },
      column: Int.random(in: 0...40_000, using: &random), ticks: Int64.random(in: 1 ... .max, using: &random),
      index: Int64.random(in: .min ... .max, using: &random))
    return TileRecord(
      name: name,
      tile: ColumnTile(
        buckets: (0..<ColumnTile.width).map { _ in bucket(&random) }, before: bucket(&random),
        after: bucket(&random)))
  }

  @Test func whatIsWrittenIsRead() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let record = Self.record(&random)
      let bytes = try #require(record.bytes)
      let read = try #require(TileRecord(bytes))
      #expect(read == record && read.bytes == bytes)
      #expect(TileRecord.Name(bytes) == record.name)
      let cut = Int.random(in: 0..<bytes.count, using: &random)
      #expect(TileRecord(Array(bytes.prefix(cut))) == nil && TileRecord(bytes + [0]) == nil)
    }
  }

  /// Bytes as the description has them, put down by hand.
  @Test func bytesAreThoseOfTheDescription() throws {
    var expected: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
    expected += [5, 0, 0, 0] + [2, 0, 0, 0, 3, 0, 0, 0] + [2, 0, 0, 0]
    let values: [UInt8] =
      [1, 0, 0, 0] + [2, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0xF0, 0x3F] + [0, 0, 0, 0, 0, 0, 0, 0x40]
    expected += values
    expected += [2, 0, 0, 0] + [1, 0, 0, 0, 6, 0, 0, 0] + [3, 0, 0, 0, 0, 0, 0, 0]
    expected += [9, 0, 0, 0, 0, 0, 0, 0] + [1, 0, 0, 0] + values
    expected += [0]
    expected += [0x0B, 4, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
    expected += [10, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0]
    expected +=
      [0, 0, 0, 0, 0, 0, 0xF0, 0x3F] + [0, 0, 0, 0, 0, 0, 0xF0, 0xBF] + [0, 0, 0, 0, 0, 0, 0, 0x40]
    expected += [0, 0, 0, 0, 0, 0, 0, 0]
    expected += [0x0D, 2, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: ColumnTile.width - 2) + [0]
    var buckets = [ColumnBucket](repeating: .empty, count: ColumnTile.width)
    buckets[0] = ColumnBucket(
      rowCount: 4, count: 3, firstTick: 10, lastTick: 12, first: 1, minimum: -1, maximum: 2, last: 0,
      endsMissing: true)
    buckets[1] = .missing(rowCount: 2)
    let filter = ColumnFilter.values(column: 2, low: 1, high: 2)
    let record = TileRecord(
      name: TileRecord.Name(
        order: .values(3), filters: [filter, .ticks(.ranks(6), from: 3, until: 9, among: [filter])],
        column: 5, ticks: 7, index: -1),
      tile: ColumnTile(buckets: buckets, before: .empty, after: .empty))
    #expect(record.bytes == expected)
    #expect(TileRecord(expected) == record)
  }

  @Test func whatCannotBeIsNoTile() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<60 {
      var bytes = try #require(Self.record(&random).bytes)
      for _ in 0..<40 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        if let read = TileRecord(bytes) {
          // No sum of rows is more than a number holds.
          let buckets = [read.tile.before, read.tile.after] + read.tile.buckets
          #expect(buckets.allSatisfy { $0.rowCount <= ColumnTile.rowLimit && $0.count <= $0.rowCount })
        }
      }
    }
  }

  @Test func whatIsTooLongIsNotWritten() {
    let texts = [[UInt8]](repeating: [UInt8](repeating: 7, count: 1000), count: 80)
    let tile = ColumnTile(
      buckets: [ColumnBucket](repeating: .empty, count: ColumnTile.width), before: .empty, after: .empty)
    let names = [
      TileRecord.Name(
        order: .rows, filters: [.others(column: 1, than: texts, isKept: true)],
        column: 1, ticks: 1, index: 0),
      TileRecord.Name(
        order: .rows, filters: [.values(column: 0, low: .nan, high: 1)], column: 1, ticks: 1, index: 0),
      TileRecord.Name(order: .rows, filters: [], column: 1 << 33, ticks: 1, index: 0),
      TileRecord.Name(order: .ranks(-1), filters: [], column: 1, ticks: 1, index: 0),
      TileRecord.Name(
        order: .rows,
        filters: [ColumnFilter](
          repeating: .ticks(.rows, from: 0, until: 1, among: []), count: TileRecord.filterLimit + 1),
        column: 1, ticks: 1, index: 0),
      TileRecord.Name(
        order: .rows, filters: [Self.nested(TileRecord.depthLimit)], column: 1, ticks: 1, index: 0),
    ]
    let deepest = Self.nested(TileRecord.depthLimit - 1)
    let deep = TileRecord.Name(order: .rows, filters: [deepest], column: 1, ticks: 1, index: 0)
    #expect(TileRecord(name: deep, tile: tile).bytes != nil)
    for name in names { #expect(TileRecord(name: name, tile: tile).bytes == nil) }
  }

  @Test func tablesAreRead() throws {
    let revision = ColumnRevision(columns: ["a Int64", "ö Float64"], rowCount: 9, ticks: [-1, 5])
    let table = TileTable(source: "clickhouse://h/d/t", revision: revision)
    let bytes = try #require(table.bytes)
    #expect(TileTable(bytes) == table)
    for cut in bytes.indices { #expect(TileTable(Array(bytes.prefix(cut))) == nil) }
    var other = revision
    other.columns = ["a Int64ö Float64"]
    #expect(TileTable(source: table.source, revision: other) != table)
    #expect(TileTable(source: table.source, revision: nil) != table)
    #expect(
      TileTable(source: String(repeating: "a", count: TileFormat.textLimit + 1), revision: nil).bytes == nil)
  }

  @Test func linesComeFromTheNearestRows() throws {
    func bucket(_ tick: Int64) -> ColumnBucket {
      ColumnBucket(
        rowCount: 1, count: 1, firstTick: tick, lastTick: tick, first: 0, minimum: 0, maximum: 0, last: 0)
    }
    var lane = ColumnPicture.Lane(buckets: [ColumnBucket](repeating: .empty, count: 150))
    (lane.buckets[3], lane.buckets[140], lane.before) = (bucket(3), bucket(140), bucket(-9))
    // Tiles 0, 1 and 2; the first column of pixels is number 10.
    let tiles = try #require(ColumnTile.cut(lane, first: 10, tiles: 0..<3))
    let run = TileRun(first: 0, tiles: tiles)
    for column in Int64(0)..<192 {
      let isThere = column == 13 || column == 150
      #expect(run[column].rowCount == (isThere ? 1 : 0))
      #expect(run.before(column).lastTick == (column <= 13 ? -9 : column <= 150 ? 3 : 140))
      #expect(run.after(column).firstTick == (column <= 13 ? 3 : column <= 150 ? 140 : 0))
    }
    #expect(run[-1] == .empty && run[192] == .empty && run.after(192) == .empty)
    lane.buckets[7].rowCount = ColumnTile.rowLimit + 1
    #expect(ColumnTile.cut(lane, first: 10, tiles: 0..<3) == nil)
  }
}
