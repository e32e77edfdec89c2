/// How a plane of levels becomes bits: the terms that encoder and decoder share.
///
/// Levels, or their differences along frequency, fall into buckets 2^k steps wide. Which bucket it is is
/// written in a prefix code made for this plane alone (D. A. Huffman, 1952, doi:10.1109/JRPROC.1952.273898),
/// where in the bucket in k plain bits. So a plane is coded in two passes without a division, decoded by a
/// table without a search, and needs no other plane. Documentation/wire.md describes every bit.
enum PlaneCoding {
  /// Most buckets.
  static let buckets = 512
  /// Bits of a bucket count less one.
  static let bucketCountBits = 9
  /// Longest code in bits.
  static let codeBits = 10
  /// What the first code length is written as a difference from.
  static let firstCodeLength = 5
  /// Most plain bits of a value.
  static let lowBits = 15

  /// What is coded.
  enum Mode: UInt8 {
    /// The levels as 16-bit integers, uncoded.
    case raw = 0
    /// The levels.
    case levels = 1
    /// The first level, then differences of each level from the one before.
    case differences = 2
  }

  /// Bit of a plane's first byte: some columns are gaps.
  static let gapsFlag: UInt8 = 4
}
