extension ColumnFormula {
  /// Computes the values of rows.
  ///
  /// A row's value is the same to the last bit regardless of the other rows computed with it, since sums are
  /// split at fixed row numbers.
  ///
  /// - Parameters:
  ///   - rows: The rows to compute, given by their numbers in the table.
  ///   - rowCount: The number of rows in the table; rows more than ``reachAfter`` after the last one in
  ///     `rows` have no effect.
  ///   - functions: The mathematical functions that processors do not implement.
  ///   - goesOn: Called before each step; returning false stops the computation.
  ///   - operand: Returns the values of a column, given by its index in the list with which the formula was
  ///     parsed. Missing values must be NaN, and so must the values of requested rows that lie outside the
  ///     table. Times are in the column's own unit.
  /// - Returns: One value for each row, NaN if it is missing; nil if the computation was stopped, or if a
  ///   column returned a different number of values.
  /// - Complexity: O((rows + reach) × parts), regardless of window lengths, with one allocation for each
  ///   column and number.
  public func values(
    of rows: Range<Int>, rowCount: Int, functions: FormulaFunctions, goesOn: () -> Bool = { true },
    operand: (_ column: Int, _ rows: Range<Int>) -> [Double]
  ) -> [Double]? {
    var stack: [[Double]] = []
    for (node, reach) in zip(nodes, reaches) {
      guard goesOn() else { return nil }
      let (first, end) = (rows.lowerBound - reach.before, rows.upperBound + reach.behind)
      switch node {
      case .number(let value):
        var values = [Double](repeating: value, count: end - first)
        Self.clear(&values, first, rowCount)
        stack.append(values)
      case .column(let column):
        var values = operand(column, first..<end)
        guard values.count == end - first else { return nil }
        for row in values.indices where !values[row].isFinite { values[row] = .nan }
        stack.append(values)
      default:
        guard var values = stack.popLast() else { return nil }
        if node.isBinary {
          guard var left = stack.popLast() else { return nil }
          node.join(&left, values, functions)
          values = left
        } else {
          node.change(&values, firstRow: first, functions)
        }
        if case .lag = node { Self.clear(&values, first, rowCount) }
        for row in values.indices where !values[row].isFinite { values[row] = .nan }
        stack.append(values)
      }
    }
    return stack.popLast()
  }

  /// Marks rows outside the table as missing.
  private static func clear(_ values: inout [Double], _ first: Int, _ rowCount: Int) {
    for row in 0..<Swift.max(0, Swift.min(values.count, -first)) { values[row] = .nan }
    for row in Swift.max(0, Swift.min(values.count, rowCount - first))..<values.count { values[row] = .nan }
  }
}

extension ColumnFormula.Node {
  fileprivate var isBinary: Bool {
    switch self {
    case .sum, .difference, .product, .quotient, .power, .smaller, .larger: true
    default: false
    }
  }

  /// Combines two columns of values, storing the result in the left one.
  fileprivate func join(_ left: inout [Double], _ right: [Double], _ functions: FormulaFunctions) {
    let rows = left.indices
    func combine(_ function: (Double, Double) -> Double) {
      for row in rows {
        left[row] = left[row].isNaN || right[row].isNaN ? .nan : function(left[row], right[row])
      }
    }
    switch self {
    case .sum: for row in rows { left[row] += right[row] }
    case .difference: for row in rows { left[row] -= right[row] }
    case .product: for row in rows { left[row] *= right[row] }
    case .quotient: for row in rows { left[row] /= right[row] }
    // NaN is checked, because 1 to any power and any value to the power of 0 would be 1.
    case .power: combine(functions.power)
    case .smaller: combine { Swift.min($0, $1) }
    case .larger: combine { Swift.max($0, $1) }
    default: break
    }
  }

  /// Applies a function to values in place, and removes the rows that were read only as neighbors of the
  /// required ones.
  ///
  /// - Parameters:
  ///   - values: The values, replaced by the results.
  ///   - firstRow: The number of the first row whose result is needed.
  ///   - functions: The mathematical functions that processors do not implement.
  fileprivate func change(_ values: inout [Double], firstRow: Int, _ functions: FormulaFunctions) {
    switch self {
    case .divided(let divisor): for row in values.indices { values[row] /= divisor }
    case .negative: for row in values.indices { values[row] = -values[row] }
    case .magnitude: for row in values.indices { values[row] = values[row].magnitude }
    case .root: for row in values.indices { values[row] = values[row].squareRoot() }
    case .naturalLogarithm:
      for row in values.indices { values[row] = functions.naturalLogarithm(values[row]) }
    case .decimalLogarithm:
      for row in values.indices { values[row] = functions.decimalLogarithm(values[row]) }
    case .exponential: for row in values.indices { values[row] = functions.exponential(values[row]) }
    case .change(let rows):
      let distance = abs(rows)
      let count = values.count - distance
      for row in 0..<count {
        let step = values[row + distance] - values[row]
        values[row] = rows < 0 ? -step : step
      }
      values.removeLast(distance)
    case .mean(let half): values = Self.means(of: values, firstRow: firstRow, half: half)
    default: break
    }
  }

  /// Returns the mean of the values in a window around each row.
  ///
  /// The blocks of ``MovingAverage`` begin at fixed row numbers here.
  private static func means(of values: [Double], firstRow: Int, half: Int) -> [Double] {
    let width = 2 * half + 1
    let count = values.count - 2 * half
    guard count > 0 else { return [] }
    var means = [Double](repeating: .nan, count: count)
    var tails = [MovingAverage.Part](repeating: MovingAverage.Part(), count: width)
    // Windows begin at the indices of `values`; the first of them begins at the row `firstRow - half`.
    let origin = firstRow - half
    var start = 0
    while start < count {
      let place = (origin + start) % width
      let end = start + width - (place < 0 ? place + width : place)
      MovingAverage.forEachMean(
        of: values.span, half: half, block: start..<end, limit: count, tails: &tails
      ) { first, mean in means[first] = mean }
      start = end
    }
    return means
  }
}
