/// Writes numbers of some bits one after another, highest bit first, into words of 32 bits.
struct BitWriter: Sendable {
  /// The words; those from `wordCount` on are not written yet.
  private(set) var words: [UInt32]
  /// Bits not yet in a word, in the low end.
  private(set) var pending: UInt64 = 0
  /// How many they are; below 32 between calls.
  private(set) var pendingCount = 0
  /// Words that are full.
  private(set) var wordCount = 0

  /// Makes room for words, and writes the first.
  init(wordCapacity: Int) { words = [UInt32](repeating: 0, count: wordCapacity) }

  /// Begins anew.
  mutating func restart() { (pending, pendingCount, wordCount) = (0, 0, 0) }

  /// Bits written so far.
  var bitCount: Int { 32 &* wordCount &+ pendingCount }

  /// Writes the lowest `count` bits of a number that has no others; 32 at most.
  @inline(__always)
  mutating func put(_ value: UInt32, _ count: Int) {
    pending = pending &<< UInt64(truncatingIfNeeded: count) | UInt64(value)
    pendingCount &+= count
    guard pendingCount >= 32 else { return }
    pendingCount &-= 32
    words[wordCount] =
      UInt32(truncatingIfNeeded: pending &>> UInt64(truncatingIfNeeded: pendingCount)).bigEndian
    wordCount &+= 1
  }

  /// Writes a number from 1 on in Elias's gamma code: as many zeros as it has bits behind the first, then its
  /// bits.
  mutating func putGamma(_ value: Int) {
    let zeros = Int.bitWidth - 1 - value.leadingZeroBitCount
    put(UInt32(truncatingIfNeeded: value), 2 * zeros + 1)
  }

  /// Fills the last word with zeros.
  ///
  /// - Returns: Bytes that hold bits.
  mutating func finish() -> Int {
    let byteCount = (bitCount + 7) / 8
    if pendingCount > 0 { put(0, 32 - pendingCount) }
    return byteCount
  }
}
