import WaveTables

/// Rows as lines of a text with columns, after RFC 4180: what has a comma, a quote or a line's end stands in
/// quotes.
enum RowText {
  /// A cell so that it is read back to the last bit; what is missing, or bytes instead of words, is nothing.
  static func bytes(of cell: TableCell) -> [UInt8] {
    switch cell {
    case .null, .blob: []
    case .integer(let value): Array("\(value)".utf8)
    case .real(let value): Array("\(value)".utf8)
    case .text(let text, _): Array(text.utf8)
    }
  }

  /// Whether not all of a cell stands in the text.
  static func isCut(_ cell: TableCell) -> Bool { if case .blob = cell { true } else { cell.isCut } }

  /// What should be said of cells that do not stand there whole.
  static func note(cutCount: Int) -> String {
    """
    \(cutCount) cells were longer than \(TableCell.textLimit) bytes, or bytes instead of words, and are cut \
    or empty in the file.
    """
  }

  /// Writes a line.
  static func append(_ cells: [[UInt8]], to bytes: inout [UInt8]) {
    // An empty line would be no row: readers pass over it.
    if cells.count == 1, cells[0].isEmpty { bytes += [0x22, 0x22] }
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      guard cell.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) else {
        bytes += cell
        continue
      }
      bytes.append(0x22)
      for byte in cell {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }
    bytes += [0x0D, 0x0A]
  }
}
