import WaveSpectrumWire

/// A row whose peaks are sought, with levels as numbers that are higher for a higher level.
struct PeakRow: Equatable, Sendable {
  /// Levels, or `RowMessage.gap`; not empty.
  let values: [Int16]
  /// The band of the columns.
  let band: Band
  /// Server time of the row.
  let microseconds: Int64

  /// Width of a column in hertz.
  var stepHertz: Double { band.width / Double(values.count) }

  /// The frequency in the middle of a column.
  func hertz(_ column: Int) -> Double { band.low + (Double(column) + 0.5) * stepHertz }

  /// Columns to either side that belong to a peak: a hundredth of the row.
  var reach: Int { Swift.max(1, values.count / 100) }

  /// Whether no other column within reach is higher.
  func isPeak(_ column: Int) -> Bool {
    let near = Swift.max(0, column - reach)...Swift.min(values.count - 1, column + reach)
    return values[column] != RowMessage.gap
      && near.allSatisfy {
        values[$0] < values[column] || ($0 >= column && values[$0] == values[column])
      }
  }
}
