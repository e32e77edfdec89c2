import WaveTables

/// The SQL expression for the tick of a row: the column's value if it is an integer, otherwise the value
/// quantized to a grid that spans the column's range.
struct TickExpression: Hashable, Sendable {
  /// The number of ticks that span the range of a column of real numbers.
  ///
  /// The local engine uses the same number.
  static let realTicks = Double(Int64(1) << 52)

  /// The SQL expression for a row's tick, as Int64.
  let sql: String
  /// The SQL condition that a row has a tick; nil if all rows have one.
  let valid: String?
  /// The index of the column from which ticks are computed.
  let column: Int
  /// The value of tick 0 and the distance between ticks for a column of real numbers; nil for integers.
  let scale: Scale?
  /// Whether `sql` yields arbitrary 64-bit integers instead of ticks.
  var isPlaceholder = false

  struct Scale: Hashable, Sendable {
    var least: Double
    var step: Double
  }
}

extension TickExpression {
  /// Creates an expression that uses the values of a column as ticks, or returns nil if the values are not
  /// integers.
  init?(whole column: ClickHouseColumn, number: Int) {
    guard let whole = column.whole else { return nil }
    self.init(sql: whole, valid: column.valid, column: number, scale: nil)
  }

  /// Creates an expression that maps values between two limits to ticks, or returns nil if the column is not
  /// numeric.
  init?(real column: ClickHouseColumn, number: Int, least: Double, greatest: Double) {
    guard let value = column.finiteValue(least) else { return nil }
    let range = greatest - least
    let step = range > 0 && range.isFinite ? range / Self.realTicks : 1
    let place = "((\(value) - \(SQLText.exact(least))) / \(SQLText.exact(step)))"
    // Halves are rounded away from zero, as in Swift.
    self.init(
      sql: "toInt64(floor(\(place)) + if(\(place) - floor(\(place)) >= 0.5, 1, 0))", valid: column.valid,
      column: number, scale: Scale(least: least, step: step))
  }

  /// Returns the SQL conditions for rows with a tick in a half-open range.
  func isWithin(_ from: Int64, _ until: Int64, _ columns: [ClickHouseColumn]) -> [String] {
    var terms: [String] = []
    if let valid { terms.append(valid) }
    let column = columns[column]
    if let scale, let value = column.value {
      // A margin of one tick on either side allows the use of an index; the exact condition follows.
      let low = scale.least + (Double(from) - 1) * scale.step
      let high = scale.least + Double(until) * scale.step
      // Old servers cannot compare decimals with doubles, so decimals are converted. The conversion preserves
      // their order, so an index can still be used.
      terms.append("\(value) >= \(SQLText.exact(low)) AND \(value) <= \(SQLText.exact(high))")
    } else {
      let bounds = column.isWithin(from, until)
      if !bounds.isEmpty { terms.append(bounds) }
    }
    terms.append("\(sql) >= \(from) AND \(sql) < \(until)")
    return terms
  }
}

extension SQLText {
  /// Returns an SQL expression for a number, exact regardless of how the server parses decimals.
  static func exact(_ value: Double) -> String {
    if value.magnitude < 9e15, !(value == 0 && value.sign == .minus), let whole = Int64(exactly: value) {
      return "toFloat64(\(whole))"
    }
    let digits = (0..<8).flatMap {
      PercentCode.digits(UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))))
    }
    return "reinterpretAsFloat64(unhex('\(String(decoding: digits, as: UTF8.self))'))"
  }
}
