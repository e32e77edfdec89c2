/// What a cell of a text becomes.
enum CSVValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// The text as it is.
  case text

  /// Whether a cell is what its column is.
  enum Fit: Equatable, Sendable {
    case fits
    /// A number that is not whole in a column of whole numbers.
    case needsReal
    /// Digits that a number would lose: zeros in front, or more than 64 bits have.
    case needsText
    /// No number, or no date; kept as a text.
    case isStranger
    /// A date, were days and months the other way round.
    case isOtherOrder
  }

  /// Reads a cell.
  ///
  /// - Parameters:
  ///   - bytes: The cell without its quotes, in UTF-8.
  ///   - kind: What its column is.
  ///   - isQuoted: Whether it had quotes; an empty text without them is missing.
  ///   - hasDecimalComma: Whether numbers have a comma for the point.
  /// - Returns: The value, and whether it is of the kind.
  static func read(
    _ bytes: Span<UInt8>, as kind: CSVFormat.Kind, isQuoted: Bool, hasDecimalComma: Bool
  ) -> (value: CSVValue, fit: Fit) {
    if case .text = kind { return (bytes.isEmpty && !isQuoted ? .null : .text, .fits) }
    if MissingWord.isOne(bytes) { return (.null, .fits) }
    switch kind {
    case .text: return (.text, .fits)
    case .integer, .epoch:
      if let whole = NumberReader.integer(bytes) {
        return (.integer(whole), hasLeadingZero(bytes) ? .needsText : .fits)
      }
      guard let number = number(bytes, hasDecimalComma) else { return (.text, .isStranger) }
      return (.real(number), isAllDigits(bytes) ? .needsText : .needsReal)
    case .real:
      guard let number = number(bytes, hasDecimalComma) else { return (.text, .isStranger) }
      return number.isNaN ? (.null, .fits) : (.real(number), .fits)
    case .date(let order, let unit):
      if let count = DateReader(order: order).instant(bytes)?.count(of: unit) {
        return (.integer(count), .fits)
      }
      let other: CSVFormat.Order? =
        switch order {
        case .dayMonthYear: .monthDayYear
        case .monthDayYear: .dayMonthYear
        case .yearMonthDay: nil
        }
      let isOther = other.map { DateReader(order: $0).instant(bytes) != nil } ?? false
      return (.text, isOther ? .isOtherOrder : .isStranger)
    }
  }

  /// A number with a point or, where that is usual, a comma.
  static func number(_ bytes: Span<UInt8>, _ hasDecimalComma: Bool) -> Double? {
    guard hasDecimalComma else { return NumberReader.double(bytes) }
    var isComma = false
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for place in bytes.indices {
      switch bytes[place] {
      case UInt8(ascii: "."): return nil
      case UInt8(ascii: ","):
        if isComma { return nil }
        isComma = true
        copy.append(UInt8(ascii: "."))
      default: copy.append(bytes[place])
      }
    }
    return NumberReader.double(copy.span)
  }

  /// Whether digits begin with a zero that says nothing, as those of numbers that are names do.
  static func hasLeadingZero(_ bytes: Span<UInt8>) -> Bool {
    var place = 0
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
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
