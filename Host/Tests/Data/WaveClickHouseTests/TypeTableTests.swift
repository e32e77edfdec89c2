import Testing
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// Types at their limits, and values of each.
@Suite struct TypeTableTests {
  @Test func namesAreReadUpToTheirLimits() {
    let word = String(repeating: "a", count: 64)
    let nested = { (count: Int) in
      String(repeating: "SimpleAggregateFunction(any, ", count: count) + "Int8"
        + String(repeating: ")", count: count)
    }
    for (name, type) in [
      (" Nullable ( Int8 )\n", .nullable(.integer(bits: 8, isSigned: true))),
      ("Enum8('a'=-128,\n'b' = 127)", .enumeration(bits: 8, names: [-128: "a", 127: "b"])),
      ("Enum8('a' = -129)", nil), ("Enum8('a' = 128)", nil),
      ("Enum16('a' = -32768, 'b' = 32767)", .enumeration(bits: 16, names: [-32_768: "a", 32_767: "b"])),
      ("Enum16('a' = 32768)", nil), ("Enum16('a' = -32769)", nil), ("Enum16('a' = 1000, 'b' = 1000)", nil),
      ("Enum8('\\n\\t\\r\\b\\f\\0\\x' = 1)", .enumeration(bits: 8, names: [1: "\n\t\r\u{8}\u{C}\0x"])),
      ("Enum8('it''s' = 1)", .enumeration(bits: 8, names: [1: "it's"])), ("Enum8('a' 1)", nil),
      ("Enum8(a = 1)", nil),
      ("FixedString(1)", .fixedString(byteCount: 1)),
      ("FixedString(16777215)", .fixedString(byteCount: 16_777_215)),
      ("FixedString(16777216)", nil), ("FixedString(0000000001)", nil), ("FixedString(1x)", nil),
      ("Decimal(76, 76)", .decimal(precision: 76, scale: 76)), ("Decimal(77, 1)", nil),
      ("Decimal(0, 0)", nil),
      ("Decimal32(9)", .decimal(precision: 9, scale: 9)), ("Decimal32(10)", nil),
      ("Decimal64(18)", .decimal(precision: 18, scale: 18)),
      ("Decimal256(0)", .decimal(precision: 76, scale: 0)), ("Decimal", nil),
      ("DateTime64(0)", .dateTime64(digits: 0, zone: nil)),
      ("DateTime('UTC'", nil), ("DateTime64(3, UTC)", nil), ("Nullable(LowCardinality(String))", nil),
      ("LowCardinality(LowCardinality(String))", nil), ("SimpleAggregateFunction(sum Int8)", nil),
      ("SimpleAggregateFunction(\(word), Int8)", .integer(bits: 8, isSigned: true)),
      ("SimpleAggregateFunction(\(word)a, Int8)", nil), (nested(15), .integer(bits: 8, isSigned: true)),
      (nested(16), nil),
      ("UInt256", .integer(bits: 256, isSigned: false)), ("Int 8", nil), ("Date32", .date32),
    ] as [(String, ClickHouseType?)] {
      #expect(ClickHouseType(name) == type ?? .unread(String(name.prefix(200))), "\(name)")
    }
  }

  private static func cell(_ type: String, _ bytes: [UInt8]) throws -> TableCell {
    var reader = RowBinaryReader(bytes)
    let cell = try reader.cell(of: ClickHouseType(type))
    #expect(reader.isAtEnd, "\(type)")
    return cell
  }

  private static func text(_ text: String) -> TableCell { .text(text, byteCount: text.utf8.count) }

  /// Each pair of bytes is a group, and the longest run of zeros is left out once, the first of several.
  @Test func addressesAreShort() throws {
    for (groups, text) in [
      ([0x2001, 0xDB8, 0x1, 0x203, 0xA0B, 0xFFFE, 0x1234, 0xABCD], "2001:db8:1:203:a0b:fffe:1234:abcd"),
      ([0, 0, 0, 0, 0, 0, 0, 0], "::"), ([1, 0, 0, 2, 0, 0, 0, 3], "1:0:0:2::3"),
      ([1, 0, 0, 2, 3, 0, 0, 4], "1::2:3:0:0:4"),
      ([0, 1, 0, 2, 0, 3, 0, 4], "0:1:0:2:0:3:0:4"), ([0, 0, 1, 2, 3, 4, 5, 6], "::1:2:3:4:5:6"),
      ([1, 2, 3, 4, 5, 6, 0, 0], "1:2:3:4:5:6::"), ([0xFF00, 0, 0, 0, 0, 0, 0, 0x100], "ff00::100"),
    ] as [([UInt16], String)] {
      let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      #expect(try Self.cell("IPv6", bytes) == Self.text(text))
    }
    #expect(try Self.cell("IPv4", [4, 3, 200, 255]) == Self.text("255.200.3.4"))
  }

