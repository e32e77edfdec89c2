import Foundation
import TestSupport
import Testing
import WaveText

@Suite struct JSONTests {
  private struct Row: Decodable {
    var text: String
    var value: String?
  }

  private static func rows() throws -> [Row] {
    try JSONDecoder().decode([Row].self, from: Data(try FormatFixtures.bytes("json_texts.json")))
  }

  /// A value in one line, as make_json.py writes it.
  private static func line(_ value: JSONValue) -> String {
    func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
    switch value {
    case .null: return "n"
    case .bool(let value): return value ? "t" : "f"
    case .integer(let value): return "i\(value),"
    case .number(let value): return "d" + String(format: "%016lx", value.bitPattern) + ","
    case .string(let text): return "s" + hex(text) + ","
    case .array(let values): return "[" + values.map(line).joined() + "]"
    case .object(let members):
      return "{" + members.map { "s" + hex($0.name) + "," + line($0.value) }.joined() + "}"
    }
  }

  private static func fault(_ bytes: [UInt8]) -> TextError? {
    do throws(TextError) {
      _ = try JSONReader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  private static func fault(_ text: String) -> TextError? { fault(Array(text.utf8)) }

  @Test func readsWhatPythonReadsAndRefusesWhatItRefuses() throws {
    let rows = try Self.rows()
    #expect(rows.count > 500)
    for row in rows {
      let bytes = FormatFixtures.hex(row.text)
      let read = (try? JSONReader.read(bytes)).map(Self.line)
      #expect(read == row.value, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func writesWhatItReads() throws {
    for row in try Self.rows() where row.value != nil {
      let value = try JSONReader.read(FormatFixtures.hex(row.text))
      for indent in [0, 4] {
        let written = JSONWriter.write(value, indent: indent)
        #expect(Self.line(try JSONReader.read(written)) == row.value)
        // Foundation, too, reads the same text.
        _ = try JSONSerialization.jsonObject(with: Data(written), options: .fragmentsAllowed)
      }
    }
  }

  @Test func writesOneForm() throws {
    let value = JSONValue.object([
      JSONMember("a", .array([.integer(1), .number(2.5), .number(1e-7), .bool(true), .null])),
      JSONMember("b\"\\\n\u{1}", .string(Array("µ".utf8))), JSONMember("c", .object([])),
    ])
    #expect(
      String(decoding: JSONWriter.write(value, indent: 0), as: UTF8.self)
        == #"{"a":[1,2.5,1e-07,true,null],"b\"\\\n\u0001":"µ","c":{}}"#)
    #expect(
      String(
        decoding: JSONWriter.write(.object([JSONMember("a", .array([.integer(1)]))]), indent: 2),
        as: UTF8.self)
        == "{\n  \"a\": [\n    1\n  ]\n}")
    #expect(
      JSONWriter.write(.array([.number(.nan), .number(-.infinity)]), indent: 0) == Array("[null,null]".utf8))
    #expect(JSONWriter.write(.string([0x41, 0xFF, 0x42])) == Array("\"A\u{FFFD}B\"".utf8))
  }

  @Test func goesWhereRFC8259GoesAndPythonDoesNot() throws {
    #expect(Self.fault("NaN") == .json(.unexpectedByte, byte: 0, line: 1))
    #expect(Self.fault("[-Infinity]") == .json(.malformedNumber, byte: 1, line: 1))
    #expect(Self.fault("1e400") == .json(.numberOutOfRange, byte: 0, line: 1))
    #expect(
      try JSONReader.read(Array(#""\uD834x\uDD1E\uD834\u0041""#.utf8))
        == .string(Array("\u{FFFD}x\u{FFFD}\u{FFFD}A".utf8)))
  }

  @Test func saysWhereItIsWrong() {
    #expect(Self.fault("") == .empty)
    #expect(Self.fault("{\n \"a\": 1,\n \"b\": x}") == .json(.unexpectedByte, byte: 17, line: 3))
    #expect(Self.fault("[1,\n2") == .json(.unexpectedEnd, byte: 5, line: 2))
    #expect(Self.fault("[1]\n]") == .json(.trailingContent, byte: 4, line: 2))
    #expect(Self.fault("[01]") == .json(.malformedNumber, byte: 1, line: 1))
    #expect(Self.fault("\"a\\q\"") == .json(.malformedEscape, byte: 2, line: 1))
    #expect(Self.fault("\"a\u{1}\"") == .json(.controlCharacter, byte: 2, line: 1))
    #expect(Self.fault([0x5B, 0x22, 0xFF, 0x22, 0x5D]) == .json(.notUTF8, byte: 1, line: 1))
    #expect(Self.fault(String(repeating: "[", count: 65)) == .json(.tooDeep(limit: 64), byte: 64, line: 1))
    #expect(Self.fault(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
  }

  @Test func membersAreFoundByName() throws {
    let value = try JSONReader.read(Array(#"{"a":1,"b":2.5,"a":3}"#.utf8))
    #expect(value.member("a") == .integer(3))
    #expect(value.member("b")?.double == 2.5)
    #expect(value.member("c") == nil && JSONValue.null.member("a") == nil && JSONValue.null.double == nil)
  }

  @Test func neverTraps() throws {
    let seeds = try Self.rows().map { FormatFixtures.hex($0.text) }.filter { !$0.isEmpty }
    var random = SeededGenerator(seed: 3)
    var read = 0
    for _ in 0..<6000 {
      var bytes = seeds.randomElement(using: &random) ?? [0]
      for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.mutate(using: &random) }
      guard let value = try? JSONReader.read(bytes) else { continue }
      read += 1
      #expect(try JSONReader.read(JSONWriter.write(value)) == value)
    }
    #expect(read > 200)
  }
}
