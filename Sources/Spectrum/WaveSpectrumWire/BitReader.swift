/// Reads bits written by `BitWriter`.
///
/// Beyond the end of the bytes, it reads zeros, and `next` returns an offset beyond the end.
struct BitReader {
  /// The bits that have been loaded, starting at the highest bit.
  private var window: UInt64 = 0
  /// The number of loaded bits, including any beyond the end.
  private var available = 0
  /// The offset of the next byte to load.
  private var position: Int
  private let end: Int

  /// Creates a reader that starts at a byte offset and ends before the offset `end`.
  init(position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  /// Loads at least 32 bits.
  @inline(__always)
  mutating func fill(_ bytes: RawSpan) {
    guard available < 32 else { return }
    var word: UInt32 = 0
    if position &+ 4 <= end {
      word = UInt32(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt32.self))
    } else {
      for offset in 0..<4 where position + offset < end {
        word |=
          UInt32(bytes.unsafeLoad(fromByteOffset: position + offset, as: UInt8.self))
          << UInt32(24 - 8 * offset)
      }
    }
    position &+= 4
    window |= UInt64(word) &<< UInt64(truncatingIfNeeded: 32 &- available)
    available &+= 32
  }

  /// Returns the next `count` bits, from 1 to 32, without consuming them.
  ///
  /// The bits must have been loaded.
  @inline(__always)
  func peek(_ count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- count))
  }

  /// Consumes bits, which must have been loaded.
  @inline(__always)
  mutating func skip(_ count: Int) {
    window &<<= UInt64(truncatingIfNeeded: count)
    available &-= count
  }

  /// Reads `count` bits, from 0 to 32, which must have been loaded.
  @inline(__always)
  mutating func readLoaded(_ count: Int) -> UInt32 {
    // The shift is split into two steps, because a shift by 64 would be a shift by 0.
    let value = UInt32(truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count))
    skip(count)
    return value
  }

  /// Reads `count` bits, from 0 to 32.
  mutating func read(_ count: Int, _ bytes: RawSpan) -> UInt32 {
    fill(bytes)
    return readLoaded(count)
  }

  /// Reads a number in Elias gamma code; nil if it exceeds `limit`, which has at most 15 bits.
  mutating func readGamma(limit: Int, _ bytes: RawSpan) -> Int? {
    fill(bytes)
    let zeros = window.leadingZeroBitCount
    guard zeros < 15 else {
      // Skip the zeros, so that `next` shows whether they are beyond the end of the bytes.
      skip(15)
      return nil
    }
    let value = Int(readLoaded(2 * zeros + 1))
    return value <= limit ? value : nil
  }

  /// The offset of the byte after the last bit read; it is beyond the end of the bytes if there were too few
  /// bits.
  var next: Int { position - available / 8 }
}
