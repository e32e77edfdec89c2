import Testing
import WaveWire

@testable import WaveServer

/// What is said of a source, under a clock turned by hand.
@Suite struct SourceHealthTests {
  private static func live(at now: Int64 = 0) -> SourceHealth {
    SourceHealth(isRecording: false, dataNoun: "rows", at: now)
  }

  private static func missing(_ health: inout SourceHealth, _ number: UInt32, at now: Int64) -> UInt32 {
    health.recordRow(sequence: number, at: now)
  }

  private static func refuse(_ health: inout SourceHealth) -> Bool { health.refuseRow() }

  private static func warning(_ text: String) -> Notice { Notice(severity: .warning, text: Array(text.utf8)) }

  @Test func aLiveSourceIsSilentAfterFiveSecondsWithoutRows() {
    var health = Self.live(at: 1_000_000)
    #expect(health.state(at: 6_000_000) == .starting)
    #expect(health.reason(at: 6_000_000) == "No rows yet.")
    #expect(health.state(at: 6_000_001) == .silent)
    #expect(health.reason(at: 8_999_999) == "No rows for 7 s.")
    health.recordSamples(at: 10_000_000)
    #expect(health.state(at: 15_000_000) == .delivering && health.reason(at: 15_000_000) == nil)
    #expect(health.state(at: 15_000_001) == .silent)
    #expect(health.reason(at: 16_000_000) == "No rows for 6 s.")
  }

  @Test func slowRowsMayTakeThreeTimesTheirTime() {
    var health = Self.live()
    health.recordSamples(at: 0)
    health.describe(isRecording: false, rowSeconds: 4)
    #expect(health.state(at: 12_000_000) == .delivering && health.state(at: 12_000_001) == .silent)
    health.describe(isRecording: false, rowSeconds: 0.1)
    #expect(health.state(at: 5_000_000) == .delivering && health.state(at: 5_000_001) == .silent)
    // No row is longer than a day, and numbers that are none count as zero.
    health.describe(isRecording: false, rowSeconds: 1e9)
    #expect(health.state(at: 3 * 86_400_000_000) == .delivering)
    #expect(health.state(at: 3 * 86_400_000_000 + 1) == .silent)
    for seconds in [Double.nan, .infinity, -7] {
      health.describe(isRecording: false, rowSeconds: seconds)
      #expect(health.state(at: 5_000_000) == .delivering && health.state(at: 5_000_001) == .silent)
    }
  }

  @Test func aRecordingIsNeverSilent() {
    var health = SourceHealth(isRecording: true, dataNoun: "samples", at: 0)
    #expect(health.state(at: 100_000_000) == .starting)
    #expect(health.reason(at: 100_000_000) == "No samples yet.")
    health.recordSamples(at: 1)
    #expect(health.state(at: 100_000_000) == .delivering)
    health.record(TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: 0, speed: 0))
    #expect(health.state(at: 100_000_000) == .paused && health.reason(at: 100_000_000) == nil)
    health.record(TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: 0, speed: 2))
    #expect(health.state(at: 100_000_000) == .delivering)
    health.describe(isRecording: false, rowSeconds: 1)
    #expect(health.state(at: 100_000_000) == .silent)
  }

  @Test func onlyDeliveringAndPausedSourcesAreWell() {
    #expect(SourceHealth.State.allCases.filter(\.isWell) == [.delivering, .paused])
  }

  @Test func aSourceThatHasEndedBeginsAnewWithItsNextRow() {
    var health = Self.live()
    health.end()
    #expect(health.state(at: 0) == .ended && health.reason(at: 0) == "The source has ended.")
    #expect(Self.missing(&health, 5, at: 1) == 0)
    #expect(health.state(at: 1) == .delivering)
    health.record(Notice(severity: .failure, text: Array("unplugged".utf8)), at: 2)
    #expect(health.state(at: 2) == .ended && health.reason(at: 2) == "unplugged")
  }

  @Test func aWarningExplainsWhatFollowsIt() {
    var health = Self.live()
    health.recordSamples(at: 20_000_000)
    health.record(Self.warning("old"), at: 14_999_999)
    #expect(health.reason(at: 30_000_000) == "No rows for 10 s.")
    health.record(Self.warning("hot"), at: 15_000_000)
    #expect(health.state(at: 20_000_001) == .delivering && health.reason(at: 20_000_001) == nil)
    #expect(health.reason(at: 30_000_000) == "hot")
    health.record(Notice(severity: .information, text: Array("fine".utf8)), at: 21_000_000)
    #expect(health.reason(at: 30_000_000) == "No rows for 10 s.")
  }

  @Test func rowsThatAreMissingAreCounted() {
    var health = Self.live()
    let numbers: [UInt32] = [7, 8, 10, 20, 20, 19, .max, 1]
    // A number that does not grow, or grows by half the range, says nothing.
    let found = numbers.map { Self.missing(&health, $0, at: 0) }
    #expect(found == [0, 0, 1, 9, 0, 0, 0, 1])
    #expect(Self.missing(&health, 1 + 1 << 31, at: 0) == 1 << 31 - 1)
    #expect(Self.missing(&health, 2, at: 0) == 0)
  }

  @Test func aRefusedRowIsToldOnceUntilTheNextDescription() {
    var health = Self.live()
    #expect(Self.refuse(&health))
    #expect(!Self.refuse(&health))
    health.describe(isRecording: false, rowSeconds: 1)
    #expect(Self.refuse(&health))
    #expect(!Self.refuse(&health))
  }

  @Test func noTimeIsTooGreat() {
    let health = Self.live(at: .max)
    #expect(health.state(at: .min) == .starting && health.reason(at: .min) == "No rows yet.")
    #expect(Self.live(at: .min).state(at: .max) == .silent)
  }
}
