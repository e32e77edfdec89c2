/// Writes values of ClickHouse's format RowBinary.
public struct RowBinaryWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty writer.
  public init() {}

  /// Writes a whole number.
  public mutating func integer<Number: FixedWidthInteger>(_ value: Number) {
    for index in 0..<(Number.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// Writes a double-precision number, bit by bit.
  public mutating func double(_ value: Double) { integer(value.bitPattern) }

  /// Writes a single-precision number, bit by bit.
  public mutating func float(_ value: Float) { integer(value.bitPattern) }

  /// Writes a text: its length, 7 bits in each byte, and its bytes.
  public mutating func text(_ text: some Collection<UInt8>) {
    var count = UInt64(text.count)
    while count >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(count))
    bytes += text
  }

  /// Writes bytes unchanged.
  public mutating func raw(_ bytes: some Collection<UInt8>) { self.bytes += bytes }

  /// Writes whether a value of a nullable type is missing.
  public mutating func isMissing(_ isMissing: Bool) { bytes.append(isMissing ? 1 : 0) }

  /// Removes all bytes, and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
