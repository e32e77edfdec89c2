import Foundation
import GRDB
import TestSupport
import Testing
import WaveSeries
import WaveTableFormats

@testable import WaveTables

@Suite struct CachedTableTests {
  private static let statements = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, x REAL, "stamp" INTEGER NANOSECONDS, w TEXT);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 69999)
    INSERT INTO t SELECT i * 2 + (i > 100), CASE WHEN i % 3 = 0 THEN NULL ELSE i END, CASE WHEN i % 5 = 0 \
    THEN NULL ELSE i / 3.0 END,
      1700000000000000000 + i * 1000000007, 'word' FROM n;
    """

  /// What passes give, and how many rows the database was asked for.
  private static func pass(_ table: CachedTable, _ columns: [Int]) throws -> [TableChunk] {
    try table.chunks(columns)
  }

  /// What is in the cache once all is written that a table writes behind.
  private static func caches(
    _ fixture: SQLiteFixture, of table: CachedTable
  ) async -> [CacheFolder.Entry] {
    await table.settle()
    return fixture.cache.entries
  }

  private static func same(_ one: [TableChunk], _ other: [TableChunk]) -> Bool {
    func bits(_ chunks: [TableChunk]) -> [[UInt64]] {
      chunks.flatMap { $0.values.map { $0.map { $0.isNaN ? 0 : $0.bitPattern } } }
    }
    return one.map(\.firstRow) == other.map(\.firstRow) && one.map(\.keys) == other.map(\.keys)
      && bits(one) == bits(other) && one.map(\.integers) == other.map(\.integers)
  }

  @Test func givesWhatTheDatabaseGives() async throws {
    let fixture = try SQLiteFixture("cached.sqlite", Self.statements)
    let columns = [1, 2, 3, 0]
    let plain = try fixture.table().chunks(columns)
    let table = CachedTable(try fixture.table(), folder: fixture.cache)
    #expect(Self.same(try table.chunks(columns), plain))
    let entries = await Self.caches(fixture, of: table)
    #expect(entries.count == 1 && entries[0].name.hasPrefix("columns-"))
    #expect(entries[0].source == "t of \(fixture.path)")
    // The cache is given up with the table.
    withExtendedLifetime(table) {}
    let again = CachedTable(try fixture.table(), folder: fixture.cache)
    #expect(again.info.rowCount == nil)
    #expect(Self.same(try again.chunks(columns), plain) && again.info.rowCount == 70_000)
    let state = try #require(try fixture.table().state)
    let reader = try #require(ColumnCacheReader(path: fixture.cache.path + "/" + entries[0].name, key: state))
    #expect(reader.holds([3, 1]) && !reader.holds([4]) && reader.rowCount == 70_000)
    #expect(Self.same(try again.chunks([3]), try fixture.table().chunks([3])))
    #expect(try again.row(key: 0)?.first == .integer(0))
    #expect(fixture.cache.clear() == entries[0].byteCount && fixture.cache.entries.isEmpty)
  }

  @Test func handsColumnsOverAsTheyWereDrawn() async throws {
    let fixture = try SQLiteFixture("kept.sqlite", Self.statements)
    let columns = [1, 2, 3, 0]
    let plain = try fixture.table().chunks(columns)
    let info = try fixture.table().info
    let table = CachedTable(try fixture.table(), folder: fixture.cache)
    #expect(table.keptColumns(columns) == nil)
    _ = try table.chunks(columns)
    _ = await Self.caches(fixture, of: table)
    withExtendedLifetime(table) {}
    let again = CachedTable(try fixture.table(), folder: fixture.cache)
    let kept = try #require(again.keptColumns(columns))
    #expect(kept.rowCount == 70_000 && again.info.rowCount == 70_000 && kept.isIntact { true })
    #expect(again.keptColumns([4]) == nil && again.keptColumns([9]) == nil)
    for (place, column) in columns.enumerated() {
      var summary = ColumnSummary(info.columns[column])
      var series = Series()
      for chunk in plain {
        let drawn = summary.add(chunk.values[place])
        series.append(SeriesChunk(drawn.span))
      }
      let found = try #require(kept.columns[column])
      #expect(found.summary == summary && found.series.extremes == series.extremes)
      #expect(found.series.validCount == series.validCount && found.series.sum == series.sum)
      let (all, expected) = (found.series.values(from: 0, to: 70_000), series.values(from: 0, to: 70_000))
      #expect(all.map(\.bitPattern) == expected.map(\.bitPattern))
      for (one, other) in zip(found.series.chunks, series.chunks) {
        let (pyramid, expected) = (one.withPyramid { $0.numbers }, other.withPyramid { $0.numbers })
        #expect(pyramid == expected)
      }
      switch kept.values(of: column, goesOn: { _ in true }) {
      case .whole(let values): #expect(values == plain.flatMap { $0.integers[place] ?? [] })
      case .real(let values):
        #expect(plain.contains { $0.integers[place] == nil })
        #expect(values.map { "\($0)" } == plain.flatMap { $0.values[place] }.map { "\($0)" })
      case nil: Issue.record("\(column) has no values")
      }
      #expect(kept.values(of: column) { $0 < 0.5 } == nil)
    }
    let keys = plain.flatMap(\.keys)
    #expect(keys.indices.allSatisfy { kept.key(ofRow: $0) == keys[$0] })
    #expect(kept.key(ofRow: 70_000) == nil && kept.key(ofRow: -1) == nil)
    // What was mapped stays when the file goes, and is not there for the next one.
    again.forgetKeptColumns()
    #expect(again.keptColumns(columns) == nil && kept.columns[1]?.series.value(at: 1) == 0)
  }

  @Test func keepsEveryKindOfNumber() async throws {
    // Beyond what a double holds, infinities, keys far apart, more columns than a store has groups.
    let names = (0..<70).map { "c\($0) REAL" }.joined(separator: ", ")
    let fixture = try SQLiteFixture(
      "kinds.sqlite",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, big INTEGER, odd REAL, \(names))",
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
      INSERT INTO t(id, big, odd, c69) SELECT i * 100000000000, 9007199254740993 + i * i, CASE i % 4 WHEN 0 \
      THEN 9e999 WHEN 1 THEN 1e300 WHEN 2 THEN NULL ELSE i END, i / 7.0 FROM n
      """)
    let columns = [1, 2, 72]
    let plain = try fixture.table().chunks(Array(0...72))
    let table = CachedTable(try fixture.table(), folder: fixture.cache, smallest: 10)
    _ = try table.chunks(Array(0...72))
    _ = await Self.caches(fixture, of: table)
    let kept = try #require(table.keptColumns(columns))
    let keys = plain[0].keys
    #expect(keys.indices.allSatisfy { kept.key(ofRow: $0) == keys[$0] })
    for column in columns {
      let values = kept.values(of: column) { _ in true }
      switch values {
      case .whole(let values): #expect(column == 1 && values == plain[0].integers[1])
      case .real(let values):
        #expect(values.map { "\($0)" } == plain[0].values[column].map { "\($0)" })
      case nil: Issue.record("\(column) has no values")
      }
    }
    #expect(Self.same(try table.chunks(Array(0...72)), plain))
  }

  @Test func findsDamageInWhatIsMapped() async throws {
    let fixture = try SQLiteFixture("mapped.sqlite", Self.statements)
    let first = CachedTable(try fixture.table(), folder: fixture.cache)
    _ = try first.chunks([1, 2, 3])
    let entry = try #require(await Self.caches(fixture, of: first).first)
    withExtendedLifetime(first) {}
    let path = fixture.cache.path + "/" + entry.name
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let state = try #require(try fixture.table().state)
    let reader = try #require(ColumnCacheReader(path: path, key: state))
    #expect(ColumnCacheReader(path: path, key: "another") == nil)
    let whole = try #require(reader.index(of: 1))
    let table = CachedTable(try fixture.table(), folder: fixture.cache)
    func write(_ bytes: [UInt8]) throws {
      // A new file: the one that is mapped must not be cut.
      try? FileManager.default.removeItem(atPath: path)
      try Data(bytes).write(to: URL(filePath: path))
    }
    // A value that is drawn: found behind the picture.
    var damaged = bytes
    damaged[Int(whole.chunks[1].values.place) + 5] ^= 1
    try write(damaged)
    let kept = try #require(table.keptColumns([1, 2, 3]))
    #expect(!kept.isIntact { true } && kept.isIntact { false })
    #expect(table.keptColumns([2, 3])?.isIntact { true } == true)
    // A pyramid, or a value to the last digit: found at once.
    damaged = bytes
    damaged[Int(whole.chunks[0].pyramid.place) + 9] ^= 0x80
    try write(damaged)
    #expect(table.keptColumns([1]) == nil && table.keptColumns([2]) != nil)
    damaged = bytes
    let exact = try #require(reader.index(of: 2)).chunks[0].exacts
    damaged[Int(exact.place) + 100] ^= 2
    try write(damaged)
    #expect(table.keptColumns([2])?.values(of: 2) { _ in true } == nil)
    #expect(Self.same(try table.chunks([2]), try fixture.table().chunks([2])))
    // Cut anywhere, or with a damaged byte among those that locate the parts.
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      try write(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
      #expect(table.keptColumns([1]) == nil)
    }
    for _ in 0..<60 {
      let place = Int.random(in: (bytes.count - 700)..<bytes.count, using: &random)
      damaged = bytes
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      try Data(damaged).write(to: URL(filePath: path), options: .atomic)
      let kept = table.keptColumns([3])
      #expect(kept == nil || kept?.isIntact { true } == true, "\(place)")
    }
  }

  @Test func isMadeAnewWhereTheTableHasChanged() async throws {
    let fixture = try SQLiteFixture("changed.sqlite", Self.statements)
    // The cache is given up with the table.
    let first = CachedTable(try fixture.table(), folder: fixture.cache)
    _ = try first.chunks([1, 2])
    #expect(await Self.caches(fixture, of: first).count == 1)
    withExtendedLifetime(first) {}
    try fixture.execute("UPDATE t SET n = -5 WHERE id = 2")
    let chunks = try CachedTable(try fixture.table(), folder: fixture.cache).chunks([1, 2])
    #expect(chunks[0].integers[0]?[1] == -5)
  }

  @Test func isNotTrustedWhereItIsDamaged() async throws {
    let fixture = try SQLiteFixture("damaged.sqlite", Self.statements)
    let plain = try fixture.table().chunks([1, 2])
    let first = CachedTable(try fixture.table(), folder: fixture.cache)
    _ = try first.chunks([1, 2])
    let entry = try #require(await Self.caches(fixture, of: first).first)
    withExtendedLifetime(first) {}
    let path = fixture.cache.path + "/" + entry.name
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var random = SeededGenerator(seed: 8)
    for round in 0..<12 {
      var damaged = bytes
      if round % 3 == 0 {
        damaged.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0..<4 { damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 0xFF }
      }
      try Data(damaged).write(to: URL(filePath: path))
      let table = CachedTable(try fixture.table(), folder: fixture.cache)
      #expect(Self.same(try table.chunks([1, 2]), plain), "\(round)")
      await table.settle()
    }
  }

  @Test func endsAtOnceAndLeavesNothing() async throws {
    let fixture = try SQLiteFixture("ended.sqlite", Self.statements)
    let table = CachedTable(try fixture.table(), folder: fixture.cache)
    #expect(throws: TableError.cancelled) {
      try table.scan([1], progress: { $0.rowCount < 66_000 }, each: { _ in })
    }
    #expect(fixture.cache.entries.isEmpty)
    _ = try table.chunks([1])
    _ = await Self.caches(fixture, of: table)
    #expect(throws: TableError.cancelled) {
      try table.scan(
        [1],
        progress: { _ in
          table.interrupt()
          return true
        }, each: { _ in })
    }
    #expect(try table.chunks([1]).map(\.rowCount) == [65_536, 4464])
  }
}

extension Span where Element == Float {
  /// A copy, so that it can be compared.
  fileprivate var numbers: [UInt32] { indices.map { self[$0].bitPattern } }
}
