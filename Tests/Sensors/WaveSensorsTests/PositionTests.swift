import Testing
@testable import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// The place in a recording, as time maps give it.
struct PositionTests {
  private func played() -> Bench {
    var bench = Bench()
    bench.source.flags = .recording
    bench.source.recordingSeconds = 3600
    bench.source.recordingStartMicroseconds = 1_700_000_000_000_000
    bench.receive(.source(bench.source))
    return bench
  }

  private func map(_ bench: Bench, seconds: Int64, speed: Double) -> SensorsMessage {
    .timeMap(
      TimeMap(
        source: 0, serverMicroseconds: bench.now,
        recordedMicroseconds: 1_700_000_000_000_000 + seconds * 1_000_000, speed: speed))
  }

  @Test func followsTheClockOfTheRecording() throws {
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

  private func sought(_ bench: inout Bench) -> [Double] {
    defer { bench.sent = [] }
    return bench.sent.compactMap { if case .command(.seek(_, let seconds)) = $0 { seconds } else { nil } }
  }

  @Test func aFingerSeeksWhereItIsLifted() throws {
    var bench = played()
    bench.receive(map(bench, seconds: 600, speed: 1))
    bench.sent = []
    for (phase, fraction) in [(.began, 0.1), (.moved, 0.9)] as [(Touch.Phase, Double)] {
      bench.perform(.seek, .drag(phase, fraction: fraction, distance: 0))
      #expect(bench.model.position.fraction == fraction)
    }
    #expect(sought(&bench) == [])
    bench.perform(.seek, .drag(.ended, fraction: 0.5, distance: 0))
    #expect(bench.model.position.fraction == nil && sought(&bench) == [1800])
    bench.perform(.seek, .drag(.moved, fraction: 0.7, distance: 0))
    bench.perform(.seek, .drag(.cancelled, fraction: 0.7, distance: 0))
    #expect(bench.model.position.fraction == nil && sought(&bench) == [])
    for (fraction, seconds) in [(-1, 0), (2, 3600)] as [(Double, Double)] {
      bench.perform(.seek, .drag(.ended, fraction: fraction, distance: 0))
      #expect(sought(&bench) == [seconds])
    }
    bench.perform(.seek, .step(thumb: 0, steps: 1000))
    bench.perform(.seek, .step(thumb: 0, steps: -1000))
    #expect(sought(&bench) == [3600, 0])
  }

  @Test func aStreamWithoutEndHasNoPlaceToSeek() {
    var bench = Bench()
    bench.sent = []
    bench.perform(.seek, .drag(.moved, fraction: 0.5, distance: 0))
    #expect(bench.model.position.fraction == nil)
    bench.perform(.seek, .drag(.ended, fraction: 0.5, distance: 0))
    bench.perform(.seek, .step(thumb: 0, steps: 1))
    #expect(sought(&bench) == [])
  }
}
