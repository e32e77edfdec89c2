import Foundation
import GRDB
import TestSupport
import Testing
import WaveSystem
import WaveTableFormats

@testable import WaveTables

/// Which files an import replaces, what it says of rejected rows, and what a made-up table holds.
@Suite struct ImportedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  @Test func aTextIsNeverReplacedByItsDatabase() throws {
    let text = Array("a,b\n1,2\n".utf8)
    let input = try folder.write(text, "in.csv")
    func run(to output: String, isReplacing: Bool) throws -> CSVImport.Report {
      try CSVImport.run(path: input, to: output, isReplacing: isReplacing, key: "k") { _ in true }
    }
    for isReplacing in [true, false] {
      #expect(throws: TableError.file(FileError(path: input, cause: .exists))) {
        try run(to: input, isReplacing: isReplacing)
      }
      #expect([UInt8](try Data(contentsOf: URL(filePath: input))) == text)
    }
    #expect(try run(to: path("out.db"), isReplacing: false).rowCount == 1)
    #expect(throws: TableError.file(FileError(path: path("out.db"), cause: .exists))) {
      try run(to: path("out.db"), isReplacing: false)
    }
    #expect(try run(to: path("out.db"), isReplacing: true).notes == [])
    let record = CSVRecord(key: "k", source: input, notes: [])
    #expect(SQLiteTable.record(path: path("out.db")) == record && SQLiteTable.record(path: input) == nil)
    #expect(!FileManager.default.fileExists(atPath: path("out.db.part")))
  }

  @Test func rejectedRowsAreCountedInWords() throws {
    func report(_ count: Int) throws -> CSVImport.Report {
      var text = "a,b\n1,2\n3,4\n"
      for _ in 0..<count { text += "1,2,3\n" }
      for _ in 0..<(count * 2) { text += "5,6\n" }
      let input = try folder.write(Array(text.utf8), "rejects.csv")
      return try CSVImport.run(path: input, to: path("r.db"), isReplacing: true) { _ in true }
    }
    #expect(try report(0).notes == [])
    #expect(try report(1).notes == ["1 row was moved to the table waveglass_rejects, with its line."])
    #expect(try report(2).notes == ["2 rows were moved to the table waveglass_rejects, with their lines."])
    let limit = CSVImport.rejectLimit
    #expect(
      try report(limit).notes == [
        "10000 rows were moved to the table waveglass_rejects, with their lines."
      ])
    let many = try report(limit + 1)
    #expect(many.rejectCount == limit + 1 && many.rowCount == 2 + 2 * (limit + 1))
    #expect(
      many.notes == [
        "10001 rows were moved to the table waveglass_rejects, with their lines (only the first 10000)."
      ])
    let rows = try SQLiteConnection(path: path("r.db")).read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM waveglass_rejects") ?? 0
    }
    #expect(rows == limit)
  }

  @Test func anImportIsReusedForTheSameTextAndOptions() throws {
    let cache = try CacheFolder(path: path("cache"))
    let input = try folder.write(Array("a,b\n1,2\n".utf8), "in.csv")
    var count = 0
    func database(_ options: CSVOptions = CSVOptions()) throws -> (path: String, state: String) {
      try TableFile.database(ofText: input, options: options, folder: cache) { _ in
        count += 1
        return true
      }
    }
    let first = try database()
    let asked = count
    #expect(asked > 0 && first.state.hasPrefix("2 ") && first.state.hasSuffix(" \(CSVOptions().text)"))
    #expect(try database() == first && count == asked)
    var options = CSVOptions()
    options.hasHeader = false
    let other = try database(options)
    #expect(other.path != first.path && other.state != first.state && count > asked)
    #expect(cache.entries.map(\.source) == [input, input])
    let none = path("none.csv")
    #expect(throws: TableError.file(FileError(path: none, cause: .notFound))) {
      try TableFile.database(ofText: none, options: options, folder: cache) { _ in true }
    }
  }

  /// Numbers are rounded, since they are sums of many.
  @Test func madeUpRowsAreThoseOfBefore() throws {
    let table = DemoTable(seed: 4, rowCount: 70_000)
    var lines: [String] = []
    for row in stride(from: 0, to: 70_000, by: 2503) + [34_999, 35_000, 69_999] {
      let cells = try #require(table.row(key: Int64(row)))
      let texts = cells.map { cell in
        switch cell {
        case .real(let value): String(format: "%.5f", value)
        default: cell.text ?? "-"
        }
      }
      lines.append("\(row): \(texts.joined(separator: " "))")
    }
    // What is rare is counted.
    try table.scan(Array(0..<10), progress: { _ in true }) { chunk in
      for column in 2..<10 {
        let values = chunk.values[column]
        let isWhole = chunk.integers[column] != nil
        let (missing, high) = (values.count { $0.isNaN }, values.count { $0 > 9 })
        lines.append("\(chunk.firstRow) \(column): \(missing) missing, \(high) above 9, \(isWhole)")
      }
    }
    #expect(try GoldenText.differences(lines, from: "tables/demo.txt") == [])
  }

  @Test func aMadeUpTableHasAtLeastARow() throws {
    #expect(DemoTable(rowCount: -5).info.rowCount == 1 && DemoTable(rowCount: 1).info.rowCountEstimate == 1)
    let table = DemoTable(rowCount: 10)
    #expect(table.rows(from: -3, count: 2).map(\.key) == [0, 1] && table.rows(from: 10, count: 1) == [])
    #expect(table.rows(from: 3, count: -1) == [] && table.rows(from: 0, count: 5000).count == 10)
    #expect(DemoTable(rowCount: 3000).rows(from: 1, count: 5000).count == TableRow.countLimit)
    #expect(table.row(key: 9)?.count == 10 && table.row(key: 10) == nil && table.row(key: .min) == nil)
    for columns in [[10], [0, -1]] {
      let wrong = TableError.noSuchColumn(index: columns.last ?? 0)
      #expect(throws: wrong) { try table.scan(columns, progress: { _ in true }, each: { _ in }) }
      #expect(throws: wrong) { try table.scanTexts(columns, progress: { _ in true }, each: { _ in }) }
    }
    var progress: [TableProgress] = []
    try DemoTable(rowCount: 2500).scan(
      [2],
      progress: {
        progress.append($0)
        return true
      }, each: { _ in })
    let expected = [0, 1024, 2048].map {
      TableProgress(phase: .reading, rowCount: $0, fraction: Double($0) / 2500)
    }
    #expect(progress == expected)
    // A full chunk at the end is not followed by an empty one.
    let full = try DemoTable(rowCount: TableChunk.rowLimit).chunks([1, 2])
    #expect(full.map(\.rowCount) == [TableChunk.rowLimit] && full[0].integers[1] == nil)
    // The gap is in the middle.
    let times = try DemoTable(rowCount: 11).chunks([0])[0].integers[0] ?? []
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(times.first == 1_767_225_600_000 && steps.firstIndex(of: 28_860_000) == 4)
    #expect(steps.count { $0 == 60_000 } == 9)
  }
}
