import WaveText

extension SignalCSVLayout {
  /// The maximum number of rows examined to detect the layout.
  private static let rowLimit = 64

  /// Detects the layout of a table from its first bytes.
  ///
  /// - Parameters:
  ///   - first: The first bytes of the table.
  ///   - isWhole: Whether `first` is the whole table. If not, the last row is ignored, since it could be
  ///     truncated.
  /// - Throws: `BiosignalError.csv` if the bytes are not a table of signals.
  init(_ first: Span<UInt8>, isWhole: Bool) throws(BiosignalError) {
    var beginning = try Beginning(first, isWhole: isWhole)
    guard !beginning.rows.isEmpty else { throw .csv(.noValues, row: 1, column: 1) }
    separator = beginning.separator
    hasDecimalComma = false
    columns = []
    let table = try beginning.cells(separator)
    // If commas separate cells, a decimal comma could only occur between quotation marks, so none is assumed.
    hasDecimalComma = separator != UInt8(ascii: ",") && beginning.hasDecimalComma(table)
    var kinds = beginning.kinds(table, hasDecimalComma: hasDecimalComma)
    guard
      let values = kinds.indices.first(where: { row in
        kinds[row].contains { $0.isNumber } && !beginning.namesTime(row, table, kinds)
      })
    else { throw .csv(.noValues, row: 1, column: 1) }
    headerRows = values
    kinds.removeSubrange(..<values)
    let rows = beginning.rows
    func label(_ row: Int, _ column: Int) -> [UInt8] {
      row >= 0 && column < table[row].count ? rows[row].text(table[row][column]) : []
    }
    // The labels are in the last row before the values, or in the one above it if that row has the units.
    let hasUnits = values >= 2 && table[values - 1].count == table[values - 2].count
    let labels = values - (hasUnits ? 2 : 1)
    let width = labels >= 0 ? table[labels].count : table.map { $0.count }.max() ?? 0
    for column in 0..<width {
      var (name, unit) = Self.parted(label(labels, column))
      if hasUnits, unit.isEmpty { unit = label(values - 1, column) }
      if name.isEmpty, values == 0, column < beginning.labels.count { name = beginning.labels[column] }
      let cells = kinds.compactMap { column < $0.count ? $0[column] : nil }
      let isWords = cells.contains(.text) && !cells.contains { $0.isNumber }
      columns.append(Column(label: name, unit: unit, role: isWords ? .words : .signal))
    }
    if columns.last?.label.isEmpty == true, width > 1,
      kinds.allSatisfy({ $0.count < width || $0[width - 1] == .missing }),
      values > 0
    {
      // The empty last column results from a separator at the end of every row.
      columns.removeLast()
    }
    findTime(rows, table, from: values)
    rateHertz = timeUnit == nil ? beginning.rateHertz : nil
  }

  /// Splits a header such as `ECG [mV]` or `ECG (mV)` into label and unit; `Lead I (Einthoven)` has no unit.
  static func parted(_ text: [UInt8]) -> (label: [UInt8], unit: [UInt8]) {
    let closing = text.last
    guard closing == UInt8(ascii: "]") || closing == UInt8(ascii: ")") else { return (text, []) }
    let opening = closing == UInt8(ascii: "]") ? UInt8(ascii: "[") : UInt8(ascii: "(")
    guard let place = text.lastIndex(of: opening), place > 0 else { return (text, []) }
    let unit = Array(text[(place + 1)..<(text.count - 1)])
    guard closing == UInt8(ascii: "]") || isUnit(unit) else { return (text, []) }
    var label = text[..<place]
    while label.last == 0x20 { label.removeLast() }
    return (Array(label), unit)
  }

  private static func isUnit(_ word: [UInt8]) -> Bool {
    let known: [StaticString] = [
      "V", "mV", "uV", "µV", "μV", "nV", "A", "mA", "s", "ms", "us", "µs", "ns", "Hz", "kHz", "g", "mg",
      "dps", "C", "°C", "degC", "F", "°F", "K", "Pa", "hPa", "kPa", "mmHg", "mbar", "bar", "%", "bpm", "uT",
      "µT", "μT", "lx", "dB", "m", "cm", "mm", "N", "W", "adu", "NU", "°", "deg", "rad", "Ohm", "Ω", "uS",
      "µS",
    ]
    return word.contains(UInt8(ascii: "/"))
      || word.isOne(of: known)
  }

  // MARK: - Times

  private mutating func findTime(_ rows: [CSVRow], _ table: [[Range<Int>]], from values: Int) {
    func cells(_ column: Int) -> [(row: CSVRow, cell: Range<Int>)] {
      (values..<rows.count).compactMap { row in
        column < table[row].count && !table[row][column].isEmpty ? (rows[row], table[row][column]) : nil
      }
    }
    for column in columns.indices.prefix(8) {
      let given = SignalCSVTime.naming(label: columns[column].label, unit: columns[column].unit)
      // Without a label that indicates times, only the first column can be the time column.
      guard given != nil || column == 0, let first = cells(column).first else { continue }
      let text = first.row.text(first.cell)
      if SignalCSVTime.date(text) != nil {
        timeUnit = .date
      } else if let given {
        var row = first.row
        guard case .number(let number) = row.value(first.cell, hasDecimalComma: hasDecimalComma)
        else { continue }
        isTimeUnitGuessed = given.unit == nil
        timeUnit = given.unit ?? SignalCSVTime.guess(number)
      } else {
        continue
      }
      columns[column].role = .time
      return
    }
  }

