import WaveText

/// A parser for dates and times in DICOM: `YYYYMMDDHHMMSS.FFFFFF&ZZXX`.
///
/// Source: DICOM PS3.5, section 6.2, value representation DT.
enum DICOMTime {
  /// Parses a date and time as microseconds since 1970; returns nil if the date or time of day is missing.
  ///
  /// Minutes and seconds can be omitted. If a time zone is given, the result is in UTC.
  static func microseconds(_ text: [UInt8]) -> Int64? {
    var end = text.count
    var zone: Int64 = 0
    if end >= 5, text[end - 5] == UInt8(ascii: "+") || text[end - 5] == UInt8(ascii: "-") {
      guard let hours = digits(text, end - 4, 2), let minutes = digits(text, end - 2, 2) else { return nil }
      zone = Int64(hours * 60 + minutes) * 60_000_000 * (text[end - 5] == UInt8(ascii: "-") ? -1 : 1)
      end -= 5
    }
    let plain = Array(text[..<end])
    guard let year = digits(plain, 0, 4), let month = digits(plain, 4, 2), let day = digits(plain, 6, 2),
      let hour = digits(plain, 8, 2), (1...12).contains(month), day >= 1,
      day <= CivilTime.days(inMonth: month, year: year), hour <= 23
    else { return nil }
    let minute = digits(plain, 10, 2) ?? 0
    let second = digits(plain, 12, 2) ?? 0
    guard minute <= 59, second <= 60 else { return nil }
    var micro = 0
    if plain.count > 15, plain[14] == UInt8(ascii: ".") {
      var scale = 100_000
      for byte in plain[15...] {
        guard (0x30...0x39).contains(byte) else { return nil }
        micro += Int(byte - 0x30) * scale
        scale /= 10
      }
    }
    return CivilTime.microseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, micro: micro) - zone
  }

  private static func digits(_ text: [UInt8], _ place: Int, _ count: Int) -> Int? {
    guard text.count >= place + count else { return nil }
    var value = 0
    for byte in text[place..<(place + count)] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }
}
