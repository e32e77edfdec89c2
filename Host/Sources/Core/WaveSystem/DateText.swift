import WaveUnits

/// Dates and times for display.
package enum DateText {
  /// Returns a time in microseconds since 1970 as a date and time in UTC, such as `2026-03-01 12:30:05`.
  package static func text(_ microseconds: Int64) -> String {
    let seconds =
      microseconds >= 0 ? microseconds / 1_000_000 : microseconds.saturatingSubtracting(999_999) / 1_000_000
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = Int(seconds - days * 86_400)
    // The day number is converted to a date in eras of 400 years that start in March.
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * march + 2) / 5 + 1
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(year)-\(two(month))-\(two(day)) \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }
}
