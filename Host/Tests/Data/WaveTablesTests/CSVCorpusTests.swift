import Foundation
import GRDB
import TestSupport
import Testing
import WaveTableFormats

@testable import WaveTables

/// Imports of the texts of the corpus contain what its script says.
@Suite struct CSVCorpusTests {
  private static func kind(_ kind: CSVFormat.Kind) -> String {
    switch kind {
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .epoch, .date: "time"
    }
  }

  /// A value as the database has it; times in microseconds.
  private static func value(_ value: DatabaseValue, _ kind: CSVFormat.Kind) -> CSVCorpus.Value {
    switch value.storage {
    case .int64(let whole):
      return .number(Double(whole))
    case .double(let number) where number.isInfinite: return .text(number > 0 ? "inf" : "-inf")
    case .double(let number): return .number(number)
    case .string(let text): return .text(text)
    case .null, .blob: return .missing
    }
  }

  @Test func hasEnoughFiles() throws { #expect(try CSVCorpus.texts().count >= 60) }

  @Test(arguments: try CSVCorpus.texts()) func isReadAsItIsMeant(_ name: String) throws {
    let truth = try CSVCorpus.truth(name)
    let made = try TemporaryFolder()
    let output = made.url.appending(path: "out.sqlite").path
    let path = CSVCorpus.folder.appending(path: name + ".csv").path
    let report = try CSVImport.run(path: path, to: output, isReplacing: true, progress: { _ in true })
    let columns = report.format.columns
    #expect(columns.map { Self.kind($0.kind) } == truth.kinds)
    try #require(columns.count == truth.names.count)
    for (column, expected) in zip(columns, truth.names) where expected != nil {
      #expect(column.name == expected)
    }
    let rows = try DatabaseQueue(path: output).read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM \(SQLiteName.quoted(CSVImport.tableName(path)))")
    }
    let values = rows.map { row in columns.indices.map { Self.value(row[$0], columns[$0].kind) } }
    #expect(values == truth.rows)
    #expect(report.rejectCount == truth.rejects)
    for words in truth.notes {
      #expect(
        report.notes.contains { note in words.allSatisfy { note.contains($0) } },
        "no note of \(words): \(report.notes)")
    }
    // What is opened has the kinds that were made.
    let cache = try CacheFolder(path: made.url.appending(path: "cache").path)
    let table = try SQLiteTable(path: output, folder: cache)
    #expect(table.info.columns.map(\.kind.rawValue) == columns.map { Self.kind($0.kind) })
  }
}
