/// The rows of delimited text as they would be imported into a database; used in tests.
package struct CSVRows: Equatable, Sendable {
  /// The content of a cell.
  package enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
  }

  /// The cells of each row.
  package var rows: [[Cell]] = []
  /// The line numbers of rejected rows, in order.
  package var rejectedLines: [Int] = []
  /// The line number of a quote that is never closed; nil if there is none.
  package var unclosedLine: Int?

  /// Parses text that arrives in pieces.
  ///
  /// - Parameters:
  ///   - pieces: The text, in UTF-8.
  ///   - format: The format of the text.
  package init(_ pieces: some Sequence<[UInt8]>, format: CSVFormat) {
    let parser = UnsafeCSVParser(
      format: format, isOpen: format.columns.map { _ in false }, unclosedLines: [],
      rowBytesLimit: CSVOptions.usualRowBytesLimit)
    var text: [UInt8] = []
    var rewriter = CSVLineRewriter(
      format.layout, quote: format.quote, lineLimit: CSVOptions.usualRowBytesLimit)
    func parse(isLast: Bool) {
      var place = 0
      while true {
        let batch = UnsafeCSVBatch(columnCount: format.columns.count)
        let next = parser.parse(text, from: place, isLast: isLast, into: batch)
        rows += (0..<batch.rowCount).map { batch.cells(row: $0) }
        rejectedLines += batch.rejects.map { $0.line }
        place = next
        guard batch.isFull else { break }
      }
      text.removeFirst(place)
    }
    for piece in pieces {
      rewriter.append(piece[...], to: &text)
      parse(isLast: false)
    }
    rewriter.finish(&text)
    parse(isLast: true)
    unclosedLine = parser.tally.unclosedLine
  }

  /// The maximum number of columns, as in SQLite.
  private static let columnLimit = 1999

  /// Returns the detected format of delimited text, or nil if it has no columns, or too many.
  package static func detected(_ bytes: [UInt8], isCut: Bool) -> CSVFormat? {
    let encoding = CSVDecoder.detect(bytes, isCut: isCut)
    var decoder = CSVDecoder(encoding)
    var text: [UInt8] = []
    decoder.append(bytes, to: &text)
    if !isCut { decoder.finish(&text) }
    return try? CSVDetection.format(
      text, isCut: isCut, encoding: encoding, columnLimit: columnLimit, options: CSVOptions())
  }

  /// Returns the unparsed cells of each row.
  ///
  /// They are split by `CSVSplitter`, the slower splitter that is used for detection.
  package static func split(_ bytes: [UInt8], separator: UInt8, quote: UInt8) -> [(
    line: Int, cells: [[UInt8]]
  )] {
    CSVSplitter(separator: separator, quote: quote).rows(bytes[...], isCut: false).map {
      ($0.line, $0.cells.map { $0.bytes })
    }
  }
}

extension UnsafeCSVBatch {
  /// Returns the cells of a row.
  func cells(row: Int) -> [CSVRows.Cell] {
    (0..<columnCount).map { column in
      let word = words[row * columnCount + column]
      switch tags[row * columnCount + column] {
      case .null: return .null
      case .integer: return .integer(word)
      case .real: return .real(Double(bitPattern: UInt64(bitPattern: word)))
      case .text:
        let start = Int(word >> 32)
        let count = Int(Int32(truncatingIfNeeded: word))
        return .text(String(decoding: texts[start..<(start + count)], as: UTF8.self))
      }
    }
  }
}
