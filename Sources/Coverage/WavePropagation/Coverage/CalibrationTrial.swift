/// A cross-validation of a calibration, in which each block of squares is left out in turn and predicted from
/// the others.
///
/// Neighbouring points along a road are similar. They are left out together, as a block, so that none of them
/// helps to predict another. Every square has the same weight, and its error includes the spread of its own
/// points, which no correction removes.
struct CalibrationTrial: Equatable, Sendable {
  /// The candidate radii: the extent of all squares is divided by each of these numbers.
  static let shares: [Double] = [16, 8, 4, 2]
  /// The minimum number of squares for a local correction.
  static let leastSquares = 24
  /// The minimum number of blocks for a local correction.
  static let leastBlocks = 8
  /// The minimum improvement by a local correction, in dB.
  static let leastGain = 0.2
  /// The minimum improvement by a local correction, in standard errors estimated from the blocks.
  ///
  /// With noise alone, about 3 in 100 trials reach both this limit and `leastGain`.
  static let leastErrors = 1.5

  /// The mean of the squares' means, each clamped to a range around their median, in dB.
  let offset: Double
  /// The root-mean-square difference without a calibration, in dB.
  private(set) var plain = 0.0
  /// The root-mean-square error of predicting each block with the offset of the other blocks, in dB; nil if
  /// there is only one block.
  private(set) var withOffset: Double?
  /// The root-mean-square error of predicting each block with a local correction from the other blocks, in
  /// dB; nil if there are too few squares or blocks.
  private(set) var withLocal: Double?
  /// The radius that gives the best prediction, in metres.
  private(set) var radiusMeters = 0.0
  /// Whether the local correction improves the prediction by more than chance explains.
  private(set) var isLocalBetter = false

  /// Creates a trial and runs it.
  ///
  /// - Complexity: O(squares² · 4 + blocks · squares): at most half a million pairs.
  init(_ cells: ResidualCells) {
    let order = cells.means.indices.sorted { cells.means[$0] < cells.means[$1] }
    offset = Self.offset(cells, order, without: -1)
    let count = Double(cells.count)
    for cell in 0..<cells.count { plain += cells.spreads[cell] + cells.means[cell] * cells.means[cell] }
    plain = (plain / count).squareRoot()
    guard cells.blockCount > 1 else { return }
    let offsets = (0..<cells.blockCount).map { Self.offset(cells, order, without: $0) }
    var before = [Double](repeating: 0, count: cells.blockCount)
    for cell in 0..<cells.count {
      let left = cells.means[cell] - offsets[cells.blocks[cell]]
      before[cells.blocks[cell]] += cells.spreads[cell] + left * left
    }
    withOffset = (before.reduce(0, +) / count).squareRoot()
    guard cells.count >= Self.leastSquares, cells.blockCount >= Self.leastBlocks else { return }
    judge(cells, before: before, after: errors(cells, offsets))
  }

  /// Returns the offset of the squares outside a block; there must be at least one.
  private static func offset(_ cells: ResidualCells, _ order: [Int], without block: Int) -> Double {
    let left = order.filter { cells.blocks[$0] != block }
    let middle = left.count / 2
    let lower = cells.means[left[left.count % 2 == 1 ? middle : middle - 1]]
    let median = (lower + cells.means[left[middle]]) / 2
    let sum = left.reduce(0.0) { $0 + LocalCorrection.held(cells.means[$1] - median) }
    return median + sum / Double(left.count)
  }

  /// Returns the sums of squared prediction errors in each block, for each radius in turn.
  private func errors(_ cells: ResidualCells, _ offsets: [Double]) -> [Double] {
    let (shares, count) = (Self.shares.count, cells.count)
    let held = cells.means.map { LocalCorrection.held($0 - offset) }
    let perSquare = Self.shares.map { ($0 / cells.plane.extentMeters) * ($0 / cells.plane.extentMeters) }
    var sums = [Double](repeating: 0, count: shares * count)
    var weights = sums
    for one in 0..<count {
      for other in 0..<one where cells.blocks[one] != cells.blocks[other] {
        let (dx, dy) = (cells.x[one] - cells.x[other], cells.y[one] - cells.y[other])
        let square = dx * dx + dy * dy
        for share in stride(from: shares - 1, through: 0, by: -1) {
          let weight = LocalCorrection.weight(square * perSquare[share])
          // The remaining radii are shorter.
          guard weight > 0 else { break }
          sums[share * count + one] += weight * held[other]
          sums[share * count + other] += weight * held[one]
          weights[share * count + one] += weight
          weights[share * count + other] += weight
        }
      }
    }
    var errors = [Double](repeating: 0, count: shares * cells.blockCount)
    for share in 0..<shares {
      for cell in 0..<count {
        let (sum, weight) = (sums[share * count + cell], weights[share * count + cell])
        let own = offsets[cells.blocks[cell]]
        let local = (sum + weight * (offset - own)) / (weight + LocalCorrection.shrinkage)
        let left = cells.means[cell] - own - local
        errors[share * cells.blockCount + cells.blocks[cell]] += cells.spreads[cell] + left * left
      }
    }
    return errors
  }

  /// Chooses the radius for each block based on the other blocks, and decides whether the local correction is
  /// an improvement.
  private mutating func judge(_ cells: ResidualCells, before: [Double], after: [Double]) {
    let (shares, blocks) = (Self.shares.count, cells.blockCount)
    let totals = (0..<shares).map { after[($0 * blocks)..<(($0 + 1) * blocks)].reduce(0, +) }
    func best(without block: Int?) -> Int {
      var found = (share: 0, error: Double.infinity)
      for share in 0..<shares {
        let error = totals[share] - (block.map { after[share * blocks + $0] } ?? 0)
        if error < found.error { found = (share, error) }
      }
      return found.share
    }
    var (sum, gain, squares) = (0.0, 0.0, 0.0)
    for block in 0..<blocks {
      let error = after[best(without: block) * blocks + block]
      sum += error
      gain += before[block] - error
      squares += (before[block] - error) * (before[block] - error)
    }
    let local = (sum / Double(cells.count)).squareRoot()
    withLocal = local
    radiusMeters = cells.plane.extentMeters / Self.shares[best(without: nil)]
    isLocalBetter =
      (withOffset ?? 0) - local > Self.leastGain && gain > Self.leastErrors * squares.squareRoot()
  }
}
