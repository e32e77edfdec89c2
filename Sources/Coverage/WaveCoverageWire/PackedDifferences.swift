import WaveWire

extension FieldCoder {
  /// Encodes or decodes a difference in one to three bytes of 7 bits each, least significant first, with the
  /// sign in the lowest bit.
  mutating func difference(_ step: inout Int16) {
    let start = position
    let code = UInt32(UInt16(bitPattern: step << 1 ^ step >> 15))
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while true {
      let rest = code >> shift
      var byte = UInt8(truncatingIfNeeded: rest & 0x7F) | (rest >= 0x80 ? 0x80 : 0)
      integer(&byte)
      value |= UInt32(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
      require(shift <= 14, at: start)
    }
    require(value <= 0xFFFF, at: start)
    let found = UInt16(truncatingIfNeeded: value)
    step = Int16(bitPattern: found >> 1) ^ -Int16(bitPattern: found & 1)
  }

  /// Checks that at least `count` bytes follow, before memory for that number of differences is allocated.
  ///
  /// - Returns: False if fewer bytes follow, which is an error, or if an error occurred earlier.
  mutating func isFollowed(byBytes count: Int) -> Bool {
    read { reader in _ = reader.hasLeft(count) }
    return isSound
  }
}
