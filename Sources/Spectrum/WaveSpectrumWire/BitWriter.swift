/// Writes numbers as bits one after another, highest bit first, into words of 32 bits.
struct BitWriter: Sendable {
  /// The words; those from `wordCount` on are not written yet.
  private(set) var words: [UInt32]
  /// The bits that are not in a word yet, in the low end.
  private(set) var pending: UInt64 = 0
  /// The number of these bits; below 32 between calls.
  private(set) var pendingCount = 0
  /// The number of full words.
  private(set) var wordCount = 0

  /// A writer with room for words.
  init(wordCapacity: Int) { words = [UInt32](repeating: 0, count: wordCapacity) }

  /// Starts again at the first bit.
  mutating func restart() { (pending, pendingCount, wordCount) = (0, 0, 0) }

  /// The number of bits written so far.
  var bitCount: Int { 32 &* wordCount &+ pendingCount }

  /// Writes the lowest `count` bits of a number whose other bits are 0; 32 at most.
  @inline(__always)
  mutating func write(_ value: UInt32, _ count: Int) {
    pending = pending &<< UInt64(truncatingIfNeeded: count) | UInt64(value)
    pendingCount &+= count
    guard pendingCount >= 32 else { return }
    pendingCount &-= 32
    words[wordCount] =
      UInt32(truncatingIfNeeded: pending &>> UInt64(truncatingIfNeeded: pendingCount)).bigEndian
    wordCount &+= 1
  }

  /// Writes a number from 1 on in Elias's gamma code: one zero less than it has bits, then its bits.
  mutating func writeGamma(_ value: Int) {
    let zeros = Int.bitWidth - 1 - value.leadingZeroBitCount
    write(UInt32(truncatingIfNeeded: value), 2 * zeros + 1)
  }

  /// Fills the last word with zeros.
  ///
  /// - Returns: The number of bytes that contain bits.
  mutating func finish() -> Int {
    let byteCount = (bitCount + 7) / 8
    if pendingCount > 0 { write(0, 32 - pendingCount) }
    return byteCount
  }
}
