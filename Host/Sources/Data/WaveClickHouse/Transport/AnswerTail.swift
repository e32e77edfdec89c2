/// Holds back the end of an answer that comes part by part, since a server that fails in the middle writes
/// why behind the data.
///
/// Servers from 25.11 on frame it by a tag that they tell in a header; those before write the message as it
/// is, which is taken for one only where the answer ends by it.
struct AnswerTail {
  /// Bytes that are held back: no server writes a longer message.
  static let byteCount = 32_768

  private let tag: [UInt8]?
  private var held: [UInt8] = []

  /// Begins.
  ///
  /// - Parameter tag: What the header `X-ClickHouse-Exception-Tag` says.
  init(tag: String?) { self.tag = tag.map { Array($0.utf8) } }

  /// Takes a part.
  ///
  /// - Returns: What is certainly data.
  mutating func take(_ part: some Collection<UInt8>) -> [UInt8] {
    held += part
    // In long pieces, so that what is held back is not moved for each part.
    guard held.count >= 3 * Self.byteCount else { return [] }
    let data = Array(held.dropLast(Self.byteCount))
    held.removeFirst(data.count)
    return data
  }

  /// What was held back, once the answer has ended.
  ///
  /// - Returns: The rest of the data, or what the server says went wrong.
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

  /// Whether bytes are a message of a server's from the first to the last.
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
