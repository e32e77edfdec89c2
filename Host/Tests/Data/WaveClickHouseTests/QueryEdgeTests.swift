import HostTestSupport
import NIOHTTP1
import Synchronization
import Testing
import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// Questions about windows of extreme width, choices between columns, and tables with a lost shard.
@Suite struct QueryEdgeTests {
  private static func query(_ from: Int64, _ until: Int64, _ pixels: Int, _ range: Range<Int>) -> BucketQuery
  {
    let x = ClickHouseColumn(name: "x", type: ClickHouseType("Int64"))
    let tick = TickExpression(sql: "t", valid: nil, column: 0, scale: nil)
    return BucketQuery(
      table: "d", columns: [x], asked: [], tick: tick,
      window: ColumnWindow(order: .rows, from: from, until: until, pixels: pixels), range: range,
      conditions: [])
  }

  @Test func aColumnOfPixelsIsComputedWithoutOverflow() {
    for (from, until, pixels, range, pixel, ticks) in [
      (0, 100, 10, 0..<10, "toInt64(intDiv(t - (0), 10) - 0)", (0, 100)),
      (50, 100, 10, -2..<12, "toInt64(intDiv(t - (40), 5) - 2)", (40, 110)),
      (-7, 13, 3, -1..<4, "toInt64(intDiv((t - (-7) + 20) * 3, 20) - 3)", (-14, 20)),
      (-7, 13, 3, 1..<2, "toInt64(intDiv((t - (-7) + 20) * 3, 20) - 3)", (0, 7)),
      (
        -(1 << 61), 1 << 61 + 1, 10, 0..<10,
        """
        toInt64(floor(toFloat64((t - (-2305843009213693952))) * 10 / 4611686018427387905)) + if(((t - \
        (-2305843009213693952)) * 10 - toInt64(floor(toFloat64((t - (-2305843009213693952))) * 10 / \
        4611686018427387905)) * 4611686018427387905) >= 4611686018427387905, 1, 0) - if(((t - \
        (-2305843009213693952)) * 10 - toInt64(floor(toFloat64((t - (-2305843009213693952))) * 10 / \
        4611686018427387905)) * 4611686018427387905) < 0, 1, 0)
        """, (-(1 << 61), 1 << 61 + 1)
      ),
    ] as [(Int64, Int64, Int, Range<Int>, String, (Int64, Int64))] {
      let query = Self.query(from, until, pixels, range)
      #expect(query.pixel == pixel)
      #expect(query.ticks.from == ticks.0 && query.ticks.until == ticks.1, "\(query.ticks)")
      #expect(query.answerableTicks == ticks.0...(ticks.1 - 1))
      #expect(query.emptyLanes.isEmpty && query.columnsWithMissingValues(in: []).isEmpty)
    }
    #expect(Self.query(5, 5 + 3 * (1 << 58) + 1, 4, 0..<4).pixel.hasPrefix("toInt64(floor("))
    #expect(Self.query(5, 5 + (1 << 57) + 1, 4, 0..<4).pixel.hasPrefix("toInt64(intDiv("))
  }

