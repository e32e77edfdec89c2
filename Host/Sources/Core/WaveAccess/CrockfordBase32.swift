/// Crockford's base 32, an encoding whose characters are hard to confuse when read or typed.
///
/// Source: D. Crockford, "Base 32", https://www.crockford.com/base32.html.
public enum CrockfordBase32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Encodes bytes with five bits per character, most significant first; the last character is padded with
  /// zero bits.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var waiting: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      waiting = waiting << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        text.append(alphabet[Int(waiting >> bitCount & 31)])
      }
      waiting &= 1 << bitCount - 1
    }
    if bitCount > 0 { text.append(alphabet[Int(waiting << (5 - bitCount) & 31)]) }
    return text
  }

  /// Converts typed text to the characters that `encode` uses.
  ///
  /// Lower case becomes upper case; O becomes 0, I and L become 1; hyphens and spaces are removed.
  ///
  /// - Parameter text: The typed text, of at most 64 bytes.
  /// - Returns: Characters of the alphabet; nil if the text is empty, too long, or contains an invalid
  ///   character.
  public static func normalize(_ text: [UInt8]) -> [UInt8]? {
    guard text.count <= 64 else { return nil }
    var result: [UInt8] = []
    for byte in text {
      let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
      switch upper {
      case UInt8(ascii: "-"), UInt8(ascii: " "): continue
      case UInt8(ascii: "O"): result.append(UInt8(ascii: "0"))
      case UInt8(ascii: "I"), UInt8(ascii: "L"): result.append(UInt8(ascii: "1"))
      default:
        guard alphabet.contains(upper) else { return nil }
        result.append(upper)
      }
    }
    return result.isEmpty ? nil : result
  }
}
