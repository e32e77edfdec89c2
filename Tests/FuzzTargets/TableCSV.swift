import WaveTableFormats

extension FuzzTarget {
  /// Texts with columns: the first byte says how they are read.
  static let tableCSV = FuzzTarget("table-csv", byteLimit: 512) { bytes throws(Finding) in
    guard let choice = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    if let found = CSVRows.detected(text, isCut: choice & 1 == 1) {
      try require(!found.columns.isEmpty, "what has a format has columns")
      let names = Set(found.columns.map { $0.name.lowercased() })
      try require(names.count == found.columns.count, "no two columns have one name")
      try compare(text, found)
    }
    var format = CSVFormat()
    format.separator = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")][Int(choice >> 1 & 3)]
    let quote = choice & 8 == 0 ? UInt8(ascii: "\"") : UInt8(ascii: "'")
    format.quote = quote
    format.hasHeader = false
    let rows = CSVRows.split(text, separator: format.separator, quote: quote)
    let width = min(8, rows.first?.cells.count ?? 1)
    let kinds: [CSVFormat.Kind] = [.text, .integer, .real, .date(.dayMonthYear, .microseconds)]
    format.hasDecimalComma = choice & 16 != 0
    format.columns = (0..<width).map { .init(name: "\($0)", kind: kinds[Int(choice >> 5) * $0 & 3]) }
    let made = try compare(text, format)
    guard made.unclosedLine == nil else { return }
    let isFitting = rows.map { $0.cells.count >= width && $0.cells[width...].allSatisfy(\.isEmpty) }
    try require(made.rows.count == isFitting.count { $0 }, "rows are those of the slow reader")
    let rejected = zip(rows, isFitting).filter { !$1 }.map(\.0.line)
    try require(made.rejectedLines == rejected, "what is put aside stands where the slow reader has it")
    for (cells, row) in zip(made.rows, zip(rows, isFitting).filter { $1 }.map(\.0)) {
      for (cell, bytes) in zip(cells, row.cells) {
        guard case .text(let text) = cell, let whole = String(validating: bytes, as: UTF8.self) else {
          continue
        }
        try require(text == whole, "a text is what the slow reader has")
      }
    }
  }

  /// Reads a text as a whole and in pieces.
  @discardableResult private static func compare(
    _ text: [UInt8], _ format: CSVFormat
  ) throws(Finding) -> CSVRows {
    let whole = CSVRows([text], format: format)
    let parts = CSVRows(Array(sequence(state: Pieces(text)) { $0.next() }), format: format)
    try require(whole.unclosedLine == parts.unclosedLine, "pieces have the quote open that the whole has")
    try require(whole == parts, "pieces give what the whole gives")
    try require(
      whole.rows.allSatisfy { $0.count == format.columns.count }, "a row has a cell for each column")
    return whole
  }
}
