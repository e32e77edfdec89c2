import WaveText

/// A scanner that returns the tags and text of a markup file piece by piece, and skips comments, declarations
/// and processing instructions.
struct MarkupScan {
  enum Piece: Equatable {
    /// A start tag, from its name to the end of its attributes; `isEmpty` is true if the element has no
    /// content or end tag.
    case start(Range<Int>, isEmpty: Bool)
    /// The bytes of an end tag, from its name on.
    case end(Range<Int>)
    /// Text between tags, or in a CDATA section.
    case text(Range<Int>)
    /// An incomplete piece at the end of the file.
    case unfinished
  }

  private var place = 0
  private var start = 0

  /// Returns the number of the line on which the last piece begins.
  func line(_ bytes: Span<UInt8>) -> Int {
    var line = 1
    for index in 0..<Swift.min(start, bytes.count) where bytes[index] == 0x0A { line += 1 }
    return line
  }

  mutating func next(_ bytes: Span<UInt8>) -> Piece? {
    while place < bytes.count {
      start = place
      guard bytes[place] == UInt8(ascii: "<") else {
        place = bytes.firstIndex(of: UInt8(ascii: "<"), in: place..<bytes.count) ?? bytes.count
        return .text(start..<place)
      }
      if bytes.holds("<!--", at: start) {
        guard skip(bytes, past: "-->", from: start + 4) else { return .unfinished }
      } else if bytes.holds("<![CDATA[", at: start) {
        guard skip(bytes, past: "]]>", from: start + 9) else { return .unfinished }
        return .text((start + 9)..<(place - 3))
      } else if bytes.holds("<?", at: start) {
        guard skip(bytes, past: "?>", from: start + 2) else { return .unfinished }
      } else if bytes.holds("<!", at: start) {
        guard skip(bytes, past: ">", from: start + 2) else { return .unfinished }
      } else {
        return tag(bytes)
      }
    }
    return nil
  }

  private mutating func tag(_ bytes: Span<UInt8>) -> Piece {
    var end = start + 1
    var quote: UInt8 = 0
    while end < bytes.count {
      let byte = bytes[end]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      end += 1
    }
    guard end < bytes.count else {
      place = bytes.count
      return .unfinished
    }
    place = end + 1
    if start + 1 < end, bytes[start + 1] == UInt8(ascii: "/") { return .end((start + 2)..<end) }
    let isEmpty = end > start + 1 && bytes[end - 1] == UInt8(ascii: "/")
    return .start((start + 1)..<(isEmpty ? end - 1 : end), isEmpty: isEmpty)
  }

  /// Moves past the next occurrence of a text; returns false if there is none.
  private mutating func skip(_ bytes: Span<UInt8>, past text: StaticString, from first: Int) -> Bool {
    var index = first
    while index < bytes.count {
      if bytes.holds(text, at: index) {
        place = index + text.utf8CodeUnitCount
        return true
      }
      index += 1
    }
    place = bytes.count
    return false
  }
}
