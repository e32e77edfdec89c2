import WaveDataWire

extension TableColumns.Column {
  /// Returns a value of the column as short text.
  func text(_ value: Double, digits: Int = 4) -> [UInt8] {
    guard kind == .time else { return Texts.brief(value, digits: digits) }
    return Texts.moment(microseconds: value, stepMicroseconds: 60_000_000)
  }

  /// Returns a range of values of the column as short text.
  func text(_ low: Double, _ high: Double, digits: Int = 4) -> [UInt8] {
    Texts.bytes("", text(low, digits: digits), " \u{2026} ") + text(high, digits: digits)
  }

  /// Converts a raw time to microseconds since 1970, or returns nil if the column has no times.
  func microseconds(_ value: Double) -> Double? {
    guard kind == .time else { return nil }
    var microseconds = value
    for _ in Swift.min(timeDigits, 6)..<6 { microseconds *= 10 }
    for _ in 6..<Swift.max(timeDigits, 6) { microseconds /= 10 }
    return microseconds
  }

  /// Returns a cell of the column as text.
  func text(_ cell: TableCells.Cell) -> [UInt8] {
    if let value = cell.number, let microseconds = microseconds(value) {
      return Texts.instant(microseconds: microseconds)
    }
    return Texts.cell(cell)
  }
}

extension TableCells.Cell {
  /// The cell's number; nil if it is not numeric.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}