  // MARK: - The beginning

  /// The first rows of a table, and the comments that precede them.
  private struct Beginning {
    var rows: [CSVRow] = []
    var labels: [[UInt8]] = []
    var rateHertz: Double?

    init(_ first: Span<UInt8>, isWhole: Bool) throws(BiosignalError) {
      var row = CSVRow()
      var line = 1
      for place in SignalCSVReader.textStart(first)..<first.count where rows.count < SignalCSVLayout.rowLimit
      {
        guard first[place] != 0 else { throw .csv(.notText, row: line, column: 1) }
        if first[place] == UInt8(ascii: "\n") { line += 1 }
        if row.append(first[place]) { end(&row) }
      }
      let isLimited = rows.count == SignalCSVLayout.rowLimit
      if !isLimited, isWhole || rows.isEmpty, !row.bytes.isEmpty { end(&row) }
    }

    private mutating func end(_ row: inout CSVRow) {
      if row.isSkipped { note(row.bytes) } else { rows.append(row) }
      row.removeAll()
    }

    /// Reads the sample rate or the labels from a comment that a device wrote, such as `# Sampling Rate
    /// (Hz):= 100.00`, `data_rate = 2000.0 Hz` or `# Labels:= x y z`.
    private mutating func note(_ text: [UInt8]) {
      guard rows.isEmpty else { return }
      let lower = text.lowercased
      if rateHertz == nil, let place = lower.span.place(behind: "rate"),
        let number = lower.span.firstNumber(from: place),
        number > 0, number <= 1e9
      {
        rateHertz = number
      }
      if let place = lower.span.place(behind: "labels:=") {
        labels = text[place...].split { $0 == 0x09 || $0 == 0x0D }.map { word in
          Array(word.drop { $0 == 0x20 })
        }
      }
    }

    /// The separator: a semicolon or a tab if every row contains one; otherwise the first of semicolon, tab
    /// and comma that the last row contains.
    ///
    /// Semicolons take precedence, since commas can then be part of numbers.
    var separator: UInt8 {
      for separator in [UInt8(ascii: ";"), 0x09] where rows.allSatisfy({ $0.bytes.contains(separator) }) {
        return separator
      }
      let last = rows.last.map { $0.bytes } ?? []
      for separator in [UInt8(ascii: ";"), 0x09, UInt8(ascii: ",")] where last.contains(separator) {
        return separator
      }
      return UInt8(ascii: ",")
    }

    func cells(_ separator: UInt8) throws(BiosignalError) -> [[Range<Int>]] {
      var table: [[Range<Int>]] = []
      for row in rows {
        var cells: [Range<Int>] = []
        row.split(at: separator, into: &cells, limit: SignalCSVReader.columnLimit + 1)
        guard cells.count <= SignalCSVReader.columnLimit
        else { throw .csv(.tooManyColumns(limit: SignalCSVReader.columnLimit), row: 1, column: cells.count) }
        table.append(cells)
      }
      return table
    }

    /// Returns whether a row has a time label in the first column, and the row below does not contradict it.
    ///
    /// This distinguishes a header whose channels are called 1, 2 and 3 from a row of values.
    func namesTime(_ row: Int, _ table: [[Range<Int>]], _ kinds: [[CSVRow.Value]]) -> Bool {
      guard row + 1 < rows.count, kinds[row].first == .text, let cell = table[row].first else { return false }
      let (label, unit) = SignalCSVLayout.parted(rows[row].text(cell))
      guard SignalCSVTime.naming(label: label, unit: unit) != nil else { return false }
      guard kinds[row + 1].first == .text, let next = table[row + 1].first else { return true }
      return !kinds[row + 1].contains { $0.isNumber } || SignalCSVTime.date(rows[row + 1].text(next)) != nil
    }

    /// Returns whether at least one number has a decimal comma, and no number has a decimal point.
    func hasDecimalComma(_ table: [[Range<Int>]]) -> Bool {
      var isFound = false
      for (row, cells) in zip(rows, table) {
        for cell in cells {
          var plain = row
          guard case .text = plain.value(cell, hasDecimalComma: false) else {
            if cell.contains(where: { row.bytes[$0] == UInt8(ascii: ".") }) { return false }
            continue
          }
          var other = row
          if case .number = other.value(cell, hasDecimalComma: true) { isFound = true }
        }
      }
      return isFound
    }

    mutating func kinds(_ table: [[Range<Int>]], hasDecimalComma: Bool) -> [[CSVRow.Value]] {
      zip(rows, table).map { row, cells in
        var row = row
        return cells.map { row.value($0, hasDecimalComma: hasDecimalComma) }
      }
    }
  }
}

extension Span<UInt8> {
  /// Returns the position after the first occurrence of a string, or nil if the string does not occur.
  fileprivate func place(behind text: StaticString) -> Int? {
    for place in 0..<Swift.max(0, count - text.utf8CodeUnitCount + 1) where holds(text, at: place) {
      return place + text.utf8CodeUnitCount
    }
    return nil
  }

  /// Returns the first number that starts at or after a position.
  fileprivate func firstNumber(from place: Int) -> Double? {
    guard let start = (place..<count).first(where: { (0x30...0x39).contains(self[$0]) }) else { return nil }
    var end = start
    while end < count, (0x30...0x39).contains(self[end]) || self[end] == UInt8(ascii: ".") { end += 1 }
    return ASCIINumber.double(self, start..<end)
  }
}
