import Foundation
import TestSupport
import Testing

@testable import WaveTables

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
      let cells = whole.rows.map { $0.map { if case .text(let text, _) = $0 { text } else { "" } } }
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

  @Test func tellsEncodings() {
    #expect(CSVDecoder.detect(Array("abc".utf8), isCut: false) == .utf8)
    #expect(CSVDecoder.detect(Array("aä".utf8).dropLast(), isCut: true) == .utf8)
    #expect(CSVDecoder.detect(Array("aä".utf8).dropLast(), isCut: false) == .latin1)
    #expect(CSVDecoder.detect([0x61, 0xE4, 0x62], isCut: true) == .latin1)
    #expect(CSVDecoder.detect([0xFF, 0xFE, 0x61, 0], isCut: false) == .utf16Little)
    #expect(CSVDecoder.detect(Array("a,b\n1,2\n".utf8).flatMap { [$0, 0] }, isCut: false) == .utf16Little)
    #expect(CSVDecoder.detect(Array("a,b\n1,2\n".utf8).flatMap { [0, $0] }, isCut: false) == .utf16Big)
  }

  @Test func readsNoDateThatIsNone() {
    let reader = DateReader(order: .dayMonthYear)
    let none = [
      "", "1", "2024", "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "2024-01-01T",
      "2024-01-01 ",
      "2024-01-01T25:00", "2024-01-01T12", "2024-01-01T12:60", "2024-01-01T12:00:61", "2024-01-01T12:00:00.",
      "2024-01-01T12:00:00+2", "2024-01-01T12:00:00+24:00", "2024-01-01T12:00:00 x", "2024-01-01x",
      "31.4.2024", "1.2.3", "1/2-2024",
      "1.2.20244", "2024-01-01T13:00 pm", "2024-01-01T00:00 am", "192.168.0.1", "20240101",
    ]
    for text in none where text != "2024-01-01 " {
      #expect(reader.instant(Array(text.utf8).span) == nil, "\(text)")
    }
    #expect(
      reader.instant(Array("2024-02-29T24:00:00.5+01:00".utf8).span)?.count(of: .milliseconds)
        == 1_709_247_600_500)
    #expect(reader.instant(Array("1.2.03 12:00 am".utf8).span)?.count(of: .seconds) == 1_044_057_600)
    #expect(
      reader.instant(Array("1969-12-31T23:59:59.123456789Z".utf8).span)?.count(of: .nanoseconds)
        == -876_543_211)
    #expect(reader.instant(Array("9999-01-01".utf8).span)?.count(of: .nanoseconds) == nil)
  }
}
