import Testing
import WaveWire

@testable import WaveSensors

/// How far a source has come.
@Suite struct SourceTimeTests {
  private func map(at server: Int64, speed: Double) -> TimeMap {
    TimeMap(source: 0, serverMicroseconds: server, recordedMicroseconds: 0, speed: speed)
  }

  @Test func aLiveSourceEndsAtItsNewestSample() {
    #expect(SourceTime.made().live == 99.9e6)
    // Two seconds of patience are the most.
    #expect(SourceTime.made(newest: 90e6).live == 98e6)
    #expect(SourceTime.made(newest: 98e6 - 1).live == 98e6)
    // Without samples it is now, and so it is ahead of now.
    #expect(SourceTime.made(newest: nil).live == 100e6)
    #expect(SourceTime.made(newest: 103e6).live == 103e6)
  }

  @Test func neitherALostLinkNorARecordingHasAGapThatGrows() {
    #expect(SourceTime.made(isAnswering: false, newest: 90e6).live == 90e6)
    #expect(SourceTime.made(isRecording: true, newest: 90e6).live == 90e6)
  }

  @Test func aRecordingAtRestHasComeToWhereItRests() {
    let maps = [map(at: 50_000_000, speed: 1), map(at: 80_000_000, speed: 0)]
    let time = SourceTime.made(maps: maps, isRecording: true, newest: nil)
    #expect(time.arrived == 80e6 && time.live == 80e6 && time.now == 100e6)
    #expect(time.reached() == 80e6 && time.reached(before: 5_000_000) == 75e6)
    // What rests from a later time on plays until then; what is live never rests.
    let early = SourceTime.made(server: 70_000_000, maps: maps, isRecording: true, newest: nil)
    #expect(early.arrived == 70e6)
    #expect(SourceTime.made(maps: maps, newest: nil).arrived == 100e6)
  }

  @Test func theSourcesTimeRunsAsFastAsItIsPlayed() {
    let time = SourceTime.made(
      maps: [map(at: 60_000_000, speed: 5)], isRecording: true, newest: nil, oldest: 58_000_000)
    #expect(time.now == 260e6 && time.arrived == 100e6 && time.reached(before: 10_000_000) == 210e6)
    #expect(time.oldest == 50e6)
  }
}