  @Test func valuesOfEachWidthAreRead() throws {
    for (type, bytes, cell) in [
      ("UInt8", [0xFD], .integer(253)), ("Int16", [0, 0x80], .integer(-32_768)),
      ("UInt16", [0, 0x80], .integer(32_768)),
      ("Int64", [0, 0, 0, 0, 0, 0, 0, 0x80], .integer(.min)),
      (
        "Int128", [UInt8](repeating: 0, count: 7) + [0x80] + [UInt8](repeating: 0xFF, count: 8),
        .integer(.min)
      ),
      (
        "Int128", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 8),
        Self.text("-9223372036854775809")
      ),
      (
        "UInt128", [UInt8](repeating: 0, count: 8) + [1] + [UInt8](repeating: 0, count: 7),
        Self.text("18446744073709551616")
      ),
      ("Enum16('a' = 256, 'b' = 1)", [0, 1], Self.text("a")), ("Enum8('a' = 1)", [1], Self.text("a")),
      ("FixedString(3)", [0, 0x61, 0], .text("\0a", byteCount: 2)),
      ("FixedString(2)", [0, 0], Self.text("")),
      ("Decimal(9, 9)", [1, 0, 0, 0], .real(1e-9)), ("Decimal(9, 0)", [5, 0, 0, 0], .real(5)),
      ("Decimal(18, 3)", [UInt8](repeating: 0, count: 8), .real(0)),
      ("Decimal(18, 2)", [0xFF, 0xFF, 0xC0, 0x6F, 0xF2, 0x86, 0x23, 0], Self.text("99999999999999.99")),
      ("Decimal(18, 2)", [0xFF, 0x7F, 0xC6, 0xA4, 0x7E, 0x8D, 0x03, 0], .real(9_999_999_999_999.99)),
      ("Date", [0xFF, 0xFF], .integer(65_535 * 86_400)), ("Date32", [1, 0, 0, 0], .integer(86_400)),
      ("DateTime", [0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)), ("Bool", [0], .integer(0)),
      ("Bool", [2], .integer(1)),
      ("DateTime64(0)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(7)),
      ("DateTime64(1)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(700)),
      ("DateTime64(2)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(70)),
      ("DateTime64(5)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(70)),
      ("DateTime64(6)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(7)),
      ("DateTime64(7)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(700)),
      ("DateTime64(8)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(70)),
      ("DateTime64(9)", [7, 0, 0, 0, 0, 0, 0, 0], .integer(7)),
      ("DateTime64(1)", [0, 0, 0, 0, 0, 0, 0, 0x70], .null),
      ("LowCardinality(Nullable(String))", [0, 1, 0x61], Self.text("a")),
      ("UUID", [UInt8](0..<16), Self.text("07060504-0302-0100-0f0e-0d0c0b0a0908")),
    ] as [(String, [UInt8], TableCell)] {
      #expect(try Self.cell(type, bytes) == cell, "\(type) \(bytes)")
    }
  }

  @Test func lengthsOfTextsAreWrittenInSevenBits() throws {
    for (count, bytes) in [
      (0, [0]), (127, [127]), (128, [0x80, 1]), (16_383, [0xFF, 0x7F]), (16_384, [0x80, 0x80, 1]),
    ] as [(Int, [UInt8])] {
      var writer = RowBinaryWriter()
      writer.text([UInt8](repeating: 0x61, count: count))
      #expect(writer.bytes.prefix(bytes.count) == bytes[...] && writer.bytes.count == bytes.count + count)
      writer.raw([1, 2])
      #expect(writer.bytes.suffix(2) == [1, 2])
    }
  }

  @Test func ticksAndCountsHaveLimits() throws {
    func reader(_ value: Int64) -> RowBinaryReader {
      var writer = RowBinaryWriter()
      writer.integer(value)
      return RowBinaryReader(writer.bytes)
    }
    var good = reader(1 << 47)
    #expect(try good.rowCount() == 1 << 47)
    #expect(throws: ClickHouseError.self) {
      var large = reader(1 << 47 + 1)
      _ = try large.rowCount()
    }
    var ends = (reader(-3), reader(3), reader(.min))
    #expect(try ends.0.tick(in: -3...3) == -3 && ends.1.tick(in: -3...3, isNegated: true) == -3)
    #expect(try ends.2.tick(in: 0 ... .max, isNegated: true) == .max)
    #expect(throws: ClickHouseError.brokenAnswer(byte: 8, reason: "x is 4, but must be from -3 to 3")) {
      var outside = reader(4)
      _ = try outside.tick(in: -3...3)
    }
    #expect(RowBinaryReader([1, 2], at: 9).place == 2 && RowBinaryReader([1, 2], at: -1).place == 0)
  }

  @Test func columnsCompareWithLiteralsOfTheirType() {
    func column(_ type: String) -> ClickHouseColumn {
      ClickHouseColumn(name: "c", type: ClickHouseType(type))
    }
    for (type, value, bound) in [
      ("Int32", -5, "-5"), ("Int128", 5, nil), ("Bool", 1, "1"), ("Date", 86_400, "toDate(1)"),
      ("Date", 86_401, "toDate(2)"),
      ("Date", -432_000, "toDate(0)"), ("Date", 1 << 40, "toDate(65535)"), ("DateTime", -1, "toDateTime(0)"),
      ("DateTime", 9, "toDateTime(9)"), ("DateTime", 1 << 33, "toDateTime(4294967295)"),
      ("DateTime64(0)", 7, "fromUnixTimestamp64Milli(toInt64(7000))"),
      ("DateTime64(3)", 7, "fromUnixTimestamp64Milli(toInt64(7))"),
      ("DateTime64(4)", 7, "fromUnixTimestamp64Micro(toInt64(7))"),
      ("DateTime64(6)", 7, "fromUnixTimestamp64Micro(toInt64(7))"),
      ("DateTime64(7)", 7, "fromUnixTimestamp64Nano(toInt64(7))"), ("DateTime64(0)", .max, nil),
      ("Float64", 1, nil), ("Date32", 1, nil),
    ] as [(String, Int64, String?)] {
      #expect(column(type).bound(value) == bound, "\(type) \(value)")
    }
    #expect(column("Int8").isWithin(1, 2) == "`c` >= 1 AND `c` < 2" && column("Float64").isWithin(1, 2) == "")
    for (type, whole, value) in [
      (
        "Nullable(UInt64)", "toInt64(least(assumeNotNull(`c`), 9223372036854775807))",
        "toFloat64(assumeNotNull(`c`))"
      ),
      ("Int64", "toInt64(`c`)", "toFloat64(`c`)"), ("Bool", "toInt64(`c`)", "toFloat64(`c`)"),
      ("Float32", nil, "toFloat64(`c`)"),
      ("Decimal(18, 1)", nil, "toFloat64(`c`)"), ("Decimal(19, 1)", nil, nil), ("String", nil, nil),
      ("Date32", "(toInt64(`c`) * 86400)", "toFloat64(toInt64(`c`) * 86400)"),
      ("DateTime", "toInt64(`c`)", "toFloat64(toInt64(`c`))"),
      (
        "DateTime64(0)", "intDiv(toUnixTimestamp64Milli(`c`), 1000)",
        "toFloat64(intDiv(toUnixTimestamp64Milli(`c`), 1000))"
      ),
      ("DateTime64(9)", "toUnixTimestamp64Nano(`c`)", "toFloat64(toUnixTimestamp64Nano(`c`))"),
    ] as [(String, String?, String?)] {
      #expect(column(type).whole == whole && column(type).value == value, "\(type)")
    }
    #expect(column("Nullable(Int8)").aggregate("min", "a") == "minIf(a, isNotNull(`c`))")
    #expect(column("Int8").aggregate("min", "a") == "min(a)" && column("Int8").valueCount.isEmpty)
    #expect(column("Float64").valueCount == ["countIf(isFinite(`c`))"])
  }
}
