import Foundation
import TestSupport
import Testing

@testable import WaveTableFormats

@Suite struct CSVReaderTests {
  private static func format(_ text: CSVFixtures.Text, width: Int) throws -> CSVFormat {
    var format = CSVFormat()
    format.separator = try #require(text.separator.utf8.first)
    format.quote = text.quote.utf8.first
    format.hasHeader = false
    format.columns = (0..<width).map { CSVFormat.Column(name: "\($0)", kind: .text) }
    return format
  }

  @Test func rowsAreThoseOfPython() throws {
    for text in try CSVFixtures.load().texts {
      let found = CSVRows.split(
        Array(text.text.utf8), separator: try #require(text.separator.utf8.first),
        quote: try #require(text.quote.utf8.first))
      let rows = found.map {
        CSVFixtures.Row(line: $0.line, cells: $0.cells.map { String(decoding: $0, as: UTF8.self) })
      }
      #expect(rows == text.rows, "\(text.text.debugDescription)")
    }
  }

  @Test func piecesGiveWhatTheWholeGives() throws {
    var random = SeededGenerator(seed: 7)
    for text in try CSVFixtures.load().texts {
      let width = text.rows.first?.cells.count ?? 1
      let format = try Self.format(text, width: width)
      let bytes = Array(text.text.utf8)
      let whole = CSVRows([bytes], format: format)
      let cells = whole.rows.map { $0.map { if case .text(let text) = $0 { text } else { "" } } }
      #expect(
        cells == text.rows.filter { $0.fits(width) }.map { Array($0.cells.prefix(width)) },
        "\(text.text.debugDescription)")
      #expect(whole.rejectedLines == text.rows.filter { !$0.fits(width) }.map(\.line))
      for _ in 0..<3 {
        var rest = bytes[...]
        let pieces = sequence(state: ()) { _ -> [UInt8]? in
          guard !rest.isEmpty else { return nil }
          let count = Int.random(in: 1...min(7, rest.count), using: &random)
          defer { rest = rest.dropFirst(count) }
          return Array(rest.prefix(count))
        }
        #expect(CSVRows(Array(pieces), format: format) == whole, "\(text.text.debugDescription)")
      }
    }
  }

  @Test func rowsThatCrossBlocksStayWhole() throws {
    let count = 90_000
    var format = CSVFormat()
    format.hasHeader = false
    format.columns = (0..<3).map { CSVFormat.Column(name: "\($0)", kind: .text) }
    var bytes: [UInt8] = []
    for row in 0..<count { bytes += Array("\(row),\"line one,\nline two\",\(row &* 7 % 1013)\n".utf8) }
    // More than two blocks of 1 MiB; pieces end within rows, cells and quotes.
    #expect(bytes.count > 2 << 20)
    let pieces = stride(from: 0, to: bytes.count, by: 99_991).map {
      Array(bytes[$0..<min(bytes.count, $0 + 99_991)])
    }
    let reader = CSVReader(
      format: format, isOpen: [false, false, false], unclosedLines: [],
      rowBytesLimit: CSVOptions.usualRowBytesLimit)
    var rows: [[CSVRows.Cell]] = []
    var parsedAt: [Int] = []
    func parse() {
      while true {
        let batch = UnsafeCSVBatch(columnCount: 3)
        let isFull = reader.parse(into: batch)
        #expect(batch.rejects.isEmpty)
        for row in 0..<batch.rowCount { rows.append(batch.cells(row: row)) }
        guard isFull else { return }
      }
    }
    for (index, piece) in pieces.enumerated() where reader.append(piece) {
      parsedAt.append(index)
      parse()
    }
    reader.finish()
    parse()
    #expect(parsedAt == [10, 21])
    #expect(rows.count == count)
    for (row, cells) in rows.enumerated() {
      let texts = ["\(row)", "line one,\nline two", "\(row &* 7 % 1013)"]
      guard cells == texts.map({ .text($0) }) else {
        Issue.record("row \(row) is \(cells)")
        break
      }
    }
  }

  @Test func aCharacterThatIsCutOffAtTheEndIsNotLost() {
    var format = CSVFormat()
    format.hasHeader = false
    format.encoding = .utf16Little
    format.columns = [CSVFormat.Column(name: "a", kind: .text)]
    let reader = CSVReader(
      format: format, isOpen: [false], unclosedLines: [], rowBytesLimit: CSVOptions.usualRowBytesLimit)
    _ = reader.append([0x31, 0, 0x0A, 0, 0x32, 0, 0x33])
    reader.finish()
    let batch = UnsafeCSVBatch(columnCount: 1)
    _ = reader.parse(into: batch)
    #expect(batch.rowCount == 2 && batch.cells(row: 1) == [.text("2\u{FFFD}")])
  }

