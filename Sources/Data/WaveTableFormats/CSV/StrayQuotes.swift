/// A rule that distinguishes a stray opening quote, which has no closing quote at the end of a cell, from the
/// start of a multiline cell.
///
/// A quote is stray if each of the lines that it would join is a complete row: as wide as the other rows,
/// with numbers and dates where the columns have these types. Multiline cells hardly ever contain such lines.
struct StrayQuotes: Equatable, Sendable {
  /// The meaning of a quote.
  enum Verdict: Equatable, Sendable {
    /// The quote is an ordinary character.
    case stray
    /// The quote begins a multiline cell.
    case joining
    /// More text is needed to decide.
    case unknown
  }

  /// The number of lines to examine.
  static let lineLimit = 16
  /// The minimum number of lines that must be complete rows if no cell is a number or date and the separator
  /// is not a tab.
  private static let textLineCount = 3

  private let format: CSVFormat
  private let quote: UInt8
  private let escape: UInt8?
  private let isTyped: Bool

  /// Creates a rule for a format, or returns nil if the format has no quotes or only one column.
  init?(_ format: CSVFormat) {
    guard let quote = format.quote, format.columns.count > 1 else { return nil }
    self.format = format
    self.quote = quote
    escape = format.escape
    isTyped = format.columns.contains { $0.kind != .text }
  }

  /// Determines whether the first quote left open at a line end in a multiline row is stray.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - start: The offset at which the row begins.
  ///   - isLast: Whether this is the end of the text.
  /// - Returns: The meaning of the quote.
  /// - Complexity: O(bytes of `lineLimit` lines).
  func verdict(_ bytes: Span<UInt8>, at start: Int, isLast: Bool) -> Verdict {
    var place = start
    var isInQuotes = false
    var count = 0
    while count < Self.lineLimit, place < bytes.count {
      guard let end = lineEnd(bytes, place) ?? (isLast ? bytes.count : nil) else { return .unknown }
      guard isRow(bytes, place, end) else { return .joining }
      count += 1
      isInQuotes = isOpen(bytes, place, end, isInQuotes)
      place = end
      // A two-byte line end may be cut off.
      if place < bytes.count, bytes[place] == 0x0D {
        guard place + 1 < bytes.count || isLast else { return .unknown }
        if place + 1 < bytes.count, bytes[place + 1] == 0x0A { place += 1 }
      }
      place += 1
      if !isInQuotes { break }
    }
    if isInQuotes, count < Self.lineLimit, !isLast { return .unknown }
    let isStray = isTyped || isInQuotes || format.separator == 0x09 || count >= Self.textLineCount
    return isStray ? .stray : .joining
  }

  private func lineEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if bytes[place] == 0x0A || bytes[place] == 0x0D { return place }
      place += 1
    }
    return nil
  }

  /// Returns whether a quote is open at the end of a line, given whether one was open at its start.
  private func isOpen(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ wasOpen: Bool) -> Bool {
    var isOpen = wasOpen
    var isAtStart = !wasOpen
    var place = start
    while place < end {
      let byte = bytes[place]
      if isOpen {
        if byte == escape, place + 1 < end, bytes[place + 1] == quote || bytes[place + 1] == escape {
          place += 1
        } else if byte == quote {
          if place + 1 < end, bytes[place + 1] == quote { place += 1 } else { isOpen = false }
        }
      } else if isAtStart, byte == quote {
        isOpen = true
        isAtStart = false
      } else {
        isAtStart = byte == format.separator || (isAtStart && format.trimsCells && byte == 0x20)
      }
      place += 1
    }
    return isOpen
  }

  /// Returns whether a line is a complete row.
  private func isRow(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return false }
    var column = 0
    var valueCount = 0
    var place = start
    while true {
      if format.trimsCells { while place < end, bytes[place] == 0x20 { place += 1 } }
      let first = place
      var isQuoted = false
      var inner = first..<first
      if place < end, bytes[place] == quote, let close = closing(bytes, first + 1, end) {
        isQuoted = true
        inner = (first + 1)..<close
        place = close + 1
      }
      while place < end, bytes[place] != format.separator { place += 1 }
      guard column < format.columns.count else { return false }
      let kind = format.columns[column].kind
      if kind != .text {
        let cell = bytes.extracting(isQuoted ? inner : first..<place)
        let (value, fit) = CSVValue.read(cell, as: format.columns[column], isQuoted: isQuoted)
        if fit == .isMismatch || fit == .isOtherOrder { return false }
        if value != .null { valueCount += 1 }
      }
      column += 1
      guard place < end else { break }
      place += 1
    }
    return column == format.columns.count && (!isTyped || valueCount > 0)
  }

  /// Returns the offset of the closing quote on the same line, or nil if there is none.
  private func closing(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var place = start
    while place < end {
      if bytes[place] == escape, place + 1 < end, bytes[place + 1] == quote || bytes[place + 1] == escape {
        place += 2
        continue
      }
      if bytes[place] == quote {
        guard place + 1 < end, bytes[place + 1] == quote else { return place }
        place += 1
      }
      place += 1
    }
    return nil
  }
}
