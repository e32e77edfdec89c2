/// The order of a column's rows by value, found in slices, so that it can be cancelled between any two.
///
/// Stable: rows of equal values stay as they were, −0 and 0 are equal. Infinities stand at the ends, NaN
/// (what is missing) last, in either direction. Radix sort, least significant digit first; digits that all
/// values share cost nothing.
///
/// Source: D. Knuth, The Art of Computer Programming 3, 5.2.5; keys of floats after M. Herf,
/// Radix Tricks, 2001.
public struct SortOrder: Sendable {
  /// How many rows there are; 2^32 − 1 at most.
  public let count: Int

  /// Singles have narrow keys, others wide ones; of the two sorters the other one is empty.
  private var narrow: RadixSorter<UInt32>
  private var wide: RadixSorter<UInt64>
  private let series: Series
  private let isDescending: Bool

  /// Orders the values of a series, whose keys are made slice by slice, too.
  ///
  /// - Complexity: O(1); memory for the rows comes with the first step.
  public init(_ series: Series, isDescending: Bool = false) {
    self.series = series
    self.isDescending = isDescending
    count = series.count
    narrow = RadixSorter(count: count)
    wide = RadixSorter(count: 0)
  }

  /// Orders values that come piece by piece, by ``take(_:)``: so many, all of one type, before the first
  /// step.
  ///
  /// - Complexity: O(1); memory for the rows comes with the first piece.
  public init(count: Int, isDescending: Bool = false) {
    self.init(wideCount: count, isDescending: isDescending)
  }

  /// Takes the next values in double precision; those beyond what was said are passed over.
  ///
  /// - Complexity: O(values).
  public mutating func take(_ values: Span<Double>) {
    for position in values.indices where wide.keyCount < wide.count {
      wide.take(SortKey.of(values[position], isDescending: isDescending))
    }
  }

  /// Takes the next whole numbers; those beyond what was said are passed over.
  ///
  /// - Complexity: O(values).
  public mutating func take(_ values: Span<Int64>) {
    for position in values.indices where wide.keyCount < wide.count {
      wide.take(SortKey.of(values[position], isDescending: isDescending))
    }
  }

  /// Orders values in double precision.
  ///
  /// - Complexity: O(values): their keys are made at once.
  public init(_ values: Span<Double>, isDescending: Bool = false) {
    self.init(wideCount: values.count, isDescending: isDescending)
    take(values)
  }

  /// Orders whole numbers.
  ///
  /// - Complexity: O(values): their keys are made at once.
  public init(_ values: Span<Int64>, isDescending: Bool = false) {
    self.init(wideCount: values.count, isDescending: isDescending)
    take(values)
  }

  private init(wideCount: Int, isDescending: Bool) {
    series = Series()
    self.isDescending = isDescending
    count = wideCount
    narrow = RadixSorter(count: 0)
    wide = RadixSorter(count: wideCount)
  }

  /// Whether the order is found.
  public var isDone: Bool { narrow.isDone && wide.isDone }

  /// How much of the work is done, 0...1.
  public var progress: Double { narrow.count == 0 ? wide.progress : narrow.progress }

  /// Does a slice of the work.
  ///
  /// - Parameter limit: How many rows to move at most; 65,536 take about a third of a millisecond.
  /// - Returns: Whether the order is found.
  /// - Complexity: O(limit).
  @discardableResult
  public mutating func step(limit: Int) -> Bool {
    if narrow.keyCount < narrow.count {
      let start = narrow.keyCount
      let end = Swift.min(start + Swift.max(limit, 1), narrow.count)
      var position = start
      while position < end {
        let piece = series.piece(at: position, to: end)
        series.chunks[piece.chunk].withValues { values in
          for place in piece.range { narrow.take(SortKey.of(values[place], isDescending: isDescending)) }
        }
        position += piece.range.count
      }
    } else {
      narrow.step(limit: limit)
      wide.step(limit: limit)
    }
    return isDone
  }

  /// The rows in order; empty until the order is found.
  ///
  /// Element p is the row that stands at position p.
  public var rows: [UInt32] { isDone ? (narrow.count == 0 ? wide.rows : narrow.rows) : [] }
}

/// Unsigned numbers in the order of values.
enum SortKey {
  static func of(_ value: Float, isDescending: Bool) -> UInt32 {
    if value.isNaN { return .max }
    // Adding zero makes 0 of −0.
    let bits = (value + 0).bitPattern
    let key = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    return isDescending ? ~key : key
  }

  static func of(_ value: Double, isDescending: Bool) -> UInt64 {
    if value.isNaN { return .max }
    let bits = (value + 0).bitPattern
    let key = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    return isDescending ? ~key : key
  }

  static func of(_ value: Int64, isDescending: Bool) -> UInt64 {
    let key = UInt64(bitPattern: value) ^ 1 << 63
    return isDescending ? ~key : key
  }
}
