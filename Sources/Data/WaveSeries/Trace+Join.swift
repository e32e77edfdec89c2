extension Trace {
  /// Covers the pixels that the line from one value to the next one crosses, in all columns of the picture.
  ///
  /// - Complexity: O(columns crossed), without allocation.
  static func join(_ a: Pixel, _ b: Pixel, in spans: inout [TraceSpan]) {
    let line = JoinedLine(a, b)
    let first = Swift.max(a.column, 0)
    let last = Swift.min(b.column, spans.count - 1)
    guard a.column < b.column, first <= last else { return }
    var left = line.rows(leftOf: first)
    for column in first...last {
      let right = line.rows(leftOf: column + 1)
      let isFalling = a.row <= b.row
      let (upper, lower) = isFalling ? (left, right) : (right, left)
      spans[column].cover(top: upper.first, bottom: lower.end)
      left = right
    }
  }
}

/// The line from the center of one pixel to the center of a second pixel to its right.
private struct JoinedLine {
  private let a: Trace.Pixel
  private let b: Trace.Pixel
  /// Twice the number of columns between the two pixels, a common denominator that keeps products with rows
  /// below 2^49.
  private let twice: Int64
  private let rise: Int64

  init(_ a: Trace.Pixel, _ b: Trace.Pixel) {
    self.a = a
    self.b = b
    twice = 2 * (Int64(b.column) - Int64(a.column))
    rise = Int64(b.row) - Int64(a.row)
  }

  /// Returns the pixel rows at the point where the line crosses the left edge of a column.
  ///
  /// `first` is the row that contains the point; a descending line continues in this row. `end` is the row
  /// after the last row that a line from above has covered. If the point lies on the boundary between two
  /// rows, both are the lower row. Outside the line, `first` is the row of the nearer end.
  @inline(__always) func rows(leftOf column: Int) -> (first: Int, end: Int) {
    if column <= a.column { return (a.row, a.row + 1) }
    if column > b.column { return (b.row, b.row + 1) }
    // Compute (row + 1/2) · `twice`. The left edge of the column is 2 · (column − a.column) − 1 half columns
    // to the right of the center of `a`.
    let gone = 2 * (Int64(column) - Int64(a.column)) - 1
    let numerator = twice * Int64(a.row) + rise * gone + twice / 2
    let quotient = numerator / twice
    let remainder = numerator - quotient * twice
    let floor = remainder < 0 ? quotient - 1 : quotient
    return (Int(floor), Int(remainder == 0 ? floor : floor + 1))
  }
}
