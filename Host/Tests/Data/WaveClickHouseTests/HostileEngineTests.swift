import HostTestSupport
import NIOHTTP1
import Synchronization
import TestSupport
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables
import WaveUnits
import WaveWire

@testable import WaveClickHouse

/// An engine, or a proxy before one, that answers with numbers which no table has: the worst is an error.
@Suite(.timeLimit(.minutes(10))) struct HostileEngineTests {
  /// Words of eight bytes, as an answer of RowBinary.
  private static func answer(_ words: [UInt64]) -> [UInt8] {
    var writer = RowBinaryWriter()
    for word in words { writer.integer(word) }
    return writer.bytes
  }

  private static func answer(_ words: Int64...) -> [UInt8] { answer(words.map { UInt64(bitPattern: $0) }) }

  /// What it says of the table, so that it is opened: x from 0 to 1000, a number that may be missing, and a
  /// text.
  private static func opening(_ sql: String) -> [UInt8]? {
    var writer = RowBinaryWriter()
    if sql.contains("system.columns") {
      for (name, type) in [("x", "Int64"), ("a", "Float64"), ("n", "Nullable(Int64)"), ("w", "String")] {
        writer.text(name.utf8)
        writer.text(type.utf8)
      }
      return writer.bytes
    }
    guard sql.contains("system.tables") else { return nil }
    for text in ["MergeTree", "MergeTree ORDER BY x", "x"] { writer.text(text.utf8) }
    return writer.bytes
  }

  /// Opens a table whose questions are answered by a function, and asks it something.
  private static func asking<Answer>(
    _ answers: @escaping @Sendable (String) -> [UInt8], rowCount: Int64 = 1001, until: Int64 = 1000,
    _ ask: (ClickHouseColumns) async throws(ColumnFailure) -> Answer
  ) async throws -> Result<Answer, ColumnFailure> {
    let isOpen = Mutex(false)
    let server = try await FakeServer { request in
      if let known = opening(request.sql) { return .init(body: known) }
      let isFirst = isOpen.withLock { isOpen in
        defer { isOpen = true }
        return !isOpen
      }
      // How many rows there are, as x is in the table's order.
      if isFirst { return .init(body: answer(rowCount)) }
      if request.sql.hasPrefix("SELECT min(toInt64(`x`)), max(toInt64(`x`))") {
        return .init(body: answer(0, until, rowCount))
      }
      return .init(body: answers(request.sql))
    }
    let address = try ClickHouseAddress("clickhouse://ann@127.0.0.1:\(server.port)/d/t")
    // A busy machine takes long to connect to itself.
    let client = ClickHouseClient(address, password: "", limits: ClickHouseLimits(connectSeconds: 60))
    let columns = try await ClickHouseColumns(address, client: client)
    let made: Result<Answer, ColumnFailure>
    do throws(ColumnFailure) { made = .success(try await ask(columns)) } catch { made = .failure(error) }
    await client.close()
    await server.close()
    return made
  }

  /// Whether a result is the failure of an engine whose answer is broken.
  private static func isBroken<Answer>(_ result: Result<Answer, ColumnFailure>) -> Bool {
    guard case .failure(.other(let text)) = result else { return false }
    return text.contains("the answer is not what was requested")
  }

  private static let window = ColumnWindow(order: .rows, from: 0, until: 1001, pixels: 7)
  private static let most = Int64(bitPattern: UInt64.max / 2 + 1)

  @Test func aRowIsReadInTheWidestWindowThereIs() async throws {
    let widest = ColumnWindow(order: .rows, from: -(1 << 61), until: 1 << 61, pixels: 1)
    for window in [widest, ColumnWindow(order: .rows, from: .min, until: .max, pixels: 1)] {
      let row = try await Self.asking({ _ in [] }) { columns throws(ColumnFailure) in
        try await columns.row(nearest: 5, pointOf: nil, in: window, keeping: [])
      }
      // It was asked, and did not answer.
      #expect(Self.isBroken(row))
      let found = try await Self.asking({ _ in Self.answer(1, 5) }) { columns throws(ColumnFailure) in
        try await columns.nearestTick(5, isBefore: true, width: .max, try await columns.known(.rows), [])
      }
      #expect(found == .success(5))
    }
  }

  @Test func aRowOutsideOfWhatWasAskedIsNone() async throws {
    for tick in [Int64.max, .min, -1, 1001] {
      let row = try await Self.asking({ _ in Self.answer(1, tick) }) { columns throws(ColumnFailure) in
        try await columns.row(nearest: 5, pointOf: nil, in: Self.window, keeping: [])
      }
      #expect(Self.isBroken(row), "\(tick)")
      // A point's tick is sent with the other sign, of which the least number has none, and -1 a good one.
      guard tick != -1 else { continue }
      let point = try await Self.asking({ _ in Self.answer(0, 0, 0, 0, 0, 0, tick) }) {
        columns throws(ColumnFailure) in
        try await columns.row(nearest: 5, pointOf: 1, in: Self.window, keeping: [])
      }
      #expect(Self.isBroken(point), "\(tick)")
    }
  }

  @Test func aPointFarFromTheWindowIsLookedForAmongAllRows() async throws {
    for tick in [Int64.min, -(1 << 61), -9, 1001, 9000, 1 << 61, .max] {
      let asked = Mutex<[String]>([])
      let row = try await Self.asking({ sql in
        asked.withLock { $0.append(sql) }
        return sql.contains("wg_px") ? [] : Self.answer(1, tick < 0 ? 0 : 1000)
      }) { columns throws(ColumnFailure) in
        try await columns.row(nearest: tick, pointOf: 1, in: Self.window, keeping: [])
      }
      // The rows of the nearest tick are asked for last, and answered with too few bytes.
      #expect(Self.isBroken(row), "\(tick)")
      #expect(asked.withLock { $0.last?.contains("AS wg_t") } == true, "\(tick)")
    }
  }

  @Test func moreTextsThanWereAskedForAreNotRead() async throws {
    let texts = try await Self.asking({ sql in
      guard sql.contains("wg_w") else { return Self.answer(900, 900, 9) }
      var writer = RowBinaryWriter()
      for number in 0..<(WireLimits.textCategories + 20) {
        writer.text("text \(number)".utf8)
        writer.integer(UInt64(100 - number))
      }
      return writer.bytes
    }) { columns throws(ColumnFailure) in
      _ = try await columns.axis(of: .rows, keeping: [])
      return try await columns.texts(of: 3)
    }
    #expect(try texts.get().top.count == WireLimits.textCategories)
    #expect(try texts.get().top.last?.text == Array("text 6".utf8))
  }

  @Test func aTableFromTheEndToTheBeginningIsNone() async throws {
    // Its ends are asked for together while it has few rows.
    let axis = try await Self.asking({ _ in [] }, until: -9) { columns throws(ColumnFailure) in
      try await columns.axis(of: .rows, keeping: [])
    }
    #expect(Self.isBroken(axis))
    let few = try await Self.asking({ _ in [] }, rowCount: .max) { columns throws(ColumnFailure) in
      try await columns.axis(of: .rows, keeping: [])
    }
    #expect(Self.isBroken(few))
  }

  @Test func countsThatNoSumHoldsAreNone() async throws {
    let twice = Self.answer(0, Self.most, 0, Self.most)
    func isBroken<Answer>(
      _ answer: [UInt8], _ ask: (ClickHouseColumns) async throws(ColumnFailure) -> Answer
    ) async throws -> Bool {
      Self.isBroken(try await Self.asking({ _ in answer }, ask))
    }
    // A picture: column of pixels, rows, first and last tick, and four values.
    let bucket = [0, Self.most, 0, 0, 0, 0, 0, 0].map { UInt64(bitPattern: $0) }
    let next = [1] + bucket.dropFirst()
    #expect(
      try await isBroken(Self.answer(bucket + next)) { columns throws(ColumnFailure) in
        try await columns.picture(of: [1], in: Self.window, keeping: [])
      })
    #expect(
      try await isBroken(Self.answer(bucket + next)) { columns throws(ColumnFailure) in
        try await columns.points(
          of: [1], through: ColumnLens(.minMax, threshold: 0), in: Self.window, keeping: [], knowing: nil)
      })
    // Cells of a grid, each twice.
    let grid = ColumnGrid(x: 0, y: 1, across: 0...1, upright: 0...1, columns: 2, rows: 2)
    for cell: Int64 in [-2, -1, 0] {
      #expect(
        try await isBroken(Self.answer(cell, Self.most, cell, Self.most)) { columns throws(ColumnFailure) in
          try await columns.density(grid, in: Self.window, keeping: [])
        })
    }
    // Texts of a column of pixels: its number, that of the text in one byte, rows.
    var writer = RowBinaryWriter()
    for _ in 0..<2 {
      writer.integer(Int64(0))
      writer.integer(UInt8(0))
      writer.integer(Self.most)
    }
    let texts = writer.bytes
    #expect(
      try await isBroken(texts) { columns throws(ColumnFailure) in
        try await columns.textCounts(of: 3, top: [[0x61]], in: Self.window, keeping: [])
      })
    #expect(
      try await isBroken(twice) { columns throws(ColumnFailure) in try await columns.texts(of: 3) })
    let many = Self.answer(Self.most)
    #expect(
      try await isBroken(many) { columns throws(ColumnFailure) in
        try await columns.rows(
          .tick(5), count: 100, order: .rows, keeping: [.values(column: 1, low: 0, high: 1)])
      })
    #expect(
      try await isBroken(many) { columns throws(ColumnFailure) in
        try await columns.axis(of: .ranks(0), keeping: [])
      })
  }

  @Test func binsThatNoSumHoldsAreNone() async throws {
    let result = try await Self.asking({ sql in
      // A shift, then moments: rows, with a value, first tick, least, greatest, sum and squares; then bins.
      if sql.contains("LIMIT 1") { return Self.answer(0) }
      if sql.contains("wg_bin") { return Self.answer(0, Self.most, 0, Self.most) }
      return Self.answer([9, 9, 0, 0, (4.0).bitPattern, (9.0).bitPattern, (30.0).bitPattern])
    }) { columns throws(ColumnFailure) in
      try await columns.statistics(of: [1], in: Self.window, histogramOf: 1, bins: 4, keeping: [])
    }
    #expect(Self.isBroken(result))
  }

  @Test func stretchesAreSearchedWhateverTheyHold() {
    let counts = [UInt64.max, .max, .max]
    #expect(ClickHouseColumns.stretch(counts, holding: .max - 1, count: .max)?.columns == 0..<1)
    #expect(ClickHouseColumns.stretch(counts, holding: .max, count: 1) == nil)
    #expect(ClickHouseColumns.stretch([1, .max], holding: 5, count: 9)?.before == 1)
  }

  @Test func ranksAreSumsThatStop() {
    let index = RankIndex((0..<4).map { RankCell(least: $0, greatest: $0, count: .max) })
    #expect(index.total == .max && index.starts == [0, .max, .max, .max, .max])
    let window = ColumnWindow(order: .ranks(0), from: -(1 << 61), until: 1 << 61, pixels: 3)
    let cut = RankWindow(window, total: index.total)
    let stretches = cut.stretches(of: index)
    let bucket = ColumnBucket(
      rowCount: 5, count: 5, firstTick: 0, lastTick: 0, first: 0, minimum: 0, maximum: 0, last: 0)
    _ = cut.lane(stretches, stretches.map { _ in bucket })
  }

  @Test func aStretchFromEndToEndHasAMiddle() {
    var bucket = LensBucket()
    (bucket.firstTick, bucket.lastTick) = (.min, .max)
    #expect(bucket.middleTick == -1)
    (bucket.firstTick, bucket.lastTick) = (4, 9)
    #expect(bucket.middleTick == 6)
  }

  @Test func anImportJudgesCountsOfAnySize() {
    var state = ImportState(source: "1", rowCount: .max, base: .max, rowNumber: nil)
    state.done = .max - 1
    #expect(state.judge(count: 0) == .fewer(.max))
    #expect(state.judge(count: .min) == .fewer(.max))
  }

  // MARK: - Answers by chance

  /// A number that a table might have, and now and then one that it cannot.
  private static func word(using random: inout SeededGenerator) -> UInt64 {
    switch UInt8.random(in: 0..<16, using: &random) {
    case 0: extremes.randomElement(using: &random) ?? 0
    case 1: random.next()
    case 2..<5: Double.random(in: -1000...1000, using: &random).bitPattern
    default: UInt64.random(in: 0..<1000, using: &random)
    }
  }

  private static let extremes: [UInt64] = {
    let whole: [Int64] = [.min, .max, -1, -2, 1 << 61, -(1 << 61), 1 << 47, (1 << 47) + 1, 1 << 40, .max - 1]
    let real: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e300, -0.0, .leastNonzeroMagnitude,
    ]
    return whole.map { UInt64(bitPattern: $0) } + real.map(\.bitPattern)
  }()

  /// Everything that can be asked, again and again, of an engine that answers as chance has it.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func whateverIsAnsweredIsNoEnd(_ seed: UInt64) async throws {
    let chance = Mutex(SeededGenerator(seed: seed))
    let answers: @Sendable (String) -> [UInt8] = { sql in
      chance.withLock { chance in
        let words = (0..<Int.random(in: 0...60, using: &chance)).map { _ in Self.word(using: &chance) }
        var bytes = Self.answer(words)
        // Texts have single bytes between.
        if UInt8.random(in: 0..<4, using: &chance) == 0, !bytes.isEmpty {
          for _ in 0..<4 { bytes.remove(at: Int.random(in: 0..<bytes.count, using: &chance)) }
        }
        return bytes
      }
    }
    let sizes: [(rows: Int64, until: Int64)] = [(1001, 1000), (900_000, 1 << 61), (3_000_000, 1 << 40)]
    for (rows, until) in sizes {
      let asked = try await Self.asking(answers, rowCount: rows, until: until) {
        columns throws(ColumnFailure) -> Int in
        var count = 0
        for round in 0..<40 {
          let (tick, from, width, column) = chance.withLock { chance in
            (
              Int64.random(in: -(1 << 61)...(1 << 61), using: &chance),
              Int64.random(in: -5...1000, using: &chance), Int64.random(in: 1...(1 << 61), using: &chance),
              Int.random(in: 0...2, using: &chance)
            )
          }
          let order = [ColumnOrder.rows, .values(2), .ranks(column)][round % 3]
          let window = ColumnWindow(
            order: order, from: from, until: from + max(1, width >> Int64(round)), pixels: 1 + round * 7)
          let filters: [ColumnFilter] =
            round % 4 == 0
            ? [.ticks(order, from: from, until: from + 9, among: []), .values(column: 1, low: 0, high: 9)]
            : []
          count += await Self.askAll(columns, tick, window, filters, column)
        }
        return count
      }
      guard case .success(let count) = asked else {
        Issue.record("\(asked)")
        continue
      }
      // Some are answered after all.
      #expect(count > 0)
    }
  }

  /// Asks all that can be asked; returns how many questions had an answer.
  private static func askAll(
    _ columns: ClickHouseColumns, _ tick: Int64, _ window: ColumnWindow, _ filters: [ColumnFilter],
    _ column: Int
  ) async -> Int {
    var count = 0
    func ask(_ body: () async throws(ColumnFailure) -> Void) async {
      do throws(ColumnFailure) {
        try await body()
        count += 1
      } catch {}
    }
    let wanted = [0, 1, 2]
    await ask { () throws(ColumnFailure) in _ = try await columns.axis(of: window.order, keeping: filters) }
    await ask { () throws(ColumnFailure) in
      _ = try await columns.picture(of: wanted, in: window, keeping: filters)
    }
    await ask { () throws(ColumnFailure) in
      _ = try await columns.coarsePicture(of: wanted, in: window, keeping: filters)
    }
    for lens in ClickHouseColumns.lenses {
      await ask { () throws(ColumnFailure) in
        let lens = ColumnLens(lens, threshold: 20)
        _ = try await columns.points(of: wanted, through: lens, in: window, keeping: filters, knowing: nil)
      }
    }
    for point in [nil, column] {
      await ask { () throws(ColumnFailure) in
        _ = try await columns.row(nearest: tick, pointOf: point, in: window, keeping: filters)
      }
    }
    for place in [ColumnPlace.tick(tick), .place(tick)] {
      await ask { () throws(ColumnFailure) in
        _ = try await columns.rows(place, count: 100, order: window.order, keeping: filters)
      }
    }
    await ask { () throws(ColumnFailure) in
      _ = try await columns.statistics(of: wanted, in: window, histogramOf: column, bins: 9, keeping: filters)
    }
    for isCoarse in [true, false] {
      await ask { () throws(ColumnFailure) in _ = try await columns.extents(of: wanted, isCoarse: isCoarse) }
    }
    await ask { () throws(ColumnFailure) in _ = try await columns.correlations(of: wanted, with: column) }
    await ask { () throws(ColumnFailure) in
      let grid = ColumnGrid(x: 0, y: column, across: -1...9, upright: 0...1000, columns: 5, rows: 3)
      _ = try await columns.density(grid, in: window, keeping: filters)
    }
    await ask { () throws(ColumnFailure) in
      let texts = try await columns.texts(of: 3)
      _ = try await columns.textCounts(of: 3, top: texts.top.map(\.text), in: window, keeping: filters)
    }
    await ask { () throws(ColumnFailure) in _ = try await columns.part(of: window, keeping: filters) }
    await ask { () throws(ColumnFailure) in _ = try await columns.revision() }
    return count
  }
}
