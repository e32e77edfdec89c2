import Foundation
import GRDB
import Testing
import WaveTables

@Suite struct TextDictionaryTests {
  private func code(_ text: String, in dictionary: inout TextDictionary) -> UInt16 {
    let bytes = Array(text.utf8)
    return dictionary.code(adding: bytes.span)
  }

  @Test func numbersTextsAsANaiveOneDoes() {
    var seed: UInt64 = 7
    func random(_ limit: UInt64) -> UInt64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (seed >> 33) % limit
    }
    var dictionary = TextDictionary()
    var known: [String: UInt16] = [:]
    for _ in 0..<40_000 {
      // Few that come often, many that come once, and some that differ at their ends alone.
      let text =
        random(3) == 0
        ? "\(random(40))"
        : random(2) == 0 ? "word \(random(100_000))" : String(repeating: "ä", count: Int(random(90)))
      let expected = known[text] ?? UInt16(known.count + 1)
      known[text] = expected
      #expect(code(text, in: &dictionary) == expected)
    }
    #expect(dictionary.count == known.count && known.count > 5000 && !dictionary.isCut)
    for (text, code) in known {
      #expect(dictionary.text(code) == Array(text.utf8))
      let bytes = Array(text.utf8)
      #expect(dictionary.code(of: bytes.span) == code)
    }
    #expect(dictionary.text(0) == nil && dictionary.text(.max) == nil)
    let unknown = Array("never".utf8)
    #expect(dictionary.code(of: unknown.span) == nil)
  }

  @Test func whatFindsNoRoomIsOfTheOthers() {
    var dictionary = TextDictionary(valueLimit: 3)
    #expect(["a", "b", "a", "c"].map { code($0, in: &dictionary) } == [1, 2, 1, 3])
    #expect(!dictionary.isCut)
    #expect(
      ["d", "b", "e"].map { code($0, in: &dictionary) } == [TextDictionary.other, 2, TextDictionary.other])
    #expect(dictionary.isCut && dictionary.count == 3)
    // Bytes are bounded, too: 4 MiB hold 20,971 texts of 200 bytes.
    var full = TextDictionary()
    for number in 0..<21_000 {
      _ = code("\(100_000 + number)" + String(repeating: "x", count: 194), in: &full)
    }
    #expect(full.count == TextDictionary.byteLimit / 200 && full.isCut)
    #expect(code("100000" + String(repeating: "x", count: 194), in: &full) == 1)
  }

  @Test func textsAreDistinguishedByTheirFirstBytes() {
    var dictionary = TextDictionary()
    let long = String(repeating: "x", count: 199)
    #expect(code(long + "a", in: &dictionary) == 1)
    #expect(code(long + "b", in: &dictionary) == 2)
    #expect(code(long + "ab", in: &dictionary) == 1)
    // The character that would be cut is left out.
    #expect(code(long + "ä", in: &dictionary) == 3)
    #expect(dictionary.text(3) == Array(long.utf8))
    #expect(code("", in: &dictionary) == 4)
    // What is no UTF-8 is what is shown of it.
    let broken: [UInt8] = [0x61, 0xFF], shown = Array("a\u{FFFD}".utf8)
    #expect(dictionary.code(adding: broken.span) == 5)
    #expect(dictionary.code(adding: shown.span) == 5 && dictionary.code(adding: broken.span) == 5)
    #expect(dictionary.text(5) == shown)
  }
}

@Suite struct TextScanTests {
  /// All texts of some columns, as their numbers say.
  private func texts(_ table: some TableSource, _ columns: [Int]) throws -> (
    keys: [Int64], texts: [[String?]]
  ) {
    var keys: [Int64] = []
    var codes: [[UInt16]] = columns.map { _ in [] }
    let dictionaries = try table.scanTexts(columns, progress: { _ in true }) { chunk in
      #expect(chunk.firstRow == keys.count && chunk.rowCount <= TableChunk.rowLimit)
      keys += chunk.keys
      for place in columns.indices { codes[place] += chunk.codes[place] }
    }
    return (
      keys,
      zip(codes, dictionaries).map { codes, dictionary in
        codes.map { dictionary.text($0).map { String(decoding: $0, as: UTF8.self) } }
      }
    )
  }

