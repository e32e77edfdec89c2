import WaveUnits

/// Detects the format of delimited text and the types of its columns.
public enum CSVDetection {
  /// The number of bytes to examine at the start of the text.
  static let sampleBytes = 1 << 20
  /// The maximum number of rows before the first row that has the most common number of cells.
  ///
  /// These rows are excluded from the table.
  private static let preambleLimit = 50

  /// Detects the format of delimited text from its first bytes.
  ///
  /// - Parameters:
  ///   - start: The first `CSVOptions.sampleBytes` bytes of the file, or all if it is shorter.
  ///   - isCut: Whether more bytes follow.
  ///   - columnLimit: The maximum number of columns.
  ///   - options: The user's settings, which override the detection.
  /// - Returns: The format, with the detected properties.
  /// - Throws: `TableFormatError` if the bytes are not text, or have no rows or too many columns.
  /// - Complexity: O(bytes); allocates several times as much memory as the bytes.
  public static func format(
    of start: [UInt8], isCut: Bool, columnLimit: Int, options: CSVOptions = CSVOptions()
  ) throws(TableFormatError) -> CSVFormat {
    guard !start.isEmpty else { throw .empty }
    let encoding = options.encoding ?? CSVDecoder.detect(start, isCut: isCut)
    var decoder = CSVDecoder(encoding)
    var text: [UInt8] = []
    decoder.append(start, to: &text)
    if !isCut { decoder.finish(&text) }
    // Text has few control characters, except for two that separate cells.
    let hidden = text.prefix(4096).count {
      $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x01 && $0 != 0x1F
    }
    guard hidden * 20 <= min(text.count, 4096) else { throw .notText }
    let hasZeroBytes = encoding == .utf8 && text.contains(0)
    if hasZeroBytes { text.removeAll { $0 == 0 } }
    var format = try format(
      text, isCut: isCut, encoding: encoding, columnLimit: columnLimit, options: options)
    format.hasZeroBytes = hasZeroBytes
    return format
  }

  /// Detects the format of delimited text from its first bytes.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes, in UTF-8.
  ///   - isCut: Whether more bytes follow.
  ///   - encoding: The encoding of the original text.
  ///   - columnLimit: The maximum number of columns.
  ///   - options: The user's settings, which override the detection.
  /// - Returns: The format, with the detected properties.
  /// - Throws: `TableFormatError` if there are no rows, or too many columns.
  static func format(
    _ bytes: [UInt8], isCut: Bool, encoding: CSVFormat.Encoding, columnLimit: Int, options: CSVOptions
  ) throws(TableFormatError) -> CSVFormat {
    var format = CSVFormat()
    format.encoding = encoding
    let preamble = CSVPreamble(bytes[...], options: options)
    let text = setDialect(&format, bytes[preamble.end...], isCut: isCut, preamble, options)
    var rows = CSVSplitter(format).rows(text[...], isCut: isCut)
    // A single row counts as a header even if it is cut off.
    if rows.isEmpty { rows = CSVSplitter(format).rows(text[...], isCut: false) }
    guard !rows.isEmpty else { throw .empty }
    if options.comment == nil { findComments(&format, &rows, preamble, text[...], isCut: isCut) }
    if format.findsStrayQuotes, rows.contains(where: { $0.lineCount > 1 || $0.isOpen }) {
      rows = withoutStrayQuotes(format, rows, text[...], isCut: isCut, options)
    }
    var table = CSVTableRows(
      rows, preambleLimit: options.skippedLines == nil ? preambleLimit : 1, options: options)
    guard table.width <= columnLimit else { throw .tooManyColumns(count: table.width, limit: columnLimit) }
    format.skippedLines = preamble.lineCount + table.skippedLines
    noteSkippedLines(&format, preamble, table.skippedLines)
    let header = setHeader(&format, &table, preamble, options)
    format.fillsShortRows = options.fillsShortRows ?? (format.hasHeader && table.hasShortRows)
    format.notes += table.notes + header.notes
    let broken = rows.reduce(0) { $0 + $1.badQuoteCount }
    if broken > 0 {
      format.notes.append(
        "Text follows a closing quote in \(count(broken, "cell")) at the start: the quotes are left out. "
          + "--quote none keeps them.")
    }
    format.columns = columns(
      names(header.names, count: table.width), table.body, format, options, &format.notes)
    format.hasDecimalComma =
      options.hasDecimalComma ?? format.columns.contains { $0.kind.isNumber && $0.numbers.hasDecimalComma }
    return format
  }

