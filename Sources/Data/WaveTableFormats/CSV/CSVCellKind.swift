/// The type of a single cell, regardless of its column.
enum CSVCellKind: Equatable {
  case missing, number, date, text

  /// Detects the type of a cell, accepting numbers in any style and dates in any order.
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

  /// Detects the type of a cell from its bytes.
  init(_ cell: CSVSplitter.Cell) { self.init(cell.bytes) }

  /// Detects the type of a cell from an array of its bytes.
  init(_ bytes: [UInt8]) { self.init(bytes.span) }

  /// Whether the cell is a number or a date.
  var isValue: Bool { self == .number || self == .date }
  /// Whether the cell is a number, a date or missing.
  var isValueOrMissing: Bool { self != .text }

  private static func isMarkedNumber(_ bytes: Span<UInt8>) -> Bool {
    guard let shape = NumberShape(bytes) else { return false }
    return shape.marks.isEmpty || shape.decimalReading != nil || shape.groupReading != nil
  }
}
