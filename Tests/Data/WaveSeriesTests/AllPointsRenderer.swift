@testable import WaveSeries

/// Draws every value and every line between two by asking each pixel: what ``Trace`` must equal.
///
/// Another way round than the kernel: pixels are asked whether a line passes through them, with fractions of
/// 128 bits; nothing is known of smallest and largest, first and last, edges or pyramids.
struct AllPointsRenderer {
  let columns: Int
  /// Lit rows of each column.
  private(set) var covered: [Set<Int>]

  init(columns: Int) {
    self.columns = columns
    covered = Array(repeating: [], count: columns)
  }

  /// Draws values whose columns are given, any of them outside the window.
  mutating func draw(_ values: [Float], columnOf: (Int) -> Int, rowOf: (Float) -> Int) {
    var own: [ClosedRange<Int>?] = Array(repeating: nil, count: columns)
    for (position, value) in values.enumerated() where value.isFinite {
      let (column, row) = (columnOf(position), rowOf(value))
      if own.indices.contains(column) {
        own[column] = own[column].map { min($0.lowerBound, row)...max($0.upperBound, row) } ?? row...row
      }
      guard position + 1 < values.count, values[position + 1].isFinite else { continue }
      line(column, row, columnOf(position + 1), rowOf(values[position + 1]))
    }
    for (column, rows) in own.enumerated() { if let rows { covered[column].formUnion(rows) } }
  }

  /// Lights what the line from the middle of one pixel to that of another passes through.
  private mutating func line(_ c0: Int, _ r0: Int, _ c1: Int, _ r1: Int) {
    guard c0 < c1 else { return }
    for column in max(c0, 0)...max(min(c1, columns - 1), max(c0, 0)) where column < columns {
      for row in min(r0, r1)...max(r0, r1) where Self.passes(c0, r0, c1, r1, column, row) {
        covered[column].insert(row)
      }
    }
  }

  /// Whether the line has more than a point within a pixel.
  ///
  /// In doubled coordinates: the pixel is [2c − 1, 2c + 1] by (2r − 1, 2r + 1). The line's stretch in the
  /// columns [left, right] is from y(left) to y(right), y(x) = 2 r0 + 2 (r1 − r0) (x − 2 c0) / (2 (c1 − c0)).
  private static func passes(_ c0: Int, _ r0: Int, _ c1: Int, _ r1: Int, _ column: Int, _ row: Int) -> Bool {
    let left = Int128(max(2 * c0, 2 * column - 1))
    let right = Int128(min(2 * c1, 2 * column + 1))
    guard left < right else { return false }
    let width = Int128(c1 - c0)
    // Times the width, so that no division is needed.
    let at = { (x: Int128) in 2 * Int128(r0) * width + Int128(r1 - r0) * (x - 2 * Int128(c0)) }
    let (low, high) = (min(at(left), at(right)), max(at(left), at(right)))
    let (top, bottom) = (Int128(2 * row - 1) * width, Int128(2 * row + 1) * width)
    return low < bottom && high > top
  }

  /// The same as spans; nil where a column's lit rows have a hole.
  var spans: [TraceSpan]? {
    var spans: [TraceSpan] = []
    for rows in covered {
      guard let first = rows.min(), let last = rows.max() else {
        spans.append(.none)
        continue
      }
      guard rows.count == last - first + 1 else { return nil }
      spans.append(TraceSpan(top: Int16(first), bottom: Int16(last + 1)))
    }
    return spans
  }
}
