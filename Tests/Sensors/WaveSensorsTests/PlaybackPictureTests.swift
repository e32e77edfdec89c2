import Testing
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// A recording that is played faster or slower than it was made: all that is measured is of its own seconds.
@Suite struct PlaybackPictureTests {
  @Test(arguments: [0.5, 1, 5, 20]) func aSecondOfTheRecordingIsASecondOfTheAxis(pace: Double) throws {
    var bench = Bench(pace: pace)
    try bench.run(seconds: 2)
    let model = bench.model
    let clock = model.sources.clocks[0]
    let edge = model.edgeMicroseconds(at: bench.now)
    let newest = clock.sequence(at: edge)
    let right = try #require(bench.lattice.x(of: clock.microseconds(of: newest - 1000)))
    let left = try #require(bench.lattice.x(of: clock.microseconds(of: newest - 5000)))
    #expect((right - left - 0.4 * Float(model.plot.columns)).magnitude < 0.01, "4 of 10 s")
    // The server is asked for what the window has, in its own time.
    let shown = try #require(bench.shown)
    #expect(shown.windowMicroseconds == Int64(10e6 / pace))
    #expect(shown.columnMicroseconds == 10e6 / Double(model.plot.columns))
  }

  @Test(arguments: [1.0, 5, 20]) func noPartOfTheWindowEmpties(pace: Double) throws {
    var bench = Bench(pace: pace)
    for _ in 0..<5 {
      try bench.run(seconds: 5)
      #expect(bench.columns.dropFirst().dropLast().allSatisfy { !$0.isEmpty })
    }
  }

  @Test func theDelayIsReportedInItsSeconds() throws {
    var bench = Bench(pace: 5)
    try bench.run(seconds: 1)
    bench.drag(from: (100, 150), to: (300, 150))
    try bench.run(seconds: 1)
    // Half of the window of 10 s, and what glides.
    let behind =
      Double(bench.model.view.time.behindMicroseconds(bench.model.context(at: bench.now).time)) / 1e6
    #expect(behind > 4.5)
    #expect(abs(Double(bench.model.delayMicroseconds) / 1e6 - behind / 5) < 0.01)
    let seen = bench.columns.count { !$0.isEmpty }
    #expect(seen >= bench.model.plot.columns - 2)
  }

  @Test func theSpectrumsWindowIsThatOfThePicture() throws {
    var bench = Bench(pace: 5)
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: [])))
    bench.model.setSpectrum(.show(0), at: bench.now)
    bench.now += 1_000_000
    bench.send(.tick)
    let asked = bench.effects.compactMap { effect -> ShowSpectrum? in
      guard case .send(.showSpectrum(let request)) = effect, request.view != 0 else { return nil }
      return request
    }
    #expect(asked.last?.windowMicroseconds == 2_000_000)
  }
}
