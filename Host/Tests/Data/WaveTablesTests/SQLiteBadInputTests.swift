import Foundation
import GRDB
import TestSupport
import Testing
import WaveSystem

@testable import WaveTables

@Suite struct SQLiteBadInputTests {
  private static let thousandRows = """
    CREATE TABLE t(a INTEGER, b TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO t SELECT i, 'word ' || hex(zeroblob(40)) FROM n;
    """

  /// What opening, and one pass over the first column, come to.
  private static func outcome(_ path: String, _ cache: CacheFolder) -> (error: TableError?, rowCount: Int) {
    var count = 0
    do throws(TableError) {
      let table = try SQLiteTable(path: path, folder: cache)
      try table.scan([0], progress: { _ in true }, each: { count += $0.rowCount })
    } catch { return (error, count) }
    return (nil, count)
  }

  @Test func reportsFilesThatAreNoDatabase() throws {
    let folder = try TemporaryFolder()
    let cache = try CacheFolder(path: folder.url.appending(path: "cache").path)
    func error(_ bytes: [UInt8], _ name: String) throws -> TableError? {
      Self.outcome(try folder.write(bytes, name), cache).error
    }
    func path(_ name: String) -> String { folder.url.appending(path: name).path }
    #expect(try error([], "empty.db") == .empty(path: path("empty.db")))
    #expect(try error(Array("no database".utf8), "no.db") == .encrypted(path: path("no.db")))
    #expect(
      try error((0..<4096).map { UInt8($0 * 97 % 251) }, "secret.sqlite")
        == .encrypted(path: path("secret.sqlite")))
    #expect(try error([1, 2, 3], "junk.bin") == .notTable(path: path("junk.bin")))
    #expect(
      try error(Array("SQLite format 3\0".utf8), "short.db")
        == .truncated(path: path("short.db"), byteCount: 16, expected: 512))
    let zeros = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4080)
    #expect(try error(zeros, "zeros.db") == .encrypted(path: path("zeros.db")))
    #expect(
      Self.outcome(path("gone.db"), cache).error == .file(FileError(path: path("gone.db"), cause: .notFound)))
    #expect(
      Self.outcome(folder.url.path, cache).error
        == .file(FileError(path: folder.url.path, cause: .notRegular)))
  }

  @Test func reportsDatabasesWithNothingToShow() throws {
    let none = try SQLiteFixture("none.sqlite", "PRAGMA user_version = 1")
    #expect(Self.outcome(none.path, none.cache).error == .noTables(path: none.path))
    let bare = try SQLiteFixture("bare.sqlite", "CREATE TABLE t(a, b REAL)")
    let table = try bare.table()
    #expect(try table.chunks([0, 1]).isEmpty && table.info.rowCount == 0 && table.row(key: 1) == nil)
    #expect(throws: TableError.noSuchColumn(index: 2)) { try table.chunks([2]) }
    let words = try SQLiteFixture("words.sqlite", "CREATE TABLE t(a)", "INSERT INTO t VALUES ('x'), ('y')")
    #expect(try words.table().info.notes == ["No column has numbers."])
  }

  @Test func reportsCutOrDamagedDatabases() throws {
    let fixture = try SQLiteFixture("whole.sqlite", Self.thousandRows)
    let bytes = [UInt8](try fixture.bytes)
    let cut = try fixture.folder.write(Array(bytes.prefix(bytes.count / 2)), "cut.sqlite")
    #expect(
      Self.outcome(cut, fixture.cache).error
        == .truncated(path: cut, byteCount: bytes.count / 2, expected: bytes.count))
    // A page in the middle, whatever it is overwritten with, ends the pass and not the process.
    for (name, junk) in [("ff", UInt8(0xFF)), ("zero", 0), ("0d", 0x0D)] {
      var damaged = bytes
      let page = (bytes.count / 4096 / 2) * 4096
      for place in page..<(page + 4096) { damaged[place] = junk }
      let path = try fixture.folder.write(damaged, "damaged-\(name).sqlite")
      let (error, count) = Self.outcome(path, fixture.cache)
      guard case .damaged(path, let rows?, _) = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(rows == count && count > 100 && count < 5000)
      #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == damaged)
    }
  }

  @Test func survivesAnyChangeOfItsBytes() throws {
    let fixture = try SQLiteFixture(
      "small.sqlite", "CREATE TABLE t(a INTEGER PRIMARY KEY, b REAL, c TEXT)",
      "INSERT INTO t VALUES (1, 2.5, 'x'), (2, 3.5, 'y'), (3, NULL, hex(zeroblob(4000)))",
      "CREATE VIEW v AS SELECT b FROM t")
    let bytes = [UInt8](try fixture.bytes)
    var random = SeededGenerator(seed: 6)
    for round in 0..<300 {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<8, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if round % 5 == 0 { changed.removeLast(Int.random(in: 0..<changed.count, using: &random)) }
      let path = try fixture.folder.write(changed, "changed.sqlite")
      _ = Self.outcome(path, fixture.cache)
      for name in ["t", "v"] {
        guard let table = try? SQLiteTable(path: path, table: name, folder: fixture.cache) else { continue }
        _ = try? table.rows(from: .min, count: 10)
        _ = try? table.chunks(Array(table.info.columns.indices))
      }
      #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == changed)
    }
  }

  @Test func readsARecordOfImportsWhoseValuesAreOfAnyType() throws {
    // What a database says of its making may be anybody's; so may a table that is called as SQLite's own list
    // is.
    let fixture = try SQLiteFixture(
      "record.sqlite", "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (7)",
      """
      CREATE TABLE waveglass_import(name, value);
      INSERT INTO waveglass_import VALUES (1, 2), (x'FF', x'FE'), ('key', 3), ('note', x'C3'), (NULL, NULL), \
      ('note', 'so')
      """)
    #expect(try fixture.table().chunks([0])[0].values == [[7]])
    #expect(SQLiteTable.record(path: fixture.path)?.notes == ["so"])
    let shadowed = try SQLiteFixture(
      "shadowed.sqlite", "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (7)",
      """
      CREATE TABLE pragma_table_list(schema, name, type, ncol, wr, strict);
      INSERT INTO pragma_table_list VALUES ('main', 't', 'table', 1, x'FF', 0), ('main', x'FF', 'table', 1, \
      0, 0),
        ('main', 5, 'view', 1, 'a', 0)
      """)
    // Whatever it makes of that, it is no end.
    _ = Self.outcome(shadowed.path, shadowed.cache)
  }

  @Test func waitsForNoLockForEver() throws {
    let fixture = try SQLiteFixture("locked.sqlite", Self.thousandRows)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let writer = try DatabaseQueue(path: fixture.path, configuration: configuration)
    try writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    #expect(Self.outcome(fixture.path, fixture.cache).error == .locked(path: fixture.path))
    try writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(Self.outcome(fixture.path, fixture.cache).rowCount == 5000)
    try writer.close()
  }

  @Test func leavesAHotJournalAsItIs() throws {
    let fixture = try SQLiteFixture("hot.sqlite", Self.thousandRows)
    let copy = fixture.folder.url.appending(path: "copy.sqlite").path
    let writer = try DatabaseQueue(path: fixture.path)
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA cache_size = 2; BEGIN; UPDATE t SET b = b || 'more'")
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: fixture.path + ending, toPath: copy + ending)
      }
      try database.execute(sql: "ROLLBACK")
    }
    try writer.close()
    let before = try Data(contentsOf: URL(filePath: copy))
    let journal = try Data(contentsOf: URL(filePath: copy + "-journal"))
    #expect(Self.outcome(copy, fixture.cache).error == .hotJournal(path: copy))
    #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    #expect(try Data(contentsOf: URL(filePath: copy + "-journal")) == journal)
  }

  @Test func leavesALogAsItIs() throws {
    let fixture = try SQLiteFixture("log.sqlite", "PRAGMA journal_mode = WAL", Self.thousandRows)
    // Closed in order: nothing beside it, and nothing is made there.
    let closed = try fixture.bytes
    let table = try fixture.table()
    #expect(try table.chunks([0]).map(\.rowCount) == [5000])
    #expect(table.info.notes.contains { $0.contains("-wal") })
    #expect(!FileManager.default.fileExists(atPath: fixture.path + "-shm"))
    #expect(try fixture.bytes == closed)

    let copy = fixture.folder.url.appending(path: "copy.sqlite").path
    let writer = try DatabaseQueue(path: fixture.path)
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "INSERT INTO t VALUES (5001, 'new')")
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: fixture.path + ending, toPath: copy + ending)
      }
    }
    // What nobody was to change was changed.
    #expect(throws: TableError.replaced(path: fixture.path)) { try table.chunks([0]) }
    // Beside who writes it, the log is read.
    let main = try fixture.bytes
    #expect(Self.outcome(fixture.path, fixture.cache).rowCount == 5001)
    #expect(try fixture.bytes == main)
    try writer.close()

    let (before, log) = (
      try Data(contentsOf: URL(filePath: copy)), try Data(contentsOf: URL(filePath: copy + "-wal"))
    )
    #expect(Self.outcome(copy, fixture.cache).error == .logWithoutIndex(path: copy))
    #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    #expect(try Data(contentsOf: URL(filePath: copy + "-wal")) == log)
    #expect(!FileManager.default.fileExists(atPath: copy + "-shm"))
  }

  @Test func noticesAnotherFileInItsPlace() throws {
    let fixture = try SQLiteFixture("old.sqlite", Self.thousandRows)
    let table = try fixture.table()
    #expect(try table.row(key: 1)?.count == 2)
    let other = try SQLiteFixture("new.sqlite", "CREATE TABLE t(a)")
    try FileManager.default.removeItem(atPath: fixture.path)
    try FileManager.default.copyItem(atPath: other.path, toPath: fixture.path)
    #expect(throws: TableError.replaced(path: fixture.path)) { try table.row(key: 1) }
    #expect(throws: TableError.replaced(path: fixture.path)) { try table.chunks([0]) }
  }

  @Test func readsAsManyColumnsAsSQLiteHas() throws {
    let names = (0..<2000).map { "c\($0)" }.joined(separator: ", ")
    let fixture = try SQLiteFixture(
      "wide.sqlite", "CREATE TABLE t(\(names))",
      "INSERT INTO t VALUES (\((0..<2000).map(String.init).joined(separator: ", ")))")
    let table = try fixture.table()
    #expect(table.info.columns.count == 2000)
    // The key makes one more, which SQLite does not give in one statement.
    let chunk = try #require(try table.chunks(Array(0..<1999)).first)
    #expect(chunk.values[1998] == [1998])
    #expect(try table.row(key: 1)?.last == .integer(1999))
  }

  @Test func cutsAHugeCell() throws {
    let fixture = try SQLiteFixture(
      "huge.sqlite", "CREATE TABLE t(word TEXT, n INTEGER)",
      "INSERT INTO t VALUES (hex(zeroblob(5000000)), 7), ('a', 8)")
    let table = try fixture.table()
    let row = try #require(try table.row(key: 1))
    #expect(row == [.text(String(repeating: "0", count: 4096), byteCount: 10_000_000), .integer(7)])
    #expect(try table.values(1) == ["7.0", "8.0"])
  }
}
