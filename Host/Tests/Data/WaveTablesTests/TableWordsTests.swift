import Foundation
import TestSupport
import Testing
import WaveSeries
import WaveSystem
import WaveTableFormats

@testable import WaveTables

/// What is said of files that cannot be read, and how tables, columns and cached files are named.
@Suite struct TableWordsTests {
  @Test func errorsSayWhatToDo() throws {
    let path = "/data/t.db"
    let errors: [TableError] = [
      .notTable(path: path), .encrypted(path: path), .empty(path: path),
      .truncated(path: path, byteCount: 100, expected: 4096),
      .damaged(path: path, afterRows: 7, reason: "malformed"),
      .damaged(path: path, afterRows: nil, reason: "malformed"), .locked(path: path),
      .hotJournal(path: path), .logWithoutIndex(path: path), .replaced(path: path), .noTables(path: path),
      .noSuchTable(path: path, name: "a", known: ["b", "c"]), .noSuchColumn(index: 3),
      .noColumnNamed("a", known: ["b", "c"]), .tooManyColumns(path: path, count: 5000, limit: 1999),
      .sqlite(path: path, code: 14, reason: "unable to open"), .cancelled,
      .file(FileError(path: path, cause: .notFound)), TableError(.empty, path: path),
      TableError(.notText, path: path), TableError(.notText, path: "/data/t.csv"),
      TableError(.tooManyColumns(count: 5000, limit: 1999), path: path),
    ]
    #expect(try GoldenText.differences(errors.map(\.description), from: "tables/errors.txt") == [])
  }

  @Test func charactersOfAddressesAreEncoded() {
    for (text, kept, encoded) in [
      ("", "-", ""), ("aZ09-._~", "-", "aZ09-._~"), ("a b/c", "-", "a%20b%2Fc"), ("a b/c", "/", "a%20b/c"),
      ("ä?#&%", "-", "%C3%A4%3F%23%26%25"), ("@[`{/:\u{7F}", "-", "%40%5B%60%7B%2F%3A%7F"),
    ] as [(String, Unicode.Scalar, String)] {
      #expect(PercentCode.encoded(text, keeping: kept) == encoded)
    }
    #expect(PercentCode.digits(0xA9) == Array("A9".utf8) && PercentCode.digits(0x9F) == Array("9F".utf8))
    for (text, decoded) in [
      ("", ""), ("a%20b%2Fc", "a b/c"), ("%c3%a4", "ä"), ("%C3%A4", "ä"), ("a+b", "a+b"), ("%7e%7E", "~~"),
      ("%", nil), ("%4", nil), ("%4g", nil), ("%g4", nil), ("%C3", nil), ("%1F", nil), ("%7F", nil),
      ("\u{7F}", nil), ("\n", nil), ("%20", " "), ("%40%39%41%46%61%66", "@9AFaf"), ("%:0", nil),
      ("%G0", nil),
    ] as [(String, String?)] {
      #expect(PercentCode.decoded(text.utf8) == decoded, "\(text)")
    }
    #expect(SQLiteFile.address(of: "/a b/t.db") == "file:///a%20b/t.db")
    #expect(SQLiteFile.address(of: "t?.db") == "file:t%3F.db")
  }

