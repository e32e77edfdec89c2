import Testing

@testable import WaveSystem

@Suite struct DateTextTests {
  /// By numpy 2: `numpy.datetime64(us, "us").astype("datetime64[s]")`.
  ///
  /// Its calendar is Gregorian throughout.
  private static let times: [(microseconds: Int64, text: String)] = [
    (0, "1970-01-01 00:00:00"),
    (-1, "1969-12-31 23:59:59"),
    (-1_000_000, "1969-12-31 23:59:59"),
    (951_782_399_999_999, "2000-02-28 23:59:59"),
    (951_782_400_000_000, "2000-02-29 00:00:00"),
    (1_456_790_399_000_000, "2016-02-29 23:59:59"),
    (4_107_542_400_000_000, "2100-03-01 00:00:00"),
    (-62_167_219_200_000_000, "0-01-01 00:00:00"),
    (-62_167_219_200_000_001, "-1-12-31 23:59:59"),
    (253_402_300_800_000_000, "10000-01-01 00:00:00"),
    (-70_000_000_000_000_000, "-249-10-15 19:33:20"),
    (32_508_000_000_000_000, "3000-02-20 00:00:00"),
  ]

  @Test func datesAreThoseOfNumpy() {
    for (microseconds, text) in Self.times { #expect(DateText.text(microseconds) == text) }
  }

  @Test func everyDayFollowsTheOneBefore() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (year, month, day) = (1599, 12, 31)
    // From 1600 to 2408: two eras of 400 years and their ends.
    for number in 0..<295_500 {
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
      if month == 13 { (year, month) = (year + 1, 1) }
      let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
      let text = DateText.text((Int64(number) - 135_140) * 86_400_000_000)
      guard text == "\(year)-\(two(month))-\(two(day)) 00:00:00" else {
        Issue.record("\(year)-\(month)-\(day) is \(text)")
        return
      }
    }
  }

  @Test func anyNumberIsATime() {
    for number in [Int64.min, .min + 1, .max - 1, .max] { #expect(DateText.text(number).count >= 19) }
  }
}
