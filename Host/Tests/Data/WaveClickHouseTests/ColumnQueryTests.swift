import Testing
import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// Questions in SQL and what is made of their answers, without a server: those with one are among the checks
/// with peers.
@Suite struct ColumnQueryTests {
  private static func bucket(_ first: Int64, _ last: Int64, rows: UInt64, count: UInt64) -> ColumnBucket {
    ColumnBucket(
      rowCount: rows, count: count, firstTick: first, lastTick: last, first: 1, minimum: 0, maximum: 9,
      last: 2)
  }

  private static func column(_ name: String, _ type: String) -> ClickHouseColumn {
    ClickHouseColumn(name: name, type: ClickHouseType(type))
  }

  @Test func namesAndTextsCannotBreakOut() {
    #expect(SQLText.name("a`b\\c") == "`a\\`b\\\\c`")
    #expect(SQLText.literal("it's\\") == "'it\\'s\\\\'")
    #expect(SQLText.literal([0x27, 0x5C, 0x00, 0xFF, 0x41]) == "'\\x27\\x5C\\x00\\xFFA'")
  }

  @Test func numbersAreWrittenToTheLastBit() {
    #expect(SQLText.exact(3) == "toFloat64(3)")
    #expect(SQLText.exact(-7) == "toFloat64(-7)")
    #expect(SQLText.exact(0.1) == "reinterpretAsFloat64(unhex('9A9999999999B93F'))")
    #expect(SQLText.exact(-0.0) == "reinterpretAsFloat64(unhex('0000000000000080'))")
    #expect(SQLText.exact(1e300).hasPrefix("reinterpretAsFloat64"))
  }

  @Test func columnsOfEveryKindHaveTheirExpression() {
    let number = Self.column("a", "Nullable(Float64)")
    #expect(number.valid == "isNotNull(`a`) AND isFinite(assumeNotNull(`a`))")
    #expect(number.value == "toFloat64(assumeNotNull(`a`))" && number.whole == nil)
    let large = Self.column("u", "UInt64")
    #expect(large.whole == "toInt64(least(`u`, 9223372036854775807))" && large.valid == nil)
    let day = Self.column("d", "Date")
    #expect(day.info.timeUnit == .seconds && day.info.kind == .time)
    #expect(day.isWithin(86_400, 172_801) == "`d` >= toDate(1) AND `d` < toDate(3)")
    let time = Self.column("t", "DateTime('Europe/Berlin')")
    #expect(time.isWithin(-5, 1 << 40) == "`t` >= toDateTime(0) AND `t` < toDateTime(4294967295)")
    let fine = Self.column("n", "DateTime64(9)")
    #expect(fine.info.timeUnit == .nanoseconds)
    #expect(fine.isWithin(1, 2).contains("fromUnixTimestamp64Nano(toInt64(1))"))
    let words = Self.column("s", "LowCardinality(Nullable(String))")
    #expect(words.value == nil && words.info.kind == .text)
    #expect(Self.column("w", "Int128").value == nil)
    #expect(Self.column("x", "Array(Int8)").info.kind == .other)
  }

