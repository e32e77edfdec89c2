/// The CRC-32 checksum of IEEE 802.3, as computed by zlib.
public struct CRC32: Sendable {
  /// Eight tables of 256 entries: the effect of a byte on the register after 0 to 7 more bytes.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { register, _ in
        register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  private var register: UInt32 = .max

  /// Creates the checksum of an empty sequence of bytes.
  public init() {}

  /// Adds bytes to the checksum, eight at a time.
  ///
  /// The method is slicing by 8: Kounavis and Berry 2005, doi:10.1109/ISCC.2005.18.
  ///
  /// - Complexity: O(bytes), without allocation.
  public mutating func add(_ bytes: Span<UInt8>) {
    let tables = Self.tables.span
    var place = 0
    while place + 8 <= bytes.count {
      let low =
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        | UInt32(bytes[place + 3]) << 24
      let mixed = register ^ low
      let upper =
        tables[1792 + Int(mixed & 0xFF)] ^ tables[1536 + Int(mixed >> 8 & 0xFF)]
        ^ tables[1280 + Int(mixed >> 16 & 0xFF)] ^ tables[1024 + Int(mixed >> 24)]
      register =
        upper ^ tables[768 + Int(bytes[place + 4])] ^ tables[512 + Int(bytes[place + 5])]
        ^ tables[256 + Int(bytes[place + 6])] ^ tables[Int(bytes[place + 7])]
      place += 8
    }
    while place < bytes.count {
      register = register >> 8 ^ tables[Int((register ^ UInt32(bytes[place])) & 0xFF)]
      place += 1
    }
  }

  /// The checksum of the bytes added so far.
  public var checksum: UInt32 { ~register }

  /// Returns the checksum of a sequence of bytes.
  ///
  /// - Complexity: O(bytes), without allocation.
  public static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    var sum = CRC32()
    sum.add(bytes)
    return sum.checksum
  }
}
