import WaveText

/// The text of one row of a table, including any line breaks between quotation marks.
struct CSVRow {
  private(set) var bytes: [UInt8] = []
  private(set) var isQuoted = false

  /// Appends a byte, and returns whether it ends the row.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "\n"), !isQuoted { return true }
    if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
    bytes.append(byte)
    return false
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isQuoted = false
  }

  /// Whether the row is blank or a comment.
  var isSkipped: Bool {
    let first = bytes.first { !$0.isBlank }
    return first == nil || first == UInt8(ascii: "#")
  }

  /// Splits the row into cells, excluding the blanks and quotation marks around them.
  ///
  /// - Parameters:
  ///   - separator: The byte that separates cells.
  ///   - cells: On return, the byte ranges of the cells, replacing the previous contents.
  ///   - limit: The maximum number of cells; further ones are ignored.
  func split(at separator: UInt8, into cells: inout [Range<Int>], limit: Int) {
    cells.removeAll(keepingCapacity: true)
    var start = 0
    var isInside = false
    for place in 0...bytes.count {
      let isEnd = place == bytes.count
      if !isEnd, bytes[place] == UInt8(ascii: "\"") { isInside.toggle() }
      guard isEnd || (bytes[place] == separator && !isInside) else { continue }
      guard cells.count < limit else { return }
      cells.append(trimmed(start..<place))
      start = place + 1
    }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let cell = bytes.span.trimmed(range) { $0.isBlank }
    // PhysioNet's program rdsamp encloses cells in single quotation marks.
    for mark in [UInt8(ascii: "\""), UInt8(ascii: "'")]
    where cell.count >= 2 && bytes[cell.lowerBound] == mark && bytes[cell.upperBound - 1] == mark {
      return (cell.lowerBound + 1)..<(cell.upperBound - 1)
    }
    return cell
  }

  /// Returns the text of a cell, at most 256 bytes, with doubled quotation marks unescaped.
  func text(_ cell: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var place = cell.lowerBound
    while place < cell.upperBound, text.count < 256 {
      text.append(bytes[place])
      let isDoubled =
        bytes[place] == UInt8(ascii: "\"") && place + 1 < cell.upperBound && bytes[place + 1] == bytes[place]
      place += isDoubled ? 2 : 1
    }
    return text
  }

  /// The content of a cell.
  enum Value: Equatable {
    case missing, text
    case number(Double)

    var isNumber: Bool { if case .number = self { true } else { false } }
  }

  /// Returns the value of a cell; an infinity counts as missing.
  mutating func value(_ cell: Range<Int>, hasDecimalComma: Bool) -> Value {
    guard !Self.isMissing(bytes, cell) else { return .missing }
    if hasDecimalComma, let comma = cell.first(where: { bytes[$0] == UInt8(ascii: ",") }) {
      bytes[comma] = UInt8(ascii: ".")
    }
    guard let number = ASCIINumber.double(bytes.span, cell) else { return .text }
    return number.isFinite ? .number(number) : .missing
  }

  /// Returns whether a cell is empty or contains a common marker for a missing value, such as `NaN`.
  static func isMissing(_ bytes: [UInt8], _ cell: Range<Int>) -> Bool {
    if cell.isEmpty { return true }
    guard cell.count <= 4 else { return false }
    let words: [StaticString] = ["-", "--", "?", "na", "n/a", "nan", "null", "none"]
    return words.contains { word in
      word.utf8CodeUnitCount == cell.count
        && cell.indices.allSatisfy { bytes[$0] | 0x20 == word.utf8Start[$0 - cell.lowerBound] | 0x20 }
    }
  }
}
