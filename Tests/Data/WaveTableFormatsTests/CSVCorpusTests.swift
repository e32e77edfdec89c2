import TestSupport
import Testing

@testable import WaveTableFormats

/// The detection and the reader give what the script of the corpus says, without a database.
@Suite struct CSVCorpusTests {
  private static func kind(_ kind: CSVFormat.Kind) -> String {
    switch kind {
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .epoch, .date: "time"
    }
  }

  private static func value(_ cell: CSVRows.Cell) -> CSVCorpus.Value {
    switch cell {
    case .null: .missing
    case .integer(let whole): .number(Double(whole))
    case .real(let number) where number.isNaN: .missing
    case .real(let number) where number.isInfinite: .text(number > 0 ? "inf" : "-inf")
    case .real(let number): .number(number)
    case .text(let text): .text(text)
    }
  }

  @Test(arguments: try CSVCorpus.texts()) func isReadAsItIsMeant(_ name: String) throws {
    let truth = try CSVCorpus.truth(name)
    let bytes = try CSVCorpus.bytes(name)
    var format = try CSVDetection.format(of: bytes, isCut: false, columnLimit: 1999)
    var (rows, tally) = CSVReaderTests.rows([bytes], format)
    for _ in 0..<8 {
      let wider = tally.widened(format, CSVOptions())
      guard wider != format else { break }
      format = wider
      (rows, tally) = CSVReaderTests.rows([bytes], format)
    }
    #expect(format.columns.map { Self.kind($0.kind) } == truth.kinds)
    try #require(format.columns.count == truth.names.count)
    for (column, expected) in zip(format.columns, truth.names) where expected != nil {
      #expect(column.name == expected)
    }
    #expect(rows.map { $0.map(Self.value) } == truth.rows)
    #expect(tally.rejectCount == truth.rejects)
    let notes = format.notes + tally.notes(format)
    // The importer notes how many rows it moved to another table.
    let moved = "\(truth.rejects) row"
    for words in truth.notes where truth.rejects == 0 || words.allSatisfy({ !$0.hasPrefix(moved) }) {
      #expect(
        notes.contains { note in words.allSatisfy { note.contains($0) } }, "no note of \(words): \(notes)")
    }
  }
}
