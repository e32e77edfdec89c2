import WaveTables

/// An integer of up to 256 bits that can be converted to text.
struct WideInteger: CustomStringConvertible {
  private var isNegative: Bool
  /// The words of the magnitude, least significant first.
  private var words: [UInt32]

  /// Decodes an integer from 1 to 32 little-endian bytes.
  init(_ bytes: ArraySlice<UInt8>, isSigned: Bool) {
    isNegative = isSigned && bytes.last.map { $0 & 0x80 != 0 } ?? false
    words = [UInt32](repeating: isNegative ? .max : 0, count: (bytes.count + 3) / 4)
    for (index, byte) in bytes.enumerated() {
      let shift = UInt32(8 * (index % 4))
      words[index / 4] = words[index / 4] & ~(0xFF << shift) | UInt32(byte) << shift
    }
    guard isNegative else { return }
    var carry: UInt64 = 1
    for index in words.indices {
      let sum = UInt64(~words[index]) + carry
      words[index] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
  }

  /// The value as a 64-bit integer; nil if it does not fit.
  var int64: Int64? {
    guard words.dropFirst(2).allSatisfy({ $0 == 0 }) else { return nil }
    let magnitude = UInt64(words.first ?? 0) | (words.count > 1 ? UInt64(words[1]) << 32 : 0)
    guard isNegative else { return Int64(exactly: magnitude) }
    return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  /// The decimal digits of the magnitude, most significant first; there is at least one.
  private var digits: [UInt8] {
    var words = words
    var digits: [UInt8] = []
    while words.contains(where: { $0 != 0 }) {
      var rest: UInt64 = 0
      for index in words.indices.reversed() {
        let value = rest << 32 | UInt64(words[index])
        words[index] = UInt32(value / 1_000_000_000)
        rest = value % 1_000_000_000
      }
      for _ in 0..<9 {
        digits.append(UInt8(0x30 + rest % 10))
        rest /= 10
      }
    }
    while digits.last == 0x30 { digits.removeLast() }
    return digits.isEmpty ? [0x30] : digits.reversed()
  }

  /// The value in decimal, with all digits.
  var description: String { (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) }

  /// Returns the value divided by 10 to the power of `scale`, as a number if it has up to 15 digits,
  /// otherwise as text.
  func decimalCell(scale: Int) -> TableCell {
    var digits = digits
    if digits.count <= scale {
      digits.insert(contentsOf: [UInt8](repeating: 0x30, count: scale + 1 - digits.count), at: 0)
    }
    var text = isNegative ? [UInt8(ascii: "-")] : []
    text += digits[..<(digits.count - scale)]
    if scale > 0 { text += [UInt8(ascii: ".")] + digits[(digits.count - scale)...] }
    let words = String(decoding: text, as: UTF8.self)
    let significant = digits.drop { $0 == 0x30 }.count
    if significant <= 15, let number = Double(words) { return .real(number) }
    return .text(words, byteCount: text.count)
  }
}
