public import WaveSeries
public import WaveTableFormats

/// What is known of a column's values in double precision, and how they become what is drawn.
///
/// What is drawn are single-precision differences from the first value: so a column of large numbers that
/// differ little, such as times, is drawn as finely as any other.
public struct ColumnSummary: Equatable, Sendable {
  /// Whether the values are times.
  public let isTime: Bool
  /// A time's units in a microsecond, by which its values are divided.
  private let unitsPerMicrosecond: Double
  /// What is taken from every value before it is drawn; nil before the first.
  public private(set) var offset: Double?
  /// What the values are like, as they are told.
  public private(set) var statistics: Statistics

  /// Begins before the first value of a column.
  public init(_ column: TableColumn) { self.init(column, offset: nil, statistics: Statistics()) }

  /// What is known of a column whose values were summed up before.
  init(_ column: TableColumn, offset: Double?, statistics: Statistics) {
    unitsPerMicrosecond = column.timeUnit.map { Double($0.perSecond) / 1e6 } ?? 1
    isTime = column.kind == .time
    self.offset = offset
    self.statistics = statistics
  }

  /// What is known of a column whose values somebody else has summed up, as the table counts them.
  public init(_ column: TableColumn, offset: Double?, counted: Statistics) {
    self.init(column, offset: nil, statistics: Statistics())
    self.offset = offset.map { told($0) }
    statistics = Statistics(
      count: counted.count, missingCount: counted.missingCount, infiniteCount: counted.infiniteCount,
      minimum: told(counted.minimum), maximum: told(counted.maximum), mean: told(counted.mean ?? 0),
      squaredDeviations: counted.squaredDeviations / (unitsPerMicrosecond * unitsPerMicrosecond))
  }

  /// What is drawn of a value as the table counts it; it keeps the order of values.
  public func drawn(_ value: Double) -> Float { Float(told(value) - (offset ?? 0)) }

  /// A value as it is told: of times, microseconds since 1970.
  public func told(_ value: Double) -> Double { value / unitsPerMicrosecond }

  /// What a value that is drawn stands for; not always to the last digit.
  func untold(_ drawn: Float) -> Double { (Double(drawn) + (offset ?? 0)) * unitsPerMicrosecond }

  /// A value as the table counts it, from one as it is told.
  public func counted(_ value: Double) -> Double { value * unitsPerMicrosecond }

  /// Takes note of values that were found elsewhere, as the table counts them; they change the range alone.
  ///
  /// - Returns: Whether they lie beyond it.
  public mutating func widen(_ low: Double, _ high: Double) -> Bool {
    let (low, high) = (told(low), told(high))
    guard low < statistics.minimum || high > statistics.maximum else { return false }
    statistics = Statistics(
      count: max(1, statistics.count), missingCount: statistics.missingCount,
      infiniteCount: statistics.infiniteCount, minimum: min(low, statistics.minimum),
      maximum: max(high, statistics.maximum), mean: statistics.mean ?? .nan,
      squaredDeviations: statistics.squaredDeviations)
    return true
  }

  /// Takes values, and gives them as they are drawn; infinities and NaN are missing.
  ///
  /// - Complexity: O(values), two allocations.
  public mutating func take(_ values: [Double]) -> [Float] {
    let told = values.map { self.told($0) }
    if offset == nil { offset = told.first { $0.isFinite } }
    statistics.take(told.span)
    let offset = offset ?? 0
    return told.map { $0.isFinite ? Float($0 - offset) : .nan }
  }
}
