public import WaveUnits

extension [UInt8] {
  /// Appends an integer, lowest byte first.
  @inlinable
  package mutating func append<T: FixedWidthInteger & BitwiseCopyable>(littleEndian value: T) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends the bits of a double.
  @inlinable
  package mutating func append(littleEndian value: Double) { append(littleEndian: value.bitPattern) }

  /// Appends the bits of a float.
  @inlinable
  package mutating func append(littleEndian value: Float) { append(littleEndian: value.bitPattern) }

  /// Appends a text after its length, cut to `limit` bytes or to the part that is valid UTF-8.
  @inlinable
  package mutating func append(text: [UInt8], limit: Int = WireLimits.text) {
    let count = UTF8Text.validCount(text, limit: limit)
    append(littleEndian: UInt16(truncatingIfNeeded: count))
    append(contentsOf: text[..<count])
  }
}
