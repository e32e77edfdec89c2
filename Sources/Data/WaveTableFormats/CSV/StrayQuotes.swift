/// Tells an opening quote that no cell ends with from a cell that goes over several lines.
///
/// The quote is stray where each of the lines that it would join is a row of its own: as wide as the others,
/// with numbers and dates where their columns have them. A cell that goes over several lines hardly ever has
/// such lines.
struct StrayQuotes: Equatable, Sendable {
  /// What a quote is.
  enum Verdict: Equatable, Sendable {
    /// A character like others.
    case stray
    /// The beginning of a cell that goes over several lines.
    case joining
    /// More of the text must be there.
    case unknown
  }

  /// Lines that are looked at.
  static let lineLimit = 16
  /// Lines without numbers and dates that must be rows, unless tabs separate their cells.
  private static let textLineCount = 3

  let separator: UInt8
  let quote: UInt8
  let escape: UInt8?
  let trimsCells: Bool
  let columns: [CSVFormat.Column]
  private let isTyped: Bool

  /// Takes over the rules of a format; nil where that has no quotes or one column.
  init?(_ format: CSVFormat) {
    guard let quote = format.quote, format.columns.count > 1 else { return nil }
    separator = format.separator
    self.quote = quote
    escape = format.escape
    trimsCells = format.trimsCells
    columns = format.columns
    isTyped = columns.contains { $0.kind != .text }
  }

  /// Judges the row that begins at a place and goes over several lines.
  ///
  /// - Parameters:
  ///   - bytes: In UTF-8.
  ///   - start: Where the row begins.
  ///   - isLast: Whether there is no more.
  /// - Returns: What its first open quote is.
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
      // A line end of two bytes may have been cut.
      if place < bytes.count, bytes[place] == 0x0D {
        guard place + 1 < bytes.count || isLast else { return .unknown }
        if place + 1 < bytes.count, bytes[place + 1] == 0x0A { place += 1 }
      }
      place += 1
      if !isInQuotes { break }
    }
    if isInQuotes, count < Self.lineLimit, !isLast { return .unknown }
    guard isTyped || isInQuotes || separator == 0x09 || count >= Self.textLineCount else { return .joining }
    return .stray
  }

  private func lineEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if bytes[place] == 0x0A || bytes[place] == 0x0D { return place }
      place += 1
    }
    return nil
  }

  /// Whether a quote is open at the end of a line, as rows are read that may go over several lines.
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
        isAtStart = byte == separator || (isAtStart && trimsCells && byte == 0x20)
      }
      place += 1
    }
    return isOpen
  }

  /// Whether a line is a row of its own.
  private func isRow(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return false }
    var column = 0
    var valueCount = 0
    var place = start
    while true {
      if trimsCells { while place < end, bytes[place] == 0x20 { place += 1 } }
      let first = place
      var isQuoted = false
      var inner = first..<first
      if place < end, bytes[place] == quote, let close = closing(bytes, first + 1, end) {
        isQuoted = true
        inner = (first + 1)..<close
        place = close + 1
      }
      while place < end, bytes[place] != separator { place += 1 }
      guard column < columns.count else { return false }
      let kind = columns[column].kind
      if kind != .text {
        let cell = bytes.extracting(isQuoted ? inner : first..<place)
        let (value, fit) = CSVValue.read(cell, as: columns[column], isQuoted: isQuoted)
        if fit == .isStranger || fit == .isOtherOrder { return false }
        if value != .null { valueCount += 1 }
      }
      column += 1
      guard place < end else { break }
      place += 1
    }
    return column == columns.count && (!isTyped || valueCount > 0)
  }

  /// Where a quote closes on its line; nil where it does not.
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
