import WaveCoverageWire
import WavePropagation

/// A tracer of contour lines by marching squares (Lorensen and Cline 1987, doi:10.1145/37402.37422, in two
/// dimensions).
enum Contours {
  /// Returns the segments of contour lines in a block.
  ///
  /// - Parameters:
  ///   - block: The block with its heights.
  ///   - interval: The contour interval, in metres.
  ///   - step: The sampling step; every `step`th post is used.
  /// - Returns: The column and row of both ends of each segment, in posts; segments of every fifth line are
  ///   returned separately.
  /// - Complexity: O(posts / step² + pieces).
  static func pieces(of block: StoredBlock, interval: Int, step: Int) -> (plain: [Float], index: [Float]) {
    var plain: [Float] = []
    var index: [Float] = []
    let width = block.columnCount
    for row in stride(from: 0, to: block.rowCount - 1, by: step) {
      let below = Swift.min(row + step, block.rowCount - 1)
      for column in stride(from: 0, to: width - 1, by: step) {
        let right = Swift.min(column + step, width - 1)
        let a = block.heights[row * width + column]
        let b = block.heights[row * width + right]
        let c = block.heights[below * width + right]
        let d = block.heights[below * width + column]
        let low = Swift.min(Swift.min(a, b), Swift.min(c, d))
        let high = Swift.max(Swift.max(a, b), Swift.max(c, d))
        if low != TerrainBlock.void, low < high {
          // Lines are traced half a metre below their height, so that no post is exactly on one.
          var line = floorDivide(Int(low), interval) + 1
          while line * interval <= Int(high) {
            let level = Float(line * interval) - 0.5
            let corners = (Float(a), Float(b), Float(c), Float(d))
            let box = (Float(column), Float(row), Float(right), Float(below))
            if line % 5 == 0 {
              cut(corners, level, box, into: &index)
            } else {
              cut(corners, level, box, into: &plain)
            }
            line += 1
          }
        }
      }
    }
    return (plain, index)
  }

  private static func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }

  /// Appends the segments in one square, whose corners are given clockwise from the north-west.
  private static func cut(
    _ corners: (Float, Float, Float, Float), _ level: Float,
    _ box: (left: Float, top: Float, right: Float, bottom: Float), into pieces: inout [Float]
  ) {
    let (a, b, c, d) = corners
    func share(_ from: Float, _ to: Float) -> Float { (level - from) / (to - from) }
    var ends: [(Float, Float)] = []
    if (a < level) != (b < level) { ends.append((box.left + (box.right - box.left) * share(a, b), box.top)) }
    if (b < level) != (c < level) { ends.append((box.right, box.top + (box.bottom - box.top) * share(b, c))) }
    if (d < level) != (c < level) {
      ends.append((box.left + (box.right - box.left) * share(d, c), box.bottom))
    }
    if (a < level) != (d < level) { ends.append((box.left, box.top + (box.bottom - box.top) * share(a, d))) }
    guard ends.count >= 2 else { return }
    // At a saddle, the value in the middle determines which corners belong together.
    let isTurned = ends.count == 4 && ((a + b + c + d) / 4 < level) == (a < level)
    let order = ends.count == 2 ? [0, 1] : isTurned ? [0, 1, 2, 3] : [0, 3, 1, 2]
    for place in order {
      pieces.append(ends[place].0)
      pieces.append(ends[place].1)
    }
  }
}
