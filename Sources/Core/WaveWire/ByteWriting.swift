public import WaveUnits

extension [UInt8] {
  /// Appends an integer in little-endian byte order.
  @inlinable package mutating func append<T: FixedWidthInteger & BitwiseCopyable>(littleEndian value: T) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends the bit pattern of a double in little-endian byte order.
  @inlinable
  package mutating func append(littleEndian value: Double) { append(littleEndian: value.bitPattern) }

  /// Appends the bit pattern of a float in little-endian byte order.
  @inlinable
  package mutating func append(littleEndian value: Float) { append(littleEndian: value.bitPattern) }

  /// Appends text preceded by its length, cut off after `limit` bytes or before the first invalid UTF-8.
  @inlinable package mutating func append(text: [UInt8], limit: Int = WireLimits.text) {
    let count = UTF8Text.validCount(text, limit: limit)
    append(littleEndian: UInt16(truncatingIfNeeded: count))
    append(contentsOf: text[..<count])
  }
}
