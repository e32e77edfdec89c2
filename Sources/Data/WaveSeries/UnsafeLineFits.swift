/// Moments of blocks of 64 and 512 rows, for quickly computing how well a straight line fits any range of
/// rows.
///
/// They are valid only while the values stay at the same address.
struct LineFits<Value: LensValue> {
  private let values: UnsafeBufferPointer<Value>
  private let blocks: [PairMoments]
  private let groups: [PairMoments]

  private static var blockCount: Int { 64 }
  private static var groupCount: Int { 512 }

  /// Computes the moments of all blocks, reading each value once.
  init(of values: UnsafeBufferPointer<Value>) {
    self.values = values
    let blocks = (0..<values.count / Self.blockCount).map { block in
      PairMoments(values, block * Self.blockCount..<(block + 1) * Self.blockCount)
    }
    self.blocks = blocks
    groups = (0..<values.count / Self.groupCount).map { group in
      var moments = PairMoments()
      for block in 8 * group..<8 * group + 8 { moments.join(blocks[block]) }
      return moments
    }
  }

  /// Returns the moments of the valid points in a range of rows, using the moments of whole blocks.
  func moments(_ rows: Range<Int>) -> PairMoments {
    var moments = PairMoments()
    var row = rows.lowerBound
    while row < rows.upperBound {
      if row % Self.groupCount == 0, row + Self.groupCount <= rows.upperBound {
        moments.join(groups[row / Self.groupCount])
        row += Self.groupCount
      } else if row % Self.blockCount == 0, row + Self.blockCount <= rows.upperBound {
        moments.join(blocks[row / Self.blockCount])
        row += Self.blockCount
      } else {
        let end = Swift.min((row / Self.blockCount + 1) * Self.blockCount, rows.upperBound)
        moments.join(PairMoments(values, row..<end))
        row = end
      }
    }
    return moments
  }

  /// Returns the sum of squared distances from the best-fitting line to the points of a bucket and its two
  /// neighboring rows.
  func error(_ moments: PairMoments, _ rows: Range<Int>) -> Double {
    var moments = moments
    if rows.lowerBound > 0 { moments.add(values, rows.lowerBound - 1) }
    if rows.upperBound < values.count { moments.add(values, rows.upperBound) }
    guard moments.count > 2, moments.xx > 0 else { return 0 }
    return Swift.max(moments.yy - moments.xy * moments.xy / moments.xx, 0)
  }
}

extension PairMoments {
  /// Computes the moments of the valid points in a range of rows, in two passes.
  fileprivate init<Value: LensValue>(_ values: UnsafeBufferPointer<Value>, _ rows: Range<Int>) {
    self.init()
    var (sumX, sumY) = (0.0, 0.0)
    for row in rows where values[row].isValid {
      count &+= 1
      sumX += Double(row)
      sumY += values[row].number
    }
    guard count > 0 else { return }
    meanX = sumX / Double(count)
    meanY = sumY / Double(count)
    for row in rows where values[row].isValid {
      let (dx, dy) = (Double(row) - meanX, values[row].number - meanY)
      xx += dx * dx
      yy += dy * dy
      xy += dx * dy
    }
  }

  /// Adds a row's point, if it is valid.
  fileprivate mutating func add<Value: LensValue>(_ values: UnsafeBufferPointer<Value>, _ row: Int) {
    guard values[row].isValid else { return }
    join(PairMoments(count: 1, meanX: Double(row), meanY: values[row].number))
  }
}
