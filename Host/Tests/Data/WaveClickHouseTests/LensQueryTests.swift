import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveTables

@testable import WaveClickHouse

/// What lenses ask in SQL, and what is made of the answers.
@Suite struct LensQueryTests {
  private static func query(_ lens: Lens, types: [String] = ["Float64", "Int32"]) throws -> LensQuery {
    let columns =
      [ClickHouseColumn(name: "x", type: ClickHouseType("Int64"))]
      + types.enumerated().map { ClickHouseColumn(name: "c\($0)", type: ClickHouseType($1)) }
    let tick = try #require(TickExpression(whole: columns[0], number: 0))
    return LensQuery(
      lens: lens,
      stretches: BucketQuery(
        table: "t", columns: columns, asked: Array(1..<columns.count), tick: tick,
        window: ColumnWindow(order: .rows, from: 0, until: 100, pixels: 10), range: 0..<10,
        conditions: ["c1 > 3"]))
  }

  /// Numbers of eight bytes as a server writes them.
  private static func bytes(_ values: [any FixedWidthInteger]) -> [UInt8] {
    values.flatMap { value in
      (0..<8).map { UInt8(truncatingIfNeeded: Int64(truncatingIfNeeded: value) >> (8 * $0)) }
    }
  }

  private static func bits(_ value: Double) -> UInt64 { value.bitPattern }

