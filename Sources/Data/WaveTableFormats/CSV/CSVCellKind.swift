/// What a cell holds, whatever its column is.
enum CSVCellKind: Equatable {
  case missing, number, date, text

  /// Looks at a cell: numbers of any style and dates of any order count.
  init(_ bytes: Span<UInt8>) {
    if MissingWord.isOne(bytes) {
      self = .missing
    } else if NumberReader.double(bytes) != nil || CSVCellKind.isMarkedNumber(bytes) {
      self = .number
    } else if DateReader.isDate(bytes) {
      self = .date
    } else {
      self = .text
    }
  }

  /// Looks at a cell.
  init(_ cell: CSVSplitter.Cell) { self.init(cell.bytes) }

  /// Looks at the bytes of a cell.
  init(_ bytes: [UInt8]) { self.init(bytes.span) }

  /// Whether it is a number or a date.
  var isValue: Bool { self == .number || self == .date }
  /// Whether it is no text.
  var isValueOrMissing: Bool { self != .text }

  private static func isMarkedNumber(_ bytes: Span<UInt8>) -> Bool {
    guard let shape = NumberShape(bytes) else { return false }
    return shape.marks.isEmpty || shape.decimalReading != nil || shape.groupReading != nil
  }
}
