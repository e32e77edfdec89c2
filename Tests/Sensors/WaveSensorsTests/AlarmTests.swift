import Testing
import WaveDisplay
import WaveInteraction
import WaveWire

@testable import WaveSensors

@Suite struct AlarmTests {
  private func chip(_ bench: Bench) -> String { String(decoding: bench.model.controls.bytes, as: UTF8.self) }

  /// One sample outside is enough, at every zoom, and nothing else is.
  @Test(arguments: [1.0, 10, 120])
  func oneSampleRaisesTheAlarm(window: Double) throws {
    var bench = Bench(channels: 2, secondsBefore: 60) { channel, sequence in
      channel == 1 && sequence == 66_000 ? 3 : Float(sequence % 10) / 10
    }
    bench.model.windowSeconds = window
    try bench.run(seconds: 1)
    bench.perform(.showAlarms, .set(1))
    #expect(bench.model.hasAlarms)
    bench.model.alarms = bench.model.alarms.map { _ in AlarmBand(low: -0.5, high: 2) }
    try bench.run(seconds: 4)
    #expect(!chip(bench).contains("alarm"))
    try bench.run(seconds: 2)
    #expect(chip(bench).contains("alarm: ch1"))
    #expect(bench.model.alarms[0]?.raisedAt == nil)
    try bench.run(seconds: 4)
    #expect(!chip(bench).contains("alarm"))
    bench.perform(.showAlarms, .set(0))
    #expect(!bench.model.hasAlarms)
  }

  @Test func edgesAreDragged() throws {
    var bench = Bench(channels: 1)
    try bench.run(seconds: 1)
    bench.perform(.showAlarms, .set(1))
    bench.model.alarms = [AlarmBand(low: 0, high: 2)]
    let lane = try #require(bench.model.lanes().first)
    let y = bench.model.y(of: 2, in: lane)
    bench.drag(from: (10, y), to: (10, y - 20))
    let band = try #require(bench.model.alarms[0])
    #expect((bench.model.y(of: band.high, in: lane) - (y - 20)).magnitude < 2)
    #expect(band.low == 0)
    // Never beyond the other edge.
    bench.drag(from: (10, y - 20), to: (10, 290))
    #expect(bench.model.alarms[0]?.high == 0)
  }
}
