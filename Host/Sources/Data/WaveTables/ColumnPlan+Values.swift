extension ColumnPlan {
  /// A number that is to be a time, in its unit; NaN and nil where it is too large.
  @inline(__always)
  func scaled(_ value: Double) -> (value: Double, whole: Int64?) {
    guard let whole = Int64(exactly: (value * realFactor).rounded()) else { return (.nan, nil) }
    return (Double(whole), whole)
  }

  /// What a text holds: its value, and the whole number where it is one.
  func value(_ text: Span<UInt8>) -> (value: Double, whole: Int64?) {
    if kind == .time {
      if let unit, let count = DateReader(order: .yearMonthDay).instant(text)?.count(of: unit) {
        return (Double(count), count)
      }
      if realFactor != 0 { return NumberReader.double(text).map { scaled($0) } ?? (.nan, nil) }
    }
    if kind != .real, let whole = NumberReader.integer(text) { return (Double(whole), whole) }
    return (NumberReader.double(text) ?? .nan, nil)
  }

  /// What a cell holds, as a pass gives it.
  func number(_ cell: TableCell) -> Double {
    switch cell {
    case .integer(let value): return realFactor == 0 ? Double(value) : scaled(Double(value)).value
    case .real(let value): return realFactor == 0 ? value : scaled(value).value
    case .text(let text, _) where !cell.isCut:
      let bytes = Array(text.utf8)
      let (value, _) = self.value(bytes.span)
      return value
    case .text, .null, .blob: return .nan
    }
  }
}
