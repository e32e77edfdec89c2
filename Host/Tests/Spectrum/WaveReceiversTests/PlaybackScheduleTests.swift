import TestSupport
import Testing
import WaveRadioFormats

@testable import WaveReceivers

@Suite struct PlaybackScheduleTests {
  typealias Item = PlaybackSchedule.Item

  private func log(_ seconds: [Int64], speed: Double) -> PlaybackSchedule {
    PlaybackSchedule(
      content: .sweeps(SweepTiming(starts: seconds.map { $0 * 1_000_000 })), speed: speed, speeds: 0.01...1000
    )
  }

  private func items(_ steps: [PlaybackSchedule.Step]) -> [Item] {
    steps.compactMap { if case .play(let item) = $0 { item } else { nil } }
  }

  private func maps(_ steps: [PlaybackSchedule.Step]) -> [[Double]] {
    steps.compactMap {
      if case .map(let server, let recorded, let speed) = $0 {
        [Double(server), recorded, speed]
      } else {
        nil
      }
    }
  }

  /// Lets it play, waking exactly when asked.
  private func play(_ schedule: inout PlaybackSchedule, until end: Int64, from start: Int64)
    -> [PlaybackSchedule.Step]
  {
    var steps: [PlaybackSchedule.Step] = []
    var now = start
    while let wake = schedule.wakeMicroseconds, wake < end {
      now = max(now, wake)
      steps += schedule.advance(now: now)
    }
    return steps
  }

  @Test func showsSweepsAtTheStartOfTheirTime() {
    var schedule = log([0, 10, 20, 30], speed: 20)
    schedule.start(now: 1000)
    #expect(schedule.wakeMicroseconds.map { $0 <= 1000 } == true)
    let first = schedule.advance(now: 1000)
    #expect(maps(first) == [[1000, 0, 20]])
    #expect(items(first).map(\.index) == [0])
    #expect(items(first).map(\.durationMicroseconds) == [500_000])
    #expect(schedule.advance(now: 1001).isEmpty)
    #expect(schedule.wakeMicroseconds == 501_000)
  }

  @Test func keepsExactTimeThroughAThousandLoops() {
    var schedule = log([0, 10, 20], speed: 7)
    schedule.start(now: 5)
    let steps = play(&schedule, until: 30_000_000_000 / 7 - 1000, from: 5)
    let shown = items(steps)
    #expect(shown.count == 3000)
    for (count, item) in shown.enumerated() {
      #expect(item.index == count % 3)
      #expect(item.sequence == UInt32(count + 1))
      // Each loop's start is rounded to a microsecond once.
      let exact = 5 + Double(count) * 10e6 / 7
      #expect(abs(Double(item.startMicroseconds) - exact) <= Double(count / 3) * 0.5 + 1)
    }
    #expect(maps(steps).count == 1000)
  }

  @Test func drawsGapsByTheirTime() {
    var schedule = log([0, 10, 20, 50, 60], speed: 10)
    schedule.start(now: 0)
    let steps = play(&schedule, until: 7_000_000, from: 0)
    #expect(items(steps).map(\.startMicroseconds) == [0, 1_000_000, 2_000_000, 5_000_000, 6_000_000])
    #expect(items(steps).allSatisfy { $0.durationMicroseconds == 1_000_000 })
  }

  @Test func doesNotWaitForAnOutage() {
    var schedule = log([0, 10, 20, 100_020, 100_030], speed: 10)
    schedule.start(now: 0)
    let steps = play(&schedule, until: 7_000_000, from: 0)
    #expect(items(steps).map(\.startMicroseconds) == [0, 1_000_000, 2_000_000, 5_000_000, 6_000_000])
    #expect(maps(steps).contains([5_000_000, 100_020e6, 10]))
    #expect(steps.contains(.skipped(seconds: 99_990)))
  }

  @Test func givesUpWhatIsTooLateAndSaysSo() {
    var schedule = log(Array(0..<100).map { $0 * 10 }, speed: 100)
    schedule.start(now: 0)
    #expect(items(schedule.advance(now: 0)).count == 1)
    // A little late: everything is shown.
    #expect(items(schedule.advance(now: 210_000)).map(\.index) == [1, 2])
    // Too late: only what is of now.
    let late = schedule.advance(now: 5_050_000)
    #expect(late.contains(.lost(47)))
    #expect(items(late).map(\.index) == [50])
    #expect(items(late).map(\.startMicroseconds) == [5_000_000])
    #expect(items(late).map(\.sequence) == [51])
  }

