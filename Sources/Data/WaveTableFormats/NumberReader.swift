import WaveText

/// Reads numbers as tables have them: a whole text with blanks around it.
enum NumberReader {
  /// A whole number of 64 bits; nil where it is none, or too large.
  static func integer(_ bytes: Span<UInt8>) -> Int64? {
    guard let range = inner(bytes) else { return nil }
    var place = range.lowerBound
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative || bytes[place] == UInt8(ascii: "+") { place += 1 }
    guard place < range.upperBound, range.upperBound - place <= 19 else { return nil }
    var value: UInt64 = 0
    while place < range.upperBound {
      let digit = bytes[place] &- 0x30
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
    // 19 digits fit into 64 bits without a sign, and not all of them with one.
    guard value <= UInt64(Int64.max) + (isNegative ? 1 : 0) else { return nil }
    return isNegative ? Int64(truncatingIfNeeded: 0 &- value) : Int64(value)
  }

  /// A number; nil where it is none.
  static func double(_ bytes: Span<UInt8>) -> Double? {
    guard let range = inner(bytes) else { return nil }
    guard let value = ASCIINumber.double(bytes, range), range.count > 19, value.isFinite else {
      return ASCIINumber.double(bytes, range)
    }
    // That reader takes 19 digits; the system's takes all.
    return Double(String(decoding: range.map { bytes[$0] }, as: UTF8.self)) ?? value
  }

  /// What lies between blanks; nil where there is nothing.
  private static func inner(_ bytes: Span<UInt8>) -> Range<Int>? {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return start < end ? start..<end : nil
  }
}
