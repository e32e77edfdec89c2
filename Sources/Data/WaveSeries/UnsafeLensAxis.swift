import WaveSignal

/// The x values of rows, which are either row numbers or stored values.
protocol LensAxis {
  /// Returns the x value of a row.
  func number(at row: Int) -> Double
  /// Returns the x values of eight consecutive rows.
  func numbers(at row: Int) -> Double8
  /// Returns the sum of the x values of a range of rows, added in order.
  func sum(_ rows: Range<Int>) -> Double
}

/// An axis on which the x value of a row is the row number.
struct RowNumbers: LensAxis {
  @inline(__always) func number(at row: Int) -> Double { Double(row) }

  @inline(__always)
  func numbers(at row: Int) -> Double8 { Double8(repeating: Double(row)) + Double8(0, 1, 2, 3, 4, 5, 6, 7) }

  /// Returns the sum of row numbers, computed with a formula.
  ///
  /// Adding the numbers in order would give the same result, because sums of integers are exact below 2^53.
  @inline(__always) func sum(_ rows: Range<Int>) -> Double {
    Double(rows.lowerBound) * Double(rows.count) + Double(rows.count) * Double(rows.count - 1) * 0.5
  }
}

/// An axis on which each row has a stored x value.
struct StoredX<X: LensValue>: LensAxis {
  let base: UnsafePointer<X>

  @inline(__always) func number(at row: Int) -> Double { base[row].number }

  @inline(__always) func numbers(at row: Int) -> Double8 { X.numbers(base.lanes(at: row)) }

  @inline(__always) func sum(_ rows: Range<Int>) -> Double {
    var sum = 0.0
    for row in rows { sum += base[row].number }
    return sum
  }
}
