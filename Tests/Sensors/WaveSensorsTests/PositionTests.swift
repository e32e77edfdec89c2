import Testing
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// The place in a recording, as time maps tell it.
struct PositionTests {
  private func played() -> Bench {
    var bench = Bench()
    bench.source.flags = .recording
    bench.source.recordingSeconds = 3600
    bench.source.recordingStartMicroseconds = 1_700_000_000_000_000
    bench.receive(.source(bench.source))
    return bench
  }

  private func map(_ bench: Bench, seconds: Int64, speed: Double) -> StreamMessage {
    .timeMap(
      TimeMap(
        source: 0, serverMicroseconds: bench.now,
        recordedMicroseconds: 1_700_000_000_000_000 + seconds * 1_000_000, speed: speed))
  }

  @Test func isToldByTheClockOfTheRecording() throws {
    var bench = played()
    #expect(bench.model.positionSeconds(at: bench.now) == nil)
    bench.receive(map(bench, seconds: 0, speed: 1))
    let begun = try #require(bench.model.positionSeconds(at: bench.now))
    #expect(begun <= 0.1)
    bench.receive(map(bench, seconds: 1800, speed: 4))
    try bench.run(seconds: 3)
    let position = try #require(bench.model.positionSeconds(at: bench.now))
    // The right edge stands a little before now.
    #expect((1808...1812.1).contains(position))
  }

  @Test func staysWithinTheRecording() throws {
    var bench = played()
    bench.receive(map(bench, seconds: 3599, speed: 1))
    try bench.run(seconds: 2)
    #expect(bench.model.positionSeconds(at: bench.now) == 3600)
    bench.receive(map(bench, seconds: -5, speed: 0))
    try bench.run(seconds: 1)
    #expect(bench.model.positionSeconds(at: bench.now) == 0)
  }
}
