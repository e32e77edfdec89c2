import WaveText

/// The fields of a sensor's line: numbers, labelled numbers or text.
///
/// Fields are separated by commas or tabs, otherwise by spaces. If a line contains semicolons, these separate
/// the fields, and a comma is a decimal separator. A field is a number, `label:number`, `label:` alone or
/// text. A line that begins with a brace is a JSON object.
///
/// Source: Arduino Serial Plotter protocol (ArduinoSerialPlotterProtocol.md); RFC 4180; RFC 8259.
struct PlotterLine {
  /// The content of a field.
  enum Kind { case number, missing, empty, text }

  struct Field {
    /// The bytes of the field's label or text; empty if the field is only a number.
    var label: Range<Int>
    /// Whether the field has a label, with or without a number.
    var isLabelled: Bool
    var kind: Kind
    /// The number; NaN if there is none.
    var value: Double
  }

  private(set) var bytes: [UInt8] = []
  private(set) var fields: [Field] = []
  /// The number of empty trailing fields that were dropped.
  private(set) var emptiesDropped = 0
  private var hasDecimalComma = false

  /// Splits a line into fields, replacing the fields of the previous line.
  /// - Complexity: O(bytes); allocates only for a JSON object, or for a line longer than previous ones.
  mutating func read(_ text: [UInt8], _ line: Range<Int>) {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    emptiesDropped = 0
    bytes.append(contentsOf: text[line])
    var range = trimmed(0..<bytes.count)
    if bytes.span.holds("\u{FEFF}", at: range.lowerBound) { range = trimmed(range.dropFirst(3)) }
    guard let first = range.first, bytes[first] != UInt8(ascii: "#") else { return }
    if bytes[first] == UInt8(ascii: "{") { return readJSON(range) }
    hasDecimalComma = hasSeparator(range) { $0 == UInt8(ascii: ";") }
    if hasDecimalComma {
      split(range) { $0 == UInt8(ascii: ";") || $0 == 0x09 }
    } else if hasSeparator(range, { $0 == UInt8(ascii: ",") || $0 == 0x09 }) {
      split(range) { $0 == UInt8(ascii: ",") || $0 == 0x09 }
    } else {
      for field in blankFields(range) { fields.append(field) }
    }
    // A separator after the last number does not start a field.
    while let last = fields.last, last.kind == .empty, !last.isLabelled, fields.count > 1 {
      emptiesDropped += 1
      fields.removeLast()
    }
  }

  /// Whether the line is a sample: it contains a number, or a common marker for a missing value.
  var isData: Bool {
    hasNumber || fields.contains { $0.kind == .missing } && !fields.contains { $0.kind == .text }
  }

  /// Whether the line contains a number.
  var hasNumber: Bool { fields.contains { $0.kind == .number } }

  /// Whether the numbers in the line have labels.
  var isLabelled: Bool { fields.contains { $0.isLabelled && $0.kind != .empty } }

  /// Returns the text that names a column: the label of the field, or its text.
  func text(_ field: Field) -> [UInt8] { Array(bytes[field.label].prefix(LineLayout.labelBytes)) }

  // MARK: - Fields

  private func trimmed(_ range: Range<Int>) -> Range<Int> { bytes.span.trimmed(range) { $0.isBlank } }

  private func hasSeparator(_ range: Range<Int>, _ isSeparator: (UInt8) -> Bool) -> Bool {
    var isQuoted = false
    for place in range {
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, isSeparator(bytes[place]) { return true }
    }
    return false
  }

  private mutating func split(_ range: Range<Int>, at isSeparator: (UInt8) -> Bool) {
    var start = range.lowerBound
    var isQuoted = false
    for place in range.lowerBound...range.upperBound {
      let isEnd = place == range.upperBound
      if !isEnd, bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard isEnd || (!isQuoted && isSeparator(bytes[place])) else { continue }
      appendCell(trimmed(start..<place))
      start = place + 1
      guard fields.count <= LineLayout.columnLimit else { return }
    }
  }

  /// Appends a cell as one field, or as several fields if it consists of numbers separated by spaces.
  private mutating func appendCell(_ cell: Range<Int>) {
    let whole = field(cell)
    if whole.kind == .text, cell.contains(where: { bytes[$0] == 0x20 }) {
      let parts = blankFields(cell)
      if parts.count > 1, !parts.contains(where: { $0.kind != .number }) {
        for part in parts { fields.append(part) }
        return
      }
    }
    fields.append(whole)
  }

