/// The value of a cell.
enum CSVValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// Text, which is stored unchanged.
  case text

  /// How well a cell fits the type of its column.
  enum Fit: Equatable, Sendable {
    case fits
    /// The cell is a number with a fraction in a column of integers.
    case needsReal
    /// The cell has digits that must be stored as text, because they have leading zeros or do not fit in 64
    /// bits.
    case needsText
    /// The cell is neither a number nor a date. It is stored as text even in a column of numbers or dates.
    case isMismatch
    /// The cell is a date that is valid only if day and month are swapped.
    case isOtherOrder
    /// The cell is a rare word for a missing value, such as `#DIV/0!`.
    case isWord
  }

  /// Parses a cell.
  ///
  /// - Parameters:
  ///   - bytes: The cell without its quotes, in UTF-8.
  ///   - column: The column of the cell.
  ///   - isQuoted: Whether the cell was quoted; an empty cell without quotes is missing.
  /// - Returns: The value, and how it fits the column's type.
  static func read(
    _ bytes: Span<UInt8>, as column: CSVFormat.Column, isQuoted: Bool
  ) -> (value: CSVValue, fit: Fit) {
    if case .text = column.kind {
      let isMissing = !isQuoted && (bytes.isEmpty || isNull(bytes, column))
      return (isMissing ? .null : .text, .fits)
    }
    if MissingWord.isUsual(bytes) { return (.null, .fits) }
    switch column.kind {
    case .text: return (.text, .fits)
    case .integer, .epoch:
      if let whole = column.numbers.integer(bytes) {
        return (.integer(whole), isName(bytes) ? .needsText : .fits)
      }
      guard let number = column.numbers.number(bytes) else { return mismatch(bytes) }
      return (.real(number), isAllDigits(bytes) ? .needsText : .needsReal)
    case .real:
      guard let number = column.numbers.number(bytes) else { return mismatch(bytes) }
      return number.isNaN ? (.null, .fits) : (.real(number), .fits)
    case .date(let order, let unit):
      if let count = DateReader(order: order).instant(bytes)?.count(of: unit) {
        return (.integer(count), .fits)
      }
      let other: CSVFormat.Order? =
        switch order {
        case .dayMonthYear: .monthDayYear
        case .monthDayYear: .dayMonthYear
        case .yearMonthDay, .compact: nil
        }
      let isOther = other.map { DateReader(order: $0).instant(bytes) != nil } ?? false
      return isOther ? (.text, .isOtherOrder) : mismatch(bytes)
    }
  }

  private static func mismatch(_ bytes: Span<UInt8>) -> (CSVValue, Fit) {
    MissingWord.isOther(bytes) ? (.null, .isWord) : (.text, .isMismatch)
  }

  /// Returns whether unquoted text means a missing value.
  ///
  /// This is `\N`, which databases write, or another common word if the column's text cells are quoted.
  private static func isNull(_ bytes: Span<UInt8>, _ column: CSVFormat.Column) -> Bool {
    if bytes.count == 2, bytes[0] == UInt8(ascii: "\\"), bytes[1] == UInt8(ascii: "N") { return true }
    return column.hasQuotedTexts && MissingWord.isUsual(bytes)
  }

  /// Returns whether digits are an identifier, because they have a redundant leading zero or are a telephone
  /// number.
  static func isName(_ bytes: Span<UInt8>) -> Bool {
    var place = 0
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    if place < bytes.count, bytes[place] == UInt8(ascii: "+"), bytes.count - place > 8 { return true }
    if place < bytes.count, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") {
      place += 1
    }
    return place + 1 < bytes.count && bytes[place] == 0x30 && bytes[place + 1] >= 0x30
      && bytes[place + 1] <= 0x39
  }

  private static func isAllDigits(_ bytes: Span<UInt8>) -> Bool {
    for place in bytes.indices {
      let byte = bytes[place]
      guard (0x30...0x39).contains(byte) || byte == 0x20 || byte == 0x2D || byte == 0x2B else { return false }
    }
    return true
  }
}
