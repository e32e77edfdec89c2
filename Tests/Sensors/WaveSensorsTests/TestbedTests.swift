import Testing
import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

/// The test bed: what it asks for, what it measures, what it shows.
@Suite struct TestbedTests {
  /// A source that makes what is asked for, and a frame every 16 ms that takes `latency` to be drawn.
  struct Rig {
    var model: SensorsModel
    var list = DrawList()
    var now: Int64 = 50_000_000
    var streams = 13
    var rate = 1000
    var latency: Int64 = 9000
    var asked: [Testbed.Setting] = []
    var view: ShowStreams?
    /// Blocks that are left out before the next message.
    var skipped: UInt64 = 0
    var isAnswering = true
    private var next: UInt64 = 0
    private var began: Int64 = 0

    init(plan: Testbed.Plan, width: Float = 800, height: Float = 600) throws {
      model = SensorsModel(testbedPlan: plan)
      send(.resize(width: width, height: height, scale: 1))
      send(.appearance(isDark: true, reducesMotion: true))
      send(.connection(isOpen: true))
      receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: now)))
      receive(.clockReply(ClockReply(clientMicroseconds: now, serverMicroseconds: now)))
      announce()
      try turn()
    }

    mutating func send(_ intent: ViewIntent) { perform(model.handle(intent, at: now)) }

    mutating func perform(_ action: SensorsAction, _ input: ControlInput) {
      perform(model.perform(action, input, at: now))
    }

    mutating func start() { perform(model.startTestbed(at: now)) }

    mutating func receive(_ message: SensorsMessage) { perform(model.receive(message, at: now)) }

    private mutating func perform(_ effects: [SensorsModel.Effect]) {
      for case .send(let message) in effects {
        switch message {
        case .show(let show): view = show
        case .command(.adjust(_, let control, let value)):
          if control == TestbedControl.streams.rawValue { streams = Int(value) } else { rate = Int(value) }
          asked.append(Testbed.Setting(streams: streams, rateHertz: rate))
          if isAnswering { announce() }
        default: break
        }
      }
    }

    private mutating func announce() {
      let channels = (0..<streams).map { _ in StreamChannel(label: [0x61], unit: [], low: -1, high: 1) }
      next = 0
      began = now
      receive(
        .source(
          StreamSource(
            source: 0, flags: [.simulated, .testbed], name: [0x74], detail: [],
            groups: [StreamSource.Group(rateHertz: Double(rate), channels: channels)])))
      receive(
        .times(
          SampleTimes(
            source: 0, group: 0, reason: .start, sequence: 0, microseconds: now, rateHertz: Double(rate))))
    }

    /// What has come since the last turn is drawn.
    mutating func turn() throws {
      now += 16_000
      send(.tick)
      if isAnswering, let view, view.isShowing {
        let level = StreamColumns.level(rateHertz: Double(rate), columnMicroseconds: view.columnMicroseconds)
        next += skipped
        let end = (UInt64(now - began) * UInt64(rate) / 1_000_000) >> UInt64(level) + skipped
        skipped = 0
        if end > next {
          let count = Int(end - next)
          receive(
            .columns(
              StreamColumns(
                view: view.view, source: 0, group: 0, level: UInt8(level),
                channelCount: UInt8(min(255, streams)),
                firstBlock: next, blockCount: UInt16(count), arrivalMicroseconds: now,
                values: [Float](repeating: 0.5, count: min(255, streams) * count * (level == 0 ? 1 : 2)))))
          next = end
        }
      }
      _ = model.draw(into: &list, at: now)
      now += latency
      model.drawn(at: now)
      now -= latency
    }

    /// Rectangles of a colour on the panel.
    mutating func rectangles(_ color: Color) throws -> Int {
      list.forget()
      strip()
      _ = model.draw(into: &list, at: now)
      var scene = DrawScene()
      try scene.play(list.words)
      return scene.layers.first { $0.id == LayerID.testbed }?.marks.count { mark in
        if case .rectangle(_, _, let found) = mark { return found == color }
        return false
      } ?? 0
    }

    /// A player that starts empty needs the strip, too.
    private mutating func strip() { model.redrawEverything() }

    mutating func run(seconds: Double) throws {
      for _ in 0..<Int(seconds / 0.016) { try turn() }
    }
  }

  private func plan(streams: [Int] = [1, 13, 64], rates: [Int] = [50, 2000]) -> Testbed.Plan {
    Testbed.Plan(streams: streams, rates: rates, settleSeconds: 0.2, measureSeconds: 0.5)
  }

  @Test func aRunStepsThroughStreamsAndRatesAndGoesBack() throws {
    var rig = try Rig(plan: plan())
    rig.latency = 9000
    try rig.run(seconds: 1)
    #expect(rig.model.testbed?.setting == Testbed.Setting(streams: 13, rateHertz: 1000))
    rig.perform(.testbed(.run), .set(1))
    #expect(rig.model.testbed?.progress?.count == 5)
    try rig.run(seconds: 6)
    let testbed = try #require(rig.model.testbed)
    #expect(!testbed.isRunning)
    #expect(testbed.results(of: .streams).map(\.setting.streams) == [1, 13, 64])
    #expect(testbed.results(of: .rate).map(\.setting.rateHertz) == [50, 2000])
    for result in testbed.results {
      #expect(result.figures.median == 9000 && result.figures.percentile99 == 9000, "\(result)")
      #expect(result.figures.lost == 0)
      // At 50 Hz a sample comes every 20 ms, else a block with each turn.
      let rate = result.figures.framesPerSecond
      #expect(result.setting.rateHertz == 50 ? rate > 45 && rate < 52 : rate > 58 && rate < 64, "\(result)")
    }
    #expect(rig.streams == 13 && rig.rate == 1000, "it goes back to what was set")
  }

  @Test func controlsOpenByThemselvesOnlyBesideTheCharts() {
    func opens(_ width: Float, _ height: Float, scale: Float = 1, text: Float = 1) -> Bool {
      TestbedPicture.hasRoomForDrawer(on: Screen(width: width, height: height, scale: scale, textScale: text))
    }
    #expect(opens(1024, 712) && opens(2048, 1424, scale: 2) && opens(900, 700))
    #expect(!opens(899, 700) && !opens(1798, 1400, scale: 2))
    #expect(!opens(1024, 1310), "they lie over the charts of an upright screen")
    #expect(!opens(1024, 712, text: 2), "large text needs more room")
  }

  @Test func percentilesAreThoseOfASortedList() {
    var meter = Testbed.LatencyMeter()
    var naive: [Double] = []
    var state: UInt64 = 7
    for index in 0..<500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      let latency = Int64(state >> 44)
      let drawn = Int64(index) * 16_000 + 2_000_000
      meter.receive(
        view: 1, group: 0, blocks: Int64(index)..<Int64(index + 1), level: 0,
        arrivalMicroseconds: drawn - latency)
      meter.drawn(at: drawn, serverMicroseconds: drawn)
      if index >= 100 { naive.append(Double(latency)) }
    }
    naive.sort()
    let figures = meter.figures(from: 100 * 16_000 + 2_000_000, until: 500 * 16_000 + 2_000_000)
    #expect(figures.frames == 400 && figures.lost == 0 && figures.seconds == 6.4)
    #expect(figures.median == naive[200] && figures.percentile95 == naive[380])
    #expect(figures.percentile99 == naive[396])
  }

  @Test func whatIsPassedOverOrMissingIsCounted() {
    var meter = Testbed.LatencyMeter()
    func receive(_ view: UInt16, _ blocks: Range<Int64>) {
      meter.receive(view: view, group: 0, blocks: blocks, level: 2, arrivalMicroseconds: 0)
    }
    receive(1, 100..<105)
    // The block under way comes again.
    receive(1, 104..<107)
    #expect(meter.figures(from: 0, until: 1).lost == 0)
    receive(1, 110..<112)
    #expect(meter.figures(from: 0, until: 1).lost == 12)
    // Another view begins where it wants.
    receive(2, 900..<902)
    meter.setMissing(5)
    #expect(meter.figures(from: 0, until: 1).lost == 17)
    meter.forget()
    #expect(meter.figures(from: 0, until: 1).lost == 0)
  }

  @Test func lossesOfAnySizeAreCounted() {
    var meter = Testbed.LatencyMeter()
    // Each view passes over as much as numbers of blocks allow.
    for view in UInt16(1)...4 {
      for blocks in [0..<1, (1 << 62)..<(1 << 62) + 1] as [Range<Int64>] {
        meter.receive(view: view, group: 0, blocks: blocks, level: 0, arrivalMicroseconds: .min)
      }
    }
    meter.setMissing(.max)
    meter.drawn(at: 0, serverMicroseconds: .max)
    #expect(meter.figures(from: 0, until: 1).lost == .max)
    meter.forget()
    #expect(meter.figures(from: .min, until: .max).lost == 0)
  }

  @Test func lossesOfAStepStandInItsResult() throws {
    var rig = try Rig(plan: plan(streams: [13], rates: []))
    rig.perform(.testbed(.run), .set(1))
    try rig.run(seconds: 0.5)
    rig.skipped = 6
    try rig.run(seconds: 1)
    let level = StreamColumns.level(rateHertz: 1000, columnMicroseconds: rig.view?.columnMicroseconds ?? 1)
    #expect(rig.model.testbed?.results.first?.figures.lost == 6 << Int64(level))
  }

  @Test func aSourceThatDoesNotAnswerIsGivenUp() throws {
    var rig = try Rig(plan: plan(streams: [64], rates: []))
    rig.isAnswering = false
    rig.perform(.testbed(.run), .set(1))
    try rig.run(seconds: 7)
    let result = try #require(rig.model.testbed?.results.first)
    #expect(result.figures.median.isNaN && rig.model.testbed?.isRunning == false)
  }

  @Test func pressedAgainTheRunEndsAndSaysSo() throws {
    var rig = try Rig(plan: plan())
    rig.perform(.testbed(.run), .set(1))
    try rig.run(seconds: 1.2)
    #expect(rig.model.testbed?.progress?.step == 2)
    rig.perform(.testbed(.run), .set(1))
    #expect(rig.model.testbed?.isRunning == false && rig.streams == 13)
    try rig.run(seconds: 1)
    #expect(rig.model.testbed?.results.count == 1)
    #expect(String(decoding: rig.model.controls.bytes, as: UTF8.self).contains("test cancelled"))
  }

  @Test func aProgramStartsOneRunAtATime() throws {
    var rig = try Rig(plan: plan())
    rig.start()
    try rig.run(seconds: 1.2)
    #expect(rig.model.testbed?.progress?.step == 2)
    rig.start()
    #expect(rig.model.testbed?.progress?.step == 2)
  }

  @Test func slidersAskTheSourceWhenTheyAreLetGoOf() throws {
    var rig = try Rig(plan: plan())
    rig.send(.press(.handle))
    for (phase, fraction) in [(Touch.Phase.began, 0.5), (.moved, 0.8), (.moved, 1)] {
      rig.perform(.testbed(.setStreams), .drag(phase, fraction: fraction, distance: 0))
    }
    #expect(rig.asked.isEmpty)
    rig.perform(.testbed(.setStreams), .drag(.ended, fraction: 1, distance: 0))
    #expect(rig.asked == [Testbed.Setting(streams: 256, rateHertz: 1000)])
    rig.perform(.testbed(.setStreams), .step(thumb: 0, steps: -1))
    #expect(rig.streams == 220)
    rig.perform(.testbed(.setRate), .drag(.ended, fraction: 0, distance: 0))
    #expect(rig.rate == 10)
    // Frames in a second are the server's to keep to.
    rig.perform(.testbed(.setViewRate), .drag(.ended, fraction: 0.5, distance: 0))
    try rig.run(seconds: 0.3)
    #expect(rig.view?.messagesPerSecond == 15)
    #expect(String(decoding: rig.model.controls.bytes, as: UTF8.self).contains("simulated"))
  }

  /// The same streams at another rate are another view, though nothing else differs.
  @Test func anotherRateAloneIsAskedForAnew() throws {
    var rig = try Rig(plan: plan())
    try rig.run(seconds: 0.5)
    let before = rig.view?.view
    rig.perform(.testbed(.setRate), .drag(.ended, fraction: 1, distance: 0))
    try rig.run(seconds: 0.5)
    #expect(rig.view?.view != before)
    #expect(rig.model.intake.blocks.stores[0]?.newest ?? -1 > 0)
  }

  @Test(arguments: [Float(390), 800, 1400])
  func chartsHaveTheStudyAndTheResults(width: Float) throws {
    var rig = try Rig(plan: plan(streams: [1, 200], rates: [50]), width: width, height: 844)
    // A square has one in its colour, a bound two.
    let study = try rig.rectangles(rig.model.theme.accent)
    #expect(study == Testbed.study.reduce(0) { $0 + $1.points.reduce(0) { $0 + ($1.isBound ? 2 : 1) } })
    #expect(try rig.rectangles(rig.model.theme.trace) == 0)
    rig.perform(.testbed(.run), .set(1))
    try rig.run(seconds: 5)
    // A dot, a line and its end for each result.
    #expect(try rig.rectangles(rig.model.theme.trace) == 9)
  }

  @Test func theStudysFiguresAreThoseOfTheThesis() {
    let pad = Testbed.study.first { $0.number == 2 && "\($0.device)" == "iPad 3" }
    let seconds = [12.888, 12.739, 11.484, 10.141, 8.857, 7.710, 6.401, 4.788, 3.559, 2.343, 1.139, 0.256]
    #expect(pad?.points.reversed().prefix(12).map(\.seconds) == seconds)
    #expect(pad?.points.first?.isBound == true)
    #expect(Set(Testbed.study.map(\.number)) == [1, 2, 3])
  }

  @Test func logarithmicSlidersReachTheirEndsAndMoveWithEachKey() {
    for scale in [LogScale.streams, .rate] {
      #expect(scale.value(at: 0) == Int(scale.low) && scale.value(at: 1) == Int(scale.high))
      var value = Int(scale.low)
      var steps = 0
      while value < Int(scale.high) {
        let next = scale.value(value, steps: 1)
        #expect(next > value)
        value = next
        steps += 1
      }
      #expect(steps < 60)
    }
  }

  @Test func aFingerOnThePanelMovesNothing() throws {
    var rig = try Rig(plan: plan())
    try rig.run(seconds: 0.5)
    rig.send(.touch(Touch(id: 1, phase: .began, x: 100, y: 560, microseconds: rig.now)))
    rig.send(.touch(Touch(id: 1, phase: .ended, x: 100, y: 560, microseconds: rig.now + 50_000)))
    try rig.run(seconds: 1)
    #expect(!rig.model.isPaused)
  }
}
