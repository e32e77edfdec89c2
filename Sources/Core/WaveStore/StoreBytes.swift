extension [UInt8] {
  /// Appends an integer in little-endian byte order.
  mutating func append<Value: FixedWidthInteger>(little value: Value) {
    for index in 0..<Value.bitWidth / 8 { append(UInt8(truncatingIfNeeded: value >> Value(index * 8))) }
  }

  /// Appends a double-precision number in little-endian byte order.
  mutating func append(little value: Double) { append(little: value.bitPattern) }

  /// Appends text preceded by its length.
  mutating func append(text: [UInt8]) {
    append(little: UInt16(truncatingIfNeeded: text.count))
    append(contentsOf: text)
  }

  /// Appends zero bytes.
  mutating func appendZeros(_ count: Int) {
    for _ in 0..<count { append(0) }
  }

  /// Overwrites existing bytes with an integer in little-endian byte order.
  mutating func write<Value: FixedWidthInteger>(little value: Value, at place: Int) {
    for index in 0..<Value.bitWidth / 8 {
      self[place + index] = UInt8(truncatingIfNeeded: value >> Value(index * 8))
    }
  }

  /// Returns the little-endian integer at an index, which must be in bounds.
  func little<Value: FixedWidthInteger>(_ type: Value.Type, at place: Int) -> Value {
    var value: Value = 0
    for index in 0..<Value.bitWidth / 8 {
      value |= Value(truncatingIfNeeded: self[place + index]) << Value(index * 8)
    }
    return value
  }

  /// Returns the double-precision number at an index, which must be in bounds.
  func double(at place: Int) -> Double { Double(bitPattern: little(UInt64.self, at: place)) }
}

/// Returns a byte count rounded up to a multiple of eight.
func padded(_ count: Int) -> Int { (count + 7) & ~7 }
