import Foundation
import GRDB
import Testing
import WaveFiles

@testable import WaveTables

@Suite struct CachedTableTests {
  private static let statements = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, x REAL, "stamp" INTEGER NANOSECONDS, w TEXT);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 69999)
    INSERT INTO t SELECT i * 2 + (i > 100), CASE WHEN i % 3 = 0 THEN NULL ELSE i END, CASE WHEN i % 5 = 0 THEN NULL ELSE i / 3.0 END,
      1700000000000000000 + i * 1000000007, 'word' FROM n;
    """

  /// What passes give, and how many rows the database was asked for.
  private static func pass(_ table: CachedTable, _ columns: [Int]) throws -> [TableChunk] {
    try table.chunks(columns)
  }

  /// Waits until what is written behind is written.
  private static func caches(_ fixture: SQLiteFixture) async throws -> [CacheFolder.Entry] {
    for _ in 0..<2000 {
      let entries = fixture.cache.entries
      if !entries.isEmpty, !entries.contains(where: { $0.name.hasSuffix(FileReplacement.suffix) }) {
        return entries
      }
      try await Task.sleep(for: .milliseconds(5))
    }
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
    let entries = try await Self.caches(fixture)
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

  @Test func isMadeAnewWhereTheTableHasChanged() async throws {
    let fixture = try SQLiteFixture("changed.sqlite", Self.statements)
    // The cache is given up with the table.
    let first = CachedTable(try fixture.table(), folder: fixture.cache)
    _ = try first.chunks([1, 2])
    #expect(try await Self.caches(fixture).count == 1)
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
    let entry = try #require(try await Self.caches(fixture).first)
    withExtendedLifetime(first) {}
    let path = fixture.cache.path + "/" + entry.name
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var random = SeededNumbers(state: 8)
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
      for _ in 0..<2000 where FileManager.default.fileExists(atPath: path + FileReplacement.suffix) {
        try await Task.sleep(for: .milliseconds(5))
      }
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
    _ = try await Self.caches(fixture)
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
