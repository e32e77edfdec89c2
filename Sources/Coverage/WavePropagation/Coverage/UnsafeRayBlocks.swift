/// The maxima of a ray's samples in blocks of sixteen, with which a search for the greatest value can skip
/// most samples.
///
/// Eight adjacent receivers examine samples one by one, but only in blocks that can exceed the greatest value
/// so far for at least one of them.
struct UnsafeRayBlocks {
  typealias Eight = SIMD8<Float>

  /// The number of samples in a block.
  ///
  /// A group consists of `groupSize` blocks.
  static let size = 16
  static let groupSize = 8
  static var places: Eight { Eight(0, 1, 2, 3, 4, 5, 6, 7) }

  /// The greatest values of all blocks, followed by the greatest values of all groups.
  private let blocks: UnsafeMutablePointer<Float>
  /// The maximum number of blocks.
  private let count: Int

  init(_ blocks: UnsafeMutablePointer<Float>, length: Int) {
    (self.blocks, count) = (blocks, Self.blockCount(length))
  }

  /// Returns the number of floats needed for the blocks and groups of a number of samples.
  static func room(length: Int) -> Int { blockCount(length) + blockCount(length) / groupSize + 1 }

  private static func blockCount(_ length: Int) -> Int { length / size + 1 }

  /// Computes the maxima of a list, ignoring values after the last complete block.
  func read(_ list: UnsafePointer<Float>, end: Int) {
    let groups = blocks + count
    for block in 0..<(end / Self.size) {
      let first = UnsafeRawPointer(list + block &* Self.size)
      let near = first.loadUnaligned(as: Eight.self)
      let far = first.loadUnaligned(fromByteOffset: 32, as: Eight.self)
      let eight = FastMath.greatest(near, far)
      var four = eight.lowHalf
      four.replace(with: eight.highHalf, where: eight.highHalf .> four)
      let most = Swift.max(Swift.max(four[0], four[1]), Swift.max(four[2], four[3]))
      blocks[block] = most
      let group = block / Self.groupSize
      groups[group] = block % Self.groupSize == 0 ? most : Swift.max(groups[group], most)
    }
  }

  /// Returns the greatest value of the samples before each of eight receivers.
  ///
  /// - Parameters:
  ///   - index: The index of the first receiver, a multiple of eight.
  ///   - least: The result if no value is greater.
  ///   - best: The block with the greatest value for the previous eight receivers, updated for these.
  ///   - value: Returns a sample's values, one for each receiver; for the transmitter's sample, they must be
  ///     less than any relevant value.
  ///   - bound: Returns an upper bound for a range of samples, given their greatest value and the indices of
  ///     the first and the last sample.
  /// - Returns: One value for each receiver.
  @inline(__always)
  func greatest(
    before index: Int, least: Eight, best: inout Int, value: (Int) -> Eight,
    bound: (Float, Int, Int) -> Eight
  ) -> Eight {
    var most = least
    // Samples among the eight receivers precede only some of them.
    for lane in 0..<7 {
      let own = value(index &+ lane)
      let limit: Eight = (Self.places - (Float(lane) + 0.5)) * .infinity
      most = FastMath.greatest(most, FastMath.least(own, limit))
    }
    if index % Self.size != 0 {
      for lane in 0..<8 { most = FastMath.greatest(most, value(index &- 8 &+ lane)) }
    }
    let whole = index / Self.size
    guard whole > 0 else { return most }
    @inline(__always)
    func scan(_ block: Int) {
      for lane in 0..<Self.size { most = FastMath.greatest(most, value(block &* Self.size &+ lane)) }
    }
    let guess = Swift.min(best, whole &- 1)
    best = guess
    scan(guess)
    var group = 0
    while group < whole {
      let end = Swift.min(whole, group &+ Self.groupSize)
      let all = blocks[count &+ group / Self.groupSize]
      if FastMath.any(bound(all, group &* Self.size, end &* Self.size &- 1) .> most) {
        for block in group..<end {
          let first = block &* Self.size
          guard FastMath.any(bound(blocks[block], first, first &+ (Self.size &- 1)) .> most) else { continue }
          let before = most
          scan(block)
          if FastMath.any(most .> before) { best = block }
        }
      }
      group &+= Self.groupSize
    }
    return most
  }
}
