/// When the newest samples of a group arrived.
struct ArrivalLog: Sendable {
  /// Blocks that are remembered.
  static let limit = 512

  /// The number after the last sample of each block, and when it arrived; a ring.
  private var ends: [UInt64] = []
  private var times: [Int64] = []
  private var next = 0

  /// Takes note of a block.
  mutating func add(end: UInt64, at microseconds: Int64) {
    if ends.count < Self.limit {
      ends.append(end)
      times.append(microseconds)
    } else {
      ends[next] = end
      times[next] = microseconds
      next = (next + 1) % Self.limit
    }
  }

  /// When a sample arrived; nil where that is forgotten or it has not come.
  ///
  /// - Complexity: O(log blocks).
  func microseconds(of sequence: UInt64) -> Int64? {
    guard let oldest = ends.indices.first.map({ place($0) }),
      ends.count < Self.limit || sequence >= ends[oldest]
    else { return nil }
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[place(middle)] <= sequence { low = middle + 1 } else { high = middle }
    }
    return low < ends.count ? times[place(low)] : nil
  }

  private func place(_ age: Int) -> Int { (next + age) % ends.count }
}
