import Foundation
import GRDB
import TestSupport
import Testing
import WaveSystem
import WaveTableFormats

@testable import WaveTables

@Suite struct CSVImportTests {
  private let folder: TemporaryFolder
  private let cache: CacheFolder

  init() throws {
    folder = try TemporaryFolder()
    cache = try CacheFolder(path: folder.url.appending(path: "cache").path)
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  /// What becomes of a text.
  private func make(
    _ bytes: [UInt8], _ name: String = "in.csv", options: CSVOptions = CSVOptions()
  ) throws -> CSVImport.Report {
    let input = try folder.write(bytes, name)
    return try CSVImport.run(
      path: input, to: path("out.sqlite"), isReplacing: true, options: options, progress: { _ in true })
  }

  private func make(_ text: String, options: CSVOptions = CSVOptions()) throws -> CSVImport.Report {
    try make(Array(text.utf8), options: options)
  }

  private func rows(_ sql: String) throws -> [Row] {
    let queue = try DatabaseQueue(path: path("out.sqlite"))
    return try queue.read { try Row.fetchAll($0, sql: sql) }
  }

  private func kinds(_ report: CSVImport.Report) -> [CSVFormat.Kind] { report.format.columns.map(\.kind) }

  @Test func keepsWhatPythonReads() throws {
    for text in try CSVFixtures.load().texts {
      var options = CSVOptions()
      options.separator = text.separator.utf8.first
      options.quote = text.quote.utf8.first
      options.hasHeader = false
      options.encoding = .utf8
      let width = Dictionary(grouping: text.rows, by: \.cells.count).max {
        ($0.value.count, $0.key) < ($1.value.count, $1.key)
      }?.key
      guard let width else { continue }
      for column in 1...width { options.kinds["column \(column)"] = .text }
      let report = try make(text.text, options: options)
      let expected = text.rows.filter { $0.line > report.format.skippedLines }
      let made = try rows("SELECT * FROM \"in\"").map { row in (0..<width).map { (row[$0] as String?) ?? "" }
      }
      #expect(
        made == expected.filter { $0.fits(width) }.map { Array($0.cells.prefix(width)) },
        "\(text.text.debugDescription)")
      let rejected = expected.filter { !$0.fits(width) }
      #expect(report.rejectCount == rejected.count && report.rowCount == made.count)
      if !rejected.isEmpty {
        #expect(try rows("SELECT line FROM waveglass_rejects").map { $0[0] } == rejected.map(\.line))
        #expect(try rows("SELECT cells FROM waveglass_rejects").map { $0[0] } == rejected.map(\.cells.count))
      }
    }
  }

