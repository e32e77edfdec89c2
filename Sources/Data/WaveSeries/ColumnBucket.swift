import WaveUnits

/// All rows of one column of pixels, told by four values: what a ``Trace`` needs to draw the column exactly.
///
/// Whoever holds the rows makes it, however many there are: a pyramid, or a database that groups them. The
/// idea: U. Jugel et al., M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014, doi
/// 10.14778/2732951.2732953.
public struct ColumnBucket: Equatable, Sendable {
  /// Rows, those without a value with them.
  public var rowCount: UInt64
  /// Rows with a finite value; the values below mean nothing where there is none.
  public var count: UInt64
  /// Where the first value stands along x.
  public var firstTick: Int64
  /// Where the last value stands along x.
  public var lastTick: Int64
  /// The first value along x.
  public var first: Double
  /// The least value.
  public var minimum: Double
  /// The greatest value.
  public var maximum: Double
  /// The last value along x.
  public var last: Double
  /// Whether a row without a value comes before the first value.
  public var startsMissing: Bool
  /// Whether a row without a value comes after the last value.
  public var endsMissing: Bool

  /// Describes a column of pixels.
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

  /// A column without rows.
  public static let empty = ColumnBucket(
    rowCount: 0, count: 0, firstTick: 0, lastTick: 0, first: 0, minimum: 0, maximum: 0, last: 0)

  /// A column whose rows have no value.
  public static func missing(rowCount: UInt64) -> ColumnBucket {
    var bucket = empty
    bucket.rowCount = rowCount
    bucket.startsMissing = rowCount > 0
    bucket.endsMissing = rowCount > 0
    return bucket
  }

  /// Takes the rows of the column to the right: both become one.
  ///
  /// - Complexity: O(1), no allocation.
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
  /// The columns of pixels of a window.
  ///
  /// - Parameters:
  ///   - edges: Where columns begin, as for ``Trace/spans(of:edges:neighbors:scale:into:)``.
  ///   - tick: Where a position stands along x.
  /// - Returns: One for each column; a gap within one column is not told. Where values are missing anywhere,
  ///   `count` is 1 and not how many there are.
  /// - Complexity: O(columns), whatever the series' length; one allocation.
  public func buckets(edges: [Int], tick: (Int) -> Int64) -> [ColumnBucket] {
    var buckets = [ColumnBucket](repeating: .empty, count: Swift.max(edges.count - 1, 0))
    for column in buckets.indices where edges[column] < edges[column + 1] {
      let (low, high) = (edges[column], edges[column + 1])
      guard let first = firstValid(from: low, to: high), let last = lastValid(from: low, to: high) else {
        buckets[column] = .missing(rowCount: UInt64(high - low))
        continue
      }
      let extremes = extremes(from: first, to: last + 1)
      // To count them would cost a look at each.
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
