import WaveUnits

/// A grid over a column's values, chosen so that each cell contains few interval ends.
///
/// Square roots compress skewed values and values that are far from the center on either side. The grid uses
/// only subtraction, multiplication and square roots, which give the same bits on every machine and preserve
/// the order of values.
struct RankGrid: Equatable, Sendable {
  /// The number of cells in the grid.
  let cellCount: Int
  /// The value from which distances are measured before square roots are taken.
  private let center: Double
  /// The number of times that the square root is taken.
  private let rootCount: Int
  /// The lower bound of the first cell.
  private let origin: Double
  /// The number of cells per unit.
  private let scale: Double
  /// For each cell, the number of interval ends before it.
  let bases: [Int]
  /// The maximum number of interval ends in a cell.
  let most: Int

  /// Returns the grid with the fewest interval ends in its fullest cell.
  ///
  /// - Parameters:
  ///   - ends: The interval ends as numbers, in ascending order; some can be equal.
  ///   - cellCount: The number of cells.
  /// - Returns: The grid, or nil if no grid separates any ends.
  static func best(for ends: [Double], cellCount: Int) -> RankGrid? {
    guard let first = ends.first else { return nil }
    var best: RankGrid?
    for (rootCount, center) in [
      (0, 0), (1, first), (2, first), (4, first), (1, ends[ends.count / 2]), (2, ends[ends.count / 2]),
      (4, ends[ends.count / 2]),
    ] {
      // Values outside the range belong to the first or last cell.
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

  /// Returns the index of the cell that contains a number, as the server computes it.
  func cell(of value: Double) -> Int {
    let place = (Self.rooted(value, rootCount, center) - origin) * scale
    return Int(saturating: min(max(place, 0), Double(cellCount - 1)))
  }

  /// Returns the SQL expression for the index of the cell that contains a number.
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