  @Test func thePartsOfAnEngineAreFound() {
    #expect(ClickHouseSchema.names("ts, `dev`, intHash32(id), more") == ["ts", "dev"])
    #expect(ClickHouseSchema.names("").isEmpty)
    #expect(
      ClickHouseSchema.arguments("Distributed(two, 'dv', `sig_local`, intDiv(ts, 1000))").prefix(3)
        == ["two", "dv", "sig_local"])
    #expect(ClickHouseSchema.arguments("MergeTree").isEmpty)
  }

  /// The rows of an answer, as a server writes them.
  private func bytes(_ values: [any FixedWidthInteger]) -> [UInt8] {
    values.flatMap { value in
      (0..<8).map { UInt8(truncatingIfNeeded: Int64(truncatingIfNeeded: value) >> (8 * $0)) }
    }
  }

  @Test func answersBecomeColumnsOfPixels() throws {
    let columns = [Self.column("x", "Int64"), Self.column("v", "Float64")]
    let tick = try #require(TickExpression(whole: columns[0], number: 0))
    let query = BucketQuery(
      table: "t", columns: columns, asked: [0, 1], tick: tick,
      window: ColumnWindow(order: .rows, from: 0, until: 100, pixels: 10), range: -1..<11, conditions: [])
    func bits(_ value: Double) -> UInt64 { value.bitPattern }
    let row = bytes([
      Int64(-1), UInt64(3), Int64(-9), Int64(-2), bits(1), bits(2), bits(0), bits(9), UInt64(1), Int64(-5),
      Int64(-5), bits(4), bits(4), bits(4), bits(4),
    ])
    let lanes = try query.buckets(row)
    #expect(lanes.count == 2 && lanes[0].count == 12)
    #expect(lanes[0][0].count == 3 && lanes[0][0].maximum == 9 && !lanes[0][0].startsMissing)
    #expect(lanes[1][0].count == 1 && lanes[1][0].startsMissing && lanes[1][0].endsMissing)
    #expect(lanes[0][1] == .empty)
    // Columns that were not requested are skipped; a cut answer is reported.
    let far = bytes([Int64(99)]) + row.dropFirst(8)
    #expect(try query.buckets(far).allSatisfy { $0.allSatisfy { $0 == .empty } })
    #expect(throws: ClickHouseError.self) { try query.buckets(Array(row.dropLast())) }
  }

  @Test func columnsWithoutGapsAreAskedForInTheCheaperWay() throws {
    let columns = [
      Self.column("x", "Int64"), Self.column("v", "Float64"), Self.column("w", "Nullable(Int32)"),
    ]
    let tick = try #require(TickExpression(whole: columns[0], number: 0))
    var query = BucketQuery(
      table: "t", columns: columns, asked: [1, 2], tick: tick,
      window: ColumnWindow(order: .rows, from: 0, until: 20, pixels: 2), range: 0..<2, conditions: [])
    query.plain = [1, 2]
    #expect(!query.sql.contains("minIf") && query.sql.contains("countIf(isFinite(`v`))"))
    let row = bytes([
      Int64(1), UInt64(3), Int64(11), Int64(19), UInt64(3), (1.0).bitPattern, (2.0).bitPattern,
      (0.5).bitPattern, (2.5).bitPattern, UInt64(2), (7.0).bitPattern, (8.0).bitPattern, (6.0).bitPattern,
      (9.0).bitPattern,
    ])
    let lanes = try query.buckets(row)
    #expect(lanes[0][0] == .empty && lanes[0][1].firstTick == 11 && lanes[0][1].lastTick == 19)
    #expect(lanes[0][1].count == 3 && lanes[0][1].maximum == 2.5 && !lanes[0][1].startsMissing)
    // One that has a gap after all is found out, and the other is not suspected.
    #expect(query.columnsWithMissingValues(in: lanes) == [2])
    query.plain = [1]
    #expect(query.sql.contains("argMinIf(") && query.columnsWithMissingValues(in: lanes).isEmpty)
  }

  @Test func rowsOfOneTickAreSettled() throws {
    let columns = [Self.column("x", "Int64"), Self.column("v", "Float64")]
    let tick = try #require(TickExpression(whole: columns[0], number: 0))
    let ties = TieQuery(
      table: "t", columns: columns, asked: [1], tick: tick, breaker: nil, conditions: [])
    var lanes = [[Self.bucket(5, 9, rows: 4, count: 3), Self.bucket(11, 11, rows: 1, count: 1), .empty]]
    #expect(TieQuery.ticks(of: lanes) == [5, 9])
    // Whether a row without a value comes first, and whether one comes last.
    let answer =
      bytes([Int64(9), UInt64(3), UInt64(2), (7.5).bitPattern, (8.5).bitPattern]) + [0, 1]
      + bytes([Int64(5), UInt64(3), UInt64(2), (0.5).bitPattern, (0.75).bitPattern]) + [1, 0]
    try ties.settle(&lanes, by: answer)
    #expect(lanes[0][0].first == 0.5 && lanes[0][0].last == 8.5)
    #expect(lanes[0][0].startsMissing && lanes[0][0].endsMissing)
    #expect(lanes[0][1].first == 1)
    #expect(throws: ClickHouseError.self) { try ties.settle(&lanes, by: Array(answer.dropLast())) }
  }

  @Test func aPlaceIsFoundInStretches() throws {
    let counts: [UInt64] = [0, 5, 0, 3, 9]
    let first = try #require(ClickHouseColumns.stretch(counts, holding: 0, count: 2))
    #expect(first.columns == 1..<2 && first.before == 0 && first.rows == 5)
    let across = try #require(ClickHouseColumns.stretch(counts, holding: 4, count: 3))
    #expect(across.columns == 1..<4 && across.before == 0 && across.rows == 8)
    let last = try #require(ClickHouseColumns.stretch(counts, holding: 16, count: 10))
    #expect(last.columns == 4..<5 && last.before == 8)
    #expect(ClickHouseColumns.stretch(counts, holding: 17, count: 1) == nil)
  }

  @Test func coarsePicturesAreBands() throws {
    let window = ColumnWindow(order: .rows, from: 0, until: 1000, pixels: 100)
    #expect(CoarseSlices(window: window, rows: 1000, count: 4) == nil)
    let slices = try #require(CoarseSlices(window: window, rows: 1e9, count: 4))
    #expect(slices.slices.map(\.lowerBound) == [0, 333, 666, 999])
    var buckets = [ColumnBucket](repeating: .empty, count: 100)
    for (place, column) in [0, 33, 66, 99].enumerated() {
      buckets[column] = Self.bucket(0, 0, rows: 2, count: place == 2 ? 0 : 2)
      buckets[column].minimum = Double(place)
      buckets[column].maximum = Double(place * 10)
    }
    let band = slices.envelope(of: buckets, window.map)
    #expect(band.count == 100)
    #expect(band[0].minimum == 0 && band[0].maximum == 0)
    #expect(abs(band[11].minimum - 1.0 / 3) < 1e-12 && abs(band[11].maximum - 10.0 / 3) < 1e-12)
    #expect(band[70].count == 0 && band[70].rowCount > 0)
    #expect(band[99].minimum == 3 && band[99].maximum == 30)
  }

  @Test func bandsGoStraightFromSliceToSlice() throws {
    let window = ColumnWindow(order: .rows, from: 0, until: 1000, pixels: 100)
    let slices = try #require(CoarseSlices(window: window, rows: 1e9, count: 4))
    var buckets = [ColumnBucket](repeating: .empty, count: 100)
    for (column, low, high) in [(0, 4.0, 10.0), (33, 1, 40), (66, 7, 20), (99, -2, 25)] {
      buckets[column] = Self.bucket(0, 0, rows: 2, count: 2)
      (buckets[column].minimum, buckets[column].maximum) = (low, high)
    }
    let band = slices.envelope(of: buckets, window.map)
    // A third of the way from one slice to the next, and the slices themselves.
    for (column, low, high) in [
      (0, 4.0, 10.0), (11, 3, 20), (33, 1, 40), (44, 3, 100.0 / 3), (66, 7, 20), (77, 4, 65.0 / 3),
      (99, -2, 25),
    ] {
      #expect(abs(band[column].minimum - low) < 1e-9, "\(column)")
      #expect(abs(band[column].maximum - high) < 1e-9, "\(column)")
      #expect(abs(band[column].first - (low + high) / 2) < 1e-9 && band[column].first == band[column].last)
      #expect(band[column].count == 1 && band[column].rowCount == 1)
    }
  }
}