  @Test func decodesPiecesOfEveryEncoding() throws {
    let text = "ä,€,\u{1F600},z\n"
    let encodings: [(CSVFormat.Encoding, [UInt8])] = [
      (.utf8, Array(text.utf8)), (.utf8, [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
      (.utf16Little, [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
      (.utf16Little, text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
      (.utf16Big, [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
    ]
    for (encoding, bytes) in encodings {
      for step in 1...5 {
        var decoder = CSVDecoder(encoding)
        var made: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
          decoder.append(Array(bytes[start..<min(bytes.count, start + step)]), to: &made)
        }
        decoder.finish(&made)
        #expect(String(decoding: made, as: UTF8.self) == text)
      }
    }
    var decoder = CSVDecoder(.latin1)
    var made: [UInt8] = []
    decoder.append([0xE4, 0x2C, 0x80, 0x2C, 0x41], to: &made)
    decoder.finish(&made)
    #expect(String(decoding: made, as: UTF8.self) == "ä,€,A")
    var broken = CSVDecoder(.utf16Little)
    made = []
    broken.append([0x3D, 0xD8, 0x41, 0x00, 0x00, 0xDC, 0x42], to: &made)
    broken.finish(&made)
    #expect(String(decoding: made, as: UTF8.self) == "\u{FFFD}A\u{FFFD}\u{FFFD}")
  }

  @Test func detectsEncodings() {
    #expect(CSVDecoder.detect(Array("abc".utf8), isCut: false) == .utf8)
    #expect(CSVDecoder.detect(Array("aä".utf8).dropLast(), isCut: true) == .utf8)
    #expect(CSVDecoder.detect(Array("aä".utf8).dropLast(), isCut: false) == .latin1)
    #expect(CSVDecoder.detect([0x61, 0xE4, 0x62], isCut: true) == .latin1)
    #expect(CSVDecoder.detect([0xFF, 0xFE, 0x61, 0], isCut: false) == .utf16Little)
    #expect(CSVDecoder.detect(Array("a,b\n1,2\n".utf8).flatMap { [$0, 0] }, isCut: false) == .utf16Little)
    #expect(CSVDecoder.detect(Array("a,b\n1,2\n".utf8).flatMap { [0, $0] }, isCut: false) == .utf16Big)
  }

  @Test func piecesOfLaidOutTextsGiveWhatTheWholeGives() throws {
    for name in [
      "blanks-aligned", "blanks-r-table", "blanks-two", "ruled-psql", "ruled-mysql", "ruled-sap",
      "ruled-markdown", "stray-quote",
    ] {
      let url = Repository.fixture("tables/corpus/\(name).csv")
      let bytes = Array(try Data(contentsOf: url))
      let format = try #require(CSVRows.detected(bytes, isCut: false))
      let whole = CSVRows([bytes], format: format)
      #expect(!whole.rows.isEmpty)
      for count in 1...7 {
        let pieces = stride(from: 0, to: bytes.count, by: count).map {
          Array(bytes[$0..<min(bytes.count, $0 + count)])
        }
        #expect(CSVRows(pieces, format: format) == whole, "\(name) \(count)")
      }
    }
  }

  /// Every text of the corpus in its own encoding gives the same rows in pieces, as a whole, and row by row.
  @Test func piecesOfTheCorpusGiveWhatTheWholeGives() throws {
    var readCount = 0
    for text in try CSVCorpus.texts() {
      let bytes = try CSVCorpus.bytes(text)
      let format = try CSVDetection.format(of: bytes, isCut: false, columnLimit: 1999)
      let whole = Self.rows([bytes], format)
      readCount += whole.rows.count
      for count in [1, 2, 3, 7, 64] {
        let pieces = stride(from: 0, to: bytes.count, by: count).map {
          Array(bytes[$0..<min(bytes.count, $0 + count)])
        }
        let parts = Self.rows(pieces, format)
        #expect(parts.rows == whole.rows, "\(text) \(count)")
        #expect(parts.tally.notes(format) == whole.tally.notes(format), "\(text) \(count)")
        #expect(parts.tally.rowCount == whole.tally.rowCount)
        #expect(parts.tally.rejectCount == whole.tally.rejectCount)
      }
    }
    #expect(readCount > 300)
  }

  @Test func fullBatchesAreFollowedByOthers() {
    let text = "a,b\n" + String(repeating: "1,x\n", count: 40_000) + ",\n,\n"
    var format = CSVFormat()
    format.columns = [.init(name: "a", kind: .integer), .init(name: "b", kind: .text)]
    let (rows, tally) = Self.rows([Array(text.utf8)], format)
    #expect(rows.count == 40_002 && tally.rowCount == 40_002 && tally.rejectCount == 0)
    #expect(rows[39_999] == [.integer(1), .text("x")] && rows[40_001] == [.null, .null])
    #expect(tally.notes(format) == ["The last 2 rows have no value in any column."])
  }

  /// The style of a column's numbers is known only when the whole text was read.
  @Test func cellsThatDoNotFitChangeTheStyleOfTheirColumn() throws {
    let head = "n,x\n" + (1...20).map { "\($0),a\n" }.joined()
    let format = try CSVDetection.format(of: Array(head.utf8), isCut: false, columnLimit: 1999)
    #expect(format.columns.map(\.kind) == [.integer, .text])
    let text = Array((head + (1...40).map { "\($0)'000'000,b\n" }.joined()).utf8)
    let (_, tally) = Self.rows([text], format)
    let wider = tally.widened(format, CSVOptions())
    #expect(wider.columns.map(\.kind) == [.integer, .text])
    let (rows, again) = Self.rows([text], wider)
    #expect(again.widened(wider, CSVOptions()) == wider)
    #expect(rows.map { $0[0] } == (1...20).map { .integer($0) } + (1...40).map { .integer($0 * 1_000_000) })
  }

  /// What the reader makes of pieces.
  static func rows(
    _ pieces: some Sequence<[UInt8]>, _ format: CSVFormat
  ) -> (rows: [[CSVRows.Cell]], tally: CSVTally) {
    let reader = CSVReader(
      format: format, isOpen: format.columns.map { _ in true }, unclosedLines: [], rowBytesLimit: 1 << 20)
    var rows: [[CSVRows.Cell]] = []
    func parse() {
      var isFull = true
      while isFull {
        let batch = UnsafeCSVBatch(columnCount: format.columns.count)
        isFull = reader.parse(into: batch)
        rows += (0..<batch.rowCount).map { batch.cells(row: $0) }
      }
    }
    for piece in pieces where reader.append(piece) { parse() }
    reader.finish()
    parse()
    return (rows, reader.tally)
  }
}
