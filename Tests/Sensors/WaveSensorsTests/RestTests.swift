import Testing
import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

/// A recording at rest, and streams that stop.
struct RestTests {
  private func chip(_ bench: Bench) -> String { String(decoding: bench.model.controls.bytes, as: UTF8.self) }

  /// A page that comes to a recording of 20 s, long after it has ended.
  private func late(by seconds: Double) throws -> (bench: Bench, end: Int64) {
    var bench = Bench(secondsBefore: 20 + seconds, isStreaming: false)
    let end = bench.now - Int64(seconds * 1e6)
    bench.source.flags = .recording
    bench.source.recordingSeconds = 20
    bench.receive(.source(bench.source))
    bench.receive(
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: end, recordedMicroseconds: 20_000_000, speed: 0)))
    try bench.run(seconds: 1)
    return (bench, end)
  }

  @Test func aRecordingThatHasEndedShowsItsEndAtRest() throws {
    var (bench, end) = try late(by: 60)
    #expect(bench.model.edgeMicroseconds(at: bench.now) == Double(end))
    // The last ten seconds are there, whole.
    #expect(bench.columns.dropFirst(2).dropLast(2).allSatisfy { !$0.isEmpty })
    #expect(chip(bench).contains("End of the recording"))
    #expect(!bench.texts.contains("now"))
    try bench.run(seconds: 5)
    #expect(bench.model.edgeMicroseconds(at: bench.now) == Double(end))
  }

  @Test func aRecordingThatHasEndedIsScrolledToItsStartAndStaysThere() throws {
    var (bench, end) = try late(by: 60)
    for _ in 0..<4 {
      bench.drag(from: (20, 290), to: (380, 290))
      try bench.run(seconds: 0.5)
    }
    let edge = bench.model.edgeMicroseconds(at: bench.now)
    // As far back as there is something to see.
    #expect(edge < Double(end) - 10e6 && edge >= Double(end) - 20e6)
    #expect(bench.model.delayMicroseconds > 0)
    try bench.run(seconds: 5)
    #expect(bench.model.edgeMicroseconds(at: bench.now) == edge)
    #expect(chip(bench).contains("to its end"))
  }

  @Test func whatASlowPageWasSparedComesOnceTheRecordingRests() throws {
    var bench = Bench()
    bench.source.flags = .recording
    bench.receive(.source(bench.source))
    bench.receive(
      .timeMap(TimeMap(source: 0, serverMicroseconds: bench.start, recordedMicroseconds: 0, speed: 1)))
    try bench.run(seconds: 4)
    bench.isStreaming = false
    try bench.run(seconds: 2)
    bench.isStreaming = true
    bench.skip()
    try bench.run(seconds: 2)
    let isWhole = { bench.columns.dropFirst(2).dropLast(2).allSatisfy { !$0.isEmpty } }
    #expect(!isWhole(), "while it plays, the newest goes first")
    bench.isStreaming = false
    bench.receive(
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: bench.now, recordedMicroseconds: 68_000_000, speed: 0)))
    try bench.run(seconds: 1)
    #expect(isWhole())
    bench.effects = []
    try bench.run(seconds: 5)
    let fetches = bench.effects.count { effect in
      if case .send(.fetch) = effect { true } else { false }
    }
    #expect(fetches == 0, "at rest nothing is asked for twice")
  }

  @Test func playingOnLeavesThePastAndWhatWasSaidOfTheEnd() throws {
    var (bench, _) = try late(by: 60)
    bench.receive(.notice(Notice(severity: .information, text: "The recording has ended.")))
    bench.drag(from: (20, 290), to: (380, 290))
    #expect(bench.model.delayMicroseconds > 0 && !bench.model.alertText.isEmpty)
    bench.receive(
      .timeMap(TimeMap(source: 0, serverMicroseconds: bench.now, recordedMicroseconds: 0, speed: 1)))
    #expect(bench.model.delayMicroseconds == 0 && bench.model.alertText.isEmpty)
  }

  /// Seconds from the newest sample to the right edge.
  private func gap(_ bench: Bench, since stop: Int64) -> Double {
    (bench.model.edgeMicroseconds(at: bench.now) - Double(stop)) / 1e6
  }

  @Test func theGapGrowsFromTheFirstMissingSampleAndIsDrawnByTimeAlone() throws {
    var bench = Bench()
    try bench.run(seconds: 2)
    bench.isStreaming = false
    let stop = bench.now
    var before = gap(bench, since: stop)
    var frames = 0
    for _ in 0..<200 {
      bench.now += 16_000
      bench.effects = []
      bench.send(.tick)
      bench.answer()
      let gap = gap(bench, since: stop)
      // It neither jumps nor goes back.
      #expect(gap >= before && gap < before + 0.05)
      before = gap
      if bench.effects.contains(.redraw) {
        frames += 1
        try bench.draw()
      }
    }
    #expect(before > 3.2 - 0.4, "a third of a second after the last sample at the latest")
    #expect(frames > 20, "no message comes: time alone draws")
    #expect(chip(bench).contains("No data") && chip(bench).contains("last data 3 s ago"))
    #expect(!bench.texts.contains("now"))
    try bench.draw()
    #expect(bench.columns.suffix(80).allSatisfy { $0.isEmpty })
  }

  @Test func aPauseIsNoSilence() throws {
    var bench = Bench()
    try bench.run(seconds: 2)
    bench.tap()
    #expect(bench.model.isPaused)
    try bench.run(seconds: 8)
    bench.touch(.began, 200, 200)
    bench.touch(.ended, 200, 200)
    #expect(!bench.model.isPaused)
    bench.send(.tick)
    #expect(!chip(bench).contains("No data"))
  }

  @Test func backToNowEndsAGlide() throws {
    var bench = Bench()
    bench.send(.appearance(isDark: true, reducesMotion: false))
    try bench.run(seconds: 2)
    bench.touch(.began, 50, 290)
    for step in 1...6 {
      bench.now += 10_000
      bench.touch(.moved, 50 + Float(step) * 40, 290)
    }
    bench.touch(.ended, 290, 290)
    try bench.run(seconds: 0.1)
    #expect(bench.model.shell.gestures.glide != nil && bench.model.delayMicroseconds > 0)
    bench.send(.press(.chip))
    try bench.run(seconds: 2)
    #expect(bench.model.delayMicroseconds == 0)
  }

  @Test func aTriggerThatNeverFiresIsNotLive() throws {
    var bench = Bench { _, _ in 0 }
    bench.perform(.setMotion, .set(Int(SensorsModel.Motion.trigger.rawValue)))
    try bench.run(seconds: 3)
    #expect(chip(bench).contains("Waiting for trigger") && !chip(bench).contains("Live"))
  }

  @Test func goodNewsAreSaidByTheWay() throws {
    var bench = Bench()
    try bench.run(seconds: 1)
    bench.receive(.notice(Notice(severity: .warning, text: "The board is away.")))
    #expect(String(decoding: bench.model.alertText, as: UTF8.self) == "The board is away.")
    bench.receive(.notice(Notice(severity: .information, text: "connected again")))
    // No banner, which would move what is under a finger.
    #expect(bench.model.alertText.isEmpty && chip(bench).contains("connected again"))
    try bench.run(seconds: 7)
    #expect(!chip(bench).contains("connected again"))
  }
}
