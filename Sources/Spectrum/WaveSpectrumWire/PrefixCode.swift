/// The prefix code of a plane: short codes for frequent buckets, none longer than `PlaneCoding.codeBits`.
struct PrefixCode: Sendable {
  /// The number of codes of each length, from 0 to 15.
  typealias LengthCounts = SIMD16<UInt16>

  /// The code of each bucket, with the code's length in the lowest four bits.
  ///
  /// A code is 0 if its bucket does not occur, or is the only bucket that occurs.
  private(set) var codes = [UInt32](repeating: 0, count: PlaneCoding.buckets)
  /// The buckets that occur, rarest first, with the count in the upper half of each element.
  private var order = [UInt32](repeating: 0, count: PlaneCoding.buckets)
  /// The working memory for Huffman's tree.
  private var nodes = [UInt32](repeating: 0, count: PlaneCoding.buckets)

  /// Creates the code for buckets with the given counts, whose sum is at most 2048.
  ///
  /// - Complexity: O(*n* log *n*) in the buckets that occur, without allocation.
  mutating func make(_ counts: Span<UInt16>) {
    var present = 0
    for bucket in counts.indices {
      codes[bucket] = 0
      guard counts[bucket] > 0 else { continue }
      order[present] = UInt32(counts[bucket]) << 16 | UInt32(truncatingIfNeeded: bucket)
      present += 1
    }
    guard present > 1 else { return }
    sort(present)
    var lengthCounts = leaves(present)
    Self.shorten(&lengthCounts)

    // The rarest buckets come first in `order`, and have the longest codes.
    var index = 0
    for length in stride(from: PlaneCoding.codeBits, to: 0, by: -1) {
      for _ in 0..<lengthCounts[length] {
        codes[Int(order[index] & 0xFFFF)] = UInt32(truncatingIfNeeded: length)
        index += 1
      }
    }
    var next = Self.first(lengthCounts)
    for bucket in counts.indices where codes[bucket] > 0 {
      let length = Int(codes[bucket])
      codes[bucket] |= UInt32(next[length]) << 4
      next[length] += 1
    }
  }

  /// Returns the first code of each length.
  ///
  /// Codes ascend with their length and, among codes of equal length, with the index of the bucket.
  static func first(_ lengthCounts: LengthCounts) -> LengthCounts {
    var first = LengthCounts()
    var code: UInt16 = 0
    for length in 1...PlaneCoding.codeBits {
      first[length] = code
      code = (code &+ lengthCounts[length]) &<< 1
    }
    return first
  }

  /// Sorts `order` with Shellsort.
  ///
  /// The gaps are those of M. Ciura, doi:10.1007/3-540-44669-9_12.
  private mutating func sort(_ count: Int) {
    var gap = 301
    while gap > 0 {
      for index in Swift.min(gap, count)..<count {
        let key = order[index]
        var place = index
        while place >= gap, order[place - gap] > key {
          order[place] = order[place - gap]
          place -= gap
        }
        order[place] = key
      }
      gap = Self.gap(below: gap)
    }
  }

  private static func gap(below gap: Int) -> Int {
    switch gap {
    case 301: 132
    case 132: 57
    case 57: 23
    case 23: 10
    case 10: 4
    case 4: 1
    default: 0
    }
  }

  /// Returns the number of leaves of Huffman's tree at each depth; deeper leaves are counted at the maximum
  /// depth.
  ///
  /// The computation is in place, as described by A. Moffat and J. Katajainen, doi:10.1007/3-540-60220-8_79.
  private mutating func leaves(_ count: Int) -> LengthCounts {
    for index in 0..<count { nodes[index] = order[index] >> 16 }
    // The weights of inner nodes replace leaves that are no longer needed, and parent indices then replace
    // weights.
    var leaf = 0
    var root = 0
    for next in 0..<count - 1 {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        if leaf >= count || (root < next && nodes[root] < nodes[leaf]) {
          weight &+= nodes[root]
          nodes[root] = UInt32(truncatingIfNeeded: next)
          root += 1
        } else {
          weight &+= nodes[leaf]
          leaf += 1
        }
      }
      nodes[next] = weight
    }
    nodes[count - 2] = 0
    for next in stride(from: count - 3, through: 0, by: -1) { nodes[next] = nodes[Int(nodes[next])] + 1 }
    var lengthCounts = LengthCounts()
    var width = 1
    var inner = count - 2
    var depth = 0
    while width > 0 {
      var parents = 0
      while inner >= 0, nodes[inner] == depth {
        parents += 1
        inner -= 1
      }
      lengthCounts[Swift.min(depth, PlaneCoding.codeBits)] += UInt16(truncatingIfNeeded: width - parents)
      width = 2 * parents
      depth += 1
    }
    return lengthCounts
  }

  /// Restores a valid code after lengths were clamped to the maximum.
  ///
  /// A code of the maximum length moves next to a shorter code, which becomes one bit longer, until all codes
  /// fit.
  private static func shorten(_ lengthCounts: inout LengthCounts) {
    let longest = PlaneCoding.codeBits
    var taken = 0
    for length in 1...longest { taken += Int(lengthCounts[length]) << (longest - length) }
    while taken > 1 << longest {
      guard let shorter = (1..<longest).last(where: { lengthCounts[$0] > 0 }) else { return }
      lengthCounts[longest] -= 1
      lengthCounts[shorter] -= 1
      lengthCounts[shorter + 1] += 2
      taken -= 1
    }
  }
}
