import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

/// Hatching over the posts for which surface models have heights, traced as needed.
struct SurfaceHatches: Sendable {
  /// The hatching of a block.
  private struct Hatch: Sendable {
    /// The distance between lines, in posts.
    let spacing: Int
    /// The column and row of both ends of each line.
    let ends: [Float]
  }

  /// The maximum number of blocks whose lines are cached.
  static let limit = 2 * TerrainStore.limit

  private var hatches: [TerrainBlockKey: Hatch] = [:]

  /// Discards the lines of blocks that satisfy a condition.
  mutating func forget(where isGone: (TerrainBlockKey) -> Bool) {
    hatches = hatches.filter { !isGone($0.key) }
  }

  /// Discards the lines of a block that has been received again.
  mutating func blockArrived(_ key: TerrainBlockKey) { hatches[key] = nil }

  /// Draws the hatching over the visible blocks of a level.
  mutating func draw(level: UInt8, of store: TerrainStore, on canvas: MapCanvas, into list: inout DrawList) {
    var pieces: [(block: StoredBlock, ends: [Float])] = []
    let keys = store.blocks.keys.filter { $0.isSurface && $0.level == level }
    for key in keys.sorted(by: { $0.isBefore($1) }) {
      guard let block = store.blocks[key], canvas.view.shows(block) else { continue }
      pieces.append((block, ends(of: block, on: canvas)))
    }
    guard !pieces.isEmpty else { return }
    canvas.pieces(pieces, width: canvas.screen.hairline, color: Color(0x0B1A10, opacity: 0.4), into: &list)
  }

  /// Returns lines at 45° over the known posts, about 14 points apart, and aligned across all blocks.
  private mutating func ends(of block: StoredBlock, on canvas: MapCanvas) -> [Float] {
    let across = block.longitudeStepDegrees / 360 * canvas.view.pixelsPerWorld
    var spacing = 2
    while Double(spacing) * across < Double(14 * canvas.screen.type), spacing < 2 * WireLimits.terrainBlock {
      spacing *= 2
    }
    if let made = hatches[block.key], made.spacing == spacing { return made.ends }
    let first = (Int(block.key.row) + Int(block.key.column)) * WireLimits.terrainBlock
    let ends = Self.ends(of: block, first: first, spacing: spacing)
    if hatches.count > Self.limit { hatches = [:] }
    hatches[block.key] = Hatch(spacing: spacing, ends: ends)
    return ends
  }

  /// Returns line segments over runs of known posts along the diagonals on which row + column + `first` is a
  /// multiple of the spacing.
  static func ends(of block: StoredBlock, first: Int, spacing: Int) -> [Float] {
    var ends: [Float] = []
    let last = block.rowCount + block.columnCount - 2
    for diagonal in stride(from: (spacing - first % spacing) % spacing, through: last, by: spacing) {
      var start: Int?
      let top = Swift.max(0, diagonal - block.columnCount + 1)
      let bottom = Swift.min(block.rowCount - 1, diagonal)
      for row in top...(bottom + 1) {
        let isKnown =
          row <= bottom
          && block.heights[row * block.columnCount + diagonal - row] != TerrainBlock.void
        if isKnown {
          if start == nil { start = row }
        } else if let from = start {
          if row - 1 > from {
            ends += [Float(diagonal - from), Float(from), Float(diagonal - row + 1), Float(row - 1)]
          }
          start = nil
        }
      }
    }
    return ends
  }
}
