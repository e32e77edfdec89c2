import Testing
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveReceivers

/// What comes over a pipe, by a clock turned by hand.
@Suite struct PipedSweepsTests {
  /// Lines of a sweep of two hops of four bins, as rtl_power writes them.
  private func sweep(_ second: Int, _ level: Int, last: String = "") -> String {
    let time = "2026-01-02, 10:00:\(second < 10 ? "0" : "")\(second)"
    let levels = (0..<4).map { "\(level + $0).5" }.joined(separator: ", ")
    return "\(time), 100000000, 100004000, 1000.00, 16, \(levels)\n"
      + "\(time), 100004000, 100008000, 1000.00, 16, \(levels)\(last)\n"
  }

  private func events(_ rows: inout PipedSweeps, _ text: String, at now: Int64) -> [SourceEvent] {
    rows.append(Array(text.utf8))
    var events: [SourceEvent] = []
    while let event = rows.next(at: now) { events.append(event) }
    return events
  }

  private func rows(_ events: [SourceEvent]) -> [PowerRow] {
    events.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  private func notices(_ events: [SourceEvent]) -> [String] {
    events.compactMap {
      if case .notice(let notice) = $0 { String(decoding: notice.text, as: UTF8.self) } else { nil }
    }
  }

  @Test func aSweepIsGivenAsSoonAsItIsWhole() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    // How many lines a sweep has is known when the second begins.
    #expect(rows(events(&piped, sweep(0, -50), at: 10_000_000)).isEmpty)
    let first = rows(events(&piped, sweep(10, -40), at: 20_000_000))
    #expect(first.count == 2)
    let next = rows(events(&piped, sweep(20, -30), at: 30_000_000))
    #expect(next.count == 1)
    #expect(next[0].startMicroseconds == 20_000_001 || next[0].startMicroseconds == 20_000_000)
    #expect(abs(next[0].durationMicroseconds - 10_000_000) <= 1)
    #expect(next[0].axis.count == 8 && next[0].axis.stepHertz == 1000)
    #expect(abs(10 * log10OfPower(next[0].mean[5]) - -29.5) < 1e-4)
  }

  private func log10OfPower(_ power: Float) -> Double { Decibels(power) / 10 }
  private func Decibels(_ power: Float) -> Double { FileMeasurement.level(Double(power)) ?? .nan }

  @Test func rowsNeverOverlapAndFollowTheClockOfArrival() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    var end: Int64 = 0
    var now: Int64 = 1_000_000
    var count = 0
    for second in 0..<50 {
      // A burst of sweeps of a second each, one every 33 ms.
      now += 33_334
      for row in rows(events(&piped, sweep(second, -50), at: now)) {
        #expect(row.startMicroseconds >= end && row.durationMicroseconds > 0)
        #expect(row.startMicroseconds + row.durationMicroseconds <= now + 1)
        end = row.startMicroseconds + row.durationMicroseconds
        count += 1
        #expect(piped.dueMicroseconds > now)
      }
    }
    #expect(count == 50)
  }

  @Test func garbageIsReportedWithItsPlaceAndSkipped() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    _ = events(&piped, sweep(0, -50) + sweep(1, -50), at: 10_000_000)
    let text = "usb_open error -3\n" + sweep(2, -40) + "\u{0}\u{1}\u{2}\n" + sweep(3, -30)
    let found = events(&piped, text, at: 20_000_000)
    #expect(rows(found).count == 2)
    #expect(notices(found).count == 1)
    #expect(notices(found).first?.hasPrefix("Input, line 5, byte ") == true)
    let later = events(&piped, "again\n" + sweep(4, -30), at: 30_000_000)
    #expect(notices(later).first?.hasSuffix("(3 lines so far)") == true)
    #expect(rows(later).count == 1 && !rows(later)[0].isIncomplete)
  }

  @Test func aLineThatIsLostMakesItsSweepIncomplete() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    _ = events(&piped, sweep(0, -50) + sweep(1, -50), at: 10_000_000)
    let found = events(&piped, sweep(2, -40, last: "x") + sweep(3, -30), at: 20_000_000)
    #expect(rows(found).map(\.isIncomplete) == [true, false])
    #expect(rows(found)[0].mean[5].isNaN)
  }

  @Test func missingSweepsAreCounted() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    for second in 0..<5 { _ = events(&piped, sweep(second, -50), at: Int64(second + 1) * 1_000_000) }
    let found = events(&piped, sweep(8, -50), at: 9_000_000)
    let lost = found.compactMap { if case .lost(let rows) = $0 { rows } else { nil } }
    #expect(lost == [3])
    #expect(rows(found).first?.sequence == 9)
  }

  @Test func aClockSetBackDoesNotEndIt() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    _ = events(&piped, sweep(10, -50) + sweep(11, -50), at: 10_000_000)
    let found = events(&piped, sweep(2, -40) + sweep(3, -40) + sweep(4, -40), at: 20_000_000)
    #expect(rows(found).count >= 2)
  }

  @Test func theEndGivesWhatIsLeft() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: 30)
    #expect(rows(events(&piped, sweep(0, -50), at: 10_000_000)).isEmpty)
    piped.finish()
    let left = rows(events(&piped, "", at: 11_000_000))
    #expect(left.count == 1 && piped.summary == "1 row")
    #expect(abs(10 * log10OfPower(left[0].mean[0]) - -20.5) < 1e-4)
    #expect(piped.next(at: 12_000_000) == nil)
  }

  @Test func theSweptRangeIsReportedBeforeTheFirstRow() throws {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    let found = events(&piped, sweep(0, -50) + sweep(1, -50), at: 10_000_000)
    let place = try #require(found.firstIndex { if case .changed = $0 { true } else { false } })
    let row = try #require(found.firstIndex { if case .row = $0 { true } else { false } })
    #expect(place < row)
    #expect(piped.info.lowHertz < piped.info.highHertz && piped.info.levelLow < piped.info.levelHigh)
  }

  @Test func sweepsFasterThanRowsBecomeOne() {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    var found: [PowerRow] = []
    // hackrf_sweep over a narrow band: a sweep every 5 ms, twenty of them.
    for sweep in 0..<20 {
      let time = "2026-01-02, 10:00:00.\(100_000 + sweep * 5000)"
      let level = sweep % 2 == 0 ? -50 : -40
      let text = "\(time), 100000000, 100004000, 1000.00, 16, \(level), \(level), \(level), \(level)\n"
      found += rows(events(&piped, text, at: 10_000_000 + Int64(sweep) * 5000))
    }
    #expect((2...3).contains(found.count))
    for row in found.dropFirst() {
      #expect(
        abs(10 * log10OfPower(row.max[0]) - -40) < 1e-3 && abs(10 * log10OfPower(row.min[0]) - -50) < 1e-3)
      #expect(row.mean[0] > row.min[0] && row.mean[0] < row.max[0])
    }
  }

  /// Sweeps of a second each, which arrive at a constant interval in microseconds.
  @Test(arguments: [
    (Int64(33_334), true), (249_999, true), (250_000, false), (1_000_000, false), (3_000_000, false),
  ])
  func onlySweepsInLessThanAQuarterOfTheirTimeAreTooFast(interval: Int64, isTooFast: Bool) {
    var piped = PipedSweeps(name: "pipe", offsetDecibels: nil)
    var found: [String] = []
    for second in 0..<20 {
      found += notices(events(&piped, sweep(second, -50), at: 5_000_000 + Int64(second) * interval))
    }
    let count = found.count { $0.hasPrefix("The input arrives faster than it was measured") }
    #expect(count == (isTooFast ? 1 : 0))
  }
}
