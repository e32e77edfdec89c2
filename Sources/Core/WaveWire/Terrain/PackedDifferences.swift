extension [UInt8] {
  /// Appends a difference in one byte to three: 7 bits in each, lowest first, the sign in the lowest bit.
  mutating func append(packed step: Int16) {
    var rest = UInt16(bitPattern: step << 1 ^ step >> 15)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

extension ByteCursor {
  /// Reads a difference of two numbers of 16 bits.
  mutating func packedDifference(_ bytes: RawSpan) throws(WireError) -> Int16 {
    let code = try packed(bytes)
    return Int16(bitPattern: code >> 1) ^ -Int16(bitPattern: code & 1)
  }

  /// Reads 16 bits in one byte to three, 7 of them in each.
  private mutating func packed(_ bytes: RawSpan) throws(WireError) -> UInt16 {
    let start = position
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while true {
      let byte: UInt8 = try integer(bytes)
      value |= UInt32(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
      guard shift <= 14 else { throw .invalid(byte: start) }
    }
    guard value <= 0xFFFF else { throw .invalid(byte: start) }
    return UInt16(truncatingIfNeeded: value)
  }
}
