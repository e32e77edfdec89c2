import Foundation
import Logging
import Synchronization
import Testing
import WaveDataWire
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
    let handler = LoadedTableHandler(host: host, waker: .none)
    let top = try #require(host.state.withLock { $0.texts[2] }).summary(source: 0, column: 2).top
    let names = top.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(Set(names) == ["Small", "Medium", "Large"])

    func summary(_ from: Int, _ until: Int, _ order: TableOrder) throws -> RangeSummary {
      let view = ShowTable(
        view: 1, source: 0, order: order, orderColumn: order == .rows ? 0 : 1, pixels: 300, from: 0,
        until: 1000)
      handler.answer(
        ReadRange(request: 1, source: 0, column: 1, from: Int64(from), until: Int64(until)), view)
      return try #require(
        handler.nextAnswers().compactMap { if case .range(let range) = $0 { range } else { nil } }.last)
    }
    func check(_ found: RangeSummary, _ expected: [(size: String, value: Int)]) throws {
      #expect(found.rowCount == UInt64(expected.count))
      let values = expected.map { Double($0.value) }
      let column = try #require(found.columns.first { $0.column == 1 })
      #expect(column.minimum == values.min() && column.maximum == values.max())
      #expect(abs(column.mean - values.reduce(0, +) / Double(values.count)) < 1e-9 * column.mean)
      let texts = try #require(found.texts.first)
      #expect(texts.column == 2 && found.texts.count == 1)
      #expect(texts.missingCount == UInt64(expected.count { $0.size.isEmpty }))
      #expect(texts.counts == names.map { name in UInt64(expected.count { $0.size == name }) })
    }

    #expect(try summary(0, 1000, .rows).texts.isEmpty)
    handler.show(ShowTexts(source: 0, buckets: 100, columns: [2]))
    try check(summary(0, 1000, .rows), rows)
    try check(summary(100, 350, .rows), Array(rows[100..<350]))
    let view = ShowTable(view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 300, from: 0, until: 1000)
    handler.perform(
      SetFilter(
        source: 0, filter: 1, kind: .texts(column: 2, .value(Array("Medium".utf8)), isKept: true)), view)
    let kept = rows.filter { $0.size == "Medium" }
    try check(summary(0, 1000, .rows), kept)
    try check(summary(10, 90, .rows), Array(kept[10..<90]))
    try check(summary(10, 90, .ranks), Array(kept.sorted { $0.value < $1.value }[10..<90]))
  }
}
