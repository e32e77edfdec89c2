import TestSupport
import Testing
import WaveClickHouse
import WaveTables

@Suite struct RowBinaryTests {
  private func cell(_ type: String, _ bytes: [UInt8]) throws -> TableCell {
    var reader = RowBinaryReader(bytes)
    let cell = try reader.cell(of: ClickHouseType(type))
    #expect(reader.isAtEnd, "\(type)")
    return cell
  }

  /// The answer of a ClickHouse 18.16 to a SELECT of these values FORMAT RowBinary.
  @Test func whatAServerWroteIsRead() throws {
    for (type, bytes, expected) in [
      ("Int8", [0xFD], .integer(-3)),
      ("UInt64", [UInt8](repeating: 255, count: 8), .text("18446744073709551615", byteCount: 20)),
      ("Float32", [0, 0, 0xC0, 0x3F], .real(1.5)),
      ("String", [3, 0xC3, 0xA4, 0x62], .text("äb", byteCount: 3)),
      ("Date", [0x57, 0x47], .integer(18263 * 86_400)),
      ("DateTime", [0xA5, 0x5F, 0x0D, 0x5E], .integer(1_577_934_757)),
      ("Enum8('a' = 1, 'b' = -2)", [0xFE], .text("b", byteCount: 1)),
      ("Decimal(18, 4)", [0x08, 0xE2, 1, 0, 0, 0, 0, 0], .real(12.34)),
      ("Decimal(9, 3)", [0xFF, 0xFF, 0xFF, 0xFF], .real(-0.001)),
      ("FixedString(5)", [0x61, 0x62, 0x63, 0, 0], .text("abc", byteCount: 3)),
      (
        "UUID",
        [0xE7, 0x11, 0xB3, 0x5C, 0x04, 0xC4, 0xF0, 0x61, 0xA0, 0xDB, 0xD3, 0x6A, 0x00, 0xA6, 0x7B, 0x90],
        .text("61f0c404-5cb3-11e7-907b-a6006ad3dba0", byteCount: 36)
      ),
      ("Nullable(Int32)", [1], .null), ("Nullable(Int32)", [0, 5, 0, 0, 0], .integer(5)),
      ("IPv4", [1, 0, 0, 127], .text("127.0.0.1", byteCount: 9)),
      ("IPv6", [UInt8](repeating: 0, count: 15) + [1], .text("::1", byteCount: 3)),
      (
        "IPv6", [0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
        .text("2001:db8:0:0:1::", byteCount: 16)
      ),
      ("Bool", [1], .integer(1)), ("String", [1, 0xFF], .blob(byteCount: 1)),
      ("String", [0], .text("", byteCount: 0)),
      ("DateTime64(3)", [1, 0, 0, 0, 0, 0, 0, 0], .integer(1)),
      ("DateTime64(4)", [1, 0, 0, 0, 0, 0, 0, 0], .integer(100)),
      ("Date32", [0xFF, 0xFF, 0xFF, 0xFF], .integer(-86_400)),
      ("Enum8('a' = 1)", [7], .text("7", byteCount: 1)),
      (
        "Decimal(38, 2)", [0xFF, 0xFF] + [UInt8](repeating: 0xFF, count: 14), .real(-0.01)
      ),
      (
        "Decimal(38, 2)", [UInt8](repeating: 0xFF, count: 15) + [0x7F],
        .text("1701411834604692317316873037158841057.27", byteCount: 40)
      ),
      (
        "Int256", [UInt8](repeating: 0, count: 31) + [0x80],
        .text(
          "-57896044618658097711785492504343953926634992332820282019728792003956564819968", byteCount: 78)
      ),
    ] as [(String, [UInt8], TableCell)] {
      #expect(try cell(type, bytes) == expected, "\(type)")
    }
  }

  /// Against the standard library's own 128 bits.
  @Test func wideNumbersAreWrittenAsTheStandardLibraryDoes() throws {
    var random = SeededGenerator(seed: 104)
    for _ in 0..<500 {
      let value =
        Int128(truncatingIfNeeded: random.next() as UInt64)
        << Int128((0...127).randomElement(using: &random)!)
        ^ Int128(truncatingIfNeeded: random.next() as UInt64)
      var writer = RowBinaryWriter()
      writer.integer(value)
      let text = "\(value)"
      let expected =
        Int64(exactly: value).map { TableCell.integer($0) } ?? .text(text, byteCount: text.utf8.count)
      #expect(try cell("Int128", writer.bytes) == expected)
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    var writer = RowBinaryWriter()
    let texts = [0, 1, 127, 128, 16_383, 16_384, 70_000].map { [UInt8](repeating: 0x61, count: $0) }
    for text in texts {
      writer.text(text)
      writer.isMissing(false)
      writer.integer(Int64.min + Int64(text.count))
      writer.double(-0.0)
      writer.float(.infinity)
      writer.isMissing(true)
    }
    var reader = RowBinaryReader(writer.bytes)
    for text in texts {
      #expect(try Array(reader.text()) == text)
      #expect(try !reader.isMissing())
      #expect(try reader.integer(Int64.self) == Int64.min + Int64(text.count))
      #expect(try reader.double().bitPattern == (-0.0).bitPattern)
      #expect(try reader.float() == .infinity)
      #expect(try reader.isMissing())
    }
    #expect(reader.isAtEnd)
  }

  @Test func everyCutIsAnError() throws {
    let types = ["Int64", "String", "Nullable(Float64)", "UUID", "Decimal(38, 2)", "FixedString(9)", "IPv6"]
    var writer = RowBinaryWriter()
    writer.integer(Int64(5))
    writer.text(Array("hello".utf8))
    writer.isMissing(false)
    writer.double(2)
    for byte in 0..<UInt8(16 + 16 + 9 + 16) { writer.integer(byte) }
    for count in 0..<writer.bytes.count {
      var reader = RowBinaryReader(Array(writer.bytes.prefix(count)))
      #expect(throws: ClickHouseError.self) {
        for type in types { _ = try reader.cell(of: ClickHouseType(type)) }
      }
    }
  }

  @Test func lengthsThatLieAreErrors() {
    for bytes in [
      [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
      [0x80, 0x80, 0x80, 0x80, 0x80], [0x05, 0x61],
    ] as [[UInt8]] {
      var reader = RowBinaryReader(bytes)
      #expect(throws: ClickHouseError.self) { try reader.text() }
    }
    var reader = RowBinaryReader([2, 0])
    #expect(
      throws: ClickHouseError.brokenAnswer(byte: 0, reason: "there is no byte that marks a missing value")
    ) {
      try reader.isMissing()
    }
  }

  @Test func aLongTextIsShownToItsLimitAndNotWithinACharacter() throws {
    var writer = RowBinaryWriter()
    let text = Array(("x" + String(repeating: "ä", count: TableCell.textLimit)).utf8)
    writer.text(text)
    let cell = try cell("String", writer.bytes)
    guard case .text(let shown, let count) = cell else {
      Issue.record("\(cell)")
      return
    }
    #expect(count == text.count && shown.utf8.count == TableCell.textLimit - 1)
    #expect(shown.last == "ä")
  }

  @Test func whatIsNotReadIsSaidSo() {
    var reader = RowBinaryReader([0])
    #expect(throws: ClickHouseError.typeNotRead("Array(Int8)")) {
      try reader.cell(of: ClickHouseType("Array(Int8)"))
    }
  }
}
