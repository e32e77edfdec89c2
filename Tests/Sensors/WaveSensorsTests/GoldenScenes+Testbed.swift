import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

extension SceneSession {
  private static func load(streams: Int, rateHertz: Double) -> StreamSource {
    StreamSource(
      source: 0, flags: [.simulated, .testbed], name: Array("Test bed".utf8), detail: [],
      groups: [
        StreamSource.Group(
          rateHertz: rateHertz,
          channels: (0..<streams).map { index in
            StreamChannel(label: Array("s\(index)".utf8), unit: [], low: -1, high: 1)
          })
      ])
  }

  /// The test bed, from its first frames to its results.
  mutating func playTestbed() throws {
    open(Self.load(streams: 3, rateHertz: 200), secondsBefore: 8) { channel, sequence in
      Self.triangle(sequence + Int64(9 * channel), period: 97)
    }
    let source = bench.source
    bench.model = SensorsModel(
      testbedPlan: Testbed.Plan(
        streams: [1, 4, 9], rates: [50, 400], rateHertz: 100, streamCount: 2, settleSeconds: 0.1,
        measureSeconds: 0.3))
    (bench.shown, bench.list, bench.scene) = (nil, DrawList(), DrawScene())
    bench.resize(to: screen)
    bench.send(.appearance(isDark: name.isDark, reducesMotion: true))
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    announce(source)
    try note("test bed: opened")
    try turn(12)
    try note("test bed: drawn")
    bench.send(.press(.handle))
    try turn(3)
    try note("test bed: drawer pressed")
    bench.perform(.testbed(.setStreams), .drag(.moved, fraction: 0.4, distance: 0))
    bench.perform(.testbed(.setRate), .drag(.moved, fraction: 0.3, distance: 0))
    bench.perform(.testbed(.setViewRate), .step(thumb: 0, steps: -2))
    try turn(3)
    try note("test bed: sliders")
    bench.perform(.testbed(.setStreams), .step(thumb: 0, steps: -30))
    try turn(3)
    bench.perform(.testbed(.run), .set(1))
    try turn(4)
    try note("test bed: first step")
    try turn(12)
    try note("test bed: second step")
    bench.perform(.testbed(.run), .set(1))
    try turn(3)
    try note("test bed: cancelled")
    bench.perform(.testbed(.run), .set(1))
    for _ in 0..<30 where bench.model.testbed?.isRunning == true { try turn(5) }
    try note("test bed: done")
    bench.send(.press(.handle))
    bench.send(.appearance(isDark: !name.isDark, reducesMotion: true))
    try turn(1)
    try note("test bed: done, other drawer, other colours")
    bench.resize(to: Screen(width: 300, height: 200))
    try note("test bed: no room")
  }

  private mutating func announce(_ source: StreamSource) {
    bench.source = source
    bench.receive(.source(source))
    bench.receive(
      .times(
        SampleTimes(
          source: 0, group: 0, reason: .start, sequence: 0, microseconds: bench.start,
          rateHertz: source.groups[0].rateHertz)))
    bench.answer()
  }

  /// Frames of 50 ms, each of which is on the screen 7 ms later, or more; the source makes what is asked for.
  private mutating func turn(_ count: Int) throws {
    for index in 0..<count {
      try pass(0.05)
      bench.model.drawn(at: bench.now + 7000 + Int64(index % 5) * 2500)
      var (streams, rate) = (bench.source.channelCount, bench.source.groups[0].rateHertz)
      for case .send(.command(.adjust(_, let control, let value))) in bench.effects {
        if control == TestbedControl.streams.rawValue { streams = Int(value) } else { rate = value }
      }
      bench.effects = []
      if streams != bench.source.channelCount || rate != bench.source.groups[0].rateHertz {
        announce(Self.load(streams: streams, rateHertz: rate))
      }
    }
  }
}