  @Test func catchesUpAfterASuspendedDay() {
    var schedule = log([0, 1, 2], speed: 1)
    schedule.start(now: 0)
    _ = schedule.advance(now: 0)
    let steps = schedule.advance(now: 86_400_000_000)
    #expect(items(steps).count == 1)
    #expect(schedule.wakeMicroseconds.map { $0 > 86_400_000_000 && $0 <= 86_401_000_000 } == true)
  }

  @Test func seeks() {
    var schedule = log([0, 10, 20, 30], speed: 10)
    schedule.start(now: 0)
    _ = schedule.advance(now: 0)
    schedule.seek(seconds: 25, now: 300_000)
    let steps = schedule.advance(now: 300_000)
    #expect(maps(steps) == [[300_000, 20e6, 10]])
    #expect(items(steps).map(\.index) == [2])
    #expect(items(steps).map(\.startMicroseconds) == [300_000])
    for (seconds, index) in [(-5.0, 0), (1e18, 3), (30, 3), (29.999, 2), (.infinity, 3), (-.infinity, 0)] {
      schedule.seek(seconds: seconds, now: 400_000)
      #expect(items(schedule.advance(now: 400_000)).first?.index == index)
    }
    schedule.seek(seconds: .nan, now: 400_000)
    #expect(schedule.advance(now: 400_000).isEmpty)
  }

  @Test func changesSpeedWhereItStands() {
    var schedule = log([0, 10, 20, 30], speed: 10)
    schedule.start(now: 0)
    _ = schedule.advance(now: 0)
    schedule.setSpeed(5, now: 400_000)
    #expect(maps(schedule.advance(now: 400_000)) == [[400_000, 4e6, 5]])
    #expect(schedule.wakeMicroseconds == 1_600_000)
    schedule.setSpeed(1e9, now: 400_000)
    #expect(schedule.speed == 1000)
    schedule.setSpeed(1e-9, now: 400_000)
    #expect(schedule.speed == 0.01)
    schedule.setSpeed(.nan, now: 400_000)
    #expect(schedule.speed == 0.01)
  }

  @Test func holdsStillAndGoesOn() {
    var schedule = log([0, 10, 20, 30], speed: 10)
    schedule.start(now: 0)
    _ = schedule.advance(now: 0)
    schedule.setSpeed(0, now: 500_000)
    #expect(maps(schedule.advance(now: 500_000)) == [[500_000, 5e6, 0]])
    #expect(schedule.wakeMicroseconds == nil)
    #expect(schedule.advance(now: 90_000_000).isEmpty)
    schedule.setSpeed(10, now: 100_000_000)
    #expect(maps(schedule.advance(now: 100_000_000)) == [[100_000_000, 5e6, 10]])
    #expect(schedule.wakeMicroseconds == 100_500_000)
  }

  @Test func showsWhereItWasPutWhileHeld() {
    var schedule = log([0, 10, 20, 30], speed: 0)
    schedule.start(now: 0)
    #expect(items(schedule.advance(now: 0)).map(\.index) == [0])
    #expect(schedule.wakeMicroseconds == nil)
    schedule.seek(seconds: 21, now: 5_000_000)
    let steps = schedule.advance(now: 5_000_000)
    #expect(items(steps).map(\.index) == [2])
    #expect(items(steps).allSatisfy { $0.durationMicroseconds > 0 })
    #expect(schedule.advance(now: 6_000_000).isEmpty)
  }

  @Test func cutsAStreamWithoutLosingOrRepeatingSamples() {
    var schedule = PlaybackSchedule(
      content: .stream(totalMicroseconds: 1_000_000, rowsPerSecond: 30, shortestMicroseconds: 2000), speed: 1,
      speeds: 0.01...4)
    schedule.start(now: 0)
    let shown = items(play(&schedule, until: 2_500_000, from: 0))
    #expect(shown.count == 75)
    for (item, following) in zip(shown, shown.dropFirst()) {
      #expect(following.recordedStart == item.recordedEnd || following.recordedStart == 0)
      #expect(following.isFresh == (following.recordedStart == 0))
      #expect(abs(following.startMicroseconds - item.startMicroseconds - item.durationMicroseconds) <= 1)
    }
    #expect(shown.first?.isFresh == true)
    #expect(abs(shown.filter { $0.recordedEnd == 1_000_000 }.count - 2) == 0)
  }

