/// A view of a patch's posts that reads eight positions at once.
struct UnsafePosts {
  let heights: UnsafePointer<Float>
  let rowCount: Int
  let columnCount: Int

  /// Samples heights along a line that stays among the posts, interpolating bilinearly.
  ///
  /// - Parameters:
  ///   - samples: Receives `count` + 1 heights.
  ///   - row: Rows, with fractions.
  ///   - column: Columns, with fractions.
  ///   - count: The index of the last sample, at least 7.
  func fill(_ samples: UnsafeMutablePointer<Float>, _ row: Parabola, _ column: Parabola, count: Int) {
    var index = 0
    while index <= count {
      // The last eight samples overlap the previous eight.
      let place = Swift.min(index, count &- 7)
      UnsafeMutableRawPointer(samples + place)
        .storeBytes(of: eight(row.eight(place), column.eight(place)), as: SIMD8<Float>.self)
      index = place &+ 8
    }
  }

  /// Returns eight heights interpolated bilinearly; all positions must be among the posts.
  @inline(__always)
  func eight(_ row: SIMD8<Float>, _ column: SIMD8<Float>) -> SIMD8<Float> {
    let (top, down) = FastMath.parts(row)
    let (left, right) = FastMath.parts(column)
    let posts: SIMD8<Int32> = top &* Int32(truncatingIfNeeded: columnCount) &+ left
    let (near, far) = (between(posts.lowHalf, down.lowHalf), between(posts.highHalf, down.highHalf))
    let west = SIMD8(lowHalf: near.evenHalf, highHalf: far.evenHalf)
    let east = SIMD8(lowHalf: near.oddHalf, highHalf: far.oddHalf)
    return west + (east - west) * right
  }

  /// Returns the heights of up to eight adjacent posts.
  @inline(__always)
  func side(_ row: Int, _ column: Int, _ count: Int) -> SIMD8<Float> {
    let first = heights + (row &* columnCount &+ column)
    if count == 8 { return UnsafeRawPointer(first).loadUnaligned(as: SIMD8<Float>.self) }
    var values = SIMD8<Float>()
    for lane in 0..<count { values[lane] = first[lane] }
    return values
  }

  /// Returns four pairs of adjacent heights, each interpolated between a row and the next one.
  @inline(__always)
  private func between(_ posts: SIMD4<Int32>, _ down: SIMD4<Float>) -> SIMD8<Float> {
    let (above, below) = (Self.pairs(heights, posts), Self.pairs(heights + columnCount, posts))
    let twice = SIMD8(down[0], down[0], down[1], down[1], down[2], down[2], down[3], down[3])
    return above + (below - above) * twice
  }

  /// Returns the heights of four posts, each followed by the height of its eastern neighbour.
  @inline(__always)
  private static func pairs(_ heights: UnsafePointer<Float>, _ posts: SIMD4<Int32>) -> SIMD8<Float> {
    func pair(_ lane: Int) -> UInt64 {
      UnsafeRawPointer(heights + Int(posts[lane])).loadUnaligned(as: UInt64.self)
    }
    return unsafeBitCast(SIMD4<UInt64>(pair(0), pair(1), pair(2), pair(3)), to: SIMD8<Float>.self)
  }
}
