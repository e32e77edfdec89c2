import WaveUnits

/// Finds out how a text with columns is written, and what its columns hold.
enum CSVDetection {
  /// Bytes of the start that are looked at.
  static let sampleBytes = 1 << 20
  /// Rows by which the separator is told.
  private static let probeRows = 200
  /// What may stand between cells.
  static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|"), UInt8(ascii: "^")]

  /// Looks at the start of a text.
  ///
  /// - Parameters:
  ///   - bytes: The start, in UTF-8.
  ///   - isCut: Whether there is more.
  ///   - encoding: How the text was written.
  ///   - options: What the user knows better.
  ///   - path: What errors tell.
  /// - Returns: The format, with what was guessed.
  /// - Throws: `TableError` where there are no columns, or too many.
  static func format(
    _ bytes: [UInt8], isCut: Bool, encoding: CSVFormat.Encoding, options: CSVOptions, path: String
  ) throws(TableError) -> CSVFormat {
    var format = CSVFormat()
    format.encoding = encoding
    let comments = leadingComments(bytes)
    let text = bytes[comments.end...]
    format.quote = options.quote ?? quote(text)
    let probe = text.prefix(65_536)
    let isProbeCut = isCut || probe.count < text.count
    func probed(_ separator: UInt8) -> [CSVSplitter.Row] {
      CSVSplitter(separator: separator, quote: format.quote).rows(probe, isCut: isProbeCut, limit: probeRows)
    }
    format.separator =
      options.separator
      ?? separators.map { ($0, score(probed($0), separator: $0)) }.max { $0.1 < $1.1 }.flatMap {
        $0.1 > 0 ? $0.0 : nil
      } ?? UInt8(ascii: ",")
    var rows = CSVSplitter(separator: format.separator, quote: format.quote).rows(text, isCut: isCut)
    // One row that is cut is still a header.
    if rows.isEmpty {
      rows = CSVSplitter(separator: format.separator, quote: format.quote).rows(text, isCut: false)
    }
    guard !rows.isEmpty else { throw .empty(path: path) }
    let width = usualWidth(rows)
    let first = rows.prefix(50).firstIndex { $0.cells.count == width } ?? 0
    format.skippedLines = comments.lines + (first > 0 ? rows[first].line - 1 : 0)
    if format.skippedLines > 0 {
      format.notes.append("Passed over before the first row: \(format.skippedLines) lines.")
    }
    rows.removeFirst(first)
    guard width < SQLiteSchema.columnLimit else {
      throw .tooManyColumns(path: path, count: width, limit: SQLiteSchema.columnLimit - 1)
    }
    let full = rows.filter { $0.cells.count == width }
    format.hasDecimalComma =
      options.hasDecimalComma ?? (format.separator != UInt8(ascii: ",") && hasDecimalComma(full))
    format.hasHeader = options.hasHeader ?? hasHeader(full, format.hasDecimalComma)
    let names = names(format.hasHeader ? rows[0].cells : [], count: width)
    let body = full.dropFirst(format.hasHeader ? 1 : 0)
    for (index, name) in names.enumerated() {
      var column = CSVColumnSample()
      for row in body { column.add(row.cells[index], format.hasDecimalComma) }
      let (kind, note) = column.kind(name: name, options: options)
      format.columns.append(CSVFormat.Column(name: name, kind: kind))
      if let note { format.notes.append("\(name): \(note)") }
    }
    return format
  }

  /// Lines at the start that begin with a number sign.
  private static func leadingComments(_ bytes: [UInt8]) -> (end: Int, lines: Int) {
    var (place, lines) = (0, 0)
    while place < bytes.count, bytes[place] == UInt8(ascii: "#"),
      let end = bytes[place...].firstIndex(of: 0x0A)
    {
      // A header may begin with the sign as well: then what follows looks the same.
      let next = bytes[(end + 1)...]
      let line = bytes[place..<end]
      let isHeader = separators.contains { mark in
        let count = line.count { $0 == mark }
        return count > 0 && next.prefix { $0 != 0x0A }.count { $0 == mark } == count
      }
      if isHeader { break }
      place = end + 1
      lines += 1
    }
    return (place, lines)
  }