  @Test(arguments: try CSVFixtures.load().columns) func findsKindsAndValues(_ column: CSVFixtures.Column)
    throws
  {
    let isEpoch = TableColumn.TimeUnit(rawValue: column.kind) != nil
    let separator = column.decimalComma == true ? ";" : ","
    let lines = column.cells.enumerated().map { "\($0)\(separator)\($1)" }
    let report = try make((["n\(separator)\(isEpoch ? "ts" : "x")"] + lines).joined(separator: "\n"))
    #expect(report.rejectCount == 0 && report.rowCount == column.cells.count && report.format.hasHeader)
    #expect(report.format.hasDecimalComma == (column.decimalComma ?? false))
    let order = column.order.flatMap { CSVFormat.Order(rawValue: $0) }
    let expected: CSVFormat.Kind =
      switch column.kind {
      case "integer": .integer
      case "real": .real
      case "date": .date(try #require(order), .microseconds)
      default: .epoch(try #require(TableColumn.TimeUnit(rawValue: column.kind)))
      }
    #expect(kinds(report) == [.integer, expected])
    let made = try rows("SELECT \(isEpoch ? "ts" : "x") FROM \"in\"").map { row -> Int64? in
      switch row[0] as DatabaseValue {
      case let value where value.isNull: nil
      case let value where column.kind == "real":
        Double.fromDatabaseValue(value).map { Int64(bitPattern: $0.bitPattern) }
      case let value: Int64.fromDatabaseValue(value)
      }
    }
    for (place, pair) in zip(made, column.values).enumerated() {
      #expect(pair.0 == pair.1, "\(column.cells[place])")
    }
    // What is opened is what was made.
    let table = try SQLiteTable(path: path("out.sqlite"), folder: cache)
    #expect(
      table.info.columns[1].kind
        == (column.kind == "integer" ? .integer : column.kind == "real" ? .real : .time))
  }

  @Test func findsHowTextsAreWritten() throws {
    func format(_ text: String) throws -> CSVFormat {
      try CSVImport.format(path: folder.write(Array(text.utf8), "look.csv"))
    }
    for separator in [",", ";", "\t", "|"] {
      let text = "a,b,c\n1,2,x y\n3,4,\"p, q; r\"\n".replacing(",", with: separator)
      #expect(try format(text).separator == separator.utf8.first)
    }
    #expect(try format("a;b\n1,5;2,5\n-3,25;1\n").hasDecimalComma)
    #expect(try !format("1,2\n3,4\n").hasHeader)
    #expect(try format("a,b\nx,y\n").hasHeader && !format("a,a\nx,y\n").hasHeader)
    #expect(
      try format("x,X, x ,,x\n1,2,3,4,5\n").columns.map(\.name) == ["x", "X 2", "x 3", "column 4", "x 4"])
    let report = try format("# made by a logger\n# 2024\nLogger 5\na,b\n1,2\n3,4\n")
    #expect(report.skippedLines == 3 && report.columns.map(\.name) == ["a", "b"])
    #expect(try format("'a','b'\n'1','2'\n'3','4'\n").quote == UInt8(ascii: "'"))
    #expect(try format("one\n1\n2\n").columns.map(\.kind) == [.integer])
    #expect(try format("a,b\n").columns.map(\.name) == ["a", "b"])
    #expect(try format("zip,n\n01234,1\n98765,2\n").columns[0].kind == .text)
    #expect(try format("id,n\n12345678901234567890,1\n").columns[0].kind == .text)
  }

  @Test func saysWhichDatesAreAGuess() throws {
    let slashes = try make("day,n\n1/2/2024,1\n3/4/2024,2\n")
    #expect(kinds(slashes)[0] == .date(.monthDayYear, .microseconds))
    #expect(slashes.notes.contains { $0.hasPrefix("day: days and months are ambiguous") })
    let points = try make("day,n\n1.2.2024,1\n3.4.2024,2\n")
    #expect(kinds(points)[0] == .date(.dayMonthYear, .microseconds) && points.notes.count == 1)
    var options = CSVOptions()
    options.dateOrder = .dayMonthYear
    let given = try make("day,n\n1/2/2024,1\n3/4/2024,2\n", options: options)
    #expect(kinds(given)[0] == .date(.dayMonthYear, .microseconds) && given.notes.isEmpty)
    #expect(try rows("SELECT day FROM \"in\"")[0][0] == Int64(1_706_745_600_000_000))
  }

  @Test func readsAgainWhatItsStartDoesNotShow() throws {
    var options = CSVOptions()
    options.sampleBytes = 64
    let start = String(repeating: "1,5,1/2/2024,7\n", count: 20)
    let report = try make(
      "a,b,c,d\n" + start + "2.5,06,13/2/2024,x\n" + String(repeating: "3,4,5/6/2024,8\n", count: 200),
      options: options)
    #expect(kinds(report) == [.real, .text, .date(.dayMonthYear, .microseconds), .integer])
    #expect(report.notes.contains("d: 1 cell is not a number; kept as text."))
    #expect(!report.notes.contains { $0.hasPrefix("c: ") })
    let row = try #require(try rows("SELECT * FROM \"in\" WHERE rowid = 21").first)
    #expect(row[0] == 2.5 && row[1] == "06" && row[2] == Int64(1_707_782_400_000_000) && row[3] == "x")
    #expect(try rows("SELECT b FROM \"in\" WHERE rowid = 1")[0][0] == "5")
    // What the user says stands.
    options.kinds = ["a": .integer, "b": .integer, "d": .text]
    let given = try make("a,b,c,d\n" + start + "2.5,06,1/2/2024,x\n", options: options)
    #expect(kinds(given)[0] == .integer && kinds(given)[1] == .integer && kinds(given)[3] == .text)
    #expect(try rows("SELECT b, d FROM \"in\" WHERE rowid = 21")[0][0] == 6)
  }

