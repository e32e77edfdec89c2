/// Where a chunk's pyramid has its blocks: extremes of 64 values, of 512, of 4,096 and of 32,768.
///
/// Each level follows the one below. Those below the uppermost are filled up to groups of eight with empty
/// extremes: a group is one cache line, and one block of the level above.
struct PyramidLayout: Equatable, Sendable {
  /// Values of a lowest block.
  static let blockCount = 64
  /// Values are 2^6 in a lowest block, and 2^3 times as many in each level above.
  static let levels = 4

  /// Where each level begins, in blocks.
  private let second: Int
  private let third: Int
  private let fourth: Int
  /// Blocks of all levels.
  let count: Int

  init(valueCount: Int) {
    second = Self.groups(of: valueCount, shift: 6)
    third = second + Self.groups(of: valueCount, shift: 9)
    fourth = third + Self.groups(of: valueCount, shift: 12)
    count = fourth + Self.blocks(of: valueCount, shift: 15)
  }

  /// Blocks that hold so many values, each with 2^shift of them.
  static func blocks(of valueCount: Int, shift: Int) -> Int { (valueCount + (1 << shift) - 1) >> shift }

  /// The same, filled up to whole groups.
  private static func groups(of valueCount: Int, shift: Int) -> Int {
    (blocks(of: valueCount, shift: shift) + 7) & ~7
  }

  /// Where a level begins, in blocks.
  @inline(__always)
  func start(ofLevel level: Int) -> Int {
    switch level {
    case 0: 0
    case 1: second
    case 2: third
    default: fourth
    }
  }
}