  /// The quote that stands at the starts of cells.
  private static func quote(_ text: ArraySlice<UInt8>) -> UInt8 {
    var (double, single) = (0, 0)
    var before = UInt8(0x0A)
    for byte in text.prefix(65_536) {
      if separators.contains(before) || before == 0x0A || before == 0x0D {
        if byte == UInt8(ascii: "\"") { double += 1 }
        if byte == UInt8(ascii: "'") { single += 1 }
      }
      before = byte
    }
    return single > 0 && double == 0 && single >= 4 ? UInt8(ascii: "'") : UInt8(ascii: "\"")
  }

  /// How well a separator fits: rows of one width, and cells that are numbers or dates.
  private static func score(_ rows: [CSVSplitter.Row], separator: UInt8) -> Double {
    let width = usualWidth(rows)
    guard width > 1 else { return 0 }
    let full = rows.filter { $0.cells.count == width }
    let cells = full.dropFirst().flatMap(\.cells)
    let typed = cells.count { cell in
      let span = cell.bytes.span
      return MissingWord.isOne(span) || NumberReader.double(span) != nil
        || (separator != UInt8(ascii: ",") && CSVValue.number(span, true) != nil)
        || CSVFormat.Order.allCases.contains { DateReader(order: $0).instant(span) != nil }
    }
    let part = cells.isEmpty ? 0 : Double(typed) / Double(cells.count)
    return Double(full.count) / Double(rows.count) * (1 + part) + Double(min(width, 100)) * 1e-4
  }

  /// The number of cells that most rows have.
  private static func usualWidth(_ rows: [CSVSplitter.Row]) -> Int {
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.cells.count, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }

  private static func hasDecimalComma(_ rows: [CSVSplitter.Row]) -> Bool {
    var (commas, points) = (0, 0)
    for row in rows.prefix(2000) {
      for cell in row.cells {
        let span = cell.bytes.span
        if cell.bytes.contains(UInt8(ascii: ",")) {
          if CSVValue.number(span, true) != nil { commas += 1 }
        } else if cell.bytes.contains(UInt8(ascii: ".")), NumberReader.double(span) != nil {
          points += 1
        }
      }
    }
    return commas > points
  }

  /// Whether the first row is unlike the others: no numbers nor dates, and no name twice.
  private static func hasHeader(_ rows: [CSVSplitter.Row], _ hasDecimalComma: Bool) -> Bool {
    guard let first = rows.first else { return false }
    func isValue(_ cell: CSVSplitter.Cell) -> Bool {
      let span = cell.bytes.span
      return CSVValue.number(span, hasDecimalComma) != nil
        || CSVFormat.Order.allCases.contains { DateReader(order: $0).instant(span) != nil }
    }
    guard !first.cells.contains(where: isValue) else { return false }
    let named = first.cells.filter { !$0.bytes.isEmpty }
    guard !named.isEmpty else { return false }
    let hasValues = rows.dropFirst().prefix(100).contains { $0.cells.contains(where: isValue) }
    return hasValues || Set(named.map(\.bytes)).count == named.count
  }

