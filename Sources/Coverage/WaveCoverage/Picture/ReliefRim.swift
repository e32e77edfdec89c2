import WaveCoverageWire
import WavePropagation
import WaveUnits

/// The heights around a block, one step beyond its outermost posts, from its own tile or adjacent ones.
///
/// A side is empty if none of its heights are known.
struct ReliefRim: Equatable, Sendable {
  /// The value that marks an unknown height, as opposed to a post that is known to be void.
  static let unknown = -Float.greatestFiniteMagnitude

  private(set) var north: [Float] = []
  private(set) var south: [Float] = []
  private(set) var west: [Float] = []
  private(set) var east: [Float] = []

  /// Creates a rim without known heights.
  init() {}

  /// Creates the rim of a block from its neighbours; later blocks take precedence over earlier ones.
  ///
  /// - Parameters:
  ///   - block: The block inside the rim.
  ///   - others: The blocks around it. Heights between their posts are interpolated bilinearly.
  /// - Complexity: O(posts along the edge) for each of the other blocks.
  init(of block: StoredBlock, from others: [StoredBlock]) {
    for other in others {
      let place = LatticePlace(of: other, in: block)
      let (rows, columns) = (block.rowCount, block.columnCount)
      func fill(_ side: inout [Float], _ count: Int, row: (Int) -> Int, column: (Int) -> Int) {
        for post in 0..<count {
          guard let height = place.height(of: other, atRow: row(post), column: column(post)) else { continue }
          if side.isEmpty { side = [Float](repeating: Self.unknown, count: count) }
          side[post] = height
        }
      }
      fill(&north, columns, row: { _ in -1 }, column: { $0 })
      fill(&south, columns, row: { _ in rows }, column: { $0 })
      fill(&west, rows, row: { $0 }, column: { _ in -1 })
      fill(&east, rows, row: { $0 }, column: { _ in columns })
    }
  }
}

/// The position of a block's posts relative to another block, in units of the other block's post spacing.
struct LatticePlace: Equatable {
  /// The maximum offset at which the posts of two blocks count as coincident, in post spacings of the other
  /// block.
  private static let latticeSlack = 0.05
  /// The distance within which a position counts as being at a post, in post spacings of the other block.
  private static let slack = 1e-3

  /// The number of rows from the other block's first post down to the block's first post.
  let down: Double
  /// The number of columns from the block's first post right to the other block's first post.
  let right: Double
  /// The distance between the block's rows, in rows of the other block.
  let rowSteps: Double
  /// The distance between the block's columns, in columns of the other block.
  let columnSteps: Double
  /// Whether the posts of both blocks coincide where they overlap.
  let isOneLattice: Bool

  /// Computes the position of `other` relative to `block`, going the shorter way around the earth.
  init(of other: StoredBlock, in block: StoredBlock) {
    let rowSteps = other.latitudeStepDegrees / block.latitudeStepDegrees
    let columnSteps = other.longitudeStepDegrees / block.longitudeStepDegrees
    let down = (block.northDegrees - other.northDegrees) / block.latitudeStepDegrees
    let right =
      (other.westDegrees - block.westDegrees).remainder(dividingBy: 360) / block.longitudeStepDegrees
    let isOneStep = (rowSteps - 1).magnitude < 1e-6 && (columnSteps - 1).magnitude < 1e-6
    isOneLattice =
      isOneStep && (down - down.rounded()).magnitude < Self.latticeSlack
      && (right - right.rounded()).magnitude < Self.latticeSlack
    (self.rowSteps, self.columnSteps) = isOneLattice ? (1, 1) : (rowSteps, columnSteps)
    (self.down, self.right) = isOneLattice ? (down.rounded(), right.rounded()) : (down, right)
  }

  /// Returns the block's height at a row and column of the other block; nil outside the block, or if a
  /// surrounding post is void.
  ///
  /// At a post, the post's own height is returned even if it is void.
  func height(of block: StoredBlock, atRow row: Int, column: Int) -> Float? {
    guard let (top, below) = Self.post(Double(row) - down, apart: rowSteps, block.rowCount),
      let (left, aside) = Self.post(Double(column) - right, apart: columnSteps, block.columnCount)
    else { return nil }
    func known(_ row: Int, _ column: Int) -> Float? {
      let height = block.heights[row * block.columnCount + column]
      return height == TerrainBlock.void ? nil : Float(height)
    }
    if below == 0, aside == 0 { return Float(block.heights[top * block.columnCount + left]) }
    // Posts with a weight of 0 need not exist.
    let (nextRow, nextColumn) = (below == 0 ? top : top + 1, aside == 0 ? left : left + 1)
    guard let a = known(top, left), let b = known(top, nextColumn), let c = known(nextRow, left),
      let d = known(nextRow, nextColumn)
    else { return nil }
    let (upper, lower) = (a + (b - a) * aside, c + (d - c) * aside)
    return upper + (lower - upper) * below
  }

  /// Returns the index of the post at or before a position and the fraction of a step beyond it; nil beyond
  /// the outermost posts.
  private static func post(_ steps: Double, apart: Double, _ count: Int) -> (post: Int, part: Float)? {
    let (place, slack) = (steps / apart, slack / apart)
    guard place > -slack, place < Double(count - 1) + slack else { return nil }
    let nearest = place.rounded()
    if (place - nearest).magnitude < slack {
      return (Swift.max(0, Swift.min(count - 1, Int(saturating: nearest))), 0)
    }
    let before = Swift.min(Double(count - 2), place.rounded(.down))
    return (Int(saturating: before), Float(place - before))
  }
}

extension StoredBlock {
  /// The limit on the ratio of two tiles' post spacings.
  ///
  /// Slopes are computed across two tiles only if the ratio is below this limit, as for spacings of 3″ and
  /// 1″.
  private static let stepRatio = 4.0

  /// Returns another block's post spacing in units of this block's post spacing.
  func steps(of other: StoredBlock) -> Double {
    (other.latitudeStepDegrees / latitudeStepDegrees * other.longitudeStepDegrees / longitudeStepDegrees)
      .squareRoot()
  }

  /// Returns how suitable another block's heights are for the rim.
  ///
  /// Blocks with equal spacing rank highest, then finer blocks, whose posts may include this block's posts,
  /// then coarser ones.
  func rimRank(of other: StoredBlock) -> Int {
    let steps = steps(of: other)
    return Int(saturating: (1000 * (steps < 1.0005 ? steps : -steps)).rounded())
  }

  /// Returns whether another block contributes to the rim: it touches or crosses an edge, and has the same
  /// level or belongs to another tile with similar spacing.
  func isBeside(_ other: StoredBlock) -> Bool {
    let place = LatticePlace(of: other, in: self)
    let steps = steps(of: other)
    guard
      place.isOneLattice && key.level == other.key.level
        || key.tile != other.key.tile && steps > 1 / Self.stepRatio && steps < Self.stepRatio
    else { return false }
    func reaches(_ first: Double, _ steps: Double, _ posts: Int, _ count: Int) -> Bool {
      first <= Double(count) && first + steps * Double(posts - 1) >= -1
    }
    return reaches(place.down, place.rowSteps, other.rowCount, rowCount)
      && reaches(place.right, place.columnSteps, other.columnCount, columnCount)
  }
}
