import Foundation
import GRDB
import Testing
import WaveTableFormats
import WaveTables

@Suite struct SQLiteTableTests {
  private static let rows = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, x REAL, word TEXT, whenever TEXT, data BLOB, loose);
    INSERT INTO t VALUES
      (3, 7, 1.5, 'a', '2024-02-29 12:00:00', x'0102', '12'),
      (5, NULL, NULL, NULL, NULL, NULL, ' 2.5 '),
      (9, 9223372036854775807, 1e308, 'b', '2024-03-01T00:00:00.5+01:00', x'', 'junk'),
      (-4, -2, 9e999, 'c', 'never', NULL, 7);
    """

  @Test func findsWhatColumnsHold() throws {
    let fixture = try SQLiteFixture("kinds.sqlite", Self.rows)
    try fixture.execute("DELETE FROM t WHERE whenever = 'never'")
    try fixture.execute("UPDATE t SET loose = NULL WHERE loose = 'junk'")
    let info = try fixture.table().info
    #expect(info.name == "t" && info.key == .lasting && !info.isSimulated)
    #expect(
      info.columns == [
        TableColumn(name: "id", kind: .integer), TableColumn(name: "n", kind: .integer),
        TableColumn(name: "x", kind: .real), TableColumn(name: "word", kind: .text),
        TableColumn(name: "whenever", kind: .time, timeUnit: .microseconds),
        TableColumn(name: "data", kind: .other), TableColumn(name: "loose", kind: .real),
      ])
    #expect(info.notes == ["Stored as text, but read as numbers: loose."])
  }

  @Test func readsAllRowsOnceInOrder() throws {
    let fixture = try SQLiteFixture("rows.sqlite", Self.rows, "CREATE INDEX by_n ON t(n)")
    try fixture.execute("UPDATE t SET whenever = NULL WHERE whenever = 'never'")
    let before = try fixture.bytes
    let table = try fixture.table()
    let chunk = try #require(try table.chunks([1, 2, 4, 3]).first)
    #expect(chunk.firstRow == 0 && chunk.keys == [-4, 3, 5, 9])
    #expect(chunk.values[0].map { "\($0)" } == ["-2.0", "7.0", "nan", "9.223372036854776e+18"])
    #expect(chunk.integers[0] == [-2, 7, 0, .max])
    #expect(chunk.values[1].map { "\($0)" } == ["inf", "1.5", "nan", "1e+308"] && chunk.integers[1] == nil)
    #expect(chunk.integers[2] == [0, 1_709_208_000_000_000, 0, 1_709_247_600_500_000])
    #expect(chunk.values[2][0].isNaN && chunk.values[3].allSatisfy { $0.isNaN })
    #expect(table.info.rowCount == 4)
    #expect(try fixture.bytes == before)
  }

  @Test func readsCellsAsTheyAreStored() throws {
    let fixture = try SQLiteFixture("cells.sqlite", Self.rows)
    let long = String(repeating: "ä", count: 3000)
    try fixture.execute("UPDATE t SET word = ? WHERE id = 5", arguments: [long])
    let table = try fixture.table()
    #expect(
      try table.row(key: 3) == [
        .integer(3), .integer(7), .real(1.5), .text("a", byteCount: 1),
        .text("2024-02-29 12:00:00", byteCount: 19), .blob(byteCount: 2), .text("12", byteCount: 2),
      ])
    #expect(try table.row(key: 4) == nil)
    let cut = try #require(try table.row(key: 5)?[3])
    #expect(cut == .text(String(long.prefix(2048)), byteCount: 6000) && cut.isCut)
    #expect(try table.rows(from: 0, count: 2).map(\.key) == [3, 5])
    #expect(try table.rows(from: 10, count: 2) == [] && table.rows(from: 0, count: -1) == [])
  }

  @Test func ofLongTablesGivesChunksAndProgress() throws {
    let fixture = try SQLiteFixture(
      "long.sqlite",
      """
      CREATE TABLE t(a INTEGER, b REAL);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 139999)
      INSERT INTO t SELECT i * 3, CASE WHEN i % 7 = 0 THEN NULL ELSE i / 8.0 END FROM n;
      """)
    let table = try fixture.table()
    #expect(table.info.rowCountEstimate == 140_000 && table.info.rowCount == nil)
    var fractions: [Double] = []
    var chunks: [TableChunk] = []
    try table.scan(
      [1, 0],
      progress: {
        fractions.append($0.fraction ?? -1)
        return true
      }, each: { chunks.append($0) })
    #expect(
      chunks.map(\.rowCount) == [65_536, 65_536, 8928] && chunks.map(\.firstRow) == [0, 65_536, 131_072])
    #expect(fractions.count >= 140 && fractions == fractions.sorted() && fractions.first == 0)
    let expected = (0..<140_000).map { $0 % 7 == 0 ? Double.nan.bitPattern : (Double($0) / 8).bitPattern }
    #expect(
      chunks.flatMap { $0.values[0] }.map { $0.isNaN ? Double.nan.bitPattern : $0.bitPattern } == expected)
    let wholes: [Int64] = chunks.flatMap { $0.integers[1] ?? [] }
    #expect(wholes == (0..<140_000).map { Int64($0) * 3 })
    #expect(chunks.flatMap(\.keys) == Array(1...140_000))
  }

  @Test func takesTheLongestTableAndSaysWhatElseThereIs() throws {
    let fixture = try SQLiteFixture(
      "many.sqlite", "CREATE TABLE short(a)", "CREATE TABLE long(b)", "INSERT INTO long VALUES (1), (2)",
      "CREATE VIEW seen AS SELECT b + 1 AS c FROM long", "INSERT INTO short VALUES (1)")
    #expect(try TableFile.tables(fixture.path).map(\.name) == ["long", "short", "seen"])
    #expect(try fixture.table().info.name == "long")
    #expect(try fixture.table().info.notes.last == "The database has other tables: short, seen.")
    #expect(try fixture.table("SHORT").info.name == "short")
    #expect(
      throws: TableError.noSuchTable(path: fixture.path, name: "gone", known: ["long", "short", "seen"])
    ) { try fixture.table("gone") }
  }

  @Test func copiesWhatHasNoNumbers() throws {
    let fixture = try SQLiteFixture(
      "views.sqlite", "CREATE TABLE t(a, b)", "INSERT INTO t VALUES (1, 'x'), (2.5, NULL), (NULL, 'z')",
      "CREATE VIEW v AS SELECT a * 2 AS \"the \"\"a\"\"\", \"b\" FROM t ORDER BY a DESC",
      "CREATE TABLE w(k TEXT PRIMARY KEY, a) WITHOUT ROWID", "INSERT INTO w VALUES ('q', 1), ('p', 2)")
    let before = try fixture.bytes
    let view = try fixture.table("v")
    #expect(view.info.key == .snapshot && view.info.columns.map(\.name) == ["the \"a\"", "b"])
    #expect(try view.row(key: 1) == [.real(5), .null])
    let chunk = try #require(try view.chunks([0]).first)
    #expect(chunk.keys == [1, 2, 3] && chunk.values[0].map { "\($0)" } == ["5.0", "2.0", "nan"])
    let other = try fixture.table("w")
    #expect(try other.values(1) == ["2.0", "1.0"])
    #expect(try other.row(key: 2) == [.text("q", byteCount: 1), .integer(1)])
    #expect(try fixture.bytes == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.cache.path).isEmpty)
  }

  @Test func takesNamesForNamesWhateverIsInThem() throws {
    let names = ["a\"; DROP TABLE t; --", "b'\\", "rowid", "oid", "_rowid_", "select", "ä \u{1F600}", "?1"]
    let list = names.map { "\"\($0.replacing("\"", with: "\"\""))\" INTEGER" }.joined(separator: ", ")
    let fixture = try SQLiteFixture(
      "names % ?#&.sqlite", "CREATE TABLE \"t\"\"; DROP TABLE t\"(\(list), id INTEGER PRIMARY KEY)",
      "INSERT INTO \"t\"\"; DROP TABLE t\" VALUES (1, 2, 3, 4, 5, 6, 7, 8, 90)")
    let table = try fixture.table()
    #expect(table.info.columns.map(\.name) == names + ["id"] && table.info.key == .lasting)
    let chunk = try #require(try table.chunks(Array(0...7)).first)
    #expect(chunk.keys == [90] && chunk.values.map { $0[0] } == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(try table.row(key: 90)?.last == .integer(90))
  }

  @Test func endsAtOnce() throws {
    let fixture = try SQLiteFixture(
      "endless.sqlite", "CREATE TABLE t(a)", "INSERT INTO t VALUES (1)",
      """
      CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
      """,
      """
      CREATE VIEW stuck AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
      SELECT i FROM n WHERE i < 1500 OR i < 0
      """)
    let table = try fixture.table("endless")
    #expect(throws: TableError.cancelled) {
      try table.scan([0], progress: { $0.rowCount < 10_000 }, each: { _ in })
    }
    // The view gives no row any more, so that only SQLite itself can end it.
    let stuck = try fixture.table("stuck")
    #expect(throws: TableError.cancelled) {
      try stuck.scan(
        [0],
        progress: {
          if $0.rowCount >= 1024 { Thread.detachNewThread { stuck.interrupt() } }
          return true
        }, each: { _ in })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.cache.path).isEmpty)
  }
}