  /// Names of columns, none twice even in letters of another case.
  static func names(_ cells: [CSVSplitter.Cell], count: Int) -> [String] {
    var taken: Set<String> = []
    return (0..<count).map { index in
      var name = ""
      if index < cells.count {
        let text = String(decoding: cells[index].bytes.prefix(256), as: UTF8.self)
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

extension String {
  /// The text without blanks around it.
  fileprivate func trimmingBlanks() -> String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// What the cells of a column are.
struct CSVColumnSample {
  private var count = 0
  private var wholeCount = 0
  private var realCount = 0
  /// Whole numbers with zeros in front.
  private var nameCount = 0
  /// Whole numbers of more than 64 bits.
  private var hugeCount = 0
  private var dateCounts: [CSVFormat.Order: Int] = [:]
  private var isFine = false
  private var (low, high) = (Double.infinity, -Double.infinity)
  private var hasSlashes = false

  /// The part of the cells that must be numbers or dates.
  static let part = 0.9

  init() {}

  mutating func add(_ cell: CSVSplitter.Cell, _ hasDecimalComma: Bool) {
    let span = cell.bytes.span
    if MissingWord.isOne(span) { return }
    count += 1
    let (value, fit) = CSVValue.read(
      span, as: .integer, isQuoted: cell.isQuoted, hasDecimalComma: hasDecimalComma)
    switch value {
    case .integer(let whole):
      if fit == .needsText { nameCount += 1 } else { wholeCount += 1 }
      note(Double(whole))
    case .real(let number):
      if fit == .needsText { hugeCount += 1 } else { realCount += 1 }
      note(number)
    default:
      for order in CSVFormat.Order.allCases where DateReader(order: order).instant(span) != nil {
        dateCounts[order, default: 0] += 1
        if cell.bytes.contains(UInt8(ascii: "/")) { hasSlashes = true }
        if let point = cell.bytes.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }),
          cell.bytes[(point + 1)...].prefix(while: { (0x30...0x39).contains($0) }).count > 6
        {
          isFine = true
        }
      }
    }
  }

  private mutating func note(_ value: Double) {
    low = min(low, value)
    high = max(high, value)
  }

  /// What the column becomes, and what is to be said of it.
  func kind(name: String, options: CSVOptions) -> (CSVFormat.Kind, note: String?) {
    let unit: TableColumn.TimeUnit = isFine ? .nanoseconds : .microseconds
    if let wish = options.kinds[name] {
      switch wish {
      case .integer: return (.integer, nil)
      case .real: return (.real, nil)
      case .text: return (.text, nil)
      case .seconds: return (.epoch(.seconds), nil)
      case .milliseconds: return (.epoch(.milliseconds), nil)
      case .microseconds: return (.epoch(.microseconds), nil)
      case .nanoseconds: return (.epoch(.nanoseconds), nil)
      case .date: return (.date(order(options).order, unit), nil)
      }
    }
    guard count > 0 else { return (.text, nil) }
    let enough = max(1, Int(saturating: (Double(count) * Self.part).rounded(.up)))
    if nameCount == 0, hugeCount == 0 || realCount > 0, wholeCount + realCount + hugeCount >= enough {
      if realCount > 0 { return (.real, nil) }
      if ColumnSample.isTime(name: name.lowercased(), declared: ""), let unit = ColumnSample.unit(low, high) {
        return (.epoch(unit), "whole numbers, taken as \(unit.rawValue) since 1970 by its name.")
      }
      return (.integer, nil)
    }
    let (order, isGuess) = order(options)
    if dateCounts[order, default: 0] >= enough {
      return (
        .date(order, unit),
        isGuess ? "days and months cannot be told apart by the first rows; taken as \(order.rawValue)." : nil
      )
    }
    return (.text, nil)
  }

  /// Which number of the dates comes first, and whether another order would do as well.
  private func order(_ options: CSVOptions) -> (order: CSVFormat.Order, isGuess: Bool) {
    if let order = options.dateOrder, order == .yearMonthDay || dateCounts[.yearMonthDay, default: 0] == 0 {
      return (order, false)
    }
    let (year, day, month) = (
      dateCounts[.yearMonthDay, default: 0], dateCounts[.dayMonthYear, default: 0],
      dateCounts[.monthDayYear, default: 0]
    )
    // Dates that begin with the year are read in every order.
    if year >= max(day, month) { return (.yearMonthDay, false) }
    if day != month { return (day > month ? .dayMonthYear : .monthDayYear, false) }
    return (hasSlashes ? .monthDayYear : .dayMonthYear, true)
  }
}
