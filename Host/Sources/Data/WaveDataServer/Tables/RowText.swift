import WaveDataFeed
import WaveDataWire
import WaveTables
import WaveWire

/// Formats rows as lines of CSV (RFC 4180), quoting cells that contain a comma, a quote or a line break.
enum RowText {
  /// Returns whether the text of a cell is incomplete.
  static func isCut(_ cell: TableCell) -> Bool { if case .blob = cell { true } else { cell.isCut } }

  /// Appends a row and counts its cells whose text is incomplete.
  ///
  /// The text of a cell parses to exactly the same value; missing values and binary data are empty.
  static func append(_ cells: [TableCell], to lines: inout ExportLines) {
    lines.cutCount += cells.count { isCut($0) }
    append(cells.map { Array(($0.text ?? "").utf8) }, to: &lines.bytes)
  }

  /// Appends a line that consists of the given cells.
  static func append(_ cells: [[UInt8]], to bytes: inout [UInt8]) {
    // Readers skip empty lines, so an empty cell is quoted if it is the only cell of its row.
    if cells.count == 1, cells[0].isEmpty { bytes += [0x22, 0x22] }
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      let isQuoted = cell.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
      bytes += isQuoted ? quoted(cell) : cell
    }
    bytes += [0x0D, 0x0A]
  }

  private static func quoted(_ cell: [UInt8]) -> [UInt8] {
    let parts = cell.split(separator: 0x22, omittingEmptySubsequences: false)
    return [0x22] + parts.joined(separator: [0x22, 0x22]) + [0x22]
  }
}

extension TableCells.Cell {
  init(_ cell: TableCell) {
    self =
      switch cell {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let text, _): .text(Array(text.utf8))
      case .blob(let byteCount): .bytes(UInt64(byteCount))
      }
  }
}