  @Test func putsAsideWhatDoesNotFit() throws {
    let report = try make("a,b\n1,2\n3\n4,5,6\n\n\"7\n8\",9\n10,11\n")
    #expect(report.rowCount == 3 && report.rejectCount == 2)
    let made = try rows("SELECT * FROM waveglass_rejects")
    #expect(made.map { $0["line"] } == [3, 4] && made.map { $0["text"] } == ["3\n", "4,5,6\n"])
    #expect(made[1]["reason"] == "has 3 cells, not 2")
    #expect(report.notes.contains { $0.contains("waveglass_rejects") })
    let table = try SQLiteTable(path: path("out.sqlite"), folder: cache)
    #expect(table.info.name == "in" && table.info.notes.contains { $0.contains("waveglass_rejects") })
  }

  @Test func aQuoteThatIsNeverClosedCostsNoRowButWhereQuotesAreGiven() throws {
    let found = try make("a,b\n1,x\n2,\"open\n3,y\n4,z\n")
    #expect(found.rowCount == 4 && found.rejectCount == 0)
    #expect(try rows("SELECT b FROM \"in\"").map { $0[0] } == ["x", "\"open", "y", "z"])
    var options = CSVOptions()
    options.quote = UInt8(ascii: "\"")
    let report = try make("a,b\n1,x\n2,\"open\n3,y\n4,z\n", options: options)
    #expect(report.rowCount == 3 && report.rejectCount == 1)
    #expect(try rows("SELECT a FROM \"in\"").map { $0[0] } == [1, 3, 4])
    #expect(try rows("SELECT * FROM waveglass_rejects")[0]["line"] == 3)
  }

  @Test func aRowThatIsTooLongCostsOneRow() throws {
    var options = CSVOptions()
    options.rowBytesLimit = 100_000
    options.sampleBytes = 16
    for count in [100_000, 1_000_000, 3_000_000] {
      let long = String(repeating: "x", count: count)
      for cell in [long, "\"\(long)\n\"\"\(long.prefix(10))\""] {
        let report = try make("a,b\n1,x\n2,\(cell)\n3,y\n", options: options)
        #expect(report.rowCount == 2 && report.rejectCount == 1)
        #expect(try rows("SELECT a FROM \"in\"").map { $0[0] } == [1, 3])
        let reject = try #require(try rows("SELECT * FROM waveglass_rejects").first)
        #expect(reject["line"] == 3 && reject["reason"] == "is too long")
      }
    }
  }

  @Test func keepsBadWordsAsWords() throws {
    let names = ["a\"; DROP TABLE \"\"in\"\"; --", "b'); --", "=1+1"]
    let header = names.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    let report = try make(header + "\n=cmd|' /C calc'!A0,@SUM(1),1\n\"=HYPERLINK(\"\"x\"\")\",+1-2,2\n")
    #expect(report.format.columns.map(\.name) == names && report.rowCount == 2)
    #expect(try rows("SELECT * FROM \"in\"")[0][0] == "=cmd|' /C calc'!A0")
  }

