import WaveText

/// Parses numbers as they occur in tables.
///
/// The text must contain nothing but a number and surrounding blanks.
public enum NumberReader {
  /// Parses a 64-bit integer, or returns nil if the text is not an integer or the integer is too large.
  ///
  /// - Complexity: O(bytes), without allocation.
  @inlinable
  public static func integer(_ bytes: Span<UInt8>) -> Int64? {
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
    // Every number of 19 digits fits in an unsigned 64-bit integer, but not in a signed one.
    guard value <= UInt64(Int64.max) + (isNegative ? 1 : 0) else { return nil }
    return isNegative ? Int64(truncatingIfNeeded: 0 &- value) : Int64(value)
  }

  /// Parses a number, rounding it correctly from all of its digits, or returns nil if the text is not a
  /// number.
  ///
  /// - Complexity: O(bytes), like `ASCIINumber.exactDouble`.
  public static func double(_ bytes: Span<UInt8>) -> Double? {
    inner(bytes).flatMap { ASCIINumber.exactDouble(bytes, $0) }
  }

  /// Returns the range of the text without surrounding blanks, or nil if nothing remains.
  @inlinable
  static func inner(_ bytes: Span<UInt8>) -> Range<Int>? {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return start < end ? start..<end : nil
  }
}
