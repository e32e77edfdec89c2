/// How well straight lines fit stretches of a column, told quickly by the moments of blocks of 64 rows.
///
/// Valid only while the values stay where they are.
struct LineFits<Value: LensValue> {
  private let values: UnsafeBufferPointer<Value>
  private let blocks: [PairMoments]

  private static var blockCount: Int { 64 }

  /// Looks at all values once.
  init(of values: UnsafeBufferPointer<Value>) {
    self.values = values
    blocks = (0..<values.count / Self.blockCount).map { block in
      var moments = PairMoments()
      for row in block * Self.blockCount..<(block + 1) * Self.blockCount { moments.take(values, row) }
      return moments
    }
  }

  /// The moments of the valid points of some rows.
  func moments(_ rows: Range<Int>) -> PairMoments {
    var moments = PairMoments()
    var row = rows.lowerBound
    while row < rows.upperBound {
      if row % Self.blockCount == 0, row + Self.blockCount <= rows.upperBound {
        moments.join(blocks[row / Self.blockCount])
        row += Self.blockCount
      } else {
        moments.take(values, row)
        row += 1
      }
    }
    return moments
  }

  /// The sum of squares by which the best line misses the points of a bucket and its neighbours, one on either side.
  func error(_ moments: PairMoments, _ rows: Range<Int>) -> Double {
    var moments = moments
    if rows.lowerBound > 0 { moments.take(values, rows.lowerBound - 1) }
    if rows.upperBound < values.count { moments.take(values, rows.upperBound) }
    guard moments.count > 2, moments.xx > 0 else { return 0 }
    return Swift.max(moments.yy - moments.xy * moments.xy / moments.xx, 0)
  }
}

extension PairMoments {
  /// Takes a row's point in, if it is valid.
  @inline(__always)
  fileprivate mutating func take<Value: LensValue>(_ values: UnsafeBufferPointer<Value>, _ row: Int) {
    guard values[row].isValid else { return }
    join(PairMoments(count: 1, meanX: Double(row), meanY: values[row].number))
  }
}
