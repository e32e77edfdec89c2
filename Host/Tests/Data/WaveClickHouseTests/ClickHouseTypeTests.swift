import Testing
import WaveClickHouse
import WaveTableFormats
import WaveTables

@Suite struct ClickHouseTypeTests {
  @Test func namesAreRead() {
    for (name, type) in [
      ("UInt8", .integer(bits: 8, isSigned: false)), ("Int256", .integer(bits: 256, isSigned: true)),
      ("Float32", .float(bits: 32)), ("Decimal(18, 4)", .decimal(precision: 18, scale: 4)),
      ("Decimal128(5)", .decimal(precision: 38, scale: 5)), ("Decimal(9)", .decimal(precision: 9, scale: 0)),
      ("FixedString(16)", .fixedString(byteCount: 16)), ("DateTime", .dateTime(zone: nil)),
      ("DateTime('Europe/Berlin')", .dateTime(zone: "Europe/Berlin")),
      ("DateTime64(6,'UTC')", .dateTime64(digits: 6, zone: "UTC")),
      ("DateTime64(3)", .dateTime64(digits: 3, zone: nil)),
      ("Enum8('a' = 1, 'it\\'s' = -2)", .enumeration(bits: 8, names: [1: "a", -2: "it's"])),
      ("Enum16('a,)' = 1000)", .enumeration(bits: 16, names: [1000: "a,)"])),
      ("Nullable(String)", .nullable(.string)), ("LowCardinality(String)", .lowCardinality(.string)),
      ("LowCardinality(Nullable(UUID))", .lowCardinality(.nullable(.uuid))),
      ("SimpleAggregateFunction(max, Float64)", .float(bits: 64)),
    ] as [(String, ClickHouseType)] {
      #expect(ClickHouseType(name) == type)
    }
  }

  @Test(arguments: [
    "", "Int7", "UInt512", "Array(Int8)", "Tuple(a Int8, b String)", "Map(String, Int8)",
    "AggregateFunction(sum, Int8)", "JSON", "Nothing", "Nullable(Nullable(Int8))", "Nullable(Int8", "Int8)",
    "Enum8('a' = 200)", "Enum8()", "Enum8('a' = 1, 'b' = 1)", "Decimal(80, 1)", "Decimal(5, 6)",
    "DateTime64(10)", "FixedString(0)", "FixedString(99999999999)", "Enum8('a", "Enum8('a\\",
  ]) func unknownTypesAreDescribedByTheirNames(_ name: String) {
    #expect(ClickHouseType(name) == .unread(name))
  }

  @Test func whatIsWithinIsNotKnownEither() {
    #expect(!ClickHouseType("Nullable(Array(Int8))").isRead)
    #expect(ClickHouseType("Nullable(Int8)").isRead)
  }

  @Test func depthHasALimit() {
    let name =
      String(repeating: "SimpleAggregateFunction(any, ", count: 100_000) + "Int8"
      + String(repeating: ")", count: 100_000)
    #expect(!ClickHouseType(name).isRead)
  }

  @Test func typesSayWhatTheyAreToATable() {
    for (name, kind, unit, count) in [
      ("UInt64", .integer, nil, 8), ("Int128", .text, nil, 16), ("Nullable(Float32)", .real, nil, 4),
      ("Decimal(18, 2)", .real, nil, 8), ("Decimal(19, 2)", .text, nil, 16), ("Date", .time, .seconds, 2),
      ("DateTime('UTC')", .time, .seconds, 4), ("DateTime64(0)", .time, .seconds, 8),
      ("DateTime64(2)", .time, .milliseconds, 8), ("DateTime64(4)", .time, .microseconds, 8),
      ("DateTime64(9)", .time, .nanoseconds, 8), ("Enum8('a' = 1)", .text, nil, 1),
      ("LowCardinality(Nullable(String))", .text, nil, nil), ("Bool", .integer, nil, 1),
      ("IPv6", .text, nil, 16),
      ("Array(Int8)", .other, nil, nil),
    ] as [(String, TableColumn.Kind, TableColumn.TimeUnit?, Int?)] {
      let type = ClickHouseType(name)
      #expect(type.kind == kind && type.timeUnit == unit && type.byteCount == count, "\(name)")
    }
  }
}
