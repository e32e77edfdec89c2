import Foundation
import Testing

@testable import WaveText

@Suite struct CivilTimeTests {
  private func start(_ date: String, _ time: String) -> Int64? {
    let text = Array("\(date), \(time)".utf8)
    let comma = date.utf8.count
    return CivilTime.read(text.span, date: 0..<comma, time: (comma + 2)..<text.count)
  }

  @Test func agreesWithTheCalendarOfFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in stride(from: 0, to: 60_000, by: 37) {
      let moment = Date(timeIntervalSince1970: Double(day) * 86_400 + 45_296)
      let parts = calendar.dateComponents([.year, .month, .day], from: moment)
      let date = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      #expect(start(date, "12:34:56") == Int64(day) * 86_400_000_000 + 45_296_000_000)
    }
  }

  @Test func readsDecimalsOfASecond() {
    #expect(start("1970-01-01", "00:00:01.5") == 1_500_000)
    #expect(start("1970-01-01", "00:00:01.0000019") == 1_000_001)
    #expect(start("1970-01-01", "00:00:01.") == nil)
    #expect(start("1970-01-01", "23:59:60") == 86_400_000_000)
  }

  @Test(arguments: [
    "2021-02-29", "1900-02-29", "2020-13-01", "2020-00-10", "2020-04-31", "2020-4-01", "20-04-01",
  ])
  func refusesDaysThatAreNot(_ date: String) {
    #expect(start(date, "00:00:00") == nil)
  }

  @Test func knowsLeapDays() {
    #expect(start("2000-02-29", "00:00:00") == 951_782_400_000_000)
    #expect(start("2020-02-29", "00:00:00") == 1_582_934_400_000_000)
  }
}
