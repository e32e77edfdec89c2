import WaveTableFormats

extension ColumnPlan {
  /// Returns the number that a scan would read from a cell, or NaN if the cell has no number.
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
