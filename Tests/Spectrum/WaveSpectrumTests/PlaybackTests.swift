import Testing
import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct PlaybackTests {
  private func map(_ source: UInt16 = 0, server: Int64, recorded: Int64, speed: Double = 1) -> TimeMap {
    TimeMap(source: source, serverMicroseconds: server, recordedMicroseconds: recorded, speed: speed)
  }

  @Test func recordedTimeFollowsTheLatestMap() {
    var playback = Playback()
    #expect(playback.recordedMicroseconds(at: 100, of: 0) == nil)
    playback.receive(map(server: 100, recorded: 1000))
    playback.receive(map(server: 200, recorded: 5000, speed: 20))
    playback.receive(map(1, server: 0, recorded: 9000, speed: 0))
    #expect(playback.recordedMicroseconds(at: 99, of: 0) == nil)
    #expect(playback.recordedMicroseconds(at: 100, of: 0) == 1000)
    #expect(playback.recordedMicroseconds(at: 199, of: 0) == 1099)
    #expect(playback.recordedMicroseconds(at: 200, of: 0) == 5000)
    #expect(playback.recordedMicroseconds(at: 203, of: 0) == 5060)
    #expect(playback.recordedMicroseconds(at: 500, of: 1) == 9000)
    #expect(playback.recordedMicroseconds(at: 500, of: 2) == nil)
  }

  @Test func aTimeBeyondAllClocksIsNone() {
    var playback = Playback()
    playback.receive(map(server: 0, recorded: 0, speed: 1e9))
    #expect(playback.recordedMicroseconds(at: 8_000_000_000, of: 0) == 8_000_000_000_000_000_000)
    #expect(playback.recordedMicroseconds(at: 9_000_000_001, of: 0) == nil)
  }

  @Test func theLatestMapsAreKeptOfEachSource() {
    var playback = Playback()
    playback.receive(map(1, server: 0, recorded: 7))
    for index in 0..<70 { playback.receive(map(server: Int64(index), recorded: Int64(index) * 10)) }
    #expect(playback.maps(of: 0).map(\.serverMicroseconds) == Array(6..<70))
    #expect(playback.maps(of: 1).count == 1)
  }

  @Test func onlyARecordingHasASpeed() {
    var playback = Playback()
    let recording = Desk.info(flags: .recording)
    #expect(playback.speed(of: recording) == nil && !playback.isStretched(of: recording))
    for (speed, isStretched) in [(1.0, false), (5, true), (0, false), (0.5, true)] {
      playback.receive(map(server: 0, recorded: 0, speed: speed))
      #expect(playback.speed(of: recording) == speed)
      #expect(playback.isStretched(of: recording) == isStretched)
      #expect(playback.speed(of: Desk.info()) == nil && !playback.isStretched(of: Desk.info()))
    }
    playback.receive(map(1, server: 0, recorded: 0, speed: 60))
    #expect(playback.speed(of: recording) == 0.5)
  }

  @Test func aFingerSeeksWhereItIsLifted() {
    var playback = Playback()
    #expect(playback.seekFraction == nil)
    #expect(playback.seek(.began, fraction: 0.25) == nil)
    #expect(playback.seekFraction == 0.25)
    #expect(playback.seek(.moved, fraction: 1.5) == nil)
    #expect(playback.seekFraction == 1)
    #expect(playback.seek(.moved, fraction: -0.5) == nil)
    #expect(playback.seekFraction == 0)
    #expect(playback.seek(.ended, fraction: 0.75) == 0.75)
    #expect(playback.seekFraction == nil)
    _ = playback.seek(.began, fraction: 0.5)
    #expect(playback.seek(.cancelled, fraction: 0.5) == nil)
    #expect(playback.seekFraction == nil)
    #expect(playback.seek(.ended, fraction: 7) == 1)
  }

  @Test func mapsFollowTheServersClock() {
    var playback = Playback()
    playback.receive(map(server: 100, recorded: 1000))
    playback.shift(by: -40)
    #expect(playback.recordedMicroseconds(at: 60, of: 0) == 1000)
    #expect(playback.recordedMicroseconds(at: 59, of: 0) == nil)
    playback.forget()
    #expect(playback.maps(of: 0).isEmpty)
  }
}
