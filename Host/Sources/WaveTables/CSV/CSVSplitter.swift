/// Takes a short text with columns apart, cell by cell, to see how it is written.
///
/// The rules are those of Python's csv module: a quote counts at the start of a cell only; within quotes two stand for one; what follows
/// the closing quote belongs to the cell. Rows end with LF, CR or both, and empty ones are passed over.
struct CSVSplitter {
  /// A cell.
  struct Cell: Equatable, Sendable {
    var bytes: [UInt8]
    var isQuoted: Bool
  }

  /// A row, and the line that it begins on.
  struct Row: Equatable, Sendable {
    var cells: [Cell]
    var line: Int
  }

  let separator: UInt8
  let quote: UInt8

  /// The rows of a text.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8.
  ///   - isCut: Whether there is more, so that the last row, unless its line end is there, is left out.
  ///   - limit: Rows at most.
  /// - Returns: The rows.
  func rows(_ bytes: ArraySlice<UInt8>, isCut: Bool, limit: Int = .max) -> [Row] {
    var rows: [Row] = []
    var place = bytes.startIndex
    var line = 1
    while place < bytes.endIndex, rows.count < limit {
      if bytes[place] == 0x0A || bytes[place] == 0x0D {
        place += lineEnd(bytes, place)
        line += 1
        continue
      }
      var row = Row(cells: [], line: line)
      var isEnded = false
      while !isEnded {
        let cell = cell(bytes, &place, &line)
        row.cells.append(cell)
        guard place < bytes.endIndex else { break }
        if bytes[place] == separator {
          place += 1
          // A separator at the end has an empty cell behind it.
          if place == bytes.endIndex { row.cells.append(Cell(bytes: [], isQuoted: false)) }
          isEnded = place == bytes.endIndex
        } else {
          place += lineEnd(bytes, place)
          line += 1
          isEnded = true
          rows.append(row)
          row.cells = []
        }
      }
      if !row.cells.isEmpty, !isCut { rows.append(row) }
    }
    return rows
  }

  private func lineEnd(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int {
    bytes[place] == 0x0D && place + 1 < bytes.endIndex && bytes[place + 1] == 0x0A ? 2 : 1
  }

  /// One cell, up to what ends it.
  private func cell(_ bytes: ArraySlice<UInt8>, _ place: inout Int, _ line: inout Int) -> Cell {
    var cell = Cell(bytes: [], isQuoted: false)
    guard place < bytes.endIndex else { return cell }
    if bytes[place] == quote {
      cell.isQuoted = true
      place += 1
      while place < bytes.endIndex {
        let byte = bytes[place]
        place += 1
        if byte == quote {
          guard place < bytes.endIndex, bytes[place] == quote else { break }
          place += 1
        } else if byte == 0x0A || (byte == 0x0D && (place == bytes.endIndex || bytes[place] != 0x0A)) {
          line += 1
        }
        cell.bytes.append(byte)
      }
    }
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      cell.bytes.append(byte)
      place += 1
    }
    return cell
  }
}
