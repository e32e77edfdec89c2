import Foundation
import TestSupport
import Testing
import WaveDataWire
import WaveTableFormats
import WaveTables
import WaveWire

@testable import WaveDataServer

/// Rows in memory.
private final class Rows: TableSource {
  let info: TableInfo
  private let cells: [[TableCell]]

  init(_ names: [String], _ cells: [[TableCell]]) {
    info = TableInfo(name: "rows", columns: names.map { TableColumn(name: $0, kind: .text) })
    self.cells = cells
  }

  func scan(_ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void) {}

  func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) -> [TextDictionary] { [] }
  func row(key: Int64) -> [TableCell]? { cells.indices.contains(Int(key)) ? cells[Int(key)] : nil }
  func rows(from key: Int64, count: Int) -> [TableRow] { [] }
  func interrupt() {}
}

@Suite struct RowWriterTests {
  private static func text(_ text: String) -> TableCell { .text(text, byteCount: text.utf8.count) }

  private func written(_ source: Rows, _ places: Range<Int>) throws -> (
    text: [UInt8], parts: [ExportPart], notes: [DataMessage]
  ) {
    let axis = TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 10)
    var writer = RowWriter(
      request: 7, source: source, table: OrderedTable(rowCount: places.upperBound, axis: axis), places: places
    )
    var parts: [ExportPart] = []
    while parts.last?.isLast != true { parts.append(try writer.next { Int64($0) }) }
    return (parts.flatMap(\.bytes), parts, writer.notes)
  }

  @Test func writesWhatPythonWrites() throws {
    // The cells of Tests/Fixtures/tables/make_tables.py.
    let source = Rows(
      ["a", "b,c", "d\"e", "f", "g", "h", "i", "j", "k", "l", "m", "n"],
      [
        ["plain", "a,b", "say \"no\"", "two\nlines", "\r", "", " blank ", "=1+1", "é 漢", "'", ";", "\t"].map(
          Self.text),
        [
          .integer(1), .integer(-9_007_199_254_740_993), .real(0.1), .real(1e300), .real(-2.5e-07),
          .real(1e16), .null,
        ] + ["", "\"", "\"\"", ",", "end"].map(Self.text),
      ])
    let path = Repository.fixture("tables/rows.csv")
    let expected = [UInt8](try Data(contentsOf: path))
    let (text, parts, notes) = try written(source, 0..<2)
    #expect(text == expected && parts.count == 1 && notes.isEmpty)
    #expect(parts[0].done == 2 && parts[0].total == 2 && parts[0].request == 7)
  }

  @Test func writesInPartsThatMakeTheWhole() throws {
    let long = String(repeating: "x,", count: 2000)
    let source = Rows(["a", "b"], (0..<500).map { [.integer(Int64($0)), Self.text(long)] })
    let (text, parts, _) = try written(source, 3..<400)
    #expect(parts.count > 10 && parts.allSatisfy { $0.bytes.count <= WireLimits.exportBytes })
    #expect(parts.dropLast().allSatisfy { !$0.isLast } && parts.map(\.done) == parts.map(\.done).sorted())
    let lines = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(lines == ["a,b"] + (3..<400).map { "\($0),\"\(long)\"" } + [""])
  }

  @Test func saysWhatIsCut() throws {
    let source = Rows(["a"], [[.blob(byteCount: 9)], [.text("ab", byteCount: 5000)], [.null]])
    // The fourth row is no longer there.
    let (text, parts, notes) = try written(source, 0..<4)
    // A lone empty cell stands in quotes, as Python has it: readers pass over empty lines.
    #expect(String(decoding: text, as: UTF8.self) == "a\r\n\"\"\r\nab\r\n\"\"\r\n")
    guard case .notice(let notice)? = notes.first else { Issue.record("no notice"); return }
    #expect(String(decoding: notice.text, as: UTF8.self).hasPrefix("2 cells") && parts.last?.done == 4)
  }

  @Test func writesAHeaderOfNoRows() throws {
    #expect(try written(Rows(["a", "b"], []), 5..<5).text == Array("a,b\r\n".utf8))
  }
}
