/// Detection of text logs written by rtl_power and hackrf_sweep.
///
/// It is in this module because table readers must also recognise these logs, which look like tables.
public enum PowerLogText {
  /// Returns whether the first non-blank line of a text starts with `YYYY-MM-DD,`.
  ///
  /// - Parameter first: The first bytes of the text; a byte order mark is skipped.
  /// - Returns: Whether the text looks like a log written by rtl_power or hackrf_sweep.
  public static func begins(_ first: Span<UInt8>) -> Bool {
    let start = first.textStart
    let pattern: StaticString = "0000-00-00,"
    guard first.count - start >= pattern.utf8CodeUnitCount else { return false }
    return (0..<pattern.utf8CodeUnitCount).allSatisfy { index in
      let (byte, expected) = (first[start + index], pattern.utf8Start[index])
      return expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
    }
  }
}

extension Span where Element == UInt8 {
  /// The index after a byte order mark, or 0 if there is none.
  package var markEnd: Int { holds("\u{FEFF}", at: 0) ? 3 : 0 }

  /// The index at which the text begins, after a byte order mark and white space.
  package var textStart: Int {
    var start = markEnd
    while start < count, self[start] == 0x20 || (self[start] >= 0x09 && self[start] <= 0x0D) {
      start += 1
    }
    return start
  }
}
