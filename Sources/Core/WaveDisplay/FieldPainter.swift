/// Functions that convert field values into pixels.
public enum FieldPainter {
  /// The value that means "no data".
  public static let gap = Int16.min

  /// Paints values with colours spread evenly from `low` to `high`.
  ///
  /// Entry *i* of the 256 covers the *i*-th of 256 equal parts of the range. Values outside the range have
  /// the colour of the nearer end, and a gap is transparent. If `high` is not above `low`, values above `low`
  /// have the last entry, and all others the first.
  /// - Parameters:
  ///   - values: Levels, in the unit of `low` and `high`.
  ///   - colors: The 256 entries of a colour map; if there are fewer, every pixel is transparent.
  ///   - low: The level of the first colour.
  ///   - high: The level of the last colour.
  ///   - pixels: Bytes R, G, B, A in memory; pixels beyond the values become transparent.
  /// - Complexity: O(*n*), without allocation; one integer multiplication per value.
  public static func paint(
    _ values: Span<Int16>, colors: [UInt32], low: Int16, high: Int16,
    into pixels: inout MutableSpan<UInt32>
  ) {
    let floor = Int32(low)
    let range = Swift.max(1, Int32(high) - floor)
    // With 22 fraction bits, the product of any value in range fits in 31 bits. The scale is rounded up, so a
    // value on the boundary between two entries gets the upper one; the error elsewhere is less than 1/64 of
    // an entry.
    let scale = ((1 << 30) &+ range &- 1) / range
    let count = colors.count < 256 ? 0 : Swift.min(values.count, pixels.count)
    let entries = colors.span
    for index in 0..<count {
      let value = values[unchecked: index]
      let above = Swift.max(0, Swift.min(range, Int32(value) &- floor))
      let entry = Swift.min(255, Int((above &* scale) >> 22))
      pixels[unchecked: index] = value == gap ? 0 : entries[unchecked: entry]
    }
    for index in count..<pixels.count { pixels[unchecked: index] = 0 }
  }
}
