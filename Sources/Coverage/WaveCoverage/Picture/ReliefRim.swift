import WaveCoverageWire
import WaveUnits

/// Heights around a block, a step beyond its outermost posts: of its own tile or of one that lies beside it.
///
/// A side is empty where nothing of it is known.
struct ReliefRim: Equatable, Sendable {
  /// Where no height is known; a known one may be that of a void.
  static let unknown = -Float.greatestFiniteMagnitude

  private(set) var north: [Float] = []
  private(set) var south: [Float] = []
  private(set) var west: [Float] = []
  private(set) var east: [Float] = []

  /// Knows nothing.
  init() {}

  /// Takes what blocks around one have of it; what a later one has counts before what an earlier one has.
  ///
  /// - Parameters:
  ///   - block: What lies within.
  ///   - others: Blocks around it. Heights between their posts are bilinear.
  /// - Complexity: O(edge) for each of the others.
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

/// Where a block's posts are, counted in the steps of another one.
struct LatticePlace: Equatable {
  /// How far posts may be from those of one lattice, in steps of the other block.
  private static let latticeSlack = 0.05
  /// Places nearer to a post than this are the post's, likewise.
  private static let slack = 1e-3

  /// Rows below the other's first post, and columns right of it.
  let down: Double
  let right: Double
  /// From post to post.
  let rowSteps: Double
  let columnSteps: Double
  /// Whether its posts are the other's, as far as these go.
  let isOneLattice: Bool

  /// Places a block in another one's lattice, whichever way round the earth is shorter.
  init(of other: StoredBlock, in block: StoredBlock) {
    let rowSteps = other.latitudeStep / block.latitudeStep
    let columnSteps = other.longitudeStep / block.longitudeStep
    let down = (block.northDegrees - other.northDegrees) / block.latitudeStep
    let right = (other.westDegrees - block.westDegrees).remainder(dividingBy: 360) / block.longitudeStep
    let isOneStep = (rowSteps - 1).magnitude < 1e-6 && (columnSteps - 1).magnitude < 1e-6
    isOneLattice =
      isOneStep && (down - down.rounded()).magnitude < Self.latticeSlack
      && (right - right.rounded()).magnitude < Self.latticeSlack
    (self.rowSteps, self.columnSteps) = isOneLattice ? (1, 1) : (rowSteps, columnSteps)
    (self.down, self.right) = isOneLattice ? (down.rounded(), right.rounded()) : (down, right)
  }

  /// The height that the block has at a place of the other's lattice; nil where it lies beyond, or between
  /// posts one of which is void.
  ///
  /// At a post it is the post's, also where that is void.
  func height(of block: StoredBlock, atRow row: Int, column: Int) -> Float? {
    guard let (top, below) = Self.post(Double(row) - down, apart: rowSteps, block.rowCount),
      let (left, aside) = Self.post(Double(column) - right, apart: columnSteps, block.columnCount)
    else { return nil }
    func known(_ row: Int, _ column: Int) -> Float? {
      let height = block.heights[row * block.columnCount + column]
      return height == TerrainBlock.void ? nil : Float(height)
    }
    if below == 0, aside == 0 { return Float(block.heights[top * block.columnCount + left]) }
    // What has no weight need not be there.
    let (nextRow, nextColumn) = (below == 0 ? top : top + 1, aside == 0 ? left : left + 1)
    guard let a = known(top, left), let b = known(top, nextColumn), let c = known(nextRow, left),
      let d = known(nextRow, nextColumn)
    else { return nil }
    let (upper, lower) = (a + (b - a) * aside, c + (d - c) * aside)
    return upper + (lower - upper) * below
  }

  /// The post at or before a place, and how far behind it that is; nil beyond the outermost posts.
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
  /// From how far apart on the steps of two tiles are too different for their heights to be of one slope: 3"
  /// beside 1" are not.
  private static let stepRatio = 4.0

  /// Another block's steps in its own.
  func steps(of other: StoredBlock) -> Double {
    (other.latitudeStep / latitudeStep * other.longitudeStep / longitudeStep).squareRoot()
  }

  /// How well another block's heights do for the rim: those that are as far apart best, then finer ones,
  /// among whose posts its own may be, and coarser ones last.
  func rimRank(of other: StoredBlock) -> Int {
    let steps = steps(of: other)
    return Int(saturating: (1000 * (steps < 1.0005 ? steps : -steps)).rounded())
  }

  /// Whether another block has heights of its rim: it lies at or across an edge, and is of the same level, or
  /// of another tile whose steps are not far from its own.
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
