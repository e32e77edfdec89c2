import WaveDisplay
import WaveWire

/// Ground lit from the north-west, 45° above the horizon.
enum Relief {
  /// What stands for water: the entry of the colour map.
  static let water = Int16(ColorMap.reliefLandCount + 10)

  /// Shades a block's own posts.
  ///
  /// A slope goes from the post before to the one behind; at a block's edge without a neighbour, from the post itself.
  /// - Parameters:
  ///   - block: Its heights.
  ///   - north: The block of its level to the north, if it is there: they share a row of posts.
  ///   - west: Likewise to the west, with a column.
  ///   - rows: Rows of posts that are shaded.
  ///   - columns: Columns of posts that are shaded.
  ///   - metersAcross: From one column of posts to the next.
  ///   - metersDown: From one row of posts to the next.
  /// - Returns: Entries of `ColorMap.relief`, row by row; a gap where a post or one beside it is void.
  /// - Complexity: O(posts), one array.
  static func shades(
    _ block: StoredBlock, north: StoredBlock? = nil, west: StoredBlock? = nil, rows: Int, columns: Int,
    metersAcross: Double, metersDown: Double
  ) -> [Int16] {
    var shades = [Int16](repeating: FieldPainter.gap, count: rows * columns)
    let (height, width) = (block.rowCount, block.columnCount)
    // Coarse posts smooth slopes away: they are shown steeper.
    let steep = 1.6 + 0.2 * Float(block.key.level)
    let land = Float(ColorMap.reliefLandCount - 1)
    let above = row(before: north, of: block)
    let beside = column(before: west, of: block)
    block.heights.withUnsafeBufferPointer { posts in
      for row in 0..<rows {
        let isTop = row == 0 && !above.isEmpty
        let (before, below) = (Swift.max(0, row - 1), Swift.min(height - 1, row + 1))
        let down = steep / (Float(metersDown) * Float(below - before + (isTop ? 1 : 0)))
        for column in 0..<columns {
          let (left, right) = (Swift.max(0, column - 1), Swift.min(width - 1, column + 1))
          let isFirst = column == 0 && !beside.isEmpty
          let west = isFirst ? beside[row] : posts[row * width + left]
          let east = posts[row * width + right]
          let north = isTop ? above[column] : posts[before * width + column]
          let south = posts[below * width + column]
          let here = posts[row * width + column]
          let lowest = Swift.min(Swift.min(west, east), Swift.min(north, south))
          guard Swift.min(lowest, here) != TerrainBlock.void else { continue }
          if here == 0, west == 0, east == 0, north == 0, south == 0 {
            shades[row * columns + column] = water
            continue
          }
          let slopeX =
            (Float(east) - Float(west)) * steep
            / (Float(metersAcross) * Float(right - left + (isFirst ? 1 : 0)))
          let slopeY = (Float(south) - Float(north)) * down
          let light =
            (0.5 * (slopeX + slopeY) + 0.70711) / (1 + slopeX * slopeX + slopeY * slopeY).squareRoot()
          shades[row * columns + column] = Int16(Swift.max(0, Swift.min(1, light)) * land)
        }
      }
    }
    return shades
  }

  /// The row of a northern neighbour that stands before the one that both have; empty where there is none.
  private static func row(before north: StoredBlock?, of block: StoredBlock) -> [Int16] {
    guard let north, north.columnCount == block.columnCount, north.rowCount > 1 else { return [] }
    let first = (north.rowCount - 2) * north.columnCount
    return Array(north.heights[first..<(first + north.columnCount)])
  }

  /// The column of a western neighbour that stands before the one that both have; empty where there is none.
  private static func column(before west: StoredBlock?, of block: StoredBlock) -> [Int16] {
    guard let west, west.rowCount == block.rowCount, west.columnCount > 1 else { return [] }
    return (0..<west.rowCount).map { west.heights[$0 * west.columnCount + west.columnCount - 2] }
  }
}
