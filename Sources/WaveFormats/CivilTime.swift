/// A date and time of day without a zone.
enum CivilTime {
  /// Microseconds since 1970 of a date in the Gregorian calendar and a time of day.
  ///
  /// Days are counted in eras of 400 years starting in March, so that the leap day comes last.
  static func microseconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, micro: Int
  ) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return seconds * 1_000_000 + Int64(micro)
  }

  /// Days in a month.
  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads `YYYY-MM-DD` and `HH:MM:SS`, with up to six decimals taken of the seconds.
  ///
  /// A 60th second is taken, as clocks write it at a leap second.
  ///
  /// - Returns: Microseconds since 1970, or nil where it is not a time.
  static func read(_ bytes: Span<UInt8>, date: Range<Int>, time: Range<Int>) -> Int64? {
    guard date.count == 10, time.count >= 8,
      bytes[date.lowerBound + 4] == UInt8(ascii: "-"), bytes[date.lowerBound + 7] == UInt8(ascii: "-"),
      bytes[time.lowerBound + 2] == UInt8(ascii: ":"), bytes[time.lowerBound + 5] == UInt8(ascii: ":"),
      let year = digits(bytes, date.lowerBound, 4), let month = digits(bytes, date.lowerBound + 5, 2),
      let day = digits(bytes, date.lowerBound + 8, 2), let hour = digits(bytes, time.lowerBound, 2),
      let minute = digits(bytes, time.lowerBound + 3, 2), let second = digits(bytes, time.lowerBound + 6, 2),
      month >= 1, month <= 12, day >= 1, day <= days(inMonth: month, year: year),
      hour <= 23, minute <= 59, second <= 60,
      let micro = decimals(bytes, (time.lowerBound + 8)..<time.upperBound)
    else { return nil }
    return microseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, micro: micro)
  }

  private static func digits(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for place in start..<(start + count) {
      let byte = bytes[place]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(byte &- 48)
    }
    return value
  }

  /// Nothing, or a point and digits, as microseconds cut off.
  private static func decimals(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return 0 }
    guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: ".") else { return nil }
    var value = 0
    var scale = 100_000
    for place in (range.lowerBound + 1)..<range.upperBound {
      let byte = bytes[place]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value += Int(byte &- 48) * scale
      scale /= 10
    }
    return value
  }
}
