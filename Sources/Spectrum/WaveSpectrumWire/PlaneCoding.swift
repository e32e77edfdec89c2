/// Constants for encoding and decoding planes (the levels of one detector for all columns).
///
/// Levels, or their differences along frequency, are sorted into buckets 2^k steps wide. The bucket is
/// written in a prefix code created for this plane alone (D. A. Huffman, 1952,
/// doi:10.1109/JRPROC.1952.273898), and the position within the bucket in k plain bits. A plane is therefore
/// encoded in two passes without division, is decoded with a table without searching, and depends on no other
/// plane. Documentation/wire.md describes every bit.
enum PlaneCoding {
  /// The maximum number of buckets.
  static let buckets = 512
  /// The number of bits used to encode the number of buckets minus one.
  static let bucketCountBits = 9
  /// The maximum length of a code in bits.
  static let codeBits = 10
  /// The length with which the first code length is compared.
  ///
  /// Code lengths are written as differences.
  static let firstCodeLength = 5
  /// The maximum number of plain bits per value.
  static let lowBits = 15

  /// The form in which a plane is encoded.
  enum Mode: UInt8 {
    /// The levels as plain 16-bit integers.
    case raw = 0
    /// The levels in bucket code.
    case levels = 1
    /// The first level, followed by the difference of each level from the previous one in bucket code.
    case differences = 2
  }

  /// The bit in a plane's first byte that indicates that some columns are gaps.
  static let gapsFlag: UInt8 = 4
}
