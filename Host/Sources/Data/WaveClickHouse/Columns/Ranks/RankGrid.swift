import WaveUnits

/// A grid over the values of a column, in whose cells lie few of the ends of some stretches.
///
/// Values that are skewed, or far from each other on both sides, are brought closer together by roots. All of
/// it is subtraction, multiplication and square roots, which come out the same to the last bit wherever they
/// are done, and never put values in another order.
struct RankGrid: Equatable, Sendable {
  /// Cells.
  let cellCount: Int
  /// From where roots are taken, how often the square root is.
  private let center: Double
  private let rootCount: Int
  /// Where the first cell begins, and cells in a unit.
  private let origin: Double
  private let scale: Double
  /// Ends in the cells before each.
  let bases: [Int]
  /// Ends in a cell at most.
  let most: Int

  /// Finds the grid whose fullest cell holds the fewest ends.
  ///
  /// - Parameters:
  ///   - ends: In order, each as a number; some may be the same.
  ///   - cellCount: Cells of the grid.
  /// - Returns: Nil where no grid tells any apart.
  static func best(for ends: [Double], cellCount: Int) -> RankGrid? {
    guard let first = ends.first else { return nil }
    var best: RankGrid?
    for (rootCount, center) in [
      (0, 0), (1, first), (2, first), (4, first), (1, ends[ends.count / 2]), (2, ends[ends.count / 2]),
      (4, ends[ends.count / 2]),
    ] {
      // What lies outside comes into the first cell and the last.
      for trim in [0, 1, 3] where ends.count > 2 * trim {
        guard best.map({ $0.most > 1 }) ?? true else { return best }
        let range = ends[trim]...ends[ends.count - 1 - trim]
        guard let made = RankGrid(ends, cellCount, over: range, rootCount: rootCount, center: center) else {
          continue
        }
        if made.most < best?.most ?? ends.count { best = made }
      }
    }
    return best
  }

  private init?(
    _ ends: [Double], _ cellCount: Int, over range: ClosedRange<Double>, rootCount: Int, center: Double
  ) {
    let low = Self.rooted(range.lowerBound, rootCount, center)
    let scale = Double(cellCount) / (Self.rooted(range.upperBound, rootCount, center) - low)
    guard scale > 0, scale.isFinite, low.isFinite else { return nil }
    (self.center, self.rootCount, self.cellCount, origin, self.scale) = (
      center, rootCount, cellCount, low, scale
    )
    var counts = [Int](repeating: 0, count: cellCount)
    for end in ends {
      let place = (Self.rooted(end, rootCount, center) - low) * scale
      counts[Int(saturating: min(max(place, 0), Double(cellCount - 1)))] += 1
    }
    most = counts.max() ?? 0
    var sum = 0
    bases = counts.map { count in
      defer { sum += count }
      return sum
    }
  }

  private static func rooted(_ value: Double, _ rootCount: Int, _ center: Double) -> Double {
    guard rootCount > 0 else { return value }
    var made = (value - center).magnitude
    for _ in 0..<rootCount { made = made.squareRoot() }
    return value < center ? -made : made
  }

  /// The cell of a number, from 0 on, as the server finds it.
  func cell(of value: Double) -> Int {
    let place = (Self.rooted(value, rootCount, center) - origin) * scale
    return Int(saturating: min(max(place, 0), Double(cellCount - 1)))
  }

  /// The cell of a number, in SQL.
  func cell(of value: String) -> String {
    var place = value
    if rootCount > 0 {
      let root = String(repeating: "sqrt(", count: rootCount)
      let close = String(repeating: ")", count: rootCount)
      let middle = RankColumn.literal(center)
      place = "if(\(value) < \(middle), -1., 1.) * \(root)abs(\(value) - (\(middle)))\(close)"
    }
    let scaled = "(\(place) - (\(RankColumn.literal(origin)))) * \(RankColumn.literal(scale))"
    return "toUInt32(least(greatest(\(scaled), 0.), \(cellCount - 1).))"
  }
}
