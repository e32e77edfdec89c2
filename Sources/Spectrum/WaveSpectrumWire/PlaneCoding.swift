/// The constants of the coding of planes, shared by encoder and decoder.
///
/// Levels, or their differences along frequency, fall into buckets 2^k steps wide. The bucket is written in a
/// prefix code made for this plane alone (D. A. Huffman, 1952, doi:10.1109/JRPROC.1952.273898), and the
/// position in the bucket in k plain bits. A plane is therefore coded in two passes without a division, is
/// decoded by a table without a search, and needs no other plane. Documentation/wire.md describes every bit.
enum PlaneCoding {
  /// The maximum number of buckets.
  static let buckets = 512
  /// The number of bits for the number of buckets minus one.
  static let bucketCountBits = 9
  /// The length of the longest code in bits.
  static let codeBits = 10
  /// The value from which the first code length is written as a difference.
  static let firstCodeLength = 5
  /// The maximum number of plain bits in a value.
  static let lowBits = 15

  /// The form in which a plane is coded.
  enum Mode: UInt8 {
    /// The levels as 16-bit integers, uncoded.
    case raw = 0
    /// The levels.
    case levels = 1
    /// The first level, then the difference of each level from the previous one.
    case differences = 2
  }

  /// The bit of a plane's first byte that means that some columns are gaps.
  static let gapsFlag: UInt8 = 4
}
