/// A question to an engine, as far as a good answer depends on it.
struct EngineQuestion {
  /// The question without what is quoted.
  private let text: [UInt8]
  /// What is selected.
  private(set) var terms: [String] = []
  /// Rows at most.
  private(set) var limit: Int?
  /// Ticks that are asked for.
  private(set) var ticks: ClosedRange<Int64>?
  /// Values of the column in whose order the rows are: whole numbers.
  private(set) var wholeValues: ClosedRange<Int64>?
  /// The same of other numbers.
  private(set) var realValues: ClosedRange<Double>?
  /// Ticks or values that are named one by one, as they are answered.
  private(set) var listed: [UInt64] = []

  init(_ sql: String) {
    text = Self.unquoted(sql)
    terms = selected
    if let part = behind(" LIMIT ").last {
      let first = Self.whole(part)
      // Rows that are skipped are before those that are wanted.
      limit = Int(
        clamping: part.firstIndex(of: UInt8(ascii: ",")).flatMap { Self.whole(part[($0 + 2)...]) } ?? first
          ?? 1)
    }
    if let part = behind(" IN (").first { listed = Self.list(part) }
    ticks = range
    readValues()
  }

  func has(_ part: String) -> Bool { !behind(part, limit: 1).isEmpty }

  /// The question with nothing between single quotes.
  private static func unquoted(_ sql: String) -> [UInt8] {
    var made: [UInt8] = []
    var (isQuoted, isEscaped) = (false, false)
    for byte in sql.utf8 {
      let isQuote = byte == UInt8(ascii: "'")
      if isQuoted {
        if !isEscaped, isQuote {
          isQuoted = false
          made.append(byte)
        }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        made.append(byte)
        isQuoted = isQuote
      }
    }
    return made
  }

  /// What is behind each occurrence of a mark.
  private func behind(_ mark: String, limit: Int = .max) -> [ArraySlice<UInt8>] {
    let mark = Array(mark.utf8)
    var made: [ArraySlice<UInt8>] = []
    guard text.count >= mark.count else { return made }
    for place in 0...(text.count - mark.count) where text[place] == mark[0] {
      guard text[place..<(place + mark.count)].elementsEqual(mark) else { continue }
      made.append(text[(place + mark.count)...])
      if made.count == limit { break }
    }
    return made
  }

  /// What is selected, term by term.
  private var selected: [String] {
    let (select, from) = (Array("SELECT ".utf8), Array(" FROM ".utf8))
    var terms: [String] = []
    var depth = 0
    var start: Int?
    for place in text.indices {
      switch text[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      guard let begin = start else {
        // What is behind WITH is not selected.
        if text[place] == select[0], text[place...].starts(with: select) { start = place + select.count }
        continue
      }
      let isLast = text[place] == from[0] && text[place...].starts(with: from)
      guard isLast || text[place] == UInt8(ascii: ",") else { continue }
      terms.append(String(decoding: text[begin..<place].drop { $0 == 0x20 }, as: UTF8.self))
      if isLast { return terms }
      start = place + 1
    }
    return terms
  }

  /// The ticks of the first condition that has whole numbers on both sides.
  private var range: ClosedRange<Int64>? {
    for part in behind(" >= ") {
      guard let low = Self.whole(part), let and = part.firstIndex(of: UInt8(ascii: "A")),
        let less = part[and...].firstIndex(of: UInt8(ascii: "<")), less + 2 < part.endIndex,
        let high = Self.whole(part[(less + 2)...])
      else { continue }
      return low < high ? low...(high - 1) : nil
    }
    return nil
  }

  /// Numbers that ticks are compared with; of an engine that is asked for the ends of its rows.
  func compared(_ sign: String) -> [Int64] {
    behind(sign).compactMap { part in
      // In a cast to the column's type.
      let digits = part.drop { !Self.isDigit($0) && $0 != UInt8(ascii: " ") }
      let name = part.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: " ") }
      guard name.count < part.count, part[name.endIndex] == UInt8(ascii: "(") else {
        return Self.whole(digits)
      }
      let inner = part[part.index(after: name.endIndex)...]
      return Self.whole(inner.starts(with: Array("toInt64(".utf8)) ? inner.dropFirst(8) : inner)
    }
  }

  /// The values between which rows are asked for.
  private mutating func readValues() {
    var whole: (Int64, Int64) = (.min, .max)
    var real = (-Double.infinity, Double.infinity)
    for (sign, isLow) in [(">= ", true), ("> ", true), ("<= ", false)] {
      for part in behind("wg_value " + sign) {
        if let number = Self.whole(part.starts(with: Array("toInt64(".utf8)) ? part.dropFirst(8) : part) {
          if isLow { whole.0 = max(whole.0, number) } else { whole.1 = min(whole.1, number) }
        } else if let number = Self.real(part) {
          if isLow { real.0 = max(real.0, number) } else { real.1 = min(real.1, number) }
        }
      }
    }
    if whole != (.min, .max), whole.0 <= whole.1 { wholeValues = whole.0...whole.1 }
    if real.0.isFinite, real.1.isFinite, real.0 <= real.1 { realValues = real.0...real.1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: "-")
  }

  /// The whole number at the beginning of a text; nil where it is none.
  private static func whole(_ text: ArraySlice<UInt8>) -> Int64? {
    let digits = text.prefix(while: isDigit)
    if digits.endIndex < text.endIndex,
      [UInt8(ascii: "."), UInt8(ascii: "e")].contains(text[digits.endIndex])
    {
      return nil
    }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  /// The number at the beginning of a text.
  private static func real(_ text: ArraySlice<UInt8>) -> Double? {
    var digits = text.prefix { isDigit($0) || "+.e".utf8.contains($0) }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return Double(String(decoding: digits, as: UTF8.self))
  }

  /// Numbers up to a bracket.
  private static func list(_ text: ArraySlice<UInt8>) -> [UInt64] {
    var made: [UInt64] = []
    var rest = text
    while true {
      if rest.starts(with: Array("toInt64(".utf8)) { rest = rest.dropFirst(8) }
      guard let word = whole(rest).map({ UInt64(bitPattern: $0) }) ?? real(rest)?.bitPattern else {
        return made
      }
      made.append(word)
      guard let comma = rest.firstIndex(of: UInt8(ascii: ",")),
        comma < rest.firstIndex(of: UInt8(ascii: " ")) ?? .max
      else { return made }
      rest = rest[(comma + 1)...]
    }
  }
}
