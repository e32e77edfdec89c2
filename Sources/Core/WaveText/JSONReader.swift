import WaveUnits

/// A reader of JSON texts that follows RFC 8259 strictly.
///
/// A byte order mark at the start is skipped. An unpaired surrogate in an escape becomes U+FFFD. A number
/// written with digits alone, or one whose value is an integer of at most 2^53, is an exact integer. Other
/// numbers are doubles, rounded as described for `ASCIINumber.double`.
public struct JSONReader {
  /// The maximum number of bytes in a text.
  public static let byteLimit = 64 << 20
  /// The maximum depth of nested arrays and objects.
  public static let depthLimit = 64
  /// The maximum number of values in a text.
  public static let valueLimit = 4 << 20

  private let bytes: [UInt8]
  private var place = 0
  private var valueCount = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a complete JSON text.
  ///
  /// - Throws: `TextError.empty`, or `TextError.json` with the fault and its byte and line.
  /// - Complexity: O(bytes) time and memory.
  public static func read(_ bytes: [UInt8]) throws(TextError) -> JSONValue {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= byteLimit else { throw .json(.tooLong(limit: byteLimit), byte: byteLimit, line: 1) }
    var reader = JSONReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.place = 3 }
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.place == bytes.count else { throw reader.fault(.trailingContent) }
    return value
  }

  // MARK: - Values

  private func fault(_ fault: JSONFault, at byte: Int? = nil) -> TextError {
    let byte = byte ?? place
    var line = 1
    for index in 0..<min(byte, bytes.count) where bytes[index] == 0x0A { line += 1 }
    return .json(fault, byte: byte, line: line)
  }

  private mutating func skipBlanks() {
    while place < bytes.count {
      let byte = bytes[place]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      place += 1
    }
  }

  /// Returns the next byte after white space without consuming it.
  private mutating func peek() throws(TextError) -> UInt8 {
    skipBlanks()
    guard place < bytes.count else { throw fault(.unexpectedEnd) }
    return bytes[place]
  }

  private mutating func value(depth: Int) throws(TextError) -> JSONValue {
    let byte = try peek()
    valueCount += 1
    guard valueCount <= Self.valueLimit else { throw fault(.tooManyValues(limit: Self.valueLimit)) }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth: try deeper(depth)))
    case UInt8(ascii: "["): return .array(try array(depth: try deeper(depth)))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), 0x30...0x39: return try number()
    default: throw fault(.unexpectedByte)
    }
  }

  private func deeper(_ depth: Int) throws(TextError) -> Int {
    guard depth < Self.depthLimit else { throw fault(.tooDeep(limit: Self.depthLimit)) }
    return depth + 1
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(TextError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard place < bytes.count else { throw fault(.unexpectedEnd) }
      guard bytes[place] == word.utf8Start[index] else { throw fault(.unexpectedByte) }
      place += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(TextError) -> [JSONValue] {
    try items(closing: UInt8(ascii: "]")) { reader throws(TextError) in try reader.value(depth: depth) }
  }

  private mutating func object(depth: Int) throws(TextError) -> [JSONMember] {
    try items(closing: UInt8(ascii: "}")) { reader throws(TextError) in
      guard try reader.peek() == UInt8(ascii: "\"") else { throw reader.fault(.unexpectedByte) }
      let name = try reader.string()
      guard try reader.peek() == UInt8(ascii: ":") else { throw reader.fault(.unexpectedByte) }
      reader.place += 1
      return JSONMember(name, try reader.value(depth: depth))
    }
  }

  /// Reads the items between an opening and a closing bracket, separated by commas.
  private mutating func items<Item>(
    closing: UInt8, _ item: (inout JSONReader) throws(TextError) -> Item
  ) throws(TextError) -> [Item] {
    var items: [Item] = []
    place += 1
    var isAtEnd = try peek() == closing
    while !isAtEnd {
      items.append(try item(&self))
      let byte = try peek()
      guard byte == closing || byte == UInt8(ascii: ",") else { throw fault(.unexpectedByte) }
      isAtEnd = byte == closing
      if !isAtEnd { place += 1 }
    }
    place += 1
    return items
  }

  // MARK: - Numbers

  private mutating func number() throws(TextError) -> JSONValue {
    let start = place
    if bytes[place] == UInt8(ascii: "-") { place += 1 }
    let whole = skipDigits()
    guard whole > 0, whole == 1 || bytes[place - whole] != UInt8(ascii: "0") else {
      throw fault(.malformedNumber, at: start)
    }
    var isWhole = true
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      isWhole = false
      place += 1
      guard skipDigits() > 0 else { throw fault(.malformedNumber, at: start) }
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      place += 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") {
        place += 1
      }
      guard skipDigits() > 0 else { throw fault(.malformedNumber, at: start) }
    }
    if isWhole, let integer = integer(start..<place) { return .integer(integer) }
    guard let value = ASCIINumber.double(bytes.span, start..<place) else {
      throw fault(.malformedNumber, at: start)
    }
    guard value.isFinite else { throw fault(.numberOutOfRange, at: start) }
    if value.magnitude <= 0x1p53, value == value.rounded(.towardZero) {
      return .integer(Int64(saturating: value))
    }
    return .number(value)
  }

  private mutating func skipDigits() -> Int {
    let start = place
    while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39 { place += 1 }
    return place - start
  }

  /// Returns an integer read from its digits, or nil if it does not fit into 64 bits.
  private func integer(_ range: Range<Int>) -> Int64? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (range.lowerBound + (isNegative ? 1 : 0))..<range.upperBound {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(bytes[index] - 0x30)
      let (sum, isOver) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      guard !isTooLarge, !isOver else { return nil }
      value = sum
    }
    return value
  }

  // MARK: - Strings

  private mutating func string() throws(TextError) -> [UInt8] {
    let start = place
    place += 1
    var text: [UInt8] = []
    while true {
      guard place < bytes.count else { throw fault(.unexpectedEnd) }
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        // Escapes only add well-formed characters, so the text is well-formed if the bytes between the quotes
        // are.
        guard UTF8Text.validCount(text, limit: text.count) == text.count else {
          throw fault(.notUTF8, at: start)
        }
        return text
      case UInt8(ascii: "\\"): try escape(&text)
      case 0..<0x20: throw fault(.controlCharacter)
      default:
        text.append(byte)
        place += 1
      }
    }
  }

  private mutating func escape(_ text: inout [UInt8]) throws(TextError) {
    let start = place
    guard place + 1 < bytes.count else { throw fault(.unexpectedEnd) }
    place += 2
    switch bytes[place - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[place - 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try codeUnit(escapedAt: start)
      if code >= 0xD800, code <= 0xDBFF, place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
        bytes[place + 1] == UInt8(ascii: "u")
      {
        let second = place
        place += 2
        let low = try codeUnit(escapedAt: second)
        if low >= 0xDC00, low <= 0xDFFF {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        } else {
          // The first surrogate has no partner; the second escape is read again by itself.
          place = second
        }
      }
      let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
      text += UTF8.encode(scalar).map { Array($0) } ?? []
    default: throw fault(.malformedEscape, at: start)
    }
  }

  /// Reads the four hexadecimal digits of an escape and returns their value.
  private mutating func codeUnit(escapedAt start: Int) throws(TextError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard place < bytes.count else { throw fault(.unexpectedEnd) }
      guard let digit = HexDigit.value(bytes[place]) else { throw fault(.malformedEscape, at: start) }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }
}
