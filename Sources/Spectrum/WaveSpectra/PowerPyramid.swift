import WaveUnits

/// A power row with the maximum, sum and minimum of its aligned blocks of 2, 4, 8 … bins.
///
/// A column of any width then consists of a few blocks, so the cost of drawing a view depends on its number
/// of columns, not on the row's number of bins. A pyramid is immutable: create it once for each acquired row,
/// and share it among all clients that show the row.
///
/// Level `k` consists of the complete blocks `i << k ..< (i + 1) << k`. Maximum and minimum are exact. Sums
/// are pairwise, so their rounding error is smaller than that of one long sum. Bins without data (NaN) add
/// nothing to a sum; the bins with data are counted.
public struct PowerPyramid: Sendable {
  /// The row from which the pyramid was created.
  public let row: PowerRow

  /// The number of bins in each plane, or in the shortest plane if their lengths differ.
  let count: Int
  /// The offset of the first block of each level.
  ///
  /// Level 0 is the row itself and has no blocks.
  let starts: [Int]
  let max: [Float]
  let sum: [Float]
  let min: [Float]
  /// The number of bins with data in each block; empty if every bin has data.
  let valid: [Int32]

  /// Creates all levels of a row's pyramid.
  ///
  /// - Complexity: O(bins); allocates as many numbers as the row has, and half as many more if bins lack
  ///   data.
  public init(_ row: PowerRow) {
    self.row = row
    let count = Swift.max(
      0, Swift.min(Swift.min(row.axis.count, row.max.count), Swift.min(row.mean.count, row.min.count)))
    self.count = count
    var starts = [0, 0]
    var level = 1
    while count >> level > 0 {
      starts.append(starts[level] + count >> level)
      level += 1
    }
    let total = starts[level]
    self.starts = starts
    max = Self.folded(row.max, count: count, total: total) { $0 > $1 || $1.isNaN ? $0 : $1 }
    min = Self.folded(row.min, count: count, total: total) { $0 < $1 || $1.isNaN ? $0 : $1 }
    let gaps = (0..<count).contains { row.mean[$0].isNaN }
    if gaps {
      sum = Self.folded(row.mean.map { $0.isNaN ? 0 : $0 }, count: count, total: total) { $0 + $1 }
      valid = Self.folded(row.mean.map { $0.isNaN ? 0 : 1 }, count: count, total: total) { $0 &+ $1 }
    } else {
      sum = Self.folded(row.mean, count: count, total: total) { $0 + $1 }
      valid = []
    }
  }

  /// Computes the blocks of all levels, each from two blocks of the level below.
  @inline(__always)
  private static func folded<Value: BitwiseCopyable>(
    _ plane: [Value], count: Int, total: Int, _ fold: (Value, Value) -> Value
  ) -> [Value] {
    guard total > 0 else { return [] }
    return [Value](unsafeUninitializedCapacity: total) { blocks, initialized in
      let half = count / 2
      for index in 0..<half {
        blocks.initializeElement(at: index, to: fold(plane[2 &* index], plane[2 &* index &+ 1]))
      }
      var below = 0
      var place = half
      var length = half / 2
      while length > 0 {
        for index in 0..<length {
          let pair = below &+ 2 &* index
          blocks.initializeElement(at: place &+ index, to: fold(blocks[pair], blocks[pair &+ 1]))
        }
        below = place
        place += length
        length /= 2
      }
      initialized = total
    }
  }

  /// Returns the level of the largest aligned block that starts at `bin` and ends at or before `end`.
  ///
  /// Level 0 is a single bin.
  @inline(__always)
  static func level(from bin: Int, to end: Int) -> Int {
    Swift.min(bin.trailingZeroBitCount, Int.bitWidth &- 1 &- (end &- bin).leadingZeroBitCount)
  }

  /// Returns the sum of the mean powers in a range of bins, and the number of those bins that have data.
  func total(from start: Int, to end: Int) -> (sum: Double, valid: Int) {
    var total = 0.0
    var found = 0
    var bin = start
    while bin < end {
      let level = Self.level(from: bin, to: end)
      if level == 0 {
        let power = row.mean[bin]
        if !power.isNaN {
          total += Double(power)
          found &+= 1
        }
      } else {
        let block = starts[level] &+ bin &>> level
        total += Double(sum[block])
        found &+= valid.isEmpty ? 1 &<< level : Int(valid[block])
      }
      bin &+= 1 &<< level
    }
    return (total, found)
  }

  /// Returns the mean linear power in a band.
  ///
  /// Apart from rounding, the result equals `bandPower(of:lowHertz:highHertz:)`.
  ///
  /// - Complexity: O(log bins), without allocation.
  public func bandPower(lowHertz: Double, highHertz: Double) -> Double {
    guard lowHertz < highHertz else { return .nan }
    let axis = row.axis
    let low = Swift.max(0, (lowHertz - axis.lowHertz) / axis.stepHertz)
    let high = Swift.min(Double(count), (highHertz - axis.lowHertz) / axis.stepHertz)
    guard low < high else { return .nan }
    let first = Int(saturating: low.rounded(.up))
    let last = Int(saturating: high)
    guard first < last else {
      return WaveSpectra.bandPower(of: row, lowHertz: lowHertz, highHertz: highHertz)
    }
    var (sum, valid) = total(from: first, to: last)
    func add(_ bin: Int, share: Double) {
      guard share > 0, !row.mean[bin].isNaN else { return }
      sum += Double(row.mean[bin]) * share
      valid &+= 1
    }
    if first > 0 { add(first - 1, share: Double(first) - low) }
    if last < count { add(last, share: high - Double(last)) }
    return valid > 0 ? sum * (axis.stepHertz / row.enbwHertz) : .nan
  }
}
