/// Writes numbers as consecutive bits, highest bit first, into 32-bit words.
struct BitWriter: Sendable {
  /// The words, of which the first `wordCount` have been written.
  private(set) var words: [UInt32]
  /// The bits that have not yet been moved to a word, in the low-order positions.
  private(set) var pending: UInt64 = 0
  /// The number of pending bits, which is below 32 between calls.
  private(set) var pendingCount = 0
  /// The number of complete words in `words`.
  private(set) var wordCount = 0

  /// Creates a writer with capacity for a number of words.
  init(wordCapacity: Int) { words = [UInt32](repeating: 0, count: wordCapacity) }

  /// Discards all bits and starts over.
  mutating func restart() { (pending, pendingCount, wordCount) = (0, 0, 0) }

  /// The number of bits written so far.
  var bitCount: Int { 32 &* wordCount &+ pendingCount }

  /// Writes the lowest `count` bits of a number, at most 32.
  ///
  /// The other bits must be 0.
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

  /// Writes a number of at least 1 in Elias gamma code: for a number with n bits, n - 1 zeros and then the
  /// number.
  mutating func writeGamma(_ value: Int) {
    let zeros = Int.bitWidth - 1 - value.leadingZeroBitCount
    write(UInt32(truncatingIfNeeded: value), 2 * zeros + 1)
  }

  /// Pads the last word with zeros.
  ///
  /// - Returns: The number of bytes that contain bits.
  mutating func finish() -> Int {
    let byteCount = (bitCount + 7) / 8
    if pendingCount > 0 { write(0, 32 - pendingCount) }
    return byteCount
  }
}
