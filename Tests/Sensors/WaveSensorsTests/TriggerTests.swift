import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// Pictures that stay where a level is crossed, streams against each other, and millimetres by a card.
@Suite struct TriggerTests {
  /// A saw of one second: it falls at once at each whole second, and crosses 0.5 upwards in its middle.
  private func saw(windowSeconds: Double = 10) -> Bench {
    Bench(channels: 1, windowSeconds: windowSeconds) { _, sequence in Float(sequence % 1000) / 1000 }
  }

  @Test(arguments: [1.0, 2, 10])
  func standsWhereTheLevelIsCrossed(window: Double) throws {
    var bench = saw(windowSeconds: window)
    bench.perform(.setMotion, .set(2))
    bench.look { $0.trigger.level = 0.5 }
    try bench.run(seconds: 3 + 1.2 * window)
    let crossing = try #require(bench.model.view.trigger.crossing)
    let edge = try #require(bench.model.view.trigger.edge)
    // In the middle of a saw's second, as near as blocks of the zoom allow.
    let sample = (crossing - Double(bench.start)) / 1000
    let phase = sample.truncatingRemainder(dividingBy: 1000)
    let grain = Double(1 << (bench.model.intake.blocks.stores[0]?.level ?? 0))
    #expect((phase - 500).magnitude <= grain, "\(phase)")
    #expect(bench.model.edgeMicroseconds(at: bench.now) == edge)
    // It stood at a fifth of the window when it was drawn, and the picture is full.
    let place = (edge - window * 0.8e6 - Double(bench.start)) / 1000
    #expect((place.truncatingRemainder(dividingBy: 1000) - 500).magnitude <= grain)
    #expect(bench.columns.count { $0.isEmpty } < 4)
    // And so it is drawn: below the level before it, at it there.
    let lane = try #require(bench.model.view.trigger.lane(among: bench.model.lanes))
    let level = lane.y(of: 0.5)
    let away = bench.columns.map { column -> Float in
      guard let span = column.first?.span else { return .infinity }
      return ((Float(span.top) + Float(span.bottom)) / 16 - level).magnitude
    }
    let found = try #require((72...88).min { away[$0] < away[$1] })
    #expect((found - 80).magnitude <= 3, "\(found)")
  }

  @Test func slopeAndHoldOffCount() throws {
    var bench = saw(windowSeconds: 1)
    bench.perform(.setMotion, .set(2))
    bench.look { $0.trigger.level = 0.5 }
    bench.perform(.setSlope, .set(1))
    try bench.run(seconds: 4)
    let falling = try #require(bench.model.view.trigger.crossing)
    let phase = ((falling - Double(bench.start)) / 1000).truncatingRemainder(dividingBy: 1000)
    #expect(phase < 8 || phase > 992, "\(phase)")
    // With a hold-off of five seconds it stands for five crossings.
    bench.perform(.setHoldOff, .set(Trigger.holdOffs.count - 1))
    var edges: Set<Double> = []
    for _ in 0..<45 {
      try bench.run(seconds: 0.1)
      if let edge = bench.model.view.trigger.edge { edges.insert(edge) }
    }
    #expect(edges.count <= 2, "\(edges)")
  }

  @Test func theLevelIsDragged() throws {
    var bench = saw()
    bench.perform(.setMotion, .set(2))
    bench.look { $0.trigger.level = 0.5 }
    try bench.run(seconds: 2)
    let lane = try #require(bench.model.view.trigger.lane(among: bench.model.lanes))
    let y = lane.y(of: 0.5)
    bench.drag(from: (12, y), to: (12, y - 30))
    let level = try #require(bench.model.view.trigger.level)
    #expect((lane.y(of: level) - (y - 30)).magnitude < 2)
    #expect(!bench.model.isPaused)
  }

  /// Two streams against each other: every pair of samples is a point.
  @Test func streamsAgainstEachOther() throws {
    var bench = Bench(channels: 2, rateHertz: 200) { channel, sequence in
      let step = Float(sequence % 100) / 100
      return channel == 0 ? step : sequence % 40 < 2 ? .nan : 1 - step
    }
    let choices = bench.model.view.streams.choices(of: bench.model.source)
    let place = try #require(choices.firstIndex(of: .xy))
    bench.perform(.setLayout, .set(place))
    bench.answer()
    try bench.run(seconds: 2)
    #expect(bench.model.intake.blocks.stores[0]?.level == 0)
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
    let (across, upright) = (bench.model.view.streams.scales[0], bench.model.view.streams.scales[1])
    for index in stride(from: 0, to: points.count, by: 2) where points[index + 1].isFinite {
      let pixels = Double(points[index]) * across.span - Double(points[index + 1]) * upright.span
      sums.insert(Int((pixels / 50).rounded()))
    }
    #expect(sums.count <= 2, "\(sums)")
  }

