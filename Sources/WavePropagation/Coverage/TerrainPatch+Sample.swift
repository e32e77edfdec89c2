extension TerrainPatch {
  /// Takes heights along a line, bilinear.
  ///
  /// - Returns: How many there are before the line leaves what is known.
  func sample(
    _ heights: [Float], _ row: Parabola, _ column: Parabola, count: Int, into line: inout [Float]
  ) -> Int {
    heights.withUnsafeBufferPointer { heights in
      line.withUnsafeMutableBufferPointer { line in
        var index = 0
        while index <= count {
          if absentCount == 0, index + 8 <= count + 1, eight(heights, row, column, index, into: line) {
            index += 8
            continue
          }
          guard let height = height(heights, row.at(index), column.at(index)) else { return index }
          line[index] = height
          index += 1
        }
        return count + 1
      }
    }
  }

  /// Takes eight heights at once.
  ///
  /// - Returns: False where one of them is not among the posts.
  @inline(__always)
  private func eight(
    _ heights: UnsafeBufferPointer<Float>, _ row: Parabola, _ column: Parabola, _ index: Int,
    into line: UnsafeMutableBufferPointer<Float>
  ) -> Bool {
    let (y, x) = (row.eight(index), column.eight(index))
    let isOutside =
      (y .< 0) .| (x .< 0) .| (y .>= Float(rowCount - 1)) .| (x .>= Float(columnCount - 1))
    guard !FastMath.any(isOutside) else { return false }
    let (top, down) = Self.parts(y)
    let (left, right) = Self.parts(x)
    let posts: SIMD8<Int32> = top &* Int32(truncatingIfNeeded: columnCount) &+ left
    for lane in 0..<8 {
      let post = Int(posts[lane])
      let (a, b) = (heights[post], heights[post &+ 1])
      let (c, d) = (heights[post &+ columnCount], heights[post &+ columnCount &+ 1])
      let upper = a + (b - a) * right[lane]
      let lower = c + (d - c) * right[lane]
      line[index &+ lane] = upper + (lower - upper) * down[lane]
    }
    return true
  }

  /// Whole numbers and what is left, of numbers from 0 to 2²²; what is left may be all of 1.
  @inline(__always)
  private static func parts(_ value: SIMD8<Float>) -> (whole: SIMD8<Int32>, rest: SIMD8<Float>) {
    // Where 1.5 · 2²³ is added, the last bits are the nearest whole number; none is below 0, since halves go to even ones.
    let moved: SIMD8<Float> = value - 0.5 + 12_582_912
    let whole = unsafeBitCast(moved, to: SIMD8<Int32>.self) &- 0x4b40_0000
    return (whole, value - (moved - 12_582_912))
  }

  @inline(__always)
  private func height(_ heights: UnsafeBufferPointer<Float>, _ y: Float, _ x: Float) -> Float? {
    guard y >= 0, x >= 0, y < Float(rowCount - 1), x < Float(columnCount - 1) else { return nil }
    let (top, left) = (Int(y), Int(x))
    let post = top * columnCount + left
    if absentCount > 0, isAbsent(post) || isAbsent(post + columnCount) { return nil }
    let (down, right) = (y - Float(top), x - Float(left))
    let upper = heights[post] + (heights[post + 1] - heights[post]) * right
    let (third, fourth) = (heights[post + columnCount], heights[post + columnCount + 1])
    let lower = third + (fourth - third) * right
    return upper + (lower - upper) * down
  }

  /// Whether a post or the one east of it is on no tile.
  @inline(__always)
  private func isAbsent(_ post: Int) -> Bool { posts[post] == .absent || posts[post + 1] == .absent }
}
