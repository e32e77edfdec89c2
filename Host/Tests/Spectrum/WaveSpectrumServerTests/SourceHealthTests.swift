import Testing
import WaveSpectrumWire
import WaveWire
import WaveServer

@testable import WaveSpectrumServer

/// When a source counts as healthy, derived from what it delivers and when.
@Suite struct SourceHealthTests {
  private static let second: Int64 = 1_000_000

  private static func info(_ flags: SourceFlags = [], rowSeconds: Double = 1.0 / 30) -> SourceInfo {
    SourceInfo(
      source: 0, flags: flags, unit: .fullScale, lowHertz: 88e6, highHertz: 108e6, tuneLowHertz: 88e6,
      tuneHighHertz: 108e6, stepHertz: 1, rbwHertz: 1, enbwHertz: 1, rowSeconds: rowSeconds,
      durationSeconds: 0, startMicroseconds: 0, levelLow: -100, levelHigh: 0, name: [], detail: [])
  }

  private static func map(speed: Double) -> TimeMap {
    TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: 0, speed: speed)
  }

  @Test func aReceiverIsWellWhileItsRowsCome() {
    var health = SourceHealth(info: Self.info(), at: 0)
    #expect(health.state(at: 5 * Self.second) == .starting)
    #expect(health.reason(at: 0) == "No rows yet.")
    #expect(health.state(at: 5 * Self.second + 1) == .silent)
    #expect(health.recordRow(sequence: 7, at: 6 * Self.second) == 0)
    #expect(health.state(at: 11 * Self.second) == .delivering)
    #expect(health.reason(at: 11 * Self.second) == nil)
    #expect(health.state(at: 12 * Self.second) == .silent)
    #expect(health.reason(at: 12 * Self.second) == "No rows for 6 s.")
  }

  @Test func slowSweepsAreWaitedForLonger() {
    var health = SourceHealth(info: Self.info(rowSeconds: 10), at: 0)
    #expect(health.state(at: 30 * Self.second) == .starting)
    #expect(health.state(at: 31 * Self.second) == .silent)
    health.record(Self.info(rowSeconds: .nan))
    #expect(health.state(at: 6 * Self.second) == .silent)
  }

  @Test func aRecordingIsWellWhileItPlaysOrIsHeld() {
    var health = SourceHealth(info: Self.info([.recording]), at: 0)
    #expect(health.state(at: 60 * Self.second) == .starting)
    health.record(Self.map(speed: 0))
    #expect(health.state(at: 60 * Self.second) == .paused)
    health.record(Self.map(speed: 1))
    _ = health.recordRow(sequence: 1, at: 0)
    #expect(health.state(at: 3600 * Self.second) == .delivering)
  }

  @Test func anEndIsAnEndUntilRowsComeAgain() {
    var health = SourceHealth(info: Self.info([.recording]), at: 0)
    _ = health.recordRow(sequence: 1, at: 0)
    health.record(Notice(severity: .failure, text: "The disk is gone."), at: 1)
    #expect(health.state(at: 2) == .ended)
    #expect(health.reason(at: 2) == "The disk is gone.")
    _ = health.recordRow(sequence: 2, at: 3)
    #expect(health.state(at: 3) == .delivering)
    health.end()
    #expect(health.state(at: 4) == .ended)
  }

  @Test func theSourceSaysWhatIsWrong() {
    var health = SourceHealth(info: Self.info(), at: 0)
    _ = health.recordRow(sequence: 1, at: Self.second)
    health.record(Notice(severity: .warning, text: "radio:1234 closed the connection."), at: 2 * Self.second)
    #expect(health.reason(at: 3 * Self.second) == nil)
    #expect(health.reason(at: 9 * Self.second) == "radio:1234 closed the connection.")
    health.record(
      Notice(severity: .information, text: "radio:1234 sends samples again."), at: 9 * Self.second)
    #expect(health.reason(at: 9 * Self.second) == "No rows for 8 s.")
  }

  @Test func countsRowsThatAreMissing() {
    var health = SourceHealth(info: Self.info(), at: 0)
    #expect(health.recordRow(sequence: .max - 1, at: 0) == 0)
    #expect(health.recordRow(sequence: .max, at: 0) == 0)
    #expect(health.recordRow(sequence: 3, at: 0) == 3)
    // A source that begins anew has lost nothing.
    #expect(health.recordRow(sequence: 1, at: 0) == 0)
  }

  @Test func aTimeOfArrivalHasAnySize() {
    for time in [Int64.min, .max] {
      var health = SourceHealth(isRecording: false, dataNoun: "samples", at: time)
      for now in [Int64.min, 0, .max] { _ = health.reason(at: now) }
      health.recordSamples(at: time)
      health.record(Notice(severity: .warning, text: "The phone is gone."), at: 0)
      #expect(health.state(at: time) == .delivering)
      #expect(health.state(at: time == .max ? .min : .max) == (time == .max ? .delivering : .silent))
      #expect(health.reason(at: .max) == (time == .max ? nil : "The phone is gone."))
    }
  }

  @Test(arguments: SourceHealth.State.allCases) func onlyDataAndPausesAreWell(_ state: SourceHealth.State) {
    #expect(state.isWell == [.delivering, .paused].contains(state))
  }
}