  @Test func readsOtherEncodings() throws {
    let text = "näme,n\nü€,1\n"
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try make(wide).format.encoding == .utf16Little)
    #expect(try rows("SELECT \"näme\" FROM \"in\"")[0][0] == "ü€")
    let western: [UInt8] = [0x6E, 0xE4, 0x6D, 0x65, 0x2C, 0x6E, 0x0A, 0xFC, 0x80, 0x2C, 0x31, 0x0A]
    #expect(try make(western).format.encoding == .latin1)
    #expect(try rows("SELECT \"näme\" FROM \"in\"")[0][0] == "ü€")
    var options = CSVOptions()
    options.sampleBytes = 16
    let late = try make(Array("a,b\n1,x\n1,x\n1,x\n1,".utf8) + [0xE4, 0x0A], options: options)
    #expect(late.notes == ["1 cells are not UTF-8, and were read as Windows-1252."])
    #expect(try rows("SELECT b FROM \"in\" WHERE rowid = 4")[0][0] == "ä")
  }

  @Test func refusesWhatIsNoTable() throws {
    func error(_ bytes: [UInt8], _ name: String = "in.csv") -> TableError? {
      do { _ = try make(bytes, name) } catch { return error as? TableError }
      return nil
    }
    #expect(error([]) == .empty(path: path("in.csv")))
    #expect(error(Array("\n\n\n".utf8)) == .empty(path: path("in.csv")))
    #expect(error((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 97) }) == .notTable(path: path("in.csv")))
    #expect(error([0x7F, 0x45, 0x4C, 0x46, 0, 0], "x.db") == .encrypted(path: path("x.db")))
    let wide = Array((0..<10_000).map { "c\($0)" }.joined(separator: ",").utf8)
    #expect(error(wide) == .tooManyColumns(path: path("in.csv"), count: 10_000, limit: 1999))
    #expect(error([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]) != nil)
    #expect(!FileManager.default.fileExists(atPath: path("out.sqlite")))
    #expect(throws: TableError.file(FileError(path: path("none.csv"), cause: .notFound))) {
      try CSVImport.format(path: path("none.csv"))
    }
    _ = try make("a,b\n1,2\n")
    #expect(throws: TableError.file(FileError(path: path("out.sqlite"), cause: .exists))) {
      try CSVImport.run(
        path: path("in.csv"), to: path("out.sqlite"), isReplacing: false, progress: { _ in true })
    }
    #expect(throws: TableError.file(FileError(path: path("no/out.sqlite"), cause: .noFolder))) {
      try CSVImport.run(
        path: path("in.csv"), to: path("no/out.sqlite"), isReplacing: false, progress: { _ in true })
    }
  }

  @Test func leavesNothingWhenItIsEnded() throws {
    _ = try make("a,b\n1,2\n")
    let before = try Data(contentsOf: URL(filePath: path("out.sqlite")))
    let text = "a,b\n" + (0..<60_000).map { "\($0),\($0).5\n" }.joined()
    let input = try folder.write(Array(text.utf8), "long.csv")
    for limit in [0, 1, 20_000] {
      #expect(throws: TableError.cancelled) {
        try CSVImport.run(
          path: input, to: path("out.sqlite"), isReplacing: true, progress: { $0.rowCount < limit })
      }
      #expect(try Data(contentsOf: URL(filePath: path("out.sqlite"))) == before)
      #expect(!FileManager.default.fileExists(atPath: path("out.sqlite.part")))
    }
    var fractions: [Double] = []
    let report = try CSVImport.run(path: input, to: path("out.sqlite"), isReplacing: true) {
      fractions.append($0.fraction ?? -1)
      return true
    }
    #expect(report.rowCount == 60_000 && fractions == fractions.sorted() && fractions.last == 1)
    #expect(try rows("PRAGMA integrity_check")[0][0] == "ok")
    #expect(try rows("SELECT sum(b) FROM long")[0][0] == 1_800_000_000.0)
  }

  @Test func opensTextsThroughTheCache() throws {
    let input = try folder.write(Array("a,b\n1,x\n2,y\n".utf8), "direct.csv")
    var count = 0
    func open(_ options: CSVOptions = CSVOptions()) throws -> any TableSource {
      try TableFile.open(
        input, options: options, folder: cache,
        progress: { _ in
          count += 1
          return true
        })
    }
    #expect(try open().values(0) == ["1.0", "2.0"])
    let first = count
    #expect(first > 0)
    #expect(try open().info.name == "direct" && count == first)
    var options = CSVOptions()
    options.hasHeader = false
    #expect(try open(options).info.columns[0].kind == .text && count > first)
    let second = count
    _ = try folder.write(Array("a,b\n1,x\n2,y\n3,z\n".utf8), "direct.csv")
    #expect(try open().values(0) == ["1.0", "2.0", "3.0"] && count > second)
    // What is damaged in the cache is made anew.
    for name in try FileManager.default.contentsOfDirectory(atPath: cache.path) {
      try Data([1, 2, 3]).write(to: URL(filePath: cache.path).appending(path: name))
    }
    #expect(try open().values(0) == ["1.0", "2.0", "3.0"])
    let database = try SQLiteFixture("plain.sqlite", "CREATE TABLE t(a)", "INSERT INTO t VALUES (1)")
    #expect(try TableFile.open(database.path, folder: cache).info.name == "t")
  }
}
