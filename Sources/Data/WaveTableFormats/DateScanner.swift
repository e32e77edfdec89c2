/// A scanner of text that may be a date, with its current position.
struct DateScanner {
  var place: Int
  var end: Int

  var isAtEnd: Bool { place >= end }
  func next(_ bytes: Span<UInt8>) -> UInt8? { place < end ? bytes[place] : nil }

  mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard place < end, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  mutating func skip(anyOf marks: String, _ bytes: Span<UInt8>) -> Bool {
    marks.utf8.contains { skip($0, bytes) }
  }

  mutating func skipBlanks(_ bytes: Span<UInt8>) { while place < end, bytes[place] == 0x20 { place += 1 } }

  /// Reads a number of at most `limit` digits, or returns nil if more digits follow.
  mutating func number(_ bytes: Span<UInt8>, limit: Int) -> (value: Int, digits: Int)? {
    var value = 0
    var digits = 0
    while place < end, bytes[place] >= 0x30, bytes[place] <= 0x39 {
      guard digits < limit else { return nil }
      value = value * 10 + Int(bytes[place] &- 0x30)
      digits += 1
      place += 1
    }
    return digits > 0 ? (value, digits) : nil
  }

  /// Reads exactly `count` digits, at most four, regardless of what follows.
  mutating func digits(_ bytes: Span<UInt8>, count: Int) -> Int? {
    guard end - place >= count else { return nil }
    var value = 0
    for offset in 0..<count {
      let digit = bytes[place + offset] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    place += count
    return value
  }

  /// Reads a decimal point or comma and the digits after it as nanoseconds, rounded down.
  ///
  /// - Returns: The nanoseconds; 0 without a point or comma, and nil if no digits follow it.
  mutating func fraction(_ bytes: Span<UInt8>) -> Int64? {
    guard skip(anyOf: ".,", bytes) else { return 0 }
    var value: Int64 = 0
    var scale: Int64 = 100_000_000
    let start = place
    while place < end, bytes[place] >= 0x30, bytes[place] <= 0x39 {
      value += Int64(bytes[place] &- 0x30) * scale
      scale /= 10
      place += 1
    }
    return place > start ? value : nil
  }

  /// Skips `am`, `PM`, `a.m.` or `p.m.`.
  ///
  /// - Returns: True for the afternoon, false for the morning; nil if none of these follow.
  mutating func halfDay(_ bytes: Span<UInt8>) -> Bool? {
    var inner = self
    guard let letter = inner.next(bytes).map({ $0 | 0x20 }),
      letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p")
    else { return nil }
    inner.place += 1
    let hasPoint = inner.skip(UInt8(ascii: "."), bytes)
    guard inner.next(bytes).map({ $0 | 0x20 }) == UInt8(ascii: "m") else { return nil }
    inner.place += 1
    if hasPoint { _ = inner.skip(UInt8(ascii: "."), bytes) }
    self = inner
    return letter == UInt8(ascii: "p")
  }
}