  @Test func aCardMeasuresTheScreenOnce() throws {
    var bench = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700)
    try bench.run(seconds: 0.3)
    let before = bench.model.plot.pixelsPerMillimetre
    bench.perform(.fitCard, .set(1))
    #expect(bench.model.view.paper.isFittingCard)
    for _ in 0..<5 { bench.send(.wheel(x: 500, y: 300, dx: 0, dy: -40, zoom: .horizontal)) }
    let fitted = bench.model.plot.pixelsPerMillimetre
    #expect(fitted > 1.3 * before)
    bench.effects = []
    bench.tap()
    #expect(
      !bench.model.view.paper.isFittingCard && !bench.model.isPaused && bench.model.view.paper.isCalibrated)
    let kept = bench.effects.compactMap { effect -> Double? in
      if case .own(.keep(let key, let value)) = effect, key == 0 { value } else { nil }
    }
    let value = try #require(kept.first)
    // The next time the page is opened.
    var again = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700)
    _ = again.model.restore(key: 0, value: value, at: again.now)
    #expect(
      (again.model.plot.pixelsPerMillimetre - fitted).magnitude < 1e-4 && again.model.view.paper.isCalibrated)
    // What no screen has is passed over.
    for absurd in [0, -1, 1e9, Double.nan] {
      _ = again.model.restore(key: 0, value: absurd, at: again.now)
    }
    #expect((again.model.plot.pixelsPerMillimetre - fitted).magnitude < 1e-4)
  }

  // MARK: - The search

  /// Crossings of 1 in samples that are handed in so many at a time, over a window of five samples.
  private func search(
    _ values: [Float], parts: Int = 1, level: Double = 1, isFalling: Bool = false, holdOff: Int = 0
  ) -> Trigger {
    var trigger = Trigger(StreamLook.Trigger(channel: 0, level: Float(level)), streamCount: 1)
    trigger.handle(.slope(isFalling: isFalling))
    trigger.handle(.holdOff(holdOff))
    trigger.search(.made([0]), .made(), .made(), windowSeconds: 0.005, newest: 0)
    for count in stride(from: values.count / parts, through: values.count, by: values.count / parts) {
      trigger.search(
        .made(Array(values.prefix(count))), .made(), .made(), windowSeconds: 0.005,
        newest: Double(count - 1) * 1000)
    }
    return trigger
  }

  @Test func aLevelIsCrossedWhereItIsReached() {
    // Between samples it is where the line is at the level.
    #expect(search([0, 0, 2, 2, 2]).crossing == 1500 && search([0, 0, 4, 4, 4]).crossing == 1250)
    #expect(search([0, 0, 1, 2, 2]).crossing == 2000, "the level itself is reached")
    #expect(search([0, 1, 2, 2, 2]).crossing == 1000 && search([1, 2, 2, 2, 2]).crossing == nil)
    #expect(
      search([2, 2, 0, 0, 0]).crossing == nil && search([2, 2, 0, 0, 0], isFalling: true).crossing == 1500)
    #expect(search([2, 1, 0, 0, 0], isFalling: true).crossing == 1000)
    #expect(search([1, 0, 0, 0, 0], isFalling: true).crossing == nil)
    #expect(search([0, .nan, 2, 2, 2]).crossing == nil, "a gap is not joined")
    #expect(search([0, 0, 0, 0, 2]).crossing == nil, "the newest block may be under way")
  }

  @Test func thePictureStaysOnceItIsFull() {
    // A fifth of the window is before the crossing: four samples come after it.
    #expect(search([0, 2, 2, 2, 2]).edge == nil && search([0, 2, 2, 2, 2, 2]).edge == 4500)
    #expect(search([0, 1, 1, 1, 1]).edge == nil && search([0, 1, 1, 1, 1, 1]).edge == 5000)
  }

  @Test func aPictureThatGathersIsNotDisturbed() {
    let values: [Float] = [0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 2, 2]
    // From 500 on the next one counts from 4500 on, then from 8500 on.
    for parts in [1, 2, 3, 4, 6, 12] { #expect(search(values, parts: parts).crossing == 8500) }
    #expect(search(Array(values.prefix(9)), parts: 9).crossing == 4500)
    // A tenth of a second later none has come.
    #expect(search(values, holdOff: 1).crossing == 500)
  }

  @Test func blocksOfManySamplesAreCrossedWhereTheirExtremesAre() {
    func crossing(_ values: [Float], isFalling: Bool = false) -> Double? {
      var store = BlockStore(level: 3, channelCount: 1)
      func columns(_ values: [Float], from first: UInt64) -> StreamColumns {
        StreamColumns(
          view: 1, source: 0, group: 0, level: 3, isFetched: false, channelCount: 1, firstBlock: first,
          blockCount: UInt16(values.count / 2), arrivalMicroseconds: 0, values: values)
      }
      var trigger = Trigger(StreamLook.Trigger(channel: 0, level: 1, isFalling: isFalling), streamCount: 1)
      _ = store.insert(columns([0, 0], from: 0))
      trigger.search(store, .made(), .made(), windowSeconds: 0.005, newest: 0)
      _ = store.insert(columns(values, from: 0))
      trigger.search(store, .made(), .made(), windowSeconds: 0.005, newest: 0)
      return trigger.crossing
    }
    #expect(crossing([0, 0.9, 0, 1, 0, 0]) == 8000 && crossing([0, 1, 0, 2, 0, 0]) == nil)
    #expect(crossing([1.1, 2, 1, 2, 0, 0], isFalling: true) == 8000)
    #expect(crossing([1, 2, 0, 2, 0, 0], isFalling: true) == nil && crossing([1.1, 2, 1.1, 2, 0, 0]) == nil)
  }

  // MARK: - The level

  @Test func theLevelIsTheMiddleOfTheLaneUntilItIsSet() {
    var trigger = Trigger()
    let lane = Lane.made(3, center: 2)
    #expect(trigger.level(in: lane) == 2 && trigger.lane(among: [.made(5), lane]) == .made(5))
    trigger.drag(lane, dy: -25)
    #expect(trigger.channel == 3 && trigger.level == 4.5 && trigger.level(in: lane) == 4.5)
    trigger.drag(lane, dy: 50)
    #expect(trigger.level == -0.5)
    #expect(trigger.lane(among: [.made(5), lane]) == lane && trigger.lane(among: []) == nil)
    // The handle is at 175 pixels.
    for (x, y, isOn) in [
      (43.9, 175, true), (44, 175, false), (5, 151.5, true), (5, 151, false), (5, 199, false),
    ]
      as [(Float, Float, Bool)]
    {
      #expect(trigger.isHandle(x: x, y: y, of: lane, scale: 1) == isOn)
    }
    #expect(trigger.isHandle(x: 80, y: 140, of: lane, scale: 2))
  }

  @Test func itWaitsAnewWhereItRests() {
    var trigger = search([0, 2, 2, 2, 2, 2])
    #expect(trigger.edge != nil)
    trigger.rest(watching: .made(4, center: 3))
    #expect(trigger.edge == nil && trigger.crossing == nil && trigger.channel == 4 && trigger.level == 1)
    trigger = Trigger()
    trigger.rest(watching: nil)
    #expect(trigger == Trigger())
    trigger.rest(watching: .made(4, center: 3))
    #expect(trigger.channel == 4 && trigger.level == 3)
    trigger.renumber([0, 1, 2, 3, 9])
    #expect(trigger.channel == 9)
  }

  @Test func itIsThatOfARecordingWhoseStreamIsThere() {
    let look = StreamLook.Trigger(channel: 2, level: 0.25, isFalling: true, holdOffSeconds: 0.2)
    let trigger = Trigger(look, streamCount: 3)
    #expect(
      trigger.channel == 2 && trigger.level == 0.25 && trigger.isFalling && trigger.holdOffSeconds == 0.2)
    #expect(Trigger(look, streamCount: 2).channel == nil)
    #expect(Trigger(.init(holdOffSeconds: 0.75), streamCount: 2).holdOffSeconds == 0.75)
    var gone = trigger
    gone.renumber([0, 1, nil])
    #expect(gone.channel == nil)
  }

  @Test func aHoldOffIsChosenByItsPlace() {
    var trigger = Trigger()
    trigger.handle(.holdOff(6))
    for stranger in [-1, 7] { trigger.handle(.holdOff(stranger)) }
    #expect(trigger.holdOffSeconds == 5)
  }
}
