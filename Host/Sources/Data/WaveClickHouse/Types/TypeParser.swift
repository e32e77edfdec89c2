import WaveTables

/// A parser of type names, for example `Nullable(DateTime64(3, 'Europe/Berlin'))`.
struct TypeParser {
  /// The types whose names have no arguments, but for integers.
  private static let plain: [String: ClickHouseType] = [
    "Float32": .float(bits: 32), "Float64": .float(bits: 64), "String": .string, "Date": .date,
    "Date32": .date32, "Bool": .bool, "UUID": .uuid, "IPv4": .ipv4, "IPv6": .ipv6,
  ]

  private static let ofWord = PercentCode.alphanumerics.union("_".utf8)

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  init(_ name: String) { bytes = Array(name.utf8) }

  /// Parses the whole name, or returns nil if the type is unknown.
  mutating func whole() -> ClickHouseType? {
    guard bytes.count <= ClickHouseType.byteLimit, let type = type() else { return nil }
    skipBlanks()
    return place == bytes.count ? type : nil
  }

  private mutating func type() -> ClickHouseType? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= ClickHouseType.depthLimit, let name = word() else { return nil }
    if let plain = Self.plain[name] { return plain }
    switch name {
    case "FixedString": return inBrackets { $0.number(1...0xFF_FFFF).map { .fixedString(byteCount: $0) } }
    case "DateTime":
      guard skip("(") else { return .dateTime(zone: nil) }
      guard let zone = quoted(), skip(")") else { return nil }
      return .dateTime(zone: zone)
    case "DateTime64": return inBrackets { $0.dateTime64() }
    case "Enum8": return inBrackets { $0.enumeration(bits: 8) }
    case "Enum16": return inBrackets { $0.enumeration(bits: 16) }
    case "Nullable":
      // Only simple types can be nullable.
      return inBrackets { parser in
        parser.type().flatMap { type in
          switch type {
          case .nullable, .lowCardinality: nil
          default: .nullable(type)
          }
        }
      }
    case "LowCardinality":
      return inBrackets { parser in
        parser.type().flatMap { if case .lowCardinality = $0 { nil } else { .lowCardinality($0) } }
      }
    // Values are encoded like values of the inner type. The server needs the function only when it merges
    // rows.
    case "SimpleAggregateFunction":
      return inBrackets { $0.word() != nil && $0.skip(",") ? $0.type() : nil }
    default: return integer(name) ?? decimal(name)
    }
  }

  private func integer(_ name: String) -> ClickHouseType? {
    for bits in [8, 16, 32, 64, 128, 256] {
      if name == "Int\(bits)" { return .integer(bits: bits, isSigned: true) }
      if name == "UInt\(bits)" { return .integer(bits: bits, isSigned: false) }
    }
    return nil
  }

  private mutating func decimal(_ name: String) -> ClickHouseType? {
    let precisions = ["Decimal32": 9, "Decimal64": 18, "Decimal128": 38, "Decimal256": 76]
    if let precision = precisions[name] {
      return inBrackets { $0.number(0...precision).map { .decimal(precision: precision, scale: $0) } }
    }
    guard name == "Decimal" else { return nil }
    return inBrackets { parser in
      guard let precision = parser.number(1...76) else { return nil }
      guard parser.skip(",") else { return .decimal(precision: precision, scale: 0) }
      return parser.number(0...precision).map { .decimal(precision: precision, scale: $0) }
    }
  }

  private mutating func dateTime64() -> ClickHouseType? {
    guard let digits = number(0...9) else { return nil }
    guard skip(",") else { return .dateTime64(digits: digits, zone: nil) }
    return quoted().map { .dateTime64(digits: digits, zone: $0) }
  }

  private mutating func enumeration(bits: Int) -> ClickHouseType? {
    var names: [Int16: String] = [:]
    repeat {
      guard let name = quoted(), skip("=") else { return nil }
      let isNegative = skip("-")
      guard let magnitude = number(0...32_768),
        let number = Int16(exactly: isNegative ? -magnitude : magnitude),
        bits == 16 || Int8(exactly: number) != nil, names.updateValue(name, forKey: number) == nil
      else { return nil }
    } while skip(",")
    return .enumeration(bits: bits, names: names)
  }

  private mutating func inBrackets(_ content: (inout TypeParser) -> ClickHouseType?) -> ClickHouseType? {
    guard skip("("), let type = content(&self), skip(")") else { return nil }
    return type
  }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x0A { place += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func word() -> String? {
    skipBlanks()
    let end = bytes[place...].firstIndex { !Self.ofWord.contains($0) } ?? bytes.count
    guard end > place, end - place <= 64 else { return nil }
    defer { place = end }
    return String(decoding: bytes[place..<end], as: UTF8.self)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    guard let word = word(), word.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), word.utf8.count <= 9,
      let number = Int(word), range.contains(number)
    else { return nil }
    return number
  }

  /// Parses a string in single quotes, with backslash escapes.
  private mutating func quoted() -> String? {
    guard skip("'") else { return nil }
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "'"):
        // Two quotes represent one quote.
        guard place < bytes.count, bytes[place] == byte else { return String(decoding: text, as: UTF8.self) }
        place += 1
        text.append(byte)
      case UInt8(ascii: "\\"):
        guard place < bytes.count else { return nil }
        text.append(Self.escaped(bytes[place]))
        place += 1
      default: text.append(byte)
      }
    }
    return nil
  }

  private static func escaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "0"): 0
    default: byte
    }
  }
}
