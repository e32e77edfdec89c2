/// Validation of UTF-8, byte by byte.
///
/// Using `String` instead would link its Unicode tables into the web client.
public enum UTF8Text {
  /// Returns the number of leading bytes, at most `limit`, that form complete and well-formed UTF-8
  /// characters.
  ///
  /// The Unicode standard defines well-formed UTF-8 in table 3-7: no overlong forms, no surrogates, and
  /// nothing above U+10FFFF.
  /// - Complexity: O(*n*), without allocation.
  public static func validCount(_ bytes: [UInt8], limit: Int) -> Int {
    let end = Swift.min(bytes.count, limit)
    var start = 0
    while start < end {
      let lead = bytes[start]
      guard lead >= 0x80 else {
        start += 1
        continue
      }
      let count: Int
      switch lead {
      case 0xC2...0xDF: count = 2
      case 0xE0...0xEF: count = 3
      case 0xF0...0xF4: count = 4
      default: return start
      }
      guard start + count <= end, isSecond(bytes[start + 1], after: lead) else { return start }
      for offset in 2..<Swift.max(count, 2) where bytes[start + offset] & 0xC0 != 0x80 { return start }
      start += count
    }
    return start
  }

  /// Returns the text up to its first fault, or up to its last complete character within `limit` bytes.
  public static func prefix(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    Array(bytes.prefix(validCount(bytes, limit: limit)))
  }

  /// Returns whether a byte can follow a lead byte as the second byte of a character.
  private static func isSecond(_ byte: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: (0xA0...0xBF).contains(byte)
    case 0xED: (0x80...0x9F).contains(byte)
    case 0xF0: (0x90...0xBF).contains(byte)
    case 0xF4: (0x80...0x8F).contains(byte)
    default: byte & 0xC0 == 0x80
    }
  }
}
