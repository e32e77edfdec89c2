import WaveTableFormats

extension TableCell {
  /// The number that a scan would read from this cell in a numeric column; NaN if the cell has no number.
  public var number: Double {
    switch self {
    case .integer(let value): return Double(value)
    case .real(let value): return value
    case .text(let text, _) where !isCut:
      let bytes = Array(text.utf8)
      let value = NumberReader.double(bytes.span)
      return value ?? .nan
    case .text, .null, .blob: return .nan
    }
  }
}
