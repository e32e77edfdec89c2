import Foundation
import GRDB
import Testing
import WaveSystem
import WaveTableFormats

@testable import WaveTables

/// What is found out about a database file before it is opened, and how its columns are looked at.
@Suite struct SQLiteFileTests {
  /// The first bytes of a database of 3 pages of 4096 bytes that was changed 7 times.
  private static func header(_ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
    var header = SQLiteFile.magic + [UInt8](repeating: 0, count: 84)
    (header[16], header[18], header[19], header[27], header[31], header[95]) = (0x10, 1, 1, 7, 3, 7)
    change(&header)
    return header
  }

  @Test func theLengthOfADatabaseIsInItsHeader() throws {
    let folder = try TemporaryFolder()
    func count(_ header: [UInt8]) throws -> Int? {
      SQLiteFile.expectedByteCount(path: try folder.write(header, "head.db"))
    }
    #expect(try count(Self.header()) == 3 * 4096)
    #expect(try count(Self.header { ($0[16], $0[17]) = (0, 1) }) == 3 * 65_536)
    #expect(try count(Self.header { ($0[16], $0[17]) = (2, 0) }) == 3 * 512)
    #expect(try count(Self.header { $0[30] = 1 }) == (256 + 3) * 4096)
    // An older program changed the file without writing its length, or there is no length.
    #expect(try count(Self.header { $0[27] = 8 }) == nil && count(Self.header { $0[95] = 6 }) == nil)
    #expect(try count(Self.header { $0[31] = 0 }) == nil)
    #expect(try count(Array(Self.header().prefix(99))) == nil)
    #expect(try count(Self.header() + [1, 2]) == 3 * 4096)
    #expect(SQLiteFile.expectedByteCount(path: folder.url.path + "/none") == nil)
  }

