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
      guard let hours = CivilTime.digits(text.span, end - 4, 2),
        let minutes = CivilTime.digits(text.span, end - 2, 2)
      else { return nil }
      zone = Int64(hours * 60 + minutes) * 60_000_000 * (text[end - 5] == UInt8(ascii: "-") ? -1 : 1)
      end -= 5
    }
    let plain = text.span.extracting(0..<end)
    let hasDecimals = end > 15 && plain[14] == UInt8(ascii: ".")
    guard let year = CivilTime.digits(plain, 0, 4), let month = CivilTime.digits(plain, 4, 2),
      let day = CivilTime.digits(plain, 6, 2), let hour = CivilTime.digits(plain, 8, 2),
      let micro = hasDecimals ? CivilTime.decimals(plain, 14..<end) : 0,
      let time = CivilTime.checkedMicroseconds(
        year: year, month: month, day: day, hour: hour, minute: CivilTime.digits(plain, 10, 2) ?? 0,
        second: CivilTime.digits(plain, 12, 2) ?? 0, micro: micro)
    else { return nil }
    return time - zone
  }
}
