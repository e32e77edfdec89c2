import WaveUnits

/// A writer of JSON texts as defined by RFC 8259.
///
/// A number is written with the fewest digits that give the same double when read. NaN and infinities, which
/// JSON cannot represent, become `null`. Invalid UTF-8 becomes U+FFFD.
public struct JSONWriter {
  private var bytes: [UInt8] = []
  private let indent: Int

  private init(indent: Int) { self.indent = indent }

  /// Returns a value as JSON text.
  ///
  /// - Parameters:
  ///   - value: The value to write.
  ///   - indent: The number of spaces per level, with each member on its own line; 0 gives a single line.
  /// - Returns: The text in UTF-8, without a trailing newline.
  /// - Complexity: O(bytes written).
  public static func write(_ value: JSONValue, indent: Int = 4) -> [UInt8] {
    var writer = JSONWriter(indent: indent)
    writer.append(value, level: 0)
    return writer.bytes
  }

  private mutating func append(_ literal: StaticString) { literal.withUTF8Buffer { bytes += $0 } }

  private mutating func append(_ value: JSONValue, level: Int) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let value): bytes += value.description.utf8
    case .number(let value):
      guard value.isFinite else { return append("null") }
      bytes += value.description.utf8
    case .string(let text): append(text)
    case .array(let values):
      append(UInt8(ascii: "["), UInt8(ascii: "]"), count: values.count, level: level) { writer, index in
        writer.append(values[index], level: level + 1)
      }
    case .object(let members):
      append(UInt8(ascii: "{"), UInt8(ascii: "}"), count: members.count, level: level) { writer, index in
        writer.append(members[index].name)
        writer.bytes += writer.indent > 0 ? [UInt8(ascii: ":"), 0x20] : [UInt8(ascii: ":")]
        writer.append(members[index].value, level: level + 1)
      }
    }
  }

  private mutating func append(
    _ open: UInt8, _ close: UInt8, count: Int, level: Int, _ item: (inout JSONWriter, Int) -> Void
  ) {
    bytes.append(open)
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      newLine(level: level + 1)
      item(&self, index)
    }
    if count > 0 { newLine(level: level) }
    bytes.append(close)
  }

  private mutating func newLine(level: Int) {
    guard indent > 0 else { return }
    bytes.append(0x0A)
    bytes += [UInt8](repeating: 0x20, count: indent * level)
  }

  private mutating func append(_ text: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isValid = UTF8Text.validCount(text, limit: text.count) == text.count
    for byte in isValid ? text : Array(String(decoding: text, as: UTF8.self).utf8) { append(character: byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(character byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0..<0x20, 0x7F:
      append("\\u00")
      bytes += [HexDigit.digit(byte >> 4), HexDigit.digit(byte & 15)]
    default: bytes.append(byte)
    }
  }
}
