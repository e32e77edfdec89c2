import WaveUnits

/// Wraps bytes in gzip without compressing them (RFC 1951, section 3.2.4; RFC 1952).
///
/// Without gzip, a server would treat the rows received before a connection breaks as complete. With gzip, an
/// incomplete body has no trailer and is rejected.
enum StoredGzip {
  /// The maximum length of a stored block, in bytes.
  private static let blockBytes = 65_535

  /// Returns a gzip member that contains the bytes.
  static func member(_ bytes: [UInt8]) -> [UInt8] {
    var made: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    made.reserveCapacity(bytes.count + bytes.count / blockBytes * 5 + 32)
    var start = 0
    repeat {
      let end = min(start + blockBytes, bytes.count)
      made.append(end == bytes.count ? 1 : 0)
      let count = UInt16(end - start)
      made += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      made += bytes[start..<end]
      start = end
    } while start < bytes.count
    for value in [CRC32.checksum(bytes.span), UInt32(truncatingIfNeeded: bytes.count)] {
      for shift in [0, 8, 16, 24] as [UInt32] { made.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    return made
  }
}
