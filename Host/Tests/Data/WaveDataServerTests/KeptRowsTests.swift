import Foundation
import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer

@testable import WaveDataServer
@testable import WaveTables

/// What is said of a range is said of the rows that filters keep, numbers and texts alike.
@Suite struct KeptRowsTests {
  @Test func aFilterReachesNumbersAndTexts() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sizes = ["Small", "Medium", "Large", ""]
    let rows = (0..<1000).map { (size: sizes[$0 * 7 % 13 % 4], value: $0 * 37 % 1000) }
    let text = folder.appending(path: "birds.csv")
    let lines = rows.enumerated().map { "\($0),\($1.value),\($1.size)\n" }
    try Data(("number,value,size\n" + lines.joined()).utf8).write(to: text)
    let database = folder.appending(path: "birds.sqlite").path
    _ = try CSVImport.run(path: text.path, to: database, isReplacing: false) { _ in true }
    let cache = try CacheFolder(path: folder.appending(path: "cache").path)
    let host = LoadedTableHost(
      number: 0,
      opening: RowsOpening(name: "birds", path: database) { _ throws(TableError) in
        try SQLiteTable(path: database, folder: cache)
      }, logger: Logger(label: "test"))
    host.read()
    let source = MappedRows(host: host)
    let top = try #require(host.state.withLock { $0.texts[2] }).texts.top.map(\.text)
    let names = top.map { String(decoding: $0, as: UTF8.self) }
    #expect(Set(names) == ["Small", "Medium", "Large"])

    func summary(
      _ from: Int, _ until: Int, _ order: ColumnOrder, _ filters: [ColumnFilter] = []
    ) throws -> (ColumnStatistics, TextCounts) {
      let window = ColumnWindow(order: order, from: Int64(from), until: Int64(until), pixels: 1)
      let answer = source.answer(
        .range(
          [1], window, histogramOf: 1, bins: 48, texts: [TextRequest(column: 2, top: top)], filters))
      guard case .range(let found, let texts) = answer else { throw ColumnFailure.cancelled }
      return (found, try #require(texts.first))
    }
    func check(
      _ found: (statistics: ColumnStatistics, texts: TextCounts), _ expected: [(size: String, value: Int)]
    ) throws {
      #expect(found.statistics.rowCount == UInt64(expected.count))
      let values = expected.map { Double($0.value) }
      let column = found.statistics.columns[0]
      #expect(column.minimum == values.min() && column.maximum == values.max())
      let mean = try #require(column.mean)
      #expect(abs(mean - values.reduce(0, +) / Double(values.count)) < 1e-9 * mean)
      #expect(found.statistics.histogram?.counts.reduce(0, +) == UInt64(expected.count))
      #expect(found.texts.missingCount == UInt64(expected.count { $0.size.isEmpty }))
      #expect(found.texts.counts == names.map { name in UInt64(expected.count { $0.size == name }) })
    }

    try check(summary(0, 1000, .rows), rows)
    try check(summary(100, 350, .rows), Array(rows[100..<350]))
    let filter = ColumnFilter.text(column: 2, text: Array("Medium".utf8), isKept: true)
    let kept = rows.filter { $0.size == "Medium" }
    try check(summary(0, 1000, .rows, [filter]), kept)
    try check(summary(10, 90, .rows, [filter]), Array(kept[10..<90]))
    try check(summary(10, 90, .ranks(1), [filter]), Array(kept.sorted { $0.value < $1.value }[10..<90]))
  }
}
