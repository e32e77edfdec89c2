import Foundation
import TestSupport
import Testing
import WaveDataFeed
import WaveDataWire
import WaveTableFormats
import WaveTables
import WaveWire

@testable import WaveDataServer

/// Rows in memory.
private struct Rows {
  let names: [String]
  let cells: [[TableCell]]

  init(_ names: [String], _ cells: [[TableCell]]) { (self.names, self.cells) = (names, cells) }
}

@Suite struct RowTextTests {
  private static func text(_ text: String) -> TableCell { .text(text, byteCount: text.utf8.count) }

  private func written(_ source: Rows, _ places: Range<Int>) -> (
    text: [UInt8], parts: [ExportPart], cutCount: Int
  ) {
    var header: [UInt8] = []
    RowText.append(source.names.map { Array($0.utf8) }, to: &header)
    var export = RowExport(request: 7, header: header, total: UInt64(places.count))
    var parts: [ExportPart] = []
    var next = places.lowerBound
    while parts.last?.isLast != true {
      if let part = export.next() {
        parts.append(part)
      } else if next < places.upperBound {
        var lines = ExportLines(bytes: [], rowCount: 1, total: 0, cutCount: 0, next: nil)
        if source.cells.indices.contains(next) { RowText.append(source.cells[next], to: &lines) }
        export.append(lines.bytes, rowCount: lines.rowCount, cutCount: lines.cutCount)
        next += 1
      } else {
        export.end()
      }
    }
    return (parts.flatMap(\.bytes), parts, export.cutCount)
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
    let (text, parts, cutCount) = written(source, 0..<2)
    #expect(text == expected && parts.count == 1 && cutCount == 0)
    #expect(parts[0].done == 2 && parts[0].total == 2 && parts[0].request == 7)
  }

  @Test func writesInPartsThatMakeTheWhole() throws {
    let long = String(repeating: "x,", count: 2000)
    let source = Rows(["a", "b"], (0..<500).map { [.integer(Int64($0)), Self.text(long)] })
    let (text, parts, _) = written(source, 3..<400)
    #expect(parts.count > 10 && parts.allSatisfy { $0.bytes.count <= WireLimits.exportBytes })
    #expect(parts.dropLast().allSatisfy { !$0.isLast } && parts.map(\.done) == parts.map(\.done).sorted())
    let lines = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(lines == ["a,b"] + (3..<400).map { "\($0),\"\(long)\"" } + [""])
  }

  @Test func saysWhatIsCut() throws {
    let source = Rows(["a"], [[.blob(byteCount: 9)], [.text("ab", byteCount: 5000)], [.null]])
    // The fourth row is no longer there.
    let (text, parts, cutCount) = written(source, 0..<4)
    // A lone empty cell stands in quotes, as Python has it: readers pass over empty lines.
    #expect(String(decoding: text, as: UTF8.self) == "a\r\n\"\"\r\nab\r\n\"\"\r\n")
    #expect(cutCount == 2 && parts.last?.done == 4)
  }

  @Test func writesAHeaderOfNoRows() throws {
    #expect(written(Rows(["a", "b"], []), 5..<5).text == Array("a,b\r\n".utf8))
  }
}
