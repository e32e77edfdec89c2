import WaveTableFormats

extension ColumnPlan {
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
