import WaveUnits

/// Puts bytes into gzip without making them fewer (RFC 1951, section 3.2.4; RFC 1952).
///
/// A server that is sent rows takes what it was sent before the connection broke as all there is; behind
/// gzip, what is cut has no end.
enum StoredGzip {
  /// Bytes of a stored block at most.
  private static let blockBytes = 65_535

  /// One member of gzip with these bytes.
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
