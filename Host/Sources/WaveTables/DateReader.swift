/// Reads dates and times of day, as tables have them.
///
/// Read are `2024-03-31T12:00:00.25+02:00` and its shorter forms (ISO 8601, RFC 3339; a blank for the T, slashes or points for the
/// dashes), and days and months before the year, such as `31/3/2024 12:00` or `3/31/24 1:05 pm`. A time without a zone is taken as universal time.
struct DateReader: Equatable, Sendable {
  /// A time since 1970.
  struct Instant: Equatable, Sendable {
    var seconds: Int64
    /// 0 to 999,999,999.
    var nanoseconds: Int64

    /// Whole units since 1970, cut off downwards; nil beyond 64 bits.
    func count(of unit: TableColumn.TimeUnit) -> Int64? {
      let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: unit.perSecond)
      let (sum, isOver) = whole.addingReportingOverflow(nanoseconds / (1_000_000_000 / unit.perSecond))
      return isBeyond || isOver ? nil : sum
    }
  }

  /// Which number of a date comes first; dates that begin with four digits begin with the year in any case.
  var order: CSVFormat.Order

  /// Reads a whole text.
  ///
  /// - Returns: nil where it is no date, or no day of the calendar.
  /// - Complexity: O(bytes), no allocation.
  func instant(_ bytes: Span<UInt8>) -> Instant? {
    var scanner = Scanner(place: 0, end: bytes.count)
    scanner.skipBlanks(bytes)
    while scanner.end > scanner.place, bytes[scanner.end - 1] == 0x20 { scanner.end -= 1 }
    guard scanner.end - scanner.place >= 6, scanner.end - scanner.place <= 40,
      let (year, month, day) = date(bytes, &scanner)
    else { return nil }
    guard month >= 1, month <= 12, day >= 1, day <= Self.days(inMonth: month, year: year) else { return nil }
    var instant = Instant(seconds: Self.days(year: year, month: month, day: day) * 86_400, nanoseconds: 0)
    guard !scanner.isAtEnd else { return instant }
    guard
      scanner.skip(UInt8(ascii: "T"), bytes) || scanner.skip(UInt8(ascii: "t"), bytes)
        || scanner.skip(0x20, bytes)
    else {
      return nil
    }
    scanner.skipBlanks(bytes)
    guard let time = Self.time(bytes, &scanner), scanner.isAtEnd else { return nil }
    instant.seconds += time.seconds
    instant.nanoseconds = time.nanoseconds
    return instant
  }

  private func date(_ bytes: Span<UInt8>, _ scanner: inout Scanner) -> (year: Int, month: Int, day: Int)? {
    guard let (first, firstDigits) = scanner.number(bytes, limit: 4), let mark = scanner.next(bytes),
      mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/") || mark == UInt8(ascii: "."),
      scanner.skip(mark, bytes), let (second, secondDigits) = scanner.number(bytes, limit: 2),
      scanner.skip(mark, bytes),
      let (third, thirdDigits) = scanner.number(bytes, limit: 4), secondDigits <= 2
    else { return nil }
    if firstDigits == 4 { return thirdDigits <= 2 ? (first, second, third) : nil }
    guard firstDigits <= 2 else { return nil }
    switch order {
    case .yearMonthDay: return nil
    case .dayMonthYear: return Self.year(third, thirdDigits).map { ($0, second, first) }
    case .monthDayYear: return Self.year(third, thirdDigits).map { ($0, first, second) }
    }
  }

  /// A year of four digits, or of two as POSIX's strptime takes them: 69 to 99 are of the last century.
  private static func year(_ number: Int, _ digits: Int) -> Int? {
    switch digits {
    case 4: number
    case 2: number + (number >= 69 ? 1900 : 2000)
    default: nil
    }
  }

  private static func time(_ bytes: Span<UInt8>, _ scanner: inout Scanner) -> Instant? {
    guard var (hour, _) = scanner.number(bytes, limit: 2), scanner.skip(UInt8(ascii: ":"), bytes),
      let (minute, minuteDigits) = scanner.number(bytes, limit: 2), minuteDigits == 2, minute <= 59
    else { return nil }
    var instant = Instant(seconds: 0, nanoseconds: 0)
    var second = 0
    if scanner.skip(UInt8(ascii: ":"), bytes) {
      guard let (number, digits) = scanner.number(bytes, limit: 2), digits == 2, number <= 60 else {
        return nil
      }
      second = number
      if scanner.skip(UInt8(ascii: "."), bytes) || scanner.skip(UInt8(ascii: ","), bytes) {
        guard let nanoseconds = scanner.fraction(bytes) else { return nil }
        instant.nanoseconds = nanoseconds
      }
    }
    let isBlank = scanner.next(bytes) == 0x20
    scanner.skipBlanks(bytes)
    if let letter = scanner.next(bytes).map({ $0 | 0x20 }),
      letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p")
    {
      guard (1...12).contains(hour) else { return nil }
      scanner.place += 1
      guard scanner.next(bytes).map({ $0 | 0x20 }) == UInt8(ascii: "m") else { return nil }
      scanner.place += 1
      hour = hour % 12 + (letter == UInt8(ascii: "p") ? 12 : 0)
    }
    guard hour <= 24, hour < 24 || (minute == 0 && second == 0) else { return nil }
    instant.seconds = Int64(hour * 3600 + minute * 60 + second)
    guard !scanner.isAtEnd else { return isBlank && bytes[scanner.end - 1] == 0x20 ? nil : instant }
    if scanner.skip(UInt8(ascii: "Z"), bytes) || scanner.skip(UInt8(ascii: "z"), bytes) { return instant }
    if scanner.end - scanner.place == 3, bytes[scanner.place] == UInt8(ascii: "U"),
      bytes[scanner.place + 1] == UInt8(ascii: "T"), bytes[scanner.place + 2] == UInt8(ascii: "C")
    {
      scanner.place = scanner.end
      return instant
    }
    guard let offset = zone(bytes, &scanner) else { return nil }
    instant.seconds -= offset
    return instant
  }

  /// Seconds of `+02:00`, `+0200` or `+02`.
  private static func zone(_ bytes: Span<UInt8>, _ scanner: inout Scanner) -> Int64? {
    guard let sign = scanner.next(bytes), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    scanner.place += 1
    guard let hours = scanner.pair(bytes), hours <= 23 else { return nil }
    var minutes = 0
    if !scanner.isAtEnd {
      _ = scanner.skip(UInt8(ascii: ":"), bytes)
      guard let number = scanner.pair(bytes), number <= 59 else { return nil }
      minutes = number
    }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// Days since 1970 of a date in the Gregorian calendar, counted in eras of 400 years that begin in March.
  static func days(year: Int, month: Int, day: Int) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  /// Days in a month.
  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Walks along a text.
  private struct Scanner {
    var place: Int
    var end: Int

    var isAtEnd: Bool { place >= end }
    func next(_ bytes: Span<UInt8>) -> UInt8? { place < end ? bytes[place] : nil }

    mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
      guard place < end, bytes[place] == byte else { return false }
      place += 1
      return true
    }

    mutating func skipBlanks(_ bytes: Span<UInt8>) { while place < end, bytes[place] == 0x20 { place += 1 } }

    /// One to `limit` digits, not followed by another.
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

    /// Two digits, whatever follows.
    mutating func pair(_ bytes: Span<UInt8>) -> Int? {
      guard end - place >= 2 else { return nil }
      let (tens, ones) = (bytes[place] &- 0x30, bytes[place + 1] &- 0x30)
      guard tens <= 9, ones <= 9 else { return nil }
      place += 2
      return Int(tens * 10 + ones)
    }

    /// Digits behind a point as nanoseconds, cut off.
    mutating func fraction(_ bytes: Span<UInt8>) -> Int64? {
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
  }
}
