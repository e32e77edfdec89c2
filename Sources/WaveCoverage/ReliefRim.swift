import WaveWire

/// Posts around a block, a step beyond its outermost ones: of its own tile or of the one that lies beside it.
///
/// A side is empty where nothing of it is known.
struct ReliefRim: Equatable, Sendable {
  /// A post that is not known; a known one may be void.
  static let unknown = Int32.min

  var north: [Int32] = []
  var south: [Int32] = []
  var west: [Int32] = []
  var east: [Int32] = []

  /// Knows nothing.
  init() {}

  /// Takes what blocks beside one have of it.
  ///
  /// - Parameters:
  ///   - block: What lies within.
  ///   - others: Blocks around it; those whose posts do not continue its own are passed over.
  /// - Complexity: O(edge) for each of the others.
  init(of block: StoredBlock, from others: [StoredBlock]) {
    for other in others {
      guard let (down, right) = block.offset(of: other) else { continue }
      let (rows, columns) = (block.rowCount, block.columnCount)
      func fill(_ side: inout [Int32], _ count: Int, row: (Int) -> Int, column: (Int) -> Int) {
        for post in 0..<count {
          let (itsRow, itsColumn) = (row(post) - down, column(post) - right)
          guard itsRow >= 0, itsRow < other.rowCount, itsColumn >= 0, itsColumn < other.columnCount else {
            continue
          }
          if side.isEmpty { side = [Int32](repeating: Self.unknown, count: count) }
          side[post] = Int32(other.heights[itsRow * other.columnCount + itsColumn])
        }
      }
      fill(&north, columns, row: { _ in -1 }, column: { $0 })
      fill(&south, columns, row: { _ in rows }, column: { $0 })
      fill(&west, rows, row: { $0 }, column: { _ in -1 })
      fill(&east, rows, row: { $0 }, column: { _ in columns })
    }
  }
}

extension StoredBlock {
  /// How many rows below its own first post and columns right of it another block's is; nil where their posts are not of one lattice.
  func offset(of other: StoredBlock) -> (rows: Int, columns: Int)? {
    let slack = 1e-6
    guard (other.latitudeStep / latitudeStep - 1).magnitude < slack,
      (other.longitudeStep / longitudeStep - 1).magnitude < slack
    else { return nil }
    let down = (northDegrees - other.northDegrees) / latitudeStep
    let right = (other.westDegrees - westDegrees).remainder(dividingBy: 360) / longitudeStep
    let (rows, columns) = (down.rounded(), right.rounded())
    // What lies between posts does not continue them.
    guard (down - rows).magnitude < 0.05, (right - columns).magnitude < 0.05, rows.magnitude < 1e6,
      columns.magnitude < 1e6
    else { return nil }
    return (Int(rows), Int(columns))
  }

  /// Whether another block has posts of its rim: it continues the lattice, and reaches a step beyond an edge.
  func isBeside(_ other: StoredBlock) -> Bool {
    guard let (down, right) = offset(of: other) else { return false }
    return down <= rowCount && down + other.rowCount > -1 && right <= columnCount
      && right + other.columnCount > -1
  }
}
