import WaveUnits

/// Conversions between microseconds since 1970 and dates with times of day, without a time zone.
package enum CivilTime {
  /// Returns the microseconds from 1970 to a date in the Gregorian calendar and a time of day.
  package static func microseconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, micro: Int
  ) -> Int64 {
    let days = CivilDate.days(year: year, month: month, day: day)
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return seconds * 1_000_000 + Int64(micro)
  }

  /// Returns the microseconds from 1970 to a date and a time of day, or nil if there is no such date or time.
  ///
  /// Second 60 is valid, because clocks write it at a leap second. Negative times of day are not checked.
  package static func checkedMicroseconds(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, micro: Int = 0
  ) -> Int64? {
    guard (1...12).contains(month), day >= 1, day <= days(inMonth: month, year: year), hour <= 23,
      minute <= 59, second <= 60
    else { return nil }
    return microseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, micro: micro)
  }

  /// Returns the number of days in a month.
  package static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads a date `YYYY-MM-DD` and a time `HH:MM:SS`.
  ///
  /// The seconds can have decimals, of which the first six are used.
  ///
  /// Second 60 is valid, because clocks write it at a leap second.
  ///
  /// - Returns: The microseconds since 1970, or nil if the text is not a valid time.
  package static func read(_ bytes: Span<UInt8>, date: Range<Int>, time: Range<Int>) -> Int64? {
    guard date.count == 10, time.count >= 8,
      bytes[date.lowerBound + 4] == UInt8(ascii: "-"), bytes[date.lowerBound + 7] == UInt8(ascii: "-"),
      bytes[time.lowerBound + 2] == UInt8(ascii: ":"), bytes[time.lowerBound + 5] == UInt8(ascii: ":"),
      let year = digits(bytes, date.lowerBound, 4), let month = digits(bytes, date.lowerBound + 5, 2),
      let day = digits(bytes, date.lowerBound + 8, 2), let hour = digits(bytes, time.lowerBound, 2),
      let minute = digits(bytes, time.lowerBound + 3, 2), let second = digits(bytes, time.lowerBound + 6, 2),
      let micro = decimals(bytes, (time.lowerBound + 8)..<time.upperBound)
    else { return nil }
    return checkedMicroseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, micro: micro)
  }

  /// Reads a date and time in the format of ISO 8601 and RFC 3339, such as `2026-06-01T12:00:00.25Z`.
  ///
  /// A space or `t` is accepted in place of `T`. The time can be followed by `Z`, by an offset from UTC such
  /// as `+02:00`, or by nothing, which means UTC. Fractions of a microsecond are truncated.
  ///
  /// - Returns: The microseconds since 1970 UTC, or nil if the text is not a valid time.
  package static func instant(_ text: [UInt8]) -> Int64? {
    guard text.count >= 19, text[10] | 0x20 == UInt8(ascii: "t") || text[10] == 0x20 else { return nil }
    var end = text.count
    var offset: Int64 = 0
    if text[end - 1] | 0x20 == UInt8(ascii: "z") {
      end -= 1
    } else if end >= 25, text[end - 3] == UInt8(ascii: ":"),
      text[end - 6] == UInt8(ascii: "+") || text[end - 6] == UInt8(ascii: "-")
    {
      guard let hours = digits(text.span, end - 5, 2), let minutes = digits(text.span, end - 2, 2),
        hours <= 23, minutes <= 59
      else { return nil }
      offset = Int64(hours * 60 + minutes) * 60_000_000 * (text[end - 6] == UInt8(ascii: "-") ? -1 : 1)
      end -= 6
    }
    return read(text.span, date: 0..<10, time: 11..<end).map { $0 - offset }
  }

  /// Returns a time in the format of RFC 3339, such as `2026-06-01T12:00:00.250000Z`, or nil outside the
  /// years 0 to 9999.
  package static func text(microseconds: Int64) -> [UInt8]? {
    let day: Int64 = 86_400_000_000
    let days = (microseconds - (microseconds < 0 ? day - 1 : 0)) / day
    let ofDay = microseconds - days * day
    guard days >= -719_528, days <= 2_932_896 else { return nil }
    let date = CivilDate.date(days: Int(days))
    var text = TextWriter()
    text.append(integer: date.year, digits: 4)
    text.append("-")
    text.append(integer: date.month, digits: 2)
    text.append("-")
    text.append(integer: date.day, digits: 2)
    text.append("T")
    text.append(secondsOfDay: Int(ofDay / 1_000_000))
    text.append(".")
    text.append(integer: ofDay % 1_000_000, digits: 6)
    text.append("Z")
    return text.bytes
  }

  /// Reads a number of exactly `count` digits, or returns nil if the text has others or ends before.
  package static func digits(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    guard bytes.count >= start + count else { return nil }
    var value = 0
    for place in start..<(start + count) {
      let byte = bytes[place]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(byte &- 48)
    }
    return value
  }

  /// Reads the decimals of a second as microseconds: nothing, or a point and digits.
  ///
  /// Digits after the sixth are ignored.
  package static func decimals(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
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
