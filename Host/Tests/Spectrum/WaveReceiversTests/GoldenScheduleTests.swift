import TestSupport
import Testing
import WaveRadioFormats

@testable import WaveReceivers

/// What a schedule does in whole scripts of commands, and where its rows end.
@Suite struct GoldenScheduleTests {
  private static func sweeps(_ seconds: [Int64]) -> PlaybackSchedule.Content {
    .sweeps(SweepTiming(starts: seconds.map { $0 * 1_000_000 + 77_000_000 }))
  }

  /// Logs without gaps, with a gap, with an outage and of one sweep; streams with short and long windows.
  private static let contents: [(name: String, content: PlaybackSchedule.Content, speed: Double)] = [
    ("regular", sweeps([0, 10, 20, 30, 40]), 20), ("gap", sweeps([0, 1, 2, 6, 7]), 3),
    ("outage", sweeps([0, 1, 2, 500, 501, 502]), 2), ("single", sweeps([5]), 1),
    (
      "stream",
      .stream(totalMicroseconds: 1_050_000, rowsPerSecond: 30, shortestMicroseconds: 20_000), 1
    ),
    (
      "window",
      .stream(
        totalMicroseconds: 700_000, rowsPerSecond: 10, shortestMicroseconds: 50_000,
        windowMicroseconds: 300_000), 0.5
    ),
    ("still", .stream(totalMicroseconds: 2e6, rowsPerSecond: 30, shortestMicroseconds: 1000), 0),
  ]

  private func line(_ step: PlaybackSchedule.Step) -> String {
    switch step {
    case .play(let item):
      "play \(item.index) from \(EventText.number(item.recordedStart)) "
        + "to \(EventText.number(item.recordedEnd)) at \(item.startMicroseconds) "
        + "for \(item.durationMicroseconds), number \(item.sequence)\(item.isFresh ? ", fresh" : "")"
    case .map(let server, let recorded, let speed):
      "map \(EventText.number(recorded)) at \(server), speed \(EventText.number(speed))"
    case .lost(let rows): "lost \(rows)"
    case .skipped(let seconds): "skipped \(EventText.number(seconds)) s"
    }
  }

  private func wake(_ schedule: PlaybackSchedule) -> String {
    guard let wake = schedule.wakeMicroseconds else { return "sleeps" }
    return wake == .min ? "wakes at once" : "wakes at \(wake)"
  }

  /// Thirty turns of commands and times that a seed draws.
  private func script(_ content: PlaybackSchedule.Content, speed: Double, seed: UInt64) -> [String] {
    var draw = SeededGenerator(seed: seed)
    func pick<T>(_ values: [T]) -> T { values[Int(draw.next() % UInt64(values.count))] }
    var schedule = PlaybackSchedule(content: content, speed: speed, speeds: 0.05...40)
    var now: Int64 = 1_000_000
    schedule.start(now: now)
    var lines: [String] = []
    for _ in 0..<30 {
      switch draw.next() % 8 {
      case 0:
        let factor: Double = pick([0, -1, 0.01, 0.5, 1, 2, 20, 1000])
        schedule.setSpeed(factor, now: now)
        lines.append("-- \(now): speed \(factor)")
      case 1:
        let seconds: Double = pick([-3, 0, 0.31, 0.9, 1, 2.5, 15, 501.5, 1e9])
        schedule.seek(seconds: seconds, now: now)
        lines.append("-- \(now): seek \(seconds)")
      case 2:
        let (shortest, window): (Double, Double) = pick([(5000, 10_000), (50_000, 300_000), (1000, 0)])
        schedule.cut(shortestMicroseconds: shortest, windowMicroseconds: window, now: now)
        lines.append("-- \(now): cut \(shortest), \(window)")
      default: lines.append("-- \(now)")
      }
      lines += schedule.advance(now: now).map(line)
      lines.append(wake(schedule))
      now += pick([0, 1000, 33_334, 100_000, 240_000, 260_000, 3_000_000])
    }
    return lines
  }

