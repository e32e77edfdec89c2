import WaveUnits

/// A summary of all rows in one pixel column, from which a ``Trace`` draws the column exactly.
///
/// The summary can be computed where the rows are stored: in a ``Series``, or in a database that groups the
/// rows. Source: U. Jugel et al., M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014, doi
/// 10.14778/2732951.2732953.
public struct ColumnBucket: Equatable, Sendable {
  /// The number of rows, including those without a value.
  public var rowCount: UInt64
  /// The number of rows with a finite value; if it is 0, the ticks and values are meaningless.
  public var count: UInt64
  /// The tick of the first value on the x axis.
  public var firstTick: Int64
  /// The tick of the last value on the x axis.
  public var lastTick: Int64
  /// The first value in the order of x.
  public var first: Double
  /// The minimum value.
  public var minimum: Double
  /// The maximum value.
  public var maximum: Double
  /// The last value in the order of x.
  public var last: Double
  /// Whether a row without a value comes before the first value.
  public var startsMissing: Bool
  /// Whether a row without a value comes after the last value.
  public var endsMissing: Bool

  /// Creates the summary of a pixel column.
  public init(
    rowCount: UInt64, count: UInt64, firstTick: Int64, lastTick: Int64, first: Double, minimum: Double,
    maximum: Double, last: Double, startsMissing: Bool = false, endsMissing: Bool = false
  ) {
    self.rowCount = rowCount
    self.count = count
    self.firstTick = firstTick
    self.lastTick = lastTick
    self.first = first
    self.minimum = minimum
    self.maximum = maximum
    self.last = last
    self.startsMissing = startsMissing
    self.endsMissing = endsMissing
  }

  /// The summary of a pixel column without rows.
  public static let empty = missing(rowCount: 0)

  /// Returns the summary of a pixel column in which no row has a value.
  public static func missing(rowCount: UInt64) -> ColumnBucket {
    ColumnBucket(
      rowCount: rowCount, count: 0, firstTick: 0, lastTick: 0, first: 0, minimum: 0, maximum: 0, last: 0,
      startsMissing: rowCount > 0, endsMissing: rowCount > 0)
  }

  /// Appends the summary of the next pixel column to the right, merging it into this summary.
  ///
  /// - Complexity: O(1), without allocation.
  public mutating func join(_ next: ColumnBucket) {
    guard next.rowCount > 0 else { return }
    guard rowCount > 0 else {
      self = next
      return
    }
    let rows = rowCount.saturatingAdding(next.rowCount)
    defer { rowCount = rows }
    guard next.count > 0 else {
      endsMissing = true
      return
    }
    guard count > 0 else {
      self = next
      startsMissing = true
      return
    }
    count = count.saturatingAdding(next.count)
    lastTick = next.lastTick
    last = next.last
    minimum = Swift.min(minimum, next.minimum)
    maximum = Swift.max(maximum, next.maximum)
    endsMissing = next.endsMissing
  }
}

extension Series {
  /// Summarizes the pixel columns of a window.
  ///
  /// - Parameters:
  ///   - edges: The positions at which columns begin, as for ``Trace/spans(of:edges:neighbors:scale:into:)``.
  ///   - tick: Returns the tick of a position on the x axis.
  /// - Returns: One bucket for each pixel column. Gaps inside a column are not reported. If the series has
  ///   any missing values, `count` is 1 instead of the number of values.
  /// - Complexity: O(columns), regardless of the length of the series, with one allocation.
  public func buckets(edges: [Int], tick: (Int) -> Int64) -> [ColumnBucket] {
    var buckets = [ColumnBucket](repeating: .empty, count: Swift.max(edges.count - 1, 0))
    for column in buckets.indices where edges[column] < edges[column + 1] {
      let (low, high) = (edges[column], edges[column + 1])
      guard let first = firstValid(from: low, to: high), let last = lastValid(from: low, to: high) else {
        buckets[column] = .missing(rowCount: UInt64(high - low))
        continue
      }
      let extremes = extremes(from: first, to: last + 1)
      // Counting the valid values would require reading all of them.
      let count = missingCount == 0 ? high - low : 1
      buckets[column] = ColumnBucket(
        rowCount: UInt64(high - low), count: UInt64(count),
        firstTick: tick(first), lastTick: tick(last), first: Double(value(at: first)),
        minimum: Double(extremes.minimum), maximum: Double(extremes.maximum), last: Double(value(at: last)),
        startsMissing: first > low, endsMissing: last + 1 < high)
    }
    return buckets
  }
}
