import WaveUnits

/// Dates and times for display.
package enum DateText {
  /// Returns a time in microseconds since 1970 as a date and time in UTC, such as `2026-03-01 12:30:05`.
  package static func text(_ microseconds: Int64) -> String {
    let seconds =
      microseconds >= 0 ? microseconds / 1_000_000 : microseconds.saturatingSubtracting(999_999) / 1_000_000
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = Int(seconds - days * 86_400)
    let (year, month, day) = CivilDate.date(days: Int(days))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(year)-\(two(month))-\(two(day)) \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }
}
