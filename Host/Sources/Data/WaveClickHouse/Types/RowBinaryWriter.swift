/// A writer of ClickHouse's RowBinary format.
public struct RowBinaryWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  public init() {}

  /// Appends an integer.
  public mutating func integer<Number: FixedWidthInteger>(_ value: Number) {
    for index in 0..<(Number.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// Appends a double-precision number, preserving every bit.
  public mutating func double(_ value: Double) { integer(value.bitPattern) }

  /// Appends a single-precision number, preserving every bit.
  public mutating func float(_ value: Float) { integer(value.bitPattern) }

  /// Appends a string: its length, with 7 bits per byte, and then its bytes.
  public mutating func text(_ text: some Collection<UInt8>) {
    var count = UInt64(text.count)
    while count >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(count))
    bytes += text
  }

  /// Appends bytes unchanged.
  public mutating func raw(_ bytes: some Collection<UInt8>) { self.bytes += bytes }

  /// Appends the byte that states whether a value of a nullable type is missing.
  public mutating func isMissing(_ isMissing: Bool) { bytes.append(isMissing ? 1 : 0) }

  /// Removes all bytes but keeps the allocated memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