  @Test func filesAreCheckedBeforeTheyAreOpened() throws {
    let folder = try TemporaryFolder()
    func error(_ bytes: [UInt8], _ name: String) throws -> TableError? {
      let path = try folder.write(bytes, name)
      do { _ = try SQLiteFile(path: path) } catch { return error }
      return nil
    }
    func path(_ name: String) -> String { folder.url.appending(path: name).path }
    #expect(try error(Self.header(), "a.db") == nil)
    #expect(
      try error(Array(Self.header().prefix(99)), "b.db")
        == .truncated(path: path("b.db"), byteCount: 99, expected: 512))
    #expect(try error([], "c.db") == .empty(path: path("c.db")))
    #expect(try error([1, 2, 3], "d.db") == .encrypted(path: path("d.db")))
    #expect(try error([1, 2, 3], "d.txt") == .notTable(path: path("d.txt")))
    #expect(try !TableFile.isDatabase(path("d.txt")) && TableFile.isDatabase(path("a.db")))
    #expect(throws: TableError.empty(path: path("c.db"))) { try TableFile.isDatabase(path("c.db")) }
    let none = TableError.file(FileError(path: path("none"), cause: .notFound))
    #expect(throws: none) { try SQLiteFile(path: path("none")) }
  }

  @Test func aFileWithALogIsStillOnlyIfNothingIsBesideIt() throws {
    let folder = try TemporaryFolder()
    func remove(_ ending: String) {
      try? FileManager.default.removeItem(atPath: folder.url.path + "/w.db" + ending)
    }
    for place in [18, 19] {
      for ending in ["-wal", "-shm"] { remove(ending) }
      let path = try folder.write(Self.header { $0[place] = 2 }, "w.db")
      let still = try SQLiteFile(path: path)
      #expect(still.isStill && still.address.hasSuffix("/w.db?immutable=1") && still.notes.count == 1)
      #expect(still.state?.hasSuffix(" 0.0.0.7") == true)
      try still.check()
      // An empty log is none.
      _ = try folder.write([], "w.db-wal")
      try still.check()
      #expect(try SQLiteFile(path: path).isStill)
      _ = try folder.write([1], "w.db-wal")
      #expect(throws: TableError.replaced(path: path)) { try still.check() }
      #expect(throws: TableError.logWithoutIndex(path: path)) { try SQLiteFile(path: path) }
      _ = try folder.write([1], "w.db-shm")
      let live = try SQLiteFile(path: path)
      #expect(!live.isStill && live.notes.isEmpty && live.address.hasSuffix("?mode=ro") && live.state == nil)
      remove("-wal")
      #expect(try !SQLiteFile(path: path).isStill, "a program has it open")
    }
    let plain = try folder.write(Self.header(), "p.db")
    let file = try SQLiteFile(path: plain)
    #expect(!file.isStill && file.notes.isEmpty && file.address.hasSuffix("/p.db?mode=ro"))
    let state = try #require(file.state)
    #expect(state.hasSuffix(" 0.0.0.7") && file.state == state)
    // The same file, changed where it lies: its rows are read as they are now.
    let handle = try FileHandle(forWritingTo: URL(filePath: plain))
    try handle.seek(toOffset: 27)
    try handle.write(contentsOf: Data([8]))
    try handle.close()
    try file.check()
    #expect(file.state?.hasSuffix(" 0.0.0.8") == true)
    try FileManager.default.removeItem(atPath: plain)
    #expect(throws: TableError.replaced(path: plain)) { try file.check() }
    #expect(file.state == nil)
  }

  @Test func resultsOfSQLiteAreErrorsOfTables() throws {
    let folder = try TemporaryFolder()
    let whole = try folder.write(Self.header() + [UInt8](repeating: 0, count: 3 * 4096 - 100), "whole.db")
    let cut = try folder.write(Self.header(), "cut.db")
    func error(_ code: ResultCode, _ path: String = "/p", afterRows: Int? = nil) -> TableError {
      SQLiteConnection.tableError(from: code, "words", path: path, afterRows: afterRows)
    }
    #expect(error(.SQLITE_READONLY_ROLLBACK) == .hotJournal(path: "/p"))
    #expect(error(.SQLITE_READONLY_RECOVERY) == .logWithoutIndex(path: "/p"))
    #expect(error(.SQLITE_READONLY_CANTINIT) == .logWithoutIndex(path: "/p"))
    #expect(error(.SQLITE_INTERRUPT) == .cancelled && error(.SQLITE_NOTADB) == .encrypted(path: "/p"))
    #expect(error(.SQLITE_FULL) == .file(FileError(path: "/p", cause: .full)))
    #expect(error(.SQLITE_BUSY) == .locked(path: "/p") && error(.SQLITE_LOCKED) == .locked(path: "/p"))
    #expect(error(.SQLITE_BUSY_SNAPSHOT) == .locked(path: "/p"))
    #expect(error(.SQLITE_CORRUPT, cut) == .truncated(path: cut, byteCount: 100, expected: 12_288))
    #expect(
      error(.SQLITE_CORRUPT, whole, afterRows: 5) == .damaged(path: whole, afterRows: 5, reason: "words"))
    #expect(error(.SQLITE_FORMAT) == .damaged(path: "/p", afterRows: nil, reason: "words"))
    #expect(error(.SQLITE_CANTOPEN) == .sqlite(path: "/p", code: 14, reason: "words"))
    #expect(SQLiteConnection.tableError(from: TableError.cancelled, path: "/p") == .cancelled)
    #expect(
      SQLiteConnection.tableError(from: CancellationError(), path: "/p")
        == .sqlite(path: "/p", code: 0, reason: "CancellationError()"))
  }

  @Test func longTablesAreLookedAtAtThreePlaces() throws {
    // What a column holds is seen at its start, in its middle or at its end.
    let fixture = try SQLiteFixture(
      "places.sqlite", "CREATE TABLE t(start, middle, last, beyond)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO t SELECT iif(i <= 500, 'a', 1), iif(i > 5000 AND i <= 5500, 'a', 1), iif(i > 9500, 'a', 1),
      iif(i > 500 AND i <= 5000 OR i > 5500 AND i <= 9500, 'a', 1) FROM n
      """)
    #expect(try fixture.table().info.columns.map(\.kind) == [.text, .text, .text, .integer])
    // Of a short table, every row is.
    try fixture.execute("DELETE FROM t WHERE rowid > 500")
    try fixture.execute("UPDATE t SET last = 'a' WHERE rowid > 250")
    #expect(try fixture.table().info.columns.map(\.kind) == [.text, .integer, .text, .integer])
    #expect(try fixture.table().info.rowCountEstimate == 500)
  }

  @Test func tablesAreListedByTheirLength() throws {
    let fixture = try SQLiteFixture(
      "list.sqlite", "CREATE TABLE b(x)", "CREATE TABLE a(x)", "CREATE TABLE long(x)",
      "CREATE TABLE named(rowid, oid, _rowid_, k INTEGER PRIMARY KEY)",
      "CREATE TABLE lost(rowid, oid, _rowid_, k)", "CREATE TABLE waveglass_mine(x)",
      "CREATE TABLE sqlitex(x)",
      "CREATE TABLE pair(a INTEGER, b INTEGER, PRIMARY KEY(a, b)) WITHOUT ROWID",
      "CREATE VIEW seen AS SELECT x FROM long", "INSERT INTO long VALUES (1), (2), (3)",
      "INSERT INTO sqlitex VALUES (1)", "INSERT INTO named(k) VALUES (2)")
    let entries = try SQLiteConnection(path: fixture.path).read { try SQLiteSchema.entries($0) }
    let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
    #expect(entries.prefix(3).map(\.name) == ["long", "named", "sqlitex"] && entries.last?.name == "seen")
    #expect(known["long"]?.greatestKey == 3 && known["long"]?.key == "rowid" && known["a"]?.greatestKey == 0)
    #expect(known["named"]?.key == "\"k\"" && known["named"]?.greatestKey == 2)
    #expect(known["lost"]?.key == nil && known["pair"]?.key == nil && known["seen"]?.key == nil)
    #expect(known["waveglass_mine"] == nil && entries.count == 8 && entries.filter(\.isView).count == 1)
    #expect(try fixture.table("lost").info.key == .snapshot)
    #expect(try fixture.table("LONG").info.name == "long")
  }

  @Test func numbersOfCellsAreThoseOfAPass() throws {
    let fixture = try SQLiteFixture(
      "cells.sqlite", "CREATE TABLE t(n INTEGER, x REAL, s TEXT, w TEXT, j)",
      """
      INSERT INTO t VALUES (3, 0.5, '2024-02-29 12:00:00', 'word', 2460000.5),
      (NULL, -1e300, NULL, NULL, NULL), (-9007199254740993, 7, '2024-03-01 00:00:00', 'b', 2460001)
      """)
    let table = try fixture.table()
    let chunk = try #require(try table.chunks(Array(0..<5)).first)
    for (place, key) in chunk.keys.enumerated() {
      let cells = try #require(try table.row(key: key))
      for column in 0..<5 {
        let (number, value) = (table.number(cells[column], of: column), chunk.values[column][place])
        #expect(number == value || number.isNaN && value.isNaN, "\(key) \(column)")
      }
    }
    #expect(chunk.values[2][0] == 1_709_208_000_000_000 && table.number(.integer(3), of: 5).isNaN)
    #expect(table.number(.text("12", byteCount: 9), of: 1).isNaN, "a text that is cut has no number")
  }

  @Test func rowsOfADatabaseAreReadWhole() throws {
    let fixture = try SQLiteFixture(
      "whole.sqlite", "CREATE TABLE t(n INTEGER, x REAL, w TEXT, b BLOB)",
      "INSERT INTO t VALUES (1, 0.5, 'ä', x'00'), (NULL, 2, '', NULL), (7, NULL, 'last', NULL)")
    let rows = try WholeRows(path: fixture.path)
    #expect(rows.rowCount == 3 && rows.columns.map(\.name) == ["n", "x", "w", "b"])
    var found: [(key: Int64, cells: [WholeRows.Row.Cell], texts: String)] = []
    try rows.read(after: 0) { row in
      found.append((row.key, row.cells, String(decoding: row.texts, as: UTF8.self)))
      return true
    }
    #expect(found.map(\.key) == [1, 2, 3] && found.map(\.texts) == ["ä", "", "last"])
    #expect(found[0].cells == [.integer(1), .real(0.5), .text(0..<2), .null])
    #expect(found[1].cells == [.null, .real(2), .text(0..<0), .null])
    var keys: [Int64] = []
    try rows.read(after: 1) { row in
      keys.append(row.key)
      return false
    }
    #expect(keys == [2])
    let view = try SQLiteFixture("view.sqlite", "CREATE VIEW v AS SELECT 1 AS a")
    #expect(throws: TableError.noTables(path: view.path)) { try WholeRows(path: view.path) }
  }

  @Test func progressOfACopyAndAPassIsReported() throws {
    let fixture = try SQLiteFixture(
      "copy.sqlite", "CREATE TABLE t(a)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT i FROM n
      """, "CREATE VIEW v AS SELECT a * 2 AS a FROM t")
    var progress: [TableProgress] = []
    func pass(_ table: SQLiteTable, until end: Int = .max) throws -> Int {
      progress = []
      var count = 0
      try table.scan(
        [0],
        progress: {
          progress.append($0)
          return progress.count < end
        }, each: { count += $0.rowCount })
      return count
    }
    let view = try fixture.table("v")
    #expect(try pass(view) == 3000)
    let copied = progress.filter { $0.phase == .copying }
    #expect(copied.map(\.rowCount) == [0, 1024, 2048] && copied.allSatisfy { $0.fraction == nil })
    let read = progress.filter { $0.phase == .reading }
    #expect(read.map(\.rowCount) == [0] + (1...11).map { $0 * 256 } && read.allSatisfy { $0.fraction == nil })
    // The copy is there, and so is the number of its rows.
    #expect(try pass(view) == 3000)
    #expect(progress.allSatisfy { $0.phase == .reading } && progress.map(\.rowCount) == read.map(\.rowCount))
    #expect(progress.map(\.fraction) == read.map { Double($0.rowCount) / 3000 })
    #expect(try view.rows(from: 2999, count: 5).map(\.cells) == [[.integer(5998)], [.integer(6000)]])
    // A row of another view makes the copy by itself.
    #expect(try fixture.table("v").row(key: 3) == [.integer(6)])
    for end in 1...4 {
      let table = try fixture.table("v")
      #expect(throws: TableError.cancelled) { try pass(table, until: end) }
    }
    // Keys that have gaps: there are fewer rows than were expected.
    try fixture.execute("DELETE FROM t WHERE rowid % 2 = 1")
    let table = try fixture.table("t")
    #expect(try pass(table) == 1500 && table.info.rowCount == 1500 && table.info.rowCountEstimate == 3000)
    #expect(progress.map(\.fraction) == (0...5).map { Double($0) * 256 / 3000 })
    #expect(try table.rows(from: 0, count: 5000).count == TableRow.countLimit)
    try fixture.execute("DELETE FROM t")
    #expect(try pass(fixture.table("t")) == 0)
  }
}
