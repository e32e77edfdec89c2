import WaveSeries
import WaveTables
import WaveWire

/// What is known of a column's values in double precision, and how they become what is drawn.
///
/// What is drawn are single-precision differences from the first value: so a column of large numbers that differ little, such as
/// times, is drawn as finely as any other.
struct ColumnSummary: Sendable {
  /// Whether the values are times.
  let isTime: Bool
  /// A time's units in a microsecond, by which its values are divided.
  private let unitsPerMicrosecond: Double
  /// What is taken from every value before it is drawn; nil before the first.
  private(set) var offset: Double?
  private(set) var statistics = Statistics()

  init(_ column: TableColumn) {
    unitsPerMicrosecond = column.timeUnit.map { Double($0.perSecond) / 1e6 } ?? 1
    isTime = column.kind == .time
  }

  /// A value as it is told: of times, microseconds since 1970.
  func told(_ value: Double) -> Double { value / unitsPerMicrosecond }

  /// Takes values, and gives them as they are drawn; infinities and NaN are missing.
  mutating func take(_ values: [Double]) -> [Float] {
    let told = values.map { self.told($0) }
    if offset == nil { offset = told.first { $0.isFinite } }
    statistics.take(told.span)
    let offset = offset ?? 0
    return told.map { $0.isFinite ? Float($0 - offset) : .nan }
  }
}

extension TableColumns.Column {
  mutating func take(_ summary: ColumnSummary) {
    let statistics = summary.statistics
    missing = UInt64(statistics.missingCount + statistics.infiniteCount)
    guard let mean = statistics.mean else { return }
    minimum = statistics.minimum
    maximum = statistics.maximum
    self.mean = mean
    deviation = statistics.standardDeviation ?? 0
  }
}