  /// Splits a range into fields at spaces; a space can also separate a label from its number.
  private func blankFields(_ range: Range<Int>) -> [Field] {
    var found: [Field] = []
    var place = range.lowerBound
    while place < range.upperBound, found.count <= LineLayout.columnLimit {
      while place < range.upperBound, bytes[place].isBlank { place += 1 }
      let start = place
      var isQuoted = false
      while place < range.upperBound, isQuoted || !bytes[place].isBlank {
        if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
        place += 1
      }
      guard start < place else { break }
      let next = field(start..<place)
      if let last = found.last, last.kind == .empty, last.isLabelled, !next.isLabelled,
        next.kind == .number || next.kind == .missing
      {
        found[found.count - 1] = Field(
          label: last.label, isLabelled: true, kind: next.kind, value: next.value)
      } else {
        found.append(next)
      }
    }
    return found
  }

  private func field(_ cell: Range<Int>) -> Field {
    var cell = cell
    if cell.count >= 2, bytes[cell.lowerBound] == UInt8(ascii: "\""),
      bytes[cell.upperBound - 1] == UInt8(ascii: "\"")
    {
      cell = (cell.lowerBound + 1)..<(cell.upperBound - 1)
    }
    let none = cell.lowerBound..<cell.lowerBound
    let plain = value(cell)
    guard plain.kind == .text
    else { return Field(label: none, isLabelled: false, kind: plain.kind, value: plain.value) }
    if let colon = cell.first(where: { bytes[$0] == UInt8(ascii: ":") }) {
      let label = trimmed(cell.lowerBound..<colon)
      let number = value(trimmed((colon + 1)..<cell.upperBound))
      // A time of day must not be read as a label with a number.
      if label.contains(where: { Self.isLetter(bytes[$0]) }), number.kind != .text || !isTimeOfDay(cell) {
        return Field(label: label, isLabelled: true, kind: number.kind, value: number.value)
      }
    }
    return Field(label: cell, isLabelled: false, kind: .text, value: .nan)
  }

  /// Returns whether a cell contains at least two colons.
  private func isTimeOfDay(_ cell: Range<Int>) -> Bool {
    cell.reduce(0) { $0 + (bytes[$1] == UInt8(ascii: ":") ? 1 : 0) } > 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return byte >= 0x80 || byte == UInt8(ascii: "_")
      || (small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z"))
  }

  private func value(_ cell: Range<Int>) -> (kind: Kind, value: Double) {
    guard !cell.isEmpty else { return (.empty, .nan) }
    if let number = ASCIINumber.double(bytes.span, cell) {
      return number.isFinite ? (.number, number) : (.missing, .nan)
    }
    if hasDecimalComma, let comma = cell.first(where: { bytes[$0] == UInt8(ascii: ",") }) {
      var text = Array(bytes[cell])
      text[comma - cell.lowerBound] = UInt8(ascii: ".")
      if let number = ASCIINumber.double(text.span, 0..<text.count), number.isFinite {
        return (.number, number)
      }
    }
    return CSVRow.isMissing(bytes, cell) ? (.missing, .nan) : (.text, .nan)
  }

  // MARK: - JSON

  /// Reads the numbers of a JSON object, ignoring its other members.
  private mutating func readJSON(_ range: Range<Int>) {
    guard
      case .success(let object) = Result(catching: { () throws(TextError) in
        try JSONReader.read(Array(bytes[range]))
      }), case .object(let members) = object
    else {
      // A truncated or garbled object is a sample whose values are all missing.
      let none = range.lowerBound..<range.lowerBound
      return fields.append(Field(label: none, isLabelled: false, kind: .missing, value: .nan))
    }
    for member in members where fields.count <= LineLayout.columnLimit && !member.name.isEmpty {
      let value: Double
      switch member.value {
      case .null: value = .nan
      case .number, .integer: value = member.value.double ?? .nan
      default: continue
      }
      let kind = value.isFinite ? Kind.number : .missing
      let start = bytes.count
      for byte in member.name { bytes.append(byte) }
      fields.append(Field(label: start..<bytes.count, isLabelled: true, kind: kind, value: value))
    }
  }
}