  @Test func cutsOtherRowsWithoutASeam() {
    var schedule = PlaybackSchedule(
      content: .stream(
        totalMicroseconds: 1_000_000, rowsPerSecond: 30, shortestMicroseconds: 100, windowMicroseconds: 400),
      speed: 1, speeds: 0.01...4)
    schedule.start(now: 0)
    var shown = items(play(&schedule, until: 300_000, from: 0))
    schedule.cut(shortestMicroseconds: 50_000, windowMicroseconds: 450_000, now: 300_000)
    #expect(schedule.wakeMicroseconds.map { $0 >= 299_999 } == true)
    let rest = play(&schedule, until: 2_000_000, from: 300_000)
    // The time line stays: only the loop makes another one.
    #expect(maps(rest) == [[1_000_000, 0, 1]])
    let following = items(rest)
    #expect(following.first?.isFresh == true)
    // Until the window is full the row after the change lasts, and so does the first of each loop.
    #expect(following.first?.recordedEnd == 450_000)
    #expect(following.first { $0.recordedStart == 0 }?.recordedEnd == 450_000)
    shown += following
    #expect(shown.map(\.sequence) == Array(1...UInt32(shown.count)))
    for (item, next) in zip(shown, shown.dropFirst()) {
      #expect(next.recordedStart == item.recordedEnd || next.recordedStart == 0)
      #expect(abs(next.startMicroseconds - item.startMicroseconds - item.durationMicroseconds) <= 1)
      #expect(next.recordedEnd - next.recordedStart >= 33_000)
    }
  }

  @Test func changesAStreamsSpeedWithoutASeam() {
    var schedule = PlaybackSchedule(
      content: .stream(totalMicroseconds: 60_000_000, rowsPerSecond: 30, shortestMicroseconds: 2000),
      speed: 1,
      speeds: 0.01...4)
    schedule.start(now: 0)
    var shown = items(play(&schedule, until: 1_000_000, from: 0))
    schedule.setSpeed(2, now: 1_000_000)
    shown += items(play(&schedule, until: 2_000_000, from: 1_000_000))
    schedule.setSpeed(0, now: 2_000_000)
    shown += items(schedule.advance(now: 5_000_000))
    schedule.setSpeed(0.5, now: 6_000_000)
    shown += items(play(&schedule, until: 7_000_000, from: 6_000_000))
    for (item, following) in zip(shown, shown.dropFirst()) {
      #expect(following.recordedStart == item.recordedEnd)
      #expect(following.startMicroseconds >= item.startMicroseconds + item.durationMicroseconds - 1)
      #expect(!following.isFresh)
    }
    #expect(abs((shown.last?.recordedEnd ?? 0) - 3_500_000) < 70_000)
  }

  @Test func playsARecordingShorterThanARow() {
    var schedule = PlaybackSchedule(
      content: .stream(totalMicroseconds: 900, rowsPerSecond: 30, shortestMicroseconds: 900), speed: 1,
      speeds: 0.01...4)
    schedule.start(now: 0)
    let shown = items(play(&schedule, until: 90_000, from: 0))
    #expect(shown.count == 100)
    #expect(shown.allSatisfy { $0.recordedStart == 0 && $0.recordedEnd == 900 })
  }

  @Test func bearsAnyOrderOfCommands() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<40 {
      let isLog = Bool.random(using: &random)
      let starts = (0..<Int.random(in: 1...6, using: &random)).reduce(into: [Int64]()) { list, _ in
        list.append(
          (list.last ?? 0)
            + Int64.random(in: 1...Int64(1) << Int.random(in: 1...56, using: &random), using: &random))
      }
      var schedule = PlaybackSchedule(
        content: isLog
          ? .sweeps(SweepTiming(starts: starts))
          : .stream(
            totalMicroseconds: Double.random(in: 1...1e9, using: &random), rowsPerSecond: 30,
            shortestMicroseconds: 1),
        speed: [0, 1, 500].randomElement(using: &random) ?? 1, speeds: 0.01...1e6)
      var now: Int64 = 1
      var last: UInt32 = 0
      schedule.start(now: now)
      for _ in 0..<40 {
        now += Int64.random(in: 0...1 << Int.random(in: 0...40, using: &random), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 4:
          schedule.cut(
            shortestMicroseconds: Double.random(in: 1...1e6, using: &random),
            windowMicroseconds: Double.random(in: 1...1e7, using: &random), now: now)
        case 0: schedule.seek(seconds: Double.random(in: -1e3...1e6, using: &random), now: now)
        case 1: schedule.setSpeed([0, 0.5, 1, 1e9].randomElement(using: &random) ?? 1, now: now)
        default: break
        }
        for item in items(schedule.advance(now: now)) {
          #expect(item.sequence > last)
          #expect(item.startMicroseconds <= now && item.durationMicroseconds > 0)
          #expect(item.recordedEnd >= item.recordedStart)
          last = item.sequence
        }
      }
    }
  }
}
