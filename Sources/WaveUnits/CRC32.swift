/// The checksum of IEEE 802.3, as zlib computes it.
public struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { register, _ in
      register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0)
    }
  }

  private var register: UInt32 = .max

  /// Begins before the first byte.
  public init() {}

  /// Goes on over bytes.
  ///
  /// - Complexity: O(bytes), no allocation.
  public mutating func add(_ bytes: Span<UInt8>) {
    let table = Self.table.span
    for index in bytes.indices {
      register = register >> 8 ^ table[Int((register ^ UInt32(bytes[index])) & 0xFF)]
    }
  }

  /// The checksum of the bytes so far.
  public var checksum: UInt32 { ~register }

  /// Checksum of bytes.
  ///
  /// - Complexity: O(bytes), no allocation.
  public static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    var sum = CRC32()
    sum.add(bytes)
    return sum.checksum
  }
}
