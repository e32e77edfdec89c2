import Testing
import WaveDisplay
import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// Pictures that stand where a level is crossed, streams against each other, and millimetres by a card.
@Suite struct TriggerTests {
  /// A saw of one second: it falls at once at each whole second, and crosses 0.5 upwards in its middle.
  private func saw() -> Bench {
    Bench(channels: 1) { _, sequence in Float(sequence % 1000) / 1000 }
  }

  @Test(arguments: [1.0, 2, 10])
  func standsWhereTheLevelIsCrossed(window: Double) throws {
    var bench = saw()
    bench.model.windowSeconds = window
    bench.model.trigger.level = 0.5
    bench.perform(.setMotion, .set(2))
    bench.model.trigger.level = 0.5
    try bench.run(seconds: 3 + 1.2 * window)
    let crossing = try #require(bench.model.trigger.crossing)
    let edge = try #require(bench.model.trigger.edge)
    // In the middle of a saw's second, as near as blocks of the zoom tell.
    let sample = (crossing - Double(bench.start)) / 1000
    let phase = sample.truncatingRemainder(dividingBy: 1000)
    let grain = Double(1 << (bench.model.stores[0]?.level ?? 0))
    #expect((phase - 500).magnitude <= grain, "\(phase)")
    #expect(bench.model.edgeMicroseconds(at: bench.now) == edge)
    // It stood at a fifth of the window when it was drawn, and the picture is full.
    let place = (edge - window * 0.8e6 - Double(bench.start)) / 1000
    #expect((place.truncatingRemainder(dividingBy: 1000) - 500).magnitude <= grain)
    #expect(bench.columns.count { $0.isEmpty } < 4)
    // And so it is drawn: below the level before it, at it there.
    let lane = try #require(bench.model.triggerLane)
    let level = bench.model.y(of: 0.5, in: lane)
    let away = bench.columns.map { column -> Float in
      guard let span = column.first?.span else { return .infinity }
      return ((Float(span.top) + Float(span.bottom)) / 16 - level).magnitude
    }
    let found = try #require((72...88).min { away[$0] < away[$1] })
    #expect((found - 80).magnitude <= 3, "\(found)")
  }

  @Test func slopeAndHoldOffCount() throws {
    var bench = saw()
    bench.model.windowSeconds = 1
    bench.perform(.setMotion, .set(2))
    bench.model.trigger.level = 0.5
    bench.perform(.setSlope, .set(1))
    try bench.run(seconds: 4)
    let falling = try #require(bench.model.trigger.crossing)
    let phase = ((falling - Double(bench.start)) / 1000).truncatingRemainder(dividingBy: 1000)
    #expect(phase < 8 || phase > 992, "\(phase)")
    // With a hold-off of five seconds it stands for five crossings.
    bench.perform(.setHoldOff, .set(SensorsModel.holdOffs.count - 1))
    var edges: Set<Double> = []
    for _ in 0..<45 {
      try bench.run(seconds: 0.1)
      if let edge = bench.model.trigger.edge { edges.insert(edge) }
    }
    #expect(edges.count <= 2, "\(edges)")
  }

  @Test func theLevelIsDragged() throws {
    var bench = saw()
    bench.perform(.setMotion, .set(2))
    bench.model.trigger.level = 0.5
    try bench.run(seconds: 2)
    let lane = try #require(bench.model.triggerLane)
    let y = bench.model.y(of: 0.5, in: lane)
    bench.drag(from: (12, y), to: (12, y - 30))
    let level = try #require(bench.model.trigger.level)
    #expect((bench.model.y(of: level, in: lane) - (y - 30)).magnitude < 2)
    #expect(!bench.model.isPaused)
  }

  /// Two streams against each other: every pair of samples is a point.
  @Test func streamsAgainstEachOther() throws {
    var bench = Bench(channels: 2, rateHertz: 200) { channel, sequence in
      let step = Float(sequence % 100) / 100
      return channel == 0 ? step : sequence % 40 < 2 ? .nan : 1 - step
    }
    let choices = bench.model.layoutChoices
    let place = try #require(choices.firstIndex(of: .xy))
    bench.perform(.setLayout, .set(place))
    bench.answer()
    try bench.run(seconds: 2)
    #expect(bench.model.stores[0]?.level == 0)
    let line = bench.scene.layers.first { $0.id == LayerID.traces }?.marks.compactMap { mark -> [Float]? in
      if case .polyline(_, _, let points) = mark { points.coordinates } else { nil }
    }.first
    let points = try #require(line)
    #expect((points.count / 2 - 2000).magnitude < 20)
    var drawn = 0
    for index in stride(from: 0, to: points.count, by: 2)
    where points[index].isFinite && points[index + 1].isFinite {
      drawn += 1
    }
    #expect((Double(drawn) / Double(points.count / 2) - 0.95).magnitude < 0.01)
    // Their sum is 1: all points lie on a line that falls.
    var sums: Set<Int> = []
    let (across, upright) = (bench.model.scales[0], bench.model.scales[1])
    for index in stride(from: 0, to: points.count, by: 2) where points[index + 1].isFinite {
      let pixels = Double(points[index]) * across.span - Double(points[index + 1]) * upright.span
      sums.insert(Int((pixels / 50).rounded()))
    }
    #expect(sums.count <= 2, "\(sums)")
  }

  @Test func aCardMeasuresTheScreenOnce() throws {
    var bench = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700)
    try bench.run(seconds: 0.3)
    let before = bench.model.pixelsPerMillimetre
    bench.perform(.fitCard, .set(1))
    #expect(bench.model.isFittingCard)
    for _ in 0..<5 { bench.send(.wheel(x: 500, y: 300, dx: 0, dy: -40, zoom: .horizontal)) }
    let fitted = bench.model.pixelsPerMillimetre
    #expect(fitted > 1.3 * before)
    bench.effects = []
    bench.tap()
    #expect(!bench.model.isFittingCard && !bench.model.isPaused && bench.model.paper.isCalibrated)
    let kept = bench.effects.compactMap { effect -> Double? in
      if case .own(.keep(let key, let value)) = effect, key == 0 { value } else { nil }
    }
    let value = try #require(kept.first)
    // The next time the page is opened.
    var again = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700)
    _ = again.model.restore(key: 0, value: value, at: again.now)
    #expect((again.model.pixelsPerMillimetre - fitted).magnitude < 1e-4 && again.model.paper.isCalibrated)
    // What no screen has is passed over.
    for absurd in [0, -1, 1e9, Double.nan] {
      _ = again.model.restore(key: 0, value: absurd, at: again.now)
    }
    #expect((again.model.pixelsPerMillimetre - fitted).magnitude < 1e-4)
  }
}
