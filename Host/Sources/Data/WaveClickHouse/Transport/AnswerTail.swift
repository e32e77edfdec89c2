/// Holds back the end of an answer that arrives part by part, since a server that fails in the middle appends
/// its error message to the data.
///
/// Servers from 25.11 on enclose the message in a tag, which they give in a header. Older servers append it
/// unmarked; it is recognized only at the very end of the answer.
struct AnswerTail {
  /// Number of bytes that are held back; messages of servers are not longer.
  static let byteCount = 32_768

  private let tag: [UInt8]?
  private var held: [UInt8] = []

  /// Starts with an empty answer.
  ///
  /// - Parameter tag: The value of the header `X-ClickHouse-Exception-Tag`.
  init(tag: String?) { self.tag = tag.map { Array($0.utf8) } }

  /// Appends a part of the answer.
  ///
  /// - Returns: Bytes that are certainly data.
  mutating func append(_ part: some Collection<UInt8>) -> [UInt8] {
    held += part
    // In long pieces, so that held bytes are not moved for each part.
    guard held.count >= 3 * Self.byteCount else { return [] }
    let data = Array(held.dropLast(Self.byteCount))
    held.removeFirst(data.count)
    return data
  }

  /// Returns the held bytes after the end of the answer.
  ///
  /// - Returns: The rest of the data, or the server's error message.
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

  /// Whether bytes are a whole error message.
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
