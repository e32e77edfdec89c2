import Foundation
import Testing
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

@Suite struct ImportBlockTests {
  /// The rows of a text that is made for it.
  private func withRows(_ text: String, _ body: (WholeRows) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "block-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "rows.csv").path
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let database = try TableFile.database(
      ofText: path, options: CSVOptions(), folder: CacheFolder(path: folder.path), progress: { _ in true })
    try body(WholeRows(path: database.path))
  }

  private func encodings(_ rows: WholeRows) throws -> [ImportEncoding] {
    try ImportSurvey(rows) { true }.columns.map { column in
      try ImportEncoding.fit(column, ClickHouseType(ImportEncoding.type(for: column, hasParts: true))).get()
    }
  }

  @Test func rowsAreTheTexts() throws {
    try withRows("a,b,c\n1,2.5,x\n,-0.125,\"y, z\"\n3,1e300,\n") { rows throws in
      #expect(rows.columns.map(\.kind) == [.integer, .real, .text])
      let survey = try ImportSurvey(rows) { true }
      #expect(survey.rowCount == 3)
      #expect(survey.columns.map(\.emptyCount)[..<2] == [1, 0])
      let block = try #require(
        try ImportBlock.read(rows, after: 0, encodings(rows), rowNumber: nil, count: 2))
      #expect(block.first == 1 && block.rowCount == 2)
      var reader = RowBinaryReader(block.bytes)
      let types = survey.columns.map { ClickHouseType(ImportEncoding.type(for: $0, hasParts: true)) }
      var cells: [TableCell] = []
      while !reader.isAtEnd { for type in types { cells.append(try reader.cell(of: type)) } }
      #expect(
        cells == [
          .integer(1), .real(2.5), .text("x", byteCount: 1), .null, .real(-0.125),
          .text("y, z", byteCount: 4),
        ])
    }
  }

  @Test func blocksHoldAllRowsOnceWhereverOneBegins() throws {
    let count = ImportBlock.rowLimit + 1000
    let text = "n\n" + (1...count).map { "\($0)\n" }.joined()
    try withRows(text) { rows throws in
      let encodings = try encodings(rows)
      for start in [0, 1, 999, count - 1] {
        var done = start
        var values: [Int64] = []
        while let block = try ImportBlock.read(rows, after: done, encodings, rowNumber: nil) {
          #expect(block.first == done + 1 && block.rowCount <= ImportBlock.rowLimit)
          done += block.rowCount
          var reader = RowBinaryReader(block.bytes)
          while !reader.isAtEnd { values.append(try reader.integer()) }
        }
        #expect(done == count)
        #expect(values == (Int64(start + 1)...Int64(count)).map { $0 })
      }
    }
  }

  @Test func longTextsEndABlock() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let text = "t,u\n" + (0..<20).map { "\(long),\($0)\n" }.joined()
    try withRows(text) { rows throws in
      let encodings = try encodings(rows)
      let block = try #require(try ImportBlock.read(rows, after: 0, encodings, rowNumber: nil))
      #expect(block.rowCount == 8)
      #expect(block.bytes.count >= ImportBlock.byteLimit)
    }
  }

  @Test func whatIsThereAlreadyIsLeftOut() throws {
    try withRows("n,m\n5,1\n6,1\n7,1\n8,1\n") { rows throws in
      let number = ImportEncoding(form: .integer(bytes: 8, factor: 1, divisor: 1), isNullable: false)
      let block = try #require(
        try ImportBlock.read(
          rows, after: 1, encodings(rows), rowNumber: number, without: [3], count: 2))
      var reader = RowBinaryReader(block.bytes)
      var values: [Int64] = []
      while !reader.isAtEnd { values.append(try reader.integer()) }
      #expect(block.rowCount == 1)
      #expect(values == [6, 1, 2])
    }
  }
}
