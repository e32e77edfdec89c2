/// The layout of a chunk's pyramid, which contains the extremes of blocks of 64, 512, 4,096 and 32,768
/// values.
///
/// In memory, each level follows the level below it. All levels except the top one are padded with empty
/// extremes to groups of eight: a group is one cache line, and one block of the level above.
struct PyramidLayout: Equatable, Sendable {
  /// The number of values in a block of the lowest level.
  static let blockCount = 64
  /// The number of levels.
  ///
  /// A block has 2^6 values at the lowest level, and eight times as many at each higher level.
  static let levels = 4

  /// The index of the first block of the second level.
  private let second: Int
  /// The index of the first block of the third level.
  private let third: Int
  /// The index of the first block of the fourth level.
  private let fourth: Int
  /// The number of blocks in all levels.
  let count: Int

  init(valueCount: Int) {
    second = Self.groups(of: valueCount, shift: 6)
    third = second + Self.groups(of: valueCount, shift: 9)
    fourth = third + Self.groups(of: valueCount, shift: 12)
    count = fourth + Self.blocks(of: valueCount, shift: 15)
  }

  /// Returns the number of blocks, of 2^shift values each, that are needed for a given number of values.
  static func blocks(of valueCount: Int, shift: Int) -> Int { (valueCount + (1 << shift) - 1) >> shift }

  /// Returns the number of blocks, of 2^shift values each, that are needed for a given number of values,
  /// rounded up to whole groups.
  private static func groups(of valueCount: Int, shift: Int) -> Int {
    (blocks(of: valueCount, shift: shift) + 7) & ~7
  }

  /// Returns the index of the first block of a level.
  @inline(__always) func start(ofLevel level: Int) -> Int {
    switch level {
    case 0: 0
    case 1: second
    case 2: third
    default: fourth
    }
  }
}
