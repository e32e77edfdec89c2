import Testing
@testable import WaveInteraction
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

  @Test func theLatestMapHasTheSpeed() {
    var playback = Playback()
    #expect(playback.speed(of: 0) == nil)
    playback.receive(map(server: 0, recorded: 0, speed: 5))
    playback.receive(map(server: 100, recorded: 0, speed: 0.5))
    playback.receive(map(1, server: 0, recorded: 0, speed: 60))
    #expect(playback.speed(of: 0) == 0.5 && playback.speed(of: 1) == 60)
    #expect(playback.speed(of: 2) == nil && playback.speed(of: nil) == nil)
  }

  /// A recording of 200 s that begins at 1,000 s.
  private var recording: SourceInfo {
    var info = Bench.info(flags: .recording)
    info.durationSeconds = 200
    info.startMicroseconds = 1_000_000_000
    return info
  }

  private func drag(_ phase: Touch.Phase, _ fraction: Double) -> ControlInput {
    .drag(phase, fraction: fraction, distance: 0)
  }

  @Test func aFingerSeeksWhereItIsLifted() {
    var playback = Playback()
    #expect(playback.position(in: recording, at: 0) == nil)
    #expect(playback.seek(drag(.began, 0.25), in: recording, at: 0) == nil)
    #expect(playback.position(in: recording, at: 0) == 0.25)
    #expect(playback.seek(drag(.moved, 1.5), in: recording, at: 0) == nil)
    #expect(playback.position(in: recording, at: 0) == 1)
    #expect(playback.seek(drag(.moved, -0.5), in: recording, at: 0) == nil)
    #expect(playback.position(in: recording, at: 0) == 0)
    #expect(playback.seek(drag(.ended, 0.75), in: recording, at: 0) == 150)
    #expect(playback.position(in: recording, at: 0) == nil)
    _ = playback.seek(drag(.began, 0.5), in: recording, at: 0)
    #expect(playback.seek(drag(.cancelled, 0.5), in: recording, at: 0) == nil)
    #expect(playback.position(in: recording, at: 0) == nil)
    #expect(playback.seek(drag(.ended, 7), in: recording, at: 0) == 200)
  }

  @Test func keysSeekInHundredths() {
    var playback = Playback()
    playback.receive(map(server: 0, recorded: 1_100_000_000))
    #expect(playback.position(in: recording, at: 0) == 0.5)
    #expect(playback.seek(.step(thumb: 0, steps: 3), in: recording, at: 0) == 106)
    #expect(playback.seek(.step(thumb: 0, steps: -3), in: recording, at: 50_000_000) == 144)
    #expect(playback.seek(.step(thumb: 0, steps: 90), in: recording, at: 0) == 200)
    #expect(playback.seek(.step(thumb: 0, steps: -90), in: recording, at: 0) == 0)
    // From the start, where the position is unknown.
    var unknown = Playback()
    #expect(unknown.seek(.step(thumb: 0, steps: 3), in: recording, at: 0) == 6)
  }

  @Test func withoutALengthNothingIsSought() {
    var playback = Playback()
    let endless = Bench.info(flags: .recording)
    for input in [drag(.began, 0.5), drag(.ended, 0.5), .step(thumb: 0, steps: 3)] {
      #expect(playback.seek(input, in: endless, at: 0) == nil)
    }
    #expect(playback.position(in: endless, at: 0) == nil)
    #expect(playback.seek(.set(3), in: recording, at: 0) == nil)
    #expect(playback.seek(.text([]), in: recording, at: 0) == nil)
  }

  @Test func aMomentIsAShareOfTheRecording() {
    let span = recording.span
    #expect(span.share(of: 1_000_000_000) == 0 && span.share(of: 1_050_000_000) == 0.25)
    #expect(span.share(of: 999_000_000) == 0 && span.share(of: 9_000_000_000) == 1)
    #expect(RecordedSpan(startMicroseconds: 0, durationSeconds: 0).share(of: 5) == 0)
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
