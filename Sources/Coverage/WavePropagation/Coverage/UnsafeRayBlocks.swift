/// Numbers of a ray's samples by sixteens, so that most samples are not looked at where one asks for the
/// greatest of something.
///
/// Eight receivers side by side look at one sample after the other, in those blocks in which one can be above
/// what there is for one of them.
struct UnsafeRayBlocks {
  typealias Eight = SIMD8<Float>

  /// Samples of a block, and blocks of a group.
  static let size = 16
  static let groupSize = 8
  static var places: Eight { Eight(0, 1, 2, 3, 4, 5, 6, 7) }

  /// The greatest number of each block, then of each group.
  private let blocks: UnsafeMutablePointer<Float>
  /// Blocks at most.
  private let count: Int

  init(_ blocks: UnsafeMutablePointer<Float>, length: Int) {
    (self.blocks, count) = (blocks, Self.blockCount(length))
  }

  /// Floats that so many samples' blocks and groups need.
  static func room(length: Int) -> Int { blockCount(length) + blockCount(length) / groupSize + 1 }

  private static func blockCount(_ length: Int) -> Int { length / size + 1 }

  /// Takes a list's numbers; those beyond the last whole block have no meaning.
  func take(_ list: UnsafePointer<Float>, end: Int) {
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

  /// The greatest values of samples that are before each of eight receivers.
  ///
  /// - Parameters:
  ///   - index: The first receiver, a multiple of eight.
  ///   - least: What is returned where none is greater.
  ///   - best: The block that had the greatest for the eight before; then for these.
  ///   - value: A sample's values; the transmitter's own must be less than any that counts.
  ///   - bound: What samples can have at most, by their greatest number and the first and the last of them.
  /// - Returns: One for each receiver.
  @inline(__always)
  func greatest(
    before index: Int, least: Eight, best: inout Int, value: (Int) -> Eight,
    bound: (Float, Int, Int) -> Eight
  ) -> Eight {
    var most = least
    // Samples among the receivers are before some of them only.
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
    func look(_ block: Int) {
      for lane in 0..<Self.size { most = FastMath.greatest(most, value(block &* Self.size &+ lane)) }
    }
    let guess = Swift.min(best, whole &- 1)
    best = guess
    look(guess)
    var group = 0
    while group < whole {
      let end = Swift.min(whole, group &+ Self.groupSize)
      let all = blocks[count &+ group / Self.groupSize]
      if FastMath.any(bound(all, group &* Self.size, end &* Self.size &- 1) .> most) {
        for block in group..<end {
          let first = block &* Self.size
          guard FastMath.any(bound(blocks[block], first, first &+ (Self.size &- 1)) .> most) else { continue }
          let before = most
          look(block)
          if FastMath.any(most .> before) { best = block }
        }
      }
      group &+= Self.groupSize
    }
    return most
  }
}
