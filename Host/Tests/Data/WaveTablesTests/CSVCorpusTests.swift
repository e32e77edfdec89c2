import Foundation
import GRDB
import TestSupport
import Testing
import WaveTableFormats

@testable import WaveTables

/// Texts with columns as programs write them, and what they hold: Tests/Fixtures/tables/corpus, by the script
/// there.
@Suite struct CSVCorpusTests {
  /// A value of the JSON beside a text.
  enum Value: Decodable, Equatable {
    case missing
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .missing
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  struct Truth: Decodable {
    var names: [String?]
    var kinds: [String]
    var rows: [[Value]]
    var rejects: Int
    /// Words that one note must have, for each note.
    var notes: [[String]]
  }

  static let folder = Repository.fixture("tables/corpus")

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv") }.map {
      String($0.dropLast(4))
    }.sorted()
  }

  private static func kind(_ kind: CSVFormat.Kind) -> String {
    switch kind {
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .epoch, .date: "time"
    }
  }

  /// A value as the database has it; times in microseconds.
  private static func value(_ value: DatabaseValue, _ kind: CSVFormat.Kind) -> Value {
    switch value.storage {
    case .int64(let whole):
      return .number(Double(whole))
    case .double(let number) where number.isInfinite: return .text(number > 0 ? "inf" : "-inf")
    case .double(let number): return .number(number)
    case .string(let text): return .text(text)
    case .null, .blob: return .missing
    }
  }

  @Test func hasEnoughFiles() throws { #expect(try Self.names().count >= 60) }

  @Test(arguments: try names()) func isReadAsItIsMeant(_ name: String) throws {
    let truth = try JSONDecoder().decode(
      Truth.self, from: Data(contentsOf: Self.folder.appending(path: name + ".json")))
    let made = try TemporaryFolder()
    let output = made.url.appending(path: "out.sqlite").path
    let path = Self.folder.appending(path: name + ".csv").path
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
