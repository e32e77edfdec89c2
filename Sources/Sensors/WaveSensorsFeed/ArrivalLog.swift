import WaveUnits

/// The arrival times of a group's newest samples.
struct ArrivalLog: Sendable {
  /// The maximum number of blocks stored.
  static let limit = 512

  /// The sequence number after the last sample of each block, in a ring buffer.
  private var ends: [UInt64] = []
  /// The arrival time of each block, in the same order as `ends`.
  private var times: [Int64] = []
  private var next = 0

  /// Records the end and arrival time of a block.
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

  /// Returns the arrival time of a sample; nil if it is no longer stored, or the sample has not arrived.
  ///
  /// - Complexity: O(log blocks).
  func microseconds(of sequence: UInt64) -> Int64? {
    guard let oldest = ends.indices.first.map({ place($0) }),
      ends.count < Self.limit || sequence >= ends[oldest]
    else { return nil }
    let age = ends.indices.partitionPoint { ends[place($0)] <= sequence }
    return age < ends.count ? times[place(age)] : nil
  }

  private func place(_ age: Int) -> Int { (next + age) % ends.count }
}
