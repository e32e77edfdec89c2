/// The pixel rows that a trace covers in one pixel column.
public struct TraceSpan: Equatable, Sendable {
  /// The first covered row, counted down from the top of the picture; `Int16.min` if no row is covered.
  ///
  /// It is below 0 if the trace leaves the picture at the top.
  public var top: Int16
  /// The row after the last covered row.
  public var bottom: Int16

  /// The span of a pixel column in which no row is covered.
  public static let none = TraceSpan(top: .min, bottom: .min)

  /// Whether no row is covered.
  public var isNone: Bool { top == .min }

  /// The number of covered rows.
  public var count: Int { Int(bottom) - Int(top) }

  /// Returns the part of the span inside a picture of `rows` rows.
  public func clipped(rows: Int) -> TraceSpan {
    let first = Swift.max(Int(top), 0)
    let last = Swift.min(Int(bottom), rows)
    return isNone || first >= last ? .none : TraceSpan(top: Int16(first), bottom: Int16(last))
  }

  /// Extends the span to include rows, which must touch or overlap the rows that are already covered.
  mutating func cover(top first: Int, bottom last: Int) {
    if isNone {
      self = TraceSpan(top: Int16(first), bottom: Int16(last))
    } else {
      top = Swift.min(top, Int16(first))
      bottom = Swift.max(bottom, Int16(last))
    }
  }
}

/// The pixel columns of the rows just outside a window, which determine the slope of the lines that lead to
/// them.
public struct TraceNeighbors: Equatable, Sendable {
  /// The column of the row before the first one in the window, which is below 0.
  public var before: Int
  /// The column of the row after the last one in the window, which is at least the number of columns.
  public var after: Int

  /// Creates a pair of columns.
  ///
  /// A column within the window is moved to the nearest column outside.
  public init(before: Int = -1, after: Int = .max) {
    self.before = before
    self.after = after
  }
}
