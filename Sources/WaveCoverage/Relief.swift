import WaveDisplay
import WaveWire

/// Ground lit from the north-west, 45° above the horizon.
enum Relief {
  /// What stands for water: the entry of the colour map.
  static let water = Int16(ColorMap.reliefLandCount + 10)

  /// Shades a block's own posts.
  ///
  /// - Parameters:
  ///   - block: Its heights.
  ///   - rows: Rows of posts that are shaded.
  ///   - columns: Columns of posts that are shaded.
  ///   - metersAcross: From one column of posts to the next.
  ///   - metersDown: From one row of posts to the next.
  /// - Returns: Entries of `ColorMap.relief`, row by row; a gap where a post or one beside it is void.
  /// - Complexity: O(posts), one array.
  static func shades(
    _ block: StoredBlock, rows: Int, columns: Int, metersAcross: Double, metersDown: Double
  ) -> [Int16] {
    var shades = [Int16](repeating: FieldPainter.gap, count: rows * columns)
    let (height, width) = (block.rowCount, block.columnCount)
    // Coarse posts smooth slopes away: they are shown steeper.
    let steep = 1.6 + 0.2 * Float(block.key.level)
    let land = Float(ColorMap.reliefLandCount - 1)
    block.heights.withUnsafeBufferPointer { posts in
      for row in 0..<rows {
        let (above, below) = (Swift.max(0, row - 1), Swift.min(height - 1, row + 1))
        let down = steep / (Float(metersDown) * Float(below - above))
        for column in 0..<columns {
          let (left, right) = (Swift.max(0, column - 1), Swift.min(width - 1, column + 1))
          let (west, east) = (posts[row * width + left], posts[row * width + right])
          let (north, south) = (posts[above * width + column], posts[below * width + column])
          let here = posts[row * width + column]
          let lowest = Swift.min(Swift.min(west, east), Swift.min(north, south))
          guard Swift.min(lowest, here) != TerrainBlock.void else { continue }
          if here == 0, west == 0, east == 0, north == 0, south == 0 {
            shades[row * columns + column] = water
            continue
          }
          let slopeX = (Float(east) - Float(west)) * steep / (Float(metersAcross) * Float(right - left))
          let slopeY = (Float(south) - Float(north)) * down
          let light =
            (0.5 * (slopeX + slopeY) + 0.70711) / (1 + slopeX * slopeX + slopeY * slopeY).squareRoot()
          shades[row * columns + column] = Int16(Swift.max(0, Swift.min(1, light)) * land)
        }
      }
    }
    return shades
  }
}
