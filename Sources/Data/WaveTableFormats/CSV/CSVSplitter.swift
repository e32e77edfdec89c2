/// A splitter of short text into rows and cells, used to detect its format.
///
/// The rules are those of Python's csv module: a quote opens only at the start of a cell; within quotes, two
/// quotes represent one; text after the closing quote belongs to the cell. Rows end with LF, CR or both;
/// empty rows are skipped.
struct CSVSplitter {
  /// A cell, with its text and whether it is quoted.
  struct Cell: Equatable, Sendable {
    var bytes: [UInt8]
    var isQuoted: Bool

    /// The cell's integer, written without marks; nil if it is not one.
    var integer: Int64? {
      let bytes = bytes
      return NumberReader.integer(bytes.span)
    }
  }

  /// A row and the line on which it begins.
  struct Row: Equatable, Sendable {
    var cells: [Cell]
    var line: Int
    /// The number of lines in the row.
    var lineCount = 1
    /// The number of closing quotes that are followed neither by a separator nor by a line end.
    var badQuoteCount = 0
    /// Whether a quote in the row is opened but never closed.
    var isOpen = false
    /// Whether a stray quote at the start of a cell was read as an ordinary character.
    var isLiteral = false
  }

  let separator: UInt8
  /// The quote around cells; nil if quotes are ordinary characters.
  let quote: UInt8?
  /// The character that escapes a quote within quotes, such as a backslash; nil if quotes are escaped only by
  /// doubling.
  var escape: UInt8?
  /// Whether blanks around cells are removed.
  var trimsCells = false
  /// The prefix of comments; empty if there are none.
  var comment: [UInt8] = []
  /// A rule that detects stray quotes; nil to let each quote open a quoted cell.
  var strayQuotes: StrayQuotes?

  /// Splits text into rows.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - isCut: Whether more bytes follow, in which case an incomplete last row is omitted.
  ///   - limit: The maximum number of rows.
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
      if !comment.isEmpty, bytes[place...].starts(with: comment) {
        while place < bytes.endIndex, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
        continue
      }
      let (start, startLine) = (place, line)
      var (row, isEnded) = row(bytes, &place, &line, isLiteral: false)
      if row.lineCount > 1 || row.isOpen, let strayQuotes,
        strayQuotes.verdict(bytes.span, at: start - bytes.startIndex, isLast: !isCut) == .stray
      {
        (place, line) = (start, startLine)
        (row, isEnded) = self.row(bytes, &place, &line, isLiteral: true)
      }
      if isEnded || !isCut { rows.append(row) }
    }
    return rows
  }

  /// Splits text into rows, treating each line as a row.
  func lineRows(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> [Row] {
    var lines = bytes.split(omittingEmptySubsequences: true) { $0 == 0x0A || $0 == 0x0D }
    if isCut, lines.count > 1 { lines.removeLast() }
    return lines.filter { comment.isEmpty || !$0.starts(with: comment) }.map { line in
      var (place, number) = (line.startIndex, 1)
      return row(line, &place, &number, isLiteral: true).row
    }
  }

  /// Parses one row.
  ///
  /// The result also states whether the row's line end is present.
  private func row(
    _ bytes: ArraySlice<UInt8>, _ place: inout Int, _ line: inout Int, isLiteral: Bool
  ) -> (row: Row, isEnded: Bool) {
    var row = Row(cells: [], line: line)
    row.isLiteral = isLiteral
    let startLine = line
    while true {
      let cell = cell(bytes, &place, &line, isLiteral: isLiteral, &row)
      row.cells.append(cell)
      row.lineCount = line - startLine + 1
      guard place < bytes.endIndex else { return (row, false) }
      guard bytes[place] == separator else {
        place += lineEnd(bytes, place)
        line += 1
        return (row, true)
      }
      place += 1
      // A separator at the end of a row is followed by an empty cell.
      if place == bytes.endIndex {
        row.cells.append(Cell(bytes: [], isQuoted: false))
        return (row, false)
      }
    }
  }

  private func lineEnd(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int {
    bytes[place] == 0x0D && place + 1 < bytes.endIndex && bytes[place + 1] == 0x0A ? 2 : 1
  }

  /// Parses one cell, up to the separator or line end.
  private func cell(
    _ bytes: ArraySlice<UInt8>, _ place: inout Int, _ line: inout Int, isLiteral: Bool, _ row: inout Row
  ) -> Cell {
    var cell = Cell(bytes: [], isQuoted: false)
    if trimsCells { while place < bytes.endIndex, bytes[place] == 0x20 { place += 1 } }
    guard place < bytes.endIndex else { return cell }
    let start = place
    if bytes[place] == quote {
      let startLine = line
      var isClosed = false
      cell.isQuoted = true
      place += 1
      while place < bytes.endIndex {
        let byte = bytes[place]
        place += 1
        if let escape, byte == escape, place < bytes.endIndex, bytes[place] == quote || bytes[place] == escape
        {
          cell.bytes.append(bytes[place])
          place += 1
          continue
        }
        if byte == quote {
          guard place < bytes.endIndex, bytes[place] == quote else {
            isClosed = true
            break
          }
          place += 1
        } else if byte == 0x0A || (byte == 0x0D && (place == bytes.endIndex || bytes[place] != 0x0A)) {
          line += 1
        }
        cell.bytes.append(byte)
      }
      if isLiteral, !isClosed || line > startLine {
        (place, line, cell) = (start, startLine, Cell(bytes: [], isQuoted: false))
      } else {
        row.isOpen = row.isOpen || !isClosed
        if trimsCells { skipBlanksBeforeEnd(bytes, &place) }
        if place < bytes.endIndex, bytes[place] != separator, bytes[place] != 0x0A, bytes[place] != 0x0D {
          row.badQuoteCount += 1
        }
      }
    }
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      cell.bytes.append(byte)
      place += 1
    }
    if trimsCells, !cell.isQuoted { while cell.bytes.last == 0x20 { cell.bytes.removeLast() } }
    return cell
  }

  /// Skips blanks if only a separator or a line end follows them.
  private func skipBlanksBeforeEnd(_ bytes: ArraySlice<UInt8>, _ place: inout Int) {
    var next = place
    while next < bytes.endIndex, bytes[next] == 0x20 { next += 1 }
    if next == bytes.endIndex || bytes[next] == separator || bytes[next] == 0x0A || bytes[next] == 0x0D {
      place = next
    }
  }
}

extension CSVSplitter {
  /// Creates a splitter with the rules of a format.
  init(_ format: CSVFormat) {
    self.init(
      separator: format.separator, quote: format.quote, escape: format.escape, trimsCells: format.trimsCells,
      comment: format.comment)
  }
}
