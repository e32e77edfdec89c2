/// A buffer that holds back the end of a streamed response, because a server that fails midway appends its
/// error message to the data.
///
/// Servers from version 25.11 on enclose the message in a tag that a header specifies. Older servers append
/// it without a mark, so it is recognized only at the very end of the response.
struct AnswerTail {
  /// The number of bytes to hold back.
  ///
  /// No server message is longer.
  static let byteCount = 32_768

  private let tag: [UInt8]?
  private var held: [UInt8] = []

  /// Creates a buffer for an empty response.
  ///
  /// - Parameter tag: The value of the header `X-ClickHouse-Exception-Tag`.
  init(tag: String?) { self.tag = tag.map { Array($0.utf8) } }

  /// Appends a part of the response.
  ///
  /// - Returns: The bytes that are known to be data.
  mutating func append(_ part: some Collection<UInt8>) -> [UInt8] {
    held += part
    // Data is released in long pieces, so that the remaining bytes are not moved for each part.
    guard held.count >= 3 * Self.byteCount else { return [] }
    let data = Array(held.dropLast(Self.byteCount))
    held.removeFirst(data.count)
    return data
  }

  /// Returns the bytes held back, once the response has ended.
  ///
  /// - Returns: The rest of the data, and the server's error message if there is one.
  consuming func finish() -> (data: [UInt8], failure: ServerText?) {
    if let tag {
      let frame = Array("__exception__\r\n".utf8) + tag + Array("\r\n".utf8)
      guard let start = Self.find(frame, in: held[...]) else { return (held, nil) }
      return ([], ServerText(held[(start + frame.count)...]))
    }
    var rest = held[...]
    while let start = Self.find(Array("Code: ".utf8), in: rest) {
      if Self.isMessage(held[start...]) { return ([], ServerText(held[start...])) }
      rest = held[(start + 1)...]
    }
    return (held, nil)
  }

  private static func find(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - pattern.count)).first { start in
      bytes[start] == pattern[0] && bytes[start..<(start + pattern.count)].elementsEqual(pattern)
    }
  }

  /// Returns whether bytes are a complete error message.
  private static func isMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.dropFirst(6)
    let digits = text.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard (1...6).contains(digits.count), bytes.last == 0x0A,
      bytes.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
    else { return false }
    let behind = text.dropFirst(digits.count)
    guard let words = String(validating: behind, as: UTF8.self) else { return false }
    return (words.hasPrefix(", e.displayText() = DB::") && words.contains(", e.what() = "))
      || (words.hasPrefix(". DB::") && words.contains("(version "))
  }
}
