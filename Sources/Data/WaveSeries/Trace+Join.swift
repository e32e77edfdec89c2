extension Trace {
  /// Lights what the line between two values passes through, in those of its columns that the picture has.
  ///
  /// The second one lies to the right of the first.
  ///
  /// - Complexity: O(columns crossed), no allocation.
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
      spans[column].light(top: upper.first, bottom: lower.end)
      left = right
    }
  }
}

/// The line from one pixel's middle to that of another, to the right of it.
private struct JoinedLine {
  private let a: Trace.Pixel
  private let b: Trace.Pixel
  /// Twice the columns from one to the other: products of these and of rows stay below 2^49.
  private let twice: Int64
  private let rise: Int64

  init(_ a: Trace.Pixel, _ b: Trace.Pixel) {
    self.a = a
    self.b = b
    twice = 2 * (Int64(b.column) - Int64(a.column))
    rise = Int64(b.row) - Int64(a.row)
  }

  /// Where it passes the left edge of a column: the row that it is in, or would come to by going down, and
  /// the first one below that it is not in, coming from above.
  ///
  /// At half rows, between two of them, that is the lower row both times. Beyond the line's ends it is the
  /// row of the end.
  @inline(__always)
  func rows(leftOf column: Int) -> (first: Int, end: Int) {
    if column <= a.column { return (a.row, a.row + 1) }
    if column > b.column { return (b.row, b.row + 1) }
    // The row plus a half, times `twice`: at column − 1/2 it has gone 2 (column − a.column) − 1 half columns.
    let gone = 2 * (Int64(column) - Int64(a.column)) - 1
    let numerator = twice * Int64(a.row) + rise * gone + twice / 2
    let quotient = numerator / twice
    let remainder = numerator - quotient * twice
    let floor = remainder < 0 ? quotient - 1 : quotient
    return (Int(floor), Int(remainder == 0 ? floor : floor + 1))
  }
}