  /// Detects how cells are separated and quoted.
  ///
  /// - Returns: The text after the preamble, with its lines rewritten if blanks or drawn lines separate
  ///   cells.
  private static func setDialect(
    _ format: inout CSVFormat, _ text: ArraySlice<UInt8>, isCut: Bool, _ preamble: CSVPreamble,
    _ options: CSVOptions
  ) -> [UInt8] {
    var text = Array(text)
    format.comment = preamble.comment
    format.quote = options.hasQuotes == false ? nil : options.quote ?? CSVSeparator.quote(text[...])
    let given = options.separator ?? preamble.separator
    let best = given == nil ? CSVSeparator.best(text[...], isCut: isCut, quote: format.quote) : nil
    if given == 0x20 {
      format.layout = .blanks
    } else if given == nil {
      format.layout = CSVLayoutDetection.layout(
        text[...], isCut: isCut, isSeparated: best.map { $0.score >= CSVSeparator.goodScore } ?? false,
        quote: format.quote)
    }
    format.separator = format.layout.separator ?? given ?? best?.separator ?? UInt8(ascii: ",")
    if case .columns = format.layout { format.quote = nil }
    text = CSVLineRewriter.rewritten(text[...], format.layout, quote: format.quote)
    let isOpen = options.quote == nil && format.quote != nil
    format.findsStrayQuotes = isOpen
    format.escape =
      options.hasBackslashEscapes
        ?? (isOpen && CSVSeparator.hasBackslashEscapes(text[...], isCut: isCut, CSVSplitter(format)))
      ? UInt8(ascii: "\\") : nil
    if format.escape != nil, options.hasBackslashEscapes == nil {
      format.notes.append("A backslash before a quote escapes it.")
    }
    format.trimsCells =
      format.layout == .ruled
      || (isOpen && CSVSeparator.trimsCells(text[...], isCut: isCut, CSVSplitter(format)))
    return text
  }

  /// Finds comments between rows: lines that begin with a number sign or two slashes and are not rows.
  private static func findComments(
    _ format: inout CSVFormat, _ rows: inout [CSVSplitter.Row], _ preamble: CSVPreamble,
    _ text: ArraySlice<UInt8>, isCut: Bool
  ) {
    format.comment = []
    let width = CSVSeparator.usualWidth(rows)
    let plain = CSVSplitter(format)
    for mark in preamble.comment.isEmpty ? ["#", "//"].map({ Array($0.utf8) }) : [preamble.comment] {
      let all = preamble.comment.isEmpty ? rows : plain.rows(text, isCut: isCut)
      let marked = all.filter {
        $0.cells.first?.bytes.starts(with: mark) == true && $0.cells.first?.isQuoted == false
      }
      let others = all.filter { $0.cells.first?.bytes.starts(with: mark) == false }.dropFirst()
      let isValued =
        !others.isEmpty
        && others.allSatisfy { $0.cells.first.map { CSVCellKind($0).isValueOrMissing } ?? false }
      let fitting = marked.count { $0.cells.count == width }
      // Rows whose first cell begins with the sign are not comments.
      guard isValued || fitting == 0 || (!preamble.comment.isEmpty && fitting * 50 < all.count) else {
        continue
      }
      guard !marked.isEmpty || !preamble.comment.isEmpty, width > 1 || !preamble.comment.isEmpty else {
        continue
      }
      format.comment = mark
      let found = CSVSplitter(format).rows(text, isCut: isCut)
      guard !found.isEmpty else {
        format.comment = []
        continue
      }
      rows = found
      return
    }
  }

  /// Splits the text again, treating stray quotes as characters.
  private static func withoutStrayQuotes(
    _ format: CSVFormat, _ rows: [CSVSplitter.Row], _ text: ArraySlice<UInt8>, isCut: Bool,
    _ options: CSVOptions
  ) -> [CSVSplitter.Row] {
    var splitter = CSVSplitter(format)
    let lines = splitter.lineRows(text, isCut: isCut)
    let width = CSVSeparator.usualWidth(lines)
    let full = lines.filter { $0.cells.count == width }.map { $0.cells }
    guard width > 1 else { return rows }
    let header = CSVHeader(full, options: options)
    var lined = format
    var notes: [String] = []
    lined.columns = columns(
      names(header.names, count: width), full.dropFirst(header.rowCount), format, options, &notes)
    splitter.strayQuotes = StrayQuotes(lined)
    let found = splitter.rows(text, isCut: isCut)
    return found.isEmpty ? rows : found
  }

  private static func noteSkippedLines(_ format: inout CSVFormat, _ preamble: CSVPreamble, _ others: Int) {
    if preamble.commentCount > 0 {
      format.notes.append("Skipped before the first row: \(count(preamble.commentCount, "comment line")).")
    }
    let others = others + preamble.otherCount
    if others > 0 { format.notes.append("Skipped before the first row: \(count(others, "line")).") }
  }