  @Test func aDatabasesTextsAreThoseThatSQLiteGives() throws {
    let fixture = try SQLiteFixture(
      "t.sqlite", "CREATE TABLE t (a TEXT, n REAL, b)",
      """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 70000)
      INSERT INTO t SELECT CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'w' || (i * i % 1000) END, i / 3.0,
      CASE i % 5 WHEN 0 THEN i % 11 WHEN 1 THEN i % 4 / 8.0 WHEN 2 THEN x'00' WHEN 3 THEN 'ä' || i % 3 END \
      FROM c
      """, "DELETE FROM t WHERE rowid % 13 = 5")
    let table = try fixture.table()
    let found = try texts(table, [2, 0])
    let queue = try DatabaseQueue(path: fixture.path)
    let rows = try queue.read {
      try Row.fetchAll(
        $0,
        sql:
          """
          SELECT rowid, CASE typeof(b) WHEN 'blob' THEN NULL ELSE CAST(b AS TEXT) END, a FROM t ORDER BY \
          rowid
          """
      )
    }
    #expect(found.keys.count > TableChunk.rowLimit / 2)
    #expect(found.keys == rows.map { $0[0] })
    #expect(found.texts[0] == rows.map { $0[1] })
    #expect(found.texts[1] == rows.map { $0[2] })
    #expect(throws: TableError.noSuchColumn(index: 3)) {
      try table.scanTexts([3], progress: { _ in true }, each: { _ in })
    }
  }

  @Test func aViewsTextsAreThoseOfItsCopy() throws {
    let fixture = try SQLiteFixture(
      "v.sqlite", "CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x'), ('y'), (NULL), ('x')",
      "CREATE VIEW v AS SELECT a, a || 1 AS b FROM t")
    let table = try fixture.table("v")
    let found = try texts(table, [0, 1])
    #expect(found.texts == [["x", "y", nil, "x"], ["x1", "y1", nil, "x1"]])
    #expect(found.keys == (try table.chunks([]).flatMap(\.keys)))
  }

  @Test func endsBetweenRows() throws {
    let fixture = try SQLiteFixture(
      "t.sqlite", "CREATE TABLE t (a TEXT)",
      """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) INSERT INTO t SELECT \
      'a' FROM c
      """
    )
    let tables: [any TableSource] = [try fixture.table(), DemoTable(rowCount: 20_000)]
    for table in tables {
      let column = table is DemoTable ? 9 : 0
      var count = 0
      #expect(throws: TableError.cancelled) {
        try table.scanTexts([column], progress: { $0.rowCount < 5000 }, each: { count += $0.rowCount })
      }
      #expect(count == 5120)
      count = 0
      #expect(throws: TableError.cancelled) {
        try table.scanTexts(
          [column],
          progress: {
            if $0.rowCount == 10_240 { table.interrupt() }
            return true
          }, each: { count += $0.rowCount })
      }
      #expect(count == 10_240)
      count = 0
      _ = try table.scanTexts([column], progress: { _ in true }, each: { count += $0.rowCount })
      #expect(count == 20_000)
    }
  }

  @Test func theMadeUpTablesTextsAreThoseOfItsRows() throws {
    let table = DemoTable(rowCount: 5000)
    let found = try texts(table, [9, 6, 1])
    for row in stride(from: 0, to: 5000, by: 37) {
      let cells = try #require(table.row(key: Int64(row)))
      for (place, column) in [9, 6, 1].enumerated() {
        let expected: String? =
          switch cells[column] {
          case .text(let text, _): text
          case .integer(let value): "\(value)"
          case .real(let value): "\(value)"
          default: nil
          }
        #expect(found.texts[place][row] == expected)
      }
    }
    #expect(Set(found.texts[0].compactMap { $0 }).count > 2)
  }
}
