/// Parses dates and times of day in the forms that occur in tables.
///
/// It reads `2024-03-31T12:00:00.25+02:00` and its shorter forms (ISO 8601, RFC 3339; also with a blank for
/// the T, slashes or points for the dashes, and Exif's colons), days and months before the year, such as
/// `31/3/2024 12:00` or `3/31/24 1:05 pm`, week dates (`2024-W13-7`), and the forms of `NamedDateReader`. A
/// time without a zone is read as universal time.
struct DateReader: Equatable, Sendable {
  /// A time since 1970.
  struct Instant: Equatable, Sendable {
    var seconds: Int64
    /// The nanoseconds since the start of the second, from 0 to 999,999,999.
    var nanoseconds: Int64

    /// Returns the number of whole units since 1970, rounded down, or nil if it does not fit in 64 bits.
    func count(of unit: TableColumn.TimeUnit) -> Int64? {
      let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: unit.perSecond)
      let (sum, isOver) = whole.addingReportingOverflow(nanoseconds / (1_000_000_000 / unit.perSecond))
      return isBeyond || isOver ? nil : sum
    }
  }

  /// The maximum number of bytes in a date.
  private static let byteLimit = 64

  /// The order of day, month and year; dates that begin with four digits always begin with the year.
  var order: CSVFormat.Order

  /// Returns whether text is a date, with day, month and year in any order.
  static func isDate(_ bytes: Span<UInt8>) -> Bool {
    CSVFormat.Order.allCases.contains { DateReader(order: $0).instant(bytes) != nil }
  }

  /// Parses text that consists entirely of a date and, optionally, a time of day.
  ///
  /// - Returns: The time, or nil if the text is not a valid date.
  /// - Complexity: O(bytes); allocates only for a month that is a word.
  func instant(_ bytes: Span<UInt8>) -> Instant? {
    var scanner = DateScanner(place: 0, end: bytes.count)
    scanner.skipBlanks(bytes)
    while scanner.end > scanner.place, bytes[scanner.end - 1] == 0x20 { scanner.end -= 1 }
    guard scanner.end - scanner.place >= 6, scanner.end - scanner.place <= Self.byteLimit,
      Self.isDigit(bytes[scanner.place]) || Self.hasDigit(bytes, scanner)
    else { return nil }
    if order == .compact, let instant = Self.compact(bytes, scanner) { return instant }
    let isNamed = !Self.isDigit(bytes[scanner.place]) && NamedDateReader.skipWeekday(bytes, &scanner)
    let start = scanner.place
    if let (year, month, day) = date(bytes, &scanner) {
      guard let instant = Self.midnight(year: year, month: month, day: day) else { return nil }
      return Self.adding(instant, bytes, &scanner)
    }
    scanner.place = start
    if !isNamed, let instant = Self.weekDate(bytes, &scanner) { return Self.adding(instant, bytes, &scanner) }
    scanner.place = start
    return Self.hasLetters(bytes, scanner) ? NamedDateReader.instant(bytes, &scanner) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func hasDigit(_ bytes: Span<UInt8>, _ scanner: DateScanner) -> Bool {
    (scanner.place..<scanner.end).contains { bytes[$0] >= 0x30 && bytes[$0] <= 0x39 }
  }

  /// Returns whether there are three consecutive letters, as in the name of a month.
  private static func hasLetters(_ bytes: Span<UInt8>, _ scanner: DateScanner) -> Bool {
    var count = 0
    for place in scanner.place..<scanner.end {
      let byte = bytes[place]
      count = byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) ? count + 1 : 0
      if count == 3 { return true }
    }
    return false
  }

  /// Returns the first instant of a day, or nil if the day does not exist.
  static func midnight(year: Int, month: Int, day: Int) -> Instant? {
    guard month >= 1, month <= 12, day >= 1, day <= days(inMonth: month, year: year) else { return nil }
    return Instant(seconds: days(year: year, month: month, day: day) * 86_400, nanoseconds: 0)
  }

  /// Returns the time of a date, including the time of day after the date if there is one.
  private static func adding(_ date: Instant, _ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Instant?
  {
    var instant = date
    guard !scanner.isAtEnd else { return instant }
    let isDB2 = scanner.skip(UInt8(ascii: "-"), bytes)
    guard
      isDB2 || scanner.skip(UInt8(ascii: "T"), bytes) || scanner.skip(UInt8(ascii: "t"), bytes)
        || scanner.skip(UInt8(ascii: ","), bytes) || scanner.skip(0x20, bytes)
    else { return nil }
    scanner.skipBlanks(bytes)
    guard let time = time(bytes, &scanner, hasPoints: isDB2), scanner.isAtEnd else { return nil }
    instant.seconds += time.seconds
    instant.nanoseconds = time.nanoseconds
    return instant
  }

  private func date(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> (year: Int, month: Int, day: Int)?
  {
    guard let (first, firstDigits) = scanner.number(bytes, limit: 4), let mark = scanner.next(bytes),
      mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".")
        || (mark == UInt8(ascii: ":") && firstDigits == 4),
      scanner.skip(mark, bytes), let (second, secondDigits) = scanner.number(bytes, limit: 2),
      scanner.skip(mark, bytes),
      let (third, thirdDigits) = scanner.number(bytes, limit: 4), secondDigits <= 2
    else { return nil }
    if firstDigits == 4 { return thirdDigits <= 2 ? (first, second, third) : nil }
    guard firstDigits <= 2 else { return nil }
    switch order {
    case .yearMonthDay, .compact: return nil
    case .dayMonthYear: return Self.year(third, thirdDigits).map { ($0, second, first) }
    case .monthDayYear: return Self.year(third, thirdDigits).map { ($0, first, second) }
    }
  }

  /// Returns a year given by four digits or by two.
  ///
  /// As in POSIX's strptime, 69 to 99 mean 1969 to 1999.
  static func year(_ number: Int, _ digits: Int) -> Int? {
    switch digits {
    case 4: number
    case 2: number + (number >= 69 ? 1900 : 2000)
    default: nil
    }
  }

  /// Parses digits without separators, such as `20240331`, `20240331T120000Z`, `202403311200` or `20240331
  /// 120000.5`.
  ///
  /// The year must be from 1800 to 2200.
  private static func compact(_ bytes: Span<UInt8>, _ start: DateScanner) -> Instant? {
    var scanner = start
    guard let year = scanner.digits(bytes, count: 4), (1800...2200).contains(year),
      let month = scanner.digits(bytes, count: 2), let day = scanner.digits(bytes, count: 2),
      var instant = midnight(year: year, month: month, day: day)
    else { return nil }
    guard !scanner.isAtEnd else { return instant }
    for mark in "Tt _-".utf8 where scanner.skip(mark, bytes) { break }
    if let time = time(bytes, &scanner), scanner.isAtEnd {
      instant.seconds += time.seconds
      instant.nanoseconds = time.nanoseconds
      return instant
    }
    scanner.place = start.place + 8
    for mark in "Tt _-".utf8 where scanner.skip(mark, bytes) { break }
    guard let hour = scanner.digits(bytes, count: 2), hour <= 23,
      let minute = scanner.digits(bytes, count: 2), minute <= 59
    else { return nil }
    instant.seconds += Int64(hour * 3600 + minute * 60)
    if let second = scanner.digits(bytes, count: 2) {
      guard second <= 60 else { return nil }
      instant.seconds += Int64(second)
      if scanner.skip(UInt8(ascii: "."), bytes) || scanner.skip(UInt8(ascii: ","), bytes) {
        guard let nanoseconds = scanner.fraction(bytes) else { return nil }
        instant.nanoseconds = nanoseconds
      }
    }
    guard !scanner.isAtEnd else { return instant }
    guard let offset = DateZone.seconds(bytes, &scanner), scanner.isAtEnd else { return nil }
    instant.seconds -= offset
    return instant
  }

  /// Parses a date given by an ISO 8601 week and a weekday, such as `2024-W13-7`.
  private static func weekDate(_ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Instant? {
    guard let year = scanner.digits(bytes, count: 4), scanner.skip(UInt8(ascii: "-"), bytes),
      scanner.skip(UInt8(ascii: "W"), bytes), let week = scanner.digits(bytes, count: 2),
      (1...53).contains(week),
      scanner.skip(UInt8(ascii: "-"), bytes), let day = scanner.digits(bytes, count: 1), (1...7).contains(day)
    else { return nil }
    // The fourth of January is in the first week, which begins on a Monday; 1970 began on a Thursday.
    let fourth = days(year: year, month: 1, day: 4)
    let monday = fourth - ((fourth + 3) % 7 + 7) % 7
    return Instant(seconds: (monday + Int64((week - 1) * 7 + day - 1)) * 86_400, nanoseconds: 0)
  }

  /// Parses a time of day and its zone.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - scanner: A scanner at the start of the time; afterwards, it is positioned after the time.
  ///   - hasPoints: Whether points separate hours, minutes and seconds.
  /// - Returns: The time since midnight, or nil if the text is not a time.
  static func time(_ bytes: Span<UInt8>, _ scanner: inout DateScanner, hasPoints: Bool = false) -> Instant? {
    guard var (hour, _) = scanner.number(bytes, limit: 2), let mark = scanner.next(bytes),
      mark == UInt8(ascii: ":") || mark == UInt8(ascii: "."), !hasPoints || mark == UInt8(ascii: "."),
      scanner.skip(mark, bytes), let (minute, minuteDigits) = scanner.number(bytes, limit: 2),
      minuteDigits == 2,
      minute <= 59
    else { return nil }
    var instant = Instant(seconds: 0, nanoseconds: 0)
    var second = 0
    if scanner.skip(mark, bytes) {
      guard let (number, digits) = scanner.number(bytes, limit: 2), digits == 2, number <= 60 else {
        return nil
      }
      second = number
      if scanner.skip(UInt8(ascii: "."), bytes) || scanner.skip(UInt8(ascii: ","), bytes) {
        guard let nanoseconds = scanner.fraction(bytes) else { return nil }
        instant.nanoseconds = nanoseconds
      }
    } else if mark == UInt8(ascii: ".") {
      return nil
    }
    let isBlank = scanner.next(bytes) == 0x20
    scanner.skipBlanks(bytes)
    if let isAfternoon = scanner.halfDay(bytes) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
      scanner.skipBlanks(bytes)
    }
    guard hour <= 24, hour < 24 || (minute == 0 && second == 0) else { return nil }
    instant.seconds = Int64(hour * 3600 + minute * 60 + second)
    guard !scanner.isAtEnd else { return isBlank && bytes[scanner.end - 1] == 0x20 ? nil : instant }
    guard let offset = DateZone.seconds(bytes, &scanner) else { return nil }
    instant.seconds -= offset
    return instant
  }

  /// Returns the number of days from 1970-01-01 to a Gregorian date, computed in eras of 400 years that begin
  /// in March.
  static func days(year: Int, month: Int, day: Int) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  /// Returns the number of days in a month.
  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
