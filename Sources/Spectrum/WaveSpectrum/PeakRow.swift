import WaveSpectrumWire

/// A row of levels that is searched for peaks.
///
/// Higher values mean higher levels.
struct PeakRow: Equatable, Sendable {
  /// The levels, or `RowMessage.gap` for columns without data; never empty.
  let values: [Int16]
  /// The frequency band that the columns cover.
  let band: Band
  /// The server time of the row.
  let microseconds: Int64

  /// The width of a column in hertz.
  var stepHertz: Double { band.width / Double(values.count) }

  /// Returns the frequency at the centre of a column.
  func hertz(_ column: Int) -> Double { band.low + (Double(column) + 0.5) * stepHertz }

  /// The number of columns to either side that belong to a peak: a hundredth of the row, at least 1.
  var reach: Int { Swift.max(1, values.count / 100) }

  /// Returns whether a column has the highest level within `reach` columns to either side.
  ///
  /// Of several equal columns, only the first is a peak.
  func isPeak(_ column: Int) -> Bool {
    let near = Swift.max(0, column - reach)...Swift.min(values.count - 1, column + reach)
    return values[column] != RowMessage.gap
      && near.allSatisfy { values[$0] < values[column] || ($0 >= column && values[$0] == values[column]) }
  }
}