  @Test func tablesAreNamedAsTheirFiles() {
    for (path, name) in [
      ("/a/b/table.csv", "table"), ("x.CSV.gz", "x"), ("x.tsv", "x"), ("a.txt.gz", "a"), ("plain", "plain"),
      ("a.b.csv", "a.b"), ("a.csv.tsv", "a.csv"), ("/a/", "a"), ("", "data"), (".csv", "data"), ("x.gz", "x"),
      ("sqlite_x.csv", "data"), ("Waveglass_x.csv", "data"), ("sqlitex.csv", "sqlitex"),
      ("a.csv.csv", "a.csv"),
    ] { #expect(CSVImport.tableName(path) == name, "\(path)") }
    for (path, isNamed) in [
      ("a.sqlite", true), ("a.SQLite3", true), ("a.db", true), ("a.db3", true), ("a.s3db", true),
      ("a.sl3", true), ("a.dbx", false), ("a.csv", false), ("db", false),
    ] { #expect(SQLiteFile.isNamedDatabase(path) == isNamed, "\(path)") }
    #expect(SQLiteName.quoted("a\"b\0c") == "\"a\"\"bc\"" && SQLiteName.quoted("") == "\"\"")
  }

  @Test func theCacheIsWhereTheSystemWantsIt() throws {
    let folder = try TemporaryFolder()
    let base = folder.url.path
    func path(_ environment: [String: String]) throws -> String {
      try CacheFolder(environment: environment).path.replacing(base, with: "")
    }
    #expect(try path(["CACHE_DIRECTORY": "\(base)/a", "HOME": base]) == "/a")
    #expect(try path(["CACHE_DIRECTORY": "\(base)/b:\(base)/c"]) == "/b")
    #expect(try path(["XDG_CACHE_HOME": "\(base)/x", "HOME": base]) == "/x/waveglass")
    #expect(try path(["HOME": base]) == "/.cache/waveglass")
    // Relative paths are ignored.
    #expect(try path(["CACHE_DIRECTORY": "a", "XDG_CACHE_HOME": "x", "HOME": base]) == "/.cache/waveglass")
    #expect(throws: TableError.file(FileError(path: "HOME", cause: .noHome))) { try path([:]) }
    #expect(throws: TableError.file(FileError(path: "HOME", cause: .noHome))) { try path(["HOME": "h"]) }
  }

  @Test func onlyFilesOfTheCacheAreListedAndRemoved() throws {
    let folder = try TemporaryFolder()
    let cache = try CacheFolder(path: folder.url.appending(path: "cache").path)
    for (name, count) in [
      ("table-1.sqlite", 10), ("columns-2.wgs", 20), ("tiles-3.wgs", 30), ("part-4", 40), ("mine.txt", 50),
    ] { _ = try folder.write([UInt8](repeating: 1, count: count), "cache/\(name)") }
    let names = ["columns-2.wgs", "part-4", "table-1.sqlite", "tiles-3.wgs"]
    #expect(cache.entries.map(\.name) == names && cache.entries.map(\.byteCount) == [20, 40, 10, 30])
    #expect(cache.entries.allSatisfy { $0.source == "" }, "none of them is what its name says")
    #expect(cache.clear() == 100 && cache.entries.isEmpty)
    #expect(FileManager.default.fileExists(atPath: cache.path + "/mine.txt"))
    // FNV-1a of 64 bits, in sixteen digits.
    #expect(CacheFolder.name(of: "") == "cbf29ce484222325" && CacheFolder.name(of: "a") == "af63dc4c8601ec8c")
    #expect(CacheFolder.name(of: "foobar") == "85944171f73967e8")
    let temporary = cache.temporaryPath(ending: ".sqlite")
    #expect(temporary.hasPrefix(cache.path + "/part-\(getpid())-") && temporary.hasSuffix(".sqlite"))
    #expect(cache.temporaryPath(ending: "") != cache.temporaryPath(ending: ""))
  }

  @Test func operandsOfFormulasAreInSeconds() {
    let info = TableInfo(
      name: "t",
      columns: [
        TableColumn(name: "ms", kind: .time, timeUnit: .milliseconds), TableColumn(name: "n", kind: .integer),
        TableColumn(name: "w", kind: .text), TableColumn(name: "s", kind: .time, timeUnit: .seconds),
      ])
    #expect(info.operands.map { String(decoding: $0.name, as: UTF8.self) } == ["ms", "n", "w", "s"])
    #expect(info.operands.map(\.isNumber) == [true, true, false, true])
    #expect(info.operands.map(\.divisor) == [1000, 1, 1, 1])
  }

  @Test func textsOfCellsAreTheirValues() {
    #expect(TableCell.integer(-3).text == "-3" && TableCell.real(0.5).text == "0.5")
    #expect(TableCell.text("a", byteCount: 5).text == "a" && TableCell.null.text == nil)
    #expect(TableCell.blob(byteCount: 3).text == nil)
  }

  @Test func cutTextsAreCutBeforeACharacter() {
    let limit = TableCell.textLimit
    for (text, count) in [
      (String(repeating: "x", count: limit - 1) + "ä", limit - 1),
      (String(repeating: "x", count: limit - 2) + "ä", limit),
      (String(repeating: "x", count: limit - 3) + "\u{1F600}", limit - 3),
      (String(repeating: "x", count: limit - 4) + "\u{1F600}", limit),
      (String(repeating: "x", count: limit - 4) + "\u{1F600}y", limit),
    ] {
      let bytes = [UInt8](text.utf8)
      guard case .text(let kept, let byteCount) = TableCell(text: bytes[...]) else {
        Issue.record("no text")
        continue
      }
      #expect(Array(kept.utf8) == Array(bytes.prefix(count)) && byteCount == bytes.count)
    }
  }
}
