/// The rows of one column of pixels that a trace lights.
public struct TraceSpan: Equatable, Sendable {
  /// The first row that is lit, counted downwards from the top of the picture, or that of ``none``.
  ///
  /// It lies above the picture, below 0, where the trace leaves it there.
  public var top: Int16
  /// The first row below `top` that is no longer lit.
  public var bottom: Int16

  /// Makes a span of rows.
  public init(top: Int16, bottom: Int16) {
    self.top = top
    self.bottom = bottom
  }

  /// A column in which nothing is lit.
  public static let none = TraceSpan(top: .min, bottom: .min)

  /// Whether nothing is lit.
  public var isNone: Bool { top == .min }

  /// How many rows are lit.
  public var count: Int { Int(bottom) - Int(top) }

  /// What of it lies in a picture of so many rows.
  public func clipped(rows: Int) -> TraceSpan {
    let first = Swift.max(Int(top), 0)
    let last = Swift.min(Int(bottom), rows)
    return isNone || first >= last ? .none : TraceSpan(top: Int16(first), bottom: Int16(last))
  }

  /// Grows so far that rows are lit, too; these and those lit already touch or overlap.
  mutating func light(top first: Int, bottom last: Int) {
    if isNone {
      self = TraceSpan(top: Int16(first), bottom: Int16(last))
    } else {
      top = Swift.min(top, Int16(first))
      bottom = Swift.max(bottom, Int16(last))
    }
  }
}

/// The columns in which the rows just outside a window lie, so that lines to them have the right slope.
public struct TraceNeighbors: Equatable, Sendable {
  /// The column of the row before the first one of the window: below 0.
  public var before: Int
  /// The column of the row after the last one of the window: not below the number of columns.
  public var after: Int

  /// Makes a pair of columns; of those within the window, the nearest ones outside are taken.
  public init(before: Int = -1, after: Int = .max) {
    self.before = before
    self.after = after
  }
}
