import WaveUnits

extension TerrainPatch {
  /// Samples heights along a line, interpolating bilinearly.
  ///
  /// - Returns: The number of heights before the line leaves the known posts.
  func sample(
    _ heights: [Float], _ row: Parabola, _ column: Parabola, count: Int, into line: inout [Float]
  ) -> Int {
    heights.withUnsafeBufferPointer { heights in
      line.withUnsafeMutableBufferPointer { line in
        guard let first = heights.baseAddress else { return 0 }
        let posts = UnsafePosts(heights: first, rowCount: rowCount, columnCount: columnCount)
        let isWhole =
          absentCount == 0 && row.isBetween(1, Float(rowCount - 2), count)
          && column.isBetween(1, Float(columnCount - 2), count)
        if isWhole, count >= 7, let samples = line.baseAddress {
          posts.fill(samples, row, column, count: count)
          return count + 1
        }
        var index = 0
        while index <= count {
          guard let height = height(heights, row.at(index), column.at(index)) else { return index }
          line[index] = height
          index += 1
        }
        return count + 1
      }
    }
  }

  @inline(__always)
  private func height(_ heights: UnsafeBufferPointer<Float>, _ y: Float, _ x: Float) -> Float? {
    guard y >= 0, x >= 0, y < Float(rowCount - 1), x < Float(columnCount - 1) else { return nil }
    let (top, left) = (Int(saturating: y), Int(saturating: x))
    let post = top * columnCount + left
    let (down, right) = (y - Float(top), x - Float(left))
    if absentCount > 0, isAbsent(post) || isAbsent(post + columnCount), isMissed(post, down, right) {
      return nil
    }
    let (below, beside) = (heights[post + columnCount], heights[post + columnCount + 1])
    let west = heights[post] + (below - heights[post]) * down
    let east = heights[post + 1] + (beside - heights[post + 1]) * down
    return west + (east - west) * right
  }

  /// Returns whether one of the four posts that affect a point is missing from all tiles; on a tile's
  /// outermost row or column, the posts beyond it have no effect.
  private func isMissed(_ post: Int, _ down: Float, _ right: Float) -> Bool {
    let below = post + columnCount
    return posts[post] == .absent || right > 0 && posts[post + 1] == .absent
      || down > 0 && (posts[below] == .absent || right > 0 && posts[below + 1] == .absent)
  }

  /// Returns whether a post or its eastern neighbour is missing from all tiles.
  @inline(__always)
  private func isAbsent(_ post: Int) -> Bool { posts[post] == .absent || posts[post + 1] == .absent }
}
