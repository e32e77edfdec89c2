import WaveText
import WaveUnits

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
    var nanoseconds: Int64 = 0

    /// Returns the time of a date at a time of day.
    func adding(_ time: Instant) -> Instant {
      Instant(seconds: seconds + time.seconds, nanoseconds: time.nanoseconds)
    }

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
      (scanner.place..<scanner.end).contains(where: { Self.isDigit(bytes[$0]) })
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
    guard (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, year: year) else {
      return nil
    }
    return Instant(seconds: Int64(CivilDate.days(year: year, month: month, day: day)) * 86_400)
  }

  /// Returns the time of a date, including the time of day after the date if there is one.
  private static func adding(_ date: Instant, _ bytes: Span<UInt8>, _ scanner: inout DateScanner) -> Instant?
  {
    guard !scanner.isAtEnd else { return date }
    let isDB2 = scanner.skip(UInt8(ascii: "-"), bytes)
    guard isDB2 || scanner.skip(anyOf: "Tt, ", bytes) else { return nil }
    scanner.skipBlanks(bytes)
    guard let time = time(bytes, &scanner, hasPoints: isDB2), scanner.isAtEnd else { return nil }
    return date.adding(time)
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
    _ = scanner.skip(anyOf: "Tt _-", bytes)
    let place = scanner.place
    if let time = time(bytes, &scanner), scanner.isAtEnd { return instant.adding(time) }
    scanner.place = place
    guard let hour = scanner.digits(bytes, count: 2), hour <= 23,
      let minute = scanner.digits(bytes, count: 2), minute <= 59
    else { return nil }
    instant.seconds += Int64(hour * 3600 + minute * 60)
    if let second = scanner.digits(bytes, count: 2) {
      guard second <= 60, let nanoseconds = scanner.fraction(bytes) else { return nil }
      instant = instant.adding(Instant(seconds: Int64(second), nanoseconds: nanoseconds))
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
    let fourth = Int64(CivilDate.days(year: year, month: 1, day: 4))
    let monday = fourth - ((fourth + 3) % 7 + 7) % 7
    return Instant(seconds: (monday + Int64((week - 1) * 7 + day - 1)) * 86_400)
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
      minuteDigits == 2, minute <= 59
    else { return nil }
    var (second, nanoseconds) = (0, 0 as Int64)
    if scanner.skip(mark, bytes) {
      guard let (number, digits) = scanner.number(bytes, limit: 2), digits == 2, number <= 60,
        let fraction = scanner.fraction(bytes)
      else { return nil }
      (second, nanoseconds) = (number, fraction)
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
    var instant = Instant(seconds: Int64(hour * 3600 + minute * 60 + second), nanoseconds: nanoseconds)
    guard !scanner.isAtEnd else { return isBlank && bytes[scanner.end - 1] == 0x20 ? nil : instant }
    guard let offset = DateZone.seconds(bytes, &scanner) else { return nil }
    instant.seconds -= offset
    return instant
  }
}