  @Test func slicesAreAPartOfManyRows() throws {
    let window = ColumnWindow(order: .rows, from: 100, until: 1_100, pixels: 10)
    // Of four slices, eight thousand rows each must be less than a quarter.
    #expect(CoarseSlices(window: window, rows: 8192 * 16, count: 4) == nil)
    let slices = try #require(CoarseSlices(window: window, rows: 8192 * 16 + 1, count: 4))
    #expect(slices.slices == [100..<162, 412..<474, 724..<786, 1_036..<1_098])
    let narrow = ColumnWindow(order: .rows, from: 0, until: 16, pixels: 4)
    #expect(CoarseSlices(window: narrow, rows: 1e9, count: 4) == nil)
    let wider = ColumnWindow(order: .rows, from: 0, until: 17, pixels: 4)
    #expect(
      try #require(CoarseSlices(window: wider, rows: 1e9, count: 4)).slices == [
        0..<1, 5..<6, 10..<11, 15..<16,
      ])
    #expect(try #require(CoarseSlices(window: window, rows: 1e9, count: 1)).slices == [100..<101])
    #expect(CoarseSlices(window: window, rows: 0, count: 1) == nil)
  }

  @Test func pointsOfOneTickHaveTheLeastFirst() {
    var bucket = LensBucket(
      rowCount: 4, count: 2, firstTick: 5, lastTick: 9, minimum: 1, maximum: 3, sum: 4, leastTick: 7,
      greatestTick: 7)
    #expect(bucket.points(.minMax) == [LensPoint(row: 7, value: 1), LensPoint(row: 7, value: 3)])
    #expect(bucket.points(.mean) == [LensPoint(row: 7, value: 2, low: 1, high: 3)])
    #expect(bucket.ends(.minMax) == (7, 7) && bucket.isSpread && bucket.isParted)
    bucket.greatestTick = 6
    #expect(
      bucket.points(.minMax).map(\.value) == [3, 1] && bucket.ends(.minMax) == (6, 7)
        && bucket.ends(.mean) == (7, 7))
    bucket.maximum = 1
    bucket.greatestTick = 7
    #expect(bucket.points(.minMax) == [LensPoint(row: 7, value: 1)])
    (bucket.count, bucket.rowCount) = (4, 4)
    #expect(!bucket.isParted && bucket.mean == 1)
    bucket.lastTick = 5
    #expect(!bucket.isSpread && bucket.middleTick == 5)
    (bucket.firstTick, bucket.lastTick) = (.min, .max)
    #expect(bucket.middleTick == -1)
    bucket.count = 0
    #expect(!bucket.isSpread && !bucket.isParted)
  }

  @Test func bordersMoveToTheNearestCell() {
    let index = RankIndex([
      RankCell(least: 0, greatest: 9, count: 10), RankCell(least: 10, greatest: 10, count: 6),
      RankCell(least: 11, greatest: 19, count: 4),
    ])
    let snapped = RankWindow(borders: [0, 4, 5, 6, 12, 17, 18, 20, 25]).snapped(to: index)
    #expect(snapped.borders == [0, 0, 10, 10, 12, 16, 20, 20, 25])
    #expect(
      RankWindow.part(2..<5, of: 0..<12) == 0.25 && RankWindow.part(0.25, of: 10) == 3
        && RankWindow.part(1, of: 10) == 10)
    #expect(index.isAlone(10) == false && RankIndex([RankCell(least: 3, greatest: 3, count: 1)]).isAlone(3))
    #expect(!RankIndex([RankCell(least: 3, greatest: 4, count: 1)]).isAlone(4))
  }

  @Test func theColumnOfXIsChosen() throws {
    func schema(_ columns: [(String, String)], _ key: [String]) -> ClickHouseSchema {
      ClickHouseSchema(
        table: "`d`.`t`", columns: columns.map { ClickHouseColumn(name: $0.0, type: ClickHouseType($0.1)) },
        engine: "",
        sortingKey: key, shardCount: 0)
    }
    let all = [("s", "String"), ("f", "Float64"), ("i", "Int64"), ("t", "Date")]
    #expect(try schema(all, ["s", "none", "f"]).x(nil) == 1)
    #expect(try schema(all, []).x(nil) == 3 && schema(all, ["s"]).x(nil) == 3 && schema(all, []).x("i") == 2)
    #expect(try schema(Array(all[..<3]), []).x(nil) == 2 && schema(Array(all[..<2]), []).x(nil) == 1)
    for (wanted, words) in [
      ("q", "`d`.`t` has no column \"q\" for x; its columns are s, f, i, t"),
      ("s", "\"s\" has no numbers or times, and cannot be used for x"),
    ] {
      #expect(throws: ClickHouseError.noSuchColumn(words)) { try schema(all, []).x(wanted) }
    }
    #expect(throws: ClickHouseError.self) { try schema([all[0]], []).x(nil) }
    #expect(ClickHouseSchema.names("`a`, b.c, d_1 , toDate(t), e") == ["a", "b.c"])
    #expect(ClickHouseSchema.arguments("Distributed('c', d, `t`)") == ["c", "d", "t"])
    #expect(ClickHouseSchema.arguments("Memory").isEmpty && ClickHouseSchema.arguments(")(").isEmpty)
  }

  @Test func cellsOfAGridAreTheServers() throws {
    let whole = try #require(
      RankColumn(ClickHouseColumn(name: "c", type: ClickHouseType("Nullable(UInt64)")), number: 4))
    #expect(
      whole.sql == "toInt64(bitXor(toUInt64(assumeNotNull(`c`)), 9223372036854775808))" && whole.isShifted)
    #expect(whole.valid == "isNotNull(`c`)" && whole.measure == "toFloat64(wg_distance)")
    #expect(
      whole.measure(7, from: 9) == 0 && whole.measure(9, from: -1) == 10
        && whole.measure(.max, from: .min) == 0x1p64)
    #expect(
      whole.distance(from: 3) == ["toUInt64(greatest(wg_value, toInt64(3)) - toInt64(3)) AS wg_distance"])
    let real = try #require(
      RankColumn(ClickHouseColumn(name: "c", type: ClickHouseType("Float32")), number: 4))
    #expect(
      real.sql == "(toFloat64(`c`) + toFloat64(0))" && real.distance(from: 3).isEmpty
        && real.measure == "wg_value")
    #expect(real.isWithin(real.key(near: -1)...real.key(near: 2)) == "wg_value >= -1.0 AND wg_value <= 2.0")
    let grid = try #require(RankGrid.best(for: [0, 1, 2, 3, 4], cellCount: 8))
    #expect(grid.cell(of: "v") == "toUInt32(least(greatest((v - (0.0)) * 2.0, 0.), 7.))")
    #expect(grid.bases == [0, 1, 1, 2, 2, 3, 3, 4] && grid.most == 1)
    let skewed = try #require(RankGrid.best(for: [0, 1, 4, 9, 16, 100_000_000], cellCount: 8))
    let cells = [0, 1, 4, 9, 16, 100_000_000].map { skewed.cell(of: $0) }
    #expect(cells == cells.sorted() && cells.first == 0 && cells.last == 7)
  }

  // MARK: - Shards

  /// A table of two shards, of which one does not answer from some time on.
  @Test func theRestIsShownIfAShardIsLost() async throws {
    let isLost = Mutex(false)
    let server = try await FakeServer { request in
      var writer = RowBinaryWriter()
      let sql = request.sql
      if sql.contains("system.columns") {
        for text in ["x", "Int64"] { writer.text(text.utf8) }
      } else if sql.contains("system.tables") {
        let isInner = sql.contains("'inner'")
        writer.text((isInner ? "MergeTree" : "Distributed").utf8)
        writer.text((isInner ? "MergeTree" : "Distributed('two', 'base', 'inner', rand())").utf8)
        writer.text((isInner ? "x" : "").utf8)
      } else if sql.contains("system.clusters") {
        writer.integer(UInt64(2))
      } else if isLost.withLock({ $0 }), request.uri.contains("skip_unavailable_shards=0") {
        return .init(
          status: .internalServerError, body: Array("Code: 279. DB::Exception: refused (10.0.0.2:9000)".utf8))
      } else if sql.contains("min(") {
        for value in [0, 9, isLost.withLock { $0 } ? 30 : 40] { writer.integer(Int64(value)) }
      } else {
        writer.integer(UInt64(isLost.withLock { $0 } ? 30 : 40))
      }
      return .init(body: writer.bytes)
    }
    let address = try ClickHouseAddress("clickhouse://127.0.0.1:\(server.port)/d/t")
    let client = ClickHouseClient(address, password: "", limits: ClickHouseLimits(connectSeconds: 60))
    let columns = try await ClickHouseColumns(address, client: client)
    #expect(
      columns.schema.shardCount == 2 && columns.schema.sortingKey == ["x"] && columns.abilities.showsRest)
    #expect(columns.info.notes.contains("2 shards."))
    let axis = try await columns.known(.rows)
    #expect(axis.rowCount == 40 && columns.loss == nil && !columns.showsRest)
    isLost.withLock { $0 = true }
    await #expect(
      throws: ColumnFailure.shardLost(
        """
        a shard does not answer: 10.0.0.2:9000. Restart it, or show the rest of the rows (refused \
        (10.0.0.2:9000))
        """
      )
    ) { try await columns.count(0, 5, axis, []) }
    #expect(columns.loss == nil)
    columns.showsRest = true
    #expect(try await columns.count(0, 5, axis, []) == 30)
    #expect(columns.loss == MissingShards(share: 0.25, shardCount: 2, text: "refused (10.0.0.2:9000)"))
    // The rows of the lost shard still belong to the table.
    #expect(try await columns.revision()?.rowCount == 40)
    isLost.withLock { $0 = false }
    #expect(try await columns.count(0, 5, axis, []) == 40)
    #expect(columns.loss == nil)
    await client.close()
    await server.close()
  }
}