  /// Returns a number followed by a noun, which is plural if necessary.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Finds the rows that name columns, and removes the last column if it has neither a name nor values.
  private static func setHeader(
    _ format: inout CSVFormat, _ table: inout CSVTableRows, _ preamble: CSVPreamble, _ options: CSVOptions
  ) -> CSVHeader {
    var header = CSVHeader(table.full, options: options)
    format.hasHeader = header.rowCount > 0
    if options.hasHeader == nil, preamble.lastComment.count > 0,
      let names = commentedNames(format, table, preamble, hasHeader: format.hasHeader)
    {
      header = CSVHeader(names: names)
      format.hasHeader = true
    }
    format.headerRowCount = header.rowCount
    table.body = table.full.dropFirst(header.rowCount)
    if format.hasHeader, table.width > 1, header.names.last?.isEmpty == true, !table.body.isEmpty,
      table.body.allSatisfy({ $0.last?.bytes.isEmpty == true })
    {
      table.dropLastColumn()
      header.names.removeLast()
      format.notes.append("The separator at the end of rows is ignored.")
    }
    return header
  }

  /// Returns the column names in the last comment before the first row, or nil if there are none.
  private static func commentedNames(
    _ format: CSVFormat, _ table: CSVTableRows, _ preamble: CSVPreamble, hasHeader: Bool
  ) -> [[UInt8]]? {
    let line = CSVLineRewriter.rewritten(preamble.lastComment, format.layout, quote: format.quote)
    var splitter = CSVSplitter(format)
    splitter.comment = []
    splitter.trimsCells = true
    let cells = splitter.rows(line[...], isCut: false).first?.cells ?? []
    guard cells.count == table.width, cells.count > 1, table.skippedLines == 0, !hasHeader,
      cells.allSatisfy({ CSVCellKind($0) == .text }), Set(cells.map { $0.bytes }).count == cells.count
    else { return nil }
    return cells.map { $0.bytes }
  }

  /// Returns the types of columns, and the style of their numbers.
  private static func columns(
    _ names: [String], _ body: ArraySlice<[CSVSplitter.Cell]>, _ format: CSVFormat, _ options: CSVOptions,
    _ notes: inout [String]
  ) -> [CSVFormat.Column] {
    var evidences = Array(repeating: NumberEvidence(), count: names.count)
    var file = NumberEvidence.File()
    file.hasSemicolons = format.separator == UInt8(ascii: ";")
    for column in names.indices {
      var presentCount = 0
      for row in body where !row[column].bytes.isEmpty {
        presentCount += 1
        let bytes = row[column].bytes
        evidences[column].add(bytes.span)
      }
      let evidence = evidences[column]
      guard evidence.count * 2 > presentCount, !evidence.isNames else { continue }
      if evidence.points > evidence.commas { file.points += 1 }
      if evidence.commas > evidence.points { file.commas += 1 }
    }
    let last = body.last
    let hasTotals = last.map { CSVTotals.isRow($0) } ?? false
    var columns: [CSVFormat.Column] = []
    for (index, name) in names.enumerated() {
      let (style, assumptions) = evidences[index].style(file, options)
      var sample = CSVColumnSample(style, evidences[index])
      for (place, row) in zip(body.indices, body) {
        sample.add(row[index], isTotal: hasTotals && place == body.endIndex - 1)
      }
      let (column, note) = sample.column(named: name, options: options)
      columns.append(column)
      if let note { notes.append("\(name): \(note)") }
      if column.kind.isNumber { notes += assumptions.map { "\(name): \($0)" } }
    }
    return columns
  }

  /// Returns the names of columns, made unique even if case is ignored.
  static func names(_ cells: [[UInt8]], count: Int) -> [String] {
    var taken: Set<String> = []
    return (0..<count).map { index in
      var name = ""
      if index < cells.count {
        let text = String(decoding: cells[index].prefix(256), as: UTF8.self)
        name = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        name = name.trimmingBlanks()
      }
      if name.isEmpty { name = "column \(index + 1)" }
      var unique = name
      var number = 2
      while !taken.insert(unique.lowercased()).inserted {
        unique = "\(name) \(number)"
        number += 1
      }
      return unique
    }
  }
}

extension CSVFormat.Kind {
  /// Whether cells of this type are numbers.
  var isNumber: Bool {
    switch self {
    case .integer, .real, .epoch: true
    case .text, .date: false
    }
  }
}

extension String {
  /// Returns the text without blanks at either end.
  fileprivate func trimmingBlanks() -> String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
