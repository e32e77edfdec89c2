/// The checksum of IEEE 802.3, as zlib computes it.
enum CRC32 {
  /// Checksum of bytes.
  /// - Complexity: O(bytes), no allocation.
  static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    var register: UInt32 = .max
    for index in 0..<bytes.count {
      register ^= UInt32(bytes[index])
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~register
  }
}
