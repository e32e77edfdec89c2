import WaveCoverageWire
import WaveDisplay
import WavePropagation
import WaveUnits

/// Relief shading of ground lit from the north-west, 45° above the horizon.
enum Relief {
  /// The colour map entry for water.
  static let water = Int16(ColorMap.reliefLandCount + 10)

  /// Returns the shades of the posts that a block itself draws.
  ///
  /// Slopes are computed between the neighbours on both sides, or from the post itself where a neighbour is
  /// unknown.
  ///
  /// - Parameters:
  ///   - block: The block with its heights.
  ///   - rim: The known posts around the block.
  ///   - rows: Number of rows to shade.
  ///   - columns: Number of columns to shade.
  ///   - metersAcross: Distance between columns, in metres.
  ///   - metersDown: Distance between rows, in metres.
  /// - Returns: Entries of `ColorMap.relief`, row by row; a gap where a post or a neighbour is void.
  /// - Complexity: O(posts), one array.
  static func shades(
    _ block: StoredBlock, rim: ReliefRim = ReliefRim(), rows: Int, columns: Int, metersAcross: Double,
    metersDown: Double
  ) -> [Int16] {
    var shades = [Int16](repeating: FieldPainter.gap, count: rows * columns)
    let (height, width) = (block.rowCount, block.columnCount)
    // Coarse posts flatten slopes, so these are exaggerated.
    let steep = 1.6 + 0.2 * Float(block.key.level)
    let land = Float(ColorMap.reliefLandCount - 1)
    block.heights.withUnsafeBufferPointer { posts in
      for row in 0..<rows {
        for column in 0..<columns {
          let here = posts[row * width + column]
          let north =
            row > 0
            ? Beside(posts[(row - 1) * width + column]) : Beside(rim.north, column, of: here)
          let south =
            row + 1 < height
            ? Beside(posts[(row + 1) * width + column]) : Beside(rim.south, column, of: here)
          let west = column > 0 ? Beside(posts[row * width + column - 1]) : Beside(rim.west, row, of: here)
          let east =
            column + 1 < width ? Beside(posts[row * width + column + 1]) : Beside(rim.east, row, of: here)
          let lowest = Swift.min(Swift.min(west.height, east.height), Swift.min(north.height, south.height))
          guard Swift.min(lowest, Float(here)) > Float(TerrainBlock.void) else { continue }
          if here == 0, west.height == 0, east.height == 0, north.height == 0, south.height == 0 {
            shades[row * columns + column] = water
            continue
          }
          let across = Swift.max(1, west.steps + east.steps)
          let down = Swift.max(1, north.steps + south.steps)
          let slopeX = (east.height - west.height) * steep / (Float(metersAcross) * across)
          let slopeY = (south.height - north.height) * (steep / (Float(metersDown) * down))
          let light =
            (0.5 * (slopeX + slopeY) + 0.70711) / (1 + slopeX * slopeX + slopeY * slopeY).squareRoot()
          shades[row * columns + column] = Int16(saturating: Swift.max(0, Swift.min(1, light)) * land)
        }
      }
    }
    return shades
  }

  /// A neighbouring post and its distance in posts; if the neighbour is unknown, the post itself with
  /// distance 0.
  private struct Beside {
    let height: Float
    let steps: Float

    init(_ height: Int16) { (self.height, steps) = (Float(height), 1) }

    init(_ side: [Float], _ place: Int, of here: Int16) {
      let isKnown = place < side.count && side[place] != ReliefRim.unknown
      height = isKnown ? side[place] : Float(here)
      steps = isKnown ? 1 : 0
    }
  }
}