  @Test func everyStepOfAScriptIsThatOfTheGoldenFile() throws {
    var lines: [String] = []
    for (name, content, speed) in Self.contents {
      for seed: UInt64 in 1...3 {
        lines.append("== \(name), seed \(seed)")
        lines += script(content, speed: speed, seed: seed)
      }
    }
    #expect(try GoldenText.differences(lines, from: "receivers/schedules.txt") == [])
  }

  private func ends(total: Double, shortest: Double, window: Double = 0) -> [Double] {
    var schedule = PlaybackSchedule(
      content: .stream(
        totalMicroseconds: total, rowsPerSecond: 10, shortestMicroseconds: shortest,
        windowMicroseconds: window), speed: 1, speeds: 0.01...4)
    schedule.start(now: 0)
    var ends: [Double] = []
    while ends.last != total, let wake = schedule.wakeMicroseconds {
      for case .play(let item) in schedule.advance(now: max(0, wake)) { ends.append(item.recordedEnd) }
    }
    return ends
  }

  @Test func aRestIsARowIfItIsNoShorterThanTheShortest() {
    #expect(ends(total: 250_000, shortest: 50_000) == [100_000, 200_000, 250_000])
    #expect(ends(total: 249_999, shortest: 50_000) == [100_000, 249_999])
    #expect(ends(total: 300_000, shortest: 0) == [100_000, 200_000, 300_000])
    #expect(ends(total: 450_000, shortest: 150_000) == [150_000, 300_000, 450_000])
    #expect(ends(total: 500_000, shortest: 0, window: 220_000) == [220_000, 320_000, 420_000, 500_000])
  }

  @Test func rowsOfALongAbsenceAreCountedByTheirDuration() {
    var schedule = PlaybackSchedule(
      content: .stream(totalMicroseconds: 1e12, rowsPerSecond: 10, shortestMicroseconds: 0), speed: 1,
      speeds: 0.01...4)
    schedule.start(now: 0)
    _ = schedule.advance(now: 0)
    // Rows 1 to 35999 have passed; the first 999 are counted one by one, and the row of now is played.
    let steps = schedule.advance(now: 3_600_000_000)
    let lost = steps.compactMap { if case .lost(let rows) = $0 { rows } else { nil } }
    let items = steps.compactMap { if case .play(let item) = $0 { item } else { nil } }
    #expect(lost == [35_999])
    #expect(items.map(\.sequence) == [36_001] && items.allSatisfy(\.isFresh))
    #expect(items.map(\.startMicroseconds) == [3_600_000_000])
  }

  @Test func rowsAreGivenUpOnlyBeyondTheirPatience() {
    for (late, lost) in [(250_000, 0), (250_001, 2)] as [(Int64, UInt32)] {
      var schedule = PlaybackSchedule(
        content: .stream(totalMicroseconds: 1e9, rowsPerSecond: 10, shortestMicroseconds: 0), speed: 1,
        speeds: 0.01...4)
      schedule.start(now: 0)
      let steps = schedule.advance(now: late)
      let found: UInt32 = steps.reduce(0) { if case .lost(let rows) = $1 { $0 + rows } else { $0 } }
      #expect(found == lost, "\(late)")
    }
  }

  @Test func oneTurnPlaysAtMostSixteenItems() {
    var schedule = PlaybackSchedule(
      content: .stream(totalMicroseconds: 1e9, rowsPerSecond: 1000, shortestMicroseconds: 0), speed: 1,
      speeds: 0.01...4)
    schedule.start(now: 0)
    let plays = schedule.advance(now: 200_000).count { if case .play = $0 { true } else { false } }
    #expect(plays == 16)
    #expect(schedule.wakeMicroseconds == 16_000)
  }

  @Test func aPauseStaysWithinTheSpeedsThatItEnds() {
    for (given, slow, fast) in [(0.0, 0.25, 8.0), (3, 0.25, 8), (100, 0.25, 8), (0.1, 0.25, 8)] {
      let schedule = PlaybackSchedule(
        content: Self.sweeps([0, 1, 2]), speed: given, speeds: slow...fast)
      #expect(schedule.speed == (given == 0 ? 0 : max(slow, min(given, fast))))
    }
  }
}
