public import WaveSeries

/// Statistics of a column's values in double precision, and the offset that is subtracted from values for
/// drawing.
///
/// Drawn values are single-precision differences from the first value, so a column of large numbers that
/// differ little, such as times, is drawn as finely as any other.
///
/// Values have three forms: *counted*, as the table stores them; *displayed* (`displayed`), in which times
/// are microseconds since 1970 and other values are unchanged; and *drawn*.
public struct ColumnSummary: Equatable, Sendable {
  /// Whether the values are times.
  public let isTime: Bool
  /// The number of time units per microsecond, by which values are divided; 1 if the values are not times.
  @usableFromInline let unitsPerMicrosecond: Double
  /// The value that is subtracted from every value before it is drawn; nil before the first value.
  public private(set) var offset: Double?
  /// Statistics of the values, with times in microseconds since 1970.
  public private(set) var statistics: Statistics

  /// Creates the summary of a column without values.
  public init(_ column: TableColumn) { self.init(column, offset: nil, statistics: Statistics()) }

  /// Creates a summary from known statistics, with times in microseconds since 1970.
  public init(_ column: TableColumn, offset: Double?, statistics: Statistics) {
    unitsPerMicrosecond = column.timeUnit.map { Double($0.perSecond) / 1e6 } ?? 1
    isTime = column.kind == .time
    self.offset = offset
    self.statistics = statistics
  }

  /// Creates a summary from statistics of values as stored in the table, for example from a database engine.
  public init(_ column: TableColumn, offset: Double?, counted: Statistics) {
    self.init(column, offset: nil, statistics: Statistics())
    self.offset = offset.map { displayed($0) }
    statistics = Statistics(
      count: counted.count, missingCount: counted.missingCount, infiniteCount: counted.infiniteCount,
      minimum: displayed(counted.minimum), maximum: displayed(counted.maximum),
      mean: displayed(counted.mean ?? 0),
      squaredDeviations: counted.squaredDeviations / (unitsPerMicrosecond * unitsPerMicrosecond))
  }

  /// Converts a value as stored in the table to the form used for drawing, preserving the order of values.
  @inlinable public func drawn(_ value: Double) -> Float { Float(displayed(value) - (offset ?? 0)) }

  /// Converts a value as stored in the table to the form shown to users: times become microseconds since
  /// 1970.
  @inlinable public func displayed(_ value: Double) -> Double { value / unitsPerMicrosecond }

  /// Converts a value from the form used for drawing to the form stored in the table.
  ///
  /// The last digits can differ.
  @inlinable public func stored(fromDrawn drawn: Float) -> Double {
    (Double(drawn) + (offset ?? 0)) * unitsPerMicrosecond
  }

  /// Converts a value from the form shown to users to the form stored in the table.
  @inlinable public func stored(fromDisplayed value: Double) -> Double { value * unitsPerMicrosecond }

  /// Widens the range of the statistics to include the given values, leaving the remaining statistics
  /// unchanged.
  ///
  /// - Returns: Whether the values were outside the range.
  public mutating func widen(_ low: Double, _ high: Double) -> Bool {
    let (low, high) = (displayed(low), displayed(high))
    guard low < statistics.minimum || high > statistics.maximum else { return false }
    statistics = Statistics(
      count: max(1, statistics.count), missingCount: statistics.missingCount,
      infiniteCount: statistics.infiniteCount, minimum: min(low, statistics.minimum),
      maximum: max(high, statistics.maximum), mean: statistics.mean ?? .nan,
      squaredDeviations: statistics.squaredDeviations)
    return true
  }

  /// Adds values as stored in the table, and returns them in the form used for drawing.
  ///
  /// Values that are not finite become NaN.
  ///
  /// - Complexity: O(values), with two allocations.
  public mutating func add(_ values: [Double]) -> [Float] {
    let displayed = values.map { self.displayed($0) }
    if offset == nil { offset = displayed.first { $0.isFinite } }
    statistics.add(displayed.span)
    let offset = offset ?? 0
    return displayed.map { $0.isFinite ? Float($0 - offset) : .nan }
  }
}