  @Test func sumsAreThoseThatALensNeeds() throws {
    let mean = try Self.query(.mean).sums
    #expect(mean.contains("sumIf(toFloat64(`c0`), isFinite(`c0`))") && mean.contains("sum(toFloat64(`c1`))"))
    #expect(mean.contains("GROUP BY wg_px") && mean.contains("(c1 > 3)"))
    let minMax = try Self.query(.minMax)
    #expect(!minMax.sums.contains("sum"))
    let answer = Self.bytes([
      Int64(3), UInt64(5), Int64(30), Int64(39), UInt64(4), Self.bits(-1), Self.bits(8), Self.bits(2),
      Self.bits(6),
    ])
    let lanes = try minMax.buckets(answer)
    #expect(lanes.count == 2 && lanes[0].count == 10)
    #expect(lanes[0][3].isParted && lanes[0][3].isSpread && lanes[0][3].minimum == -1)
    #expect(!lanes[1][3].isParted && lanes[1][3].count == 5 && lanes[1][3].maximum == 6)
    #expect(lanes[0][2] == LensBucket())
    // What was not requested is skipped; a cut answer is reported.
    #expect(
      try minMax.buckets(Self.bytes([Int64(77)]) + answer.dropFirst(8)).joined().allSatisfy {
        $0.rowCount == 0
      })
    for count in answer.indices.dropFirst() {
      #expect(throws: ClickHouseError.self) { try minMax.buckets(Array(answer[..<count])) }
    }
  }

  @Test func onlyWhatIsOpenIsAskedFurther() throws {
    let query = try Self.query(.minMax)
    var lanes = [[LensBucket]](repeating: [LensBucket](repeating: LensBucket(), count: 10), count: 2)
    #expect(query.parts(lanes, where: \.isSpread).isEmpty)
    lanes[1][4] = LensBucket(
      rowCount: 3, count: 2, firstTick: 40, lastTick: 48, minimum: 1, maximum: 2.5)
    lanes[0][6] = LensBucket(rowCount: 1, count: 1, firstTick: 60, lastTick: 60, minimum: 7, maximum: 7)
    lanes[0][7] = LensBucket(rowCount: 2, count: 2, firstTick: 71, lastTick: 72, minimum: -7, maximum: 1e300)
    #expect(query.parts(lanes, where: \.isSpread) == [4..<8])
    #expect(query.parts(lanes, where: \.isParted) == [4..<5])
    let sql = query.extremes(of: lanes, in: 4..<8)
    #expect(sql.contains("toFloat64(`c1`) = arrayElement([1.0,0.0,0.0,0.0], toUInt32(wg_px - 3))"))
    #expect(sql.contains("[0.0,0.0,7.0,1e+300]") && sql.contains("isFinite(`c0`) AND"))
    // Of x no more than the stretches.
    #expect(sql.contains(">= 40") && sql.contains("< 80"))
    try query.readExtremes(Self.bytes([Int64(4), Int64(0), Int64(0), Int64(47), Int64(41)]), into: &lanes)
    #expect(lanes[1][4].leastTick == 47 && lanes[1][4].greatestTick == 41)
    #expect(lanes[0][4].leastTick == 0)
    let gaps = query.gaps(of: lanes, in: 4..<5)
    // A column whose every row has a value is not asked about.
    #expect(gaps.contains("(NOT (isFinite(`c0`))) AS wg_gone0") && !gaps.contains("wg_gone1"))
    lanes[0][4] = lanes[1][4]
    try query.readGaps(Self.bytes([Int64(4)]) + [1, 0, 1], into: &lanes)
    #expect(lanes[0][4].gaps == LensBucket.Gaps(before: true, between: false, after: true))
    #expect(lanes[1][4].gaps == LensBucket.Gaps())
    #expect(throws: ClickHouseError.self) { try query.readGaps(Self.bytes([Int64(4)]) + [1], into: &lanes) }
    #expect(throws: ClickHouseError.self) {
      try query.readExtremes(Self.bytes([Int64(4), Int64(0), Int64(0), Int64(47)]), into: &lanes)
    }
  }

  /// Many numbers are sent in several questions, each about a part of x.
  @Test func questionsHaveALimit() throws {
    let bucket = LensBucket(
      rowCount: 3, count: 2, firstTick: -1 << 60, lastTick: -1 << 59, minimum: -1.234_567_890_123_456_7e-300,
      maximum: -1.234_567_890_123_456_7e-299, leastTick: -1 << 60, greatestTick: -1 << 59)
    var query = try Self.query(.minMax)
    query = LensQuery(
      lens: .minMax,
      stretches: BucketQuery(
        table: "t", columns: query.stretches.columns, asked: [1, 2], tick: query.stretches.tick,
        window: ColumnWindow(order: .rows, from: 0, until: 80_000, pixels: 8000), range: 0..<8000,
        conditions: []))
    let lanes = [[LensBucket]](repeating: [LensBucket](repeating: bucket, count: 8000), count: 2)
    let parts = query.parts(lanes, where: \.isSpread)
    #expect(parts == [0..<2000, 2000..<4000, 4000..<6000, 6000..<8000])
    // A server takes 256 KiB unless a setting says otherwise, which not every user may change.
    for sql in [query.extremes(of: lanes, in: parts[0]), query.gaps(of: lanes, in: parts[0])] {
      #expect(sql.utf8.count > 60_000 && sql.utf8.count < 250_000)
    }
  }

  @Test func aPictureDescribesItsStretches() throws {
    let window = ColumnWindow(order: .rows, from: 100, until: 130, pixels: 3)
    let full = ColumnBucket(
      rowCount: 4, count: 3, firstTick: 112, lastTick: 118, first: 1, minimum: -2, maximum: 5, last: 2)
    var picture = ColumnPicture(
      lanes: [ColumnPicture.Lane(buckets: [.empty, full, .missing(rowCount: 2)])], rowCount: 6, seenCount: 6,
      isExact: true)
    let lane = try #require(LensBucket.lanes(of: picture, in: window)?.first)
    #expect(lane[0].points(.minMax).isEmpty)
    #expect(lane[1].isSpread && lane[1].isParted && lane[1].minimum == -2 && lane[1].maximum == 5)
    #expect(lane[2].points(.minMax).map(\.row) == [120] && lane[2].points(.minMax)[0].value.isNaN)
    picture.isExact = false
    #expect(LensBucket.lanes(of: picture, in: window) == nil)
    picture.isExact = true
    picture.lanes[0].isDrawn = true
    #expect(LensBucket.lanes(of: picture, in: window) == nil)
    picture.lanes[0] = ColumnPicture.Lane(buckets: [full])
    #expect(LensBucket.lanes(of: picture, in: window) == nil)
  }

  private static func bucket(
    _ ticks: ClosedRange<Int64>, least: (Int64, Double), greatest: (Int64, Double),
    gaps: LensBucket.Gaps = LensBucket.Gaps()
  ) -> LensBucket {
    LensBucket(
      rowCount: 9, count: 8, firstTick: ticks.lowerBound, lastTick: ticks.upperBound, minimum: least.1,
      maximum: greatest.1, sum: 8 * (least.1 + greatest.1) / 2, leastTick: least.0, greatestTick: greatest.0,
      gaps: gaps)
  }

  @Test func pointsStandWhereTheirRowsDoAndGapsStay() {
    var made = LensPoints()
    made.add(
      Self.bucket(0...9, least: (7, -1), greatest: (2, 5), gaps: .init(between: true)), .minMax)
    made.add(LensBucket(), .minMax)
    made.add(
      Self.bucket(20...29, least: (20, 4), greatest: (20, 4), gaps: .init(after: true)), .minMax)
    made.add(Self.bucket(30...39, least: (33, 0), greatest: (38, 9)), .minMax)
    made.add(LensBucket(rowCount: 3, firstTick: 40, lastTick: 44), .minMax)
    let found = made.parted
    #expect(found.map(\.row) == [2, 2, 7, 20, 20, 33, 38, 40])
    #expect(found.map { $0.value.isNaN ? -99 : $0.value } == [5, -99, -1, 4, -99, 0, 9, -99])
    // Of a mean the middle counts, and rounding does not carry it outside.
    let mean = Self.bucket(20...29, least: (20, 4), greatest: (20, 4)).points(.mean)
    #expect(mean == [LensPoint(row: 24, value: 4, low: 4, high: 4)])
    var wide = Self.bucket(0...1, least: (0, -1e308), greatest: (1, 1e308))
    wide.sum = .infinity
    #expect(wide.mean == 1e308)
    wide.sum = .nan
    #expect(wide.mean == 0)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func trianglesKeepTheGapsOfWhatTheyPassOver(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var made = LensPoints()
    var rows: [(tick: Int, value: Double)] = []
    for tick in 0..<500 {
      let value =
        Int.random(in: 0..<40, using: &random) == 0 ? .nan : Double.random(in: -1...1, using: &random)
      rows.append((tick, value))
      made.add(LensPoint(row: tick, value: value))
    }
    made.keepTriangles(60)
    let values = rows.map(\.value)
    let kept = LTTB.rows(of: values.span, threshold: 60)
    var expected: [LensPoint] = []
    for row in kept {
      if let last = expected.last, last.value.isFinite,
        rows[(last.row + 1)..<row].contains(where: { $0.value.isNaN })
      {
        expected.append(LensPoint(row: last.row, value: .nan))
      }
      expected.append(LensPoint(row: row, value: rows[row].value))
    }
    #expect(made.parted.map(\.row) == expected.map(\.row))
    #expect(made.parted.map { $0.value.isNaN } == expected.map { $0.value.isNaN })
    #expect(made.parted.contains { $0.value.isNaN })
  }
}
