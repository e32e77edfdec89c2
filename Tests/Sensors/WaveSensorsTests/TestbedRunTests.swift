import Testing
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// The steps of a run, and the sliders beside it.
@Suite struct TestbedRunTests {
  private let plan = Testbed.Plan(streams: [4, 8], rates: [50], settleSeconds: 0.2, measureSeconds: 0.5)
  private let usual = Testbed.Setting(streams: 13, rateHertz: 1000)

  /// Draws a frame with a sample that came 9 ms before.
  private func draw(_ testbed: inout Testbed, at now: Int64) {
    testbed.receive(.made(from: 0, count: 1, arrival: now - 9000))
    testbed.drawn(at: now, serverMicroseconds: now)
  }

  @Test func aStepIsAskedForAwaitedSettledAndMeasured() {
    var testbed = Testbed(plan: plan)
    var next = testbed.start(at: 0)
    let four = Testbed.Setting(streams: 4, rateHertz: 1000)
    #expect(next.load == four && !next.endsRun && testbed.isRunning && testbed.setting == four)
    #expect(testbed.progress == Testbed.Progress(step: 1, count: 3, setting: four))
    #expect(testbed.start(at: 1) == Testbed.Consequences(), "one run at a time")
    // It waits for the load, and for a frame of it.
    draw(&testbed, at: 100)
    for made in [usual, nil] {
      next = testbed.advance(made, at: 100)
      #expect(next.wakeMicroseconds == 6_000_000 && !next.redraws)
    }
    next = testbed.advance(four, at: 1000)
    #expect(next.wakeMicroseconds == 201_000)
    #expect(testbed.advance(four, at: 200_999).wakeMicroseconds == 201_000)
    // What was drawn before does not count.
    draw(&testbed, at: 150_000)
    next = testbed.advance(four, at: 201_000)
    #expect(next.wakeMicroseconds == 701_000 && testbed.results.isEmpty)
    draw(&testbed, at: 300_000)
    #expect(testbed.advance(four, at: 700_999).wakeMicroseconds == 701_000)
    next = testbed.advance(four, at: 701_000)
    #expect(next.redraws && next.load == Testbed.Setting(streams: 8, rateHertz: 1000))
    #expect(testbed.results.map(\.figures.frames) == [1] && testbed.results.map(\.figures.median) == [9000])
    #expect(testbed.results.map(\.figures.seconds) == [0.5] && testbed.progress?.step == 2)
  }

  @Test func aStepThatShowsNothingIsGivenUpAndTheRunEnds() {
    var testbed = Testbed(plan: plan)
    _ = testbed.start(at: 0)
    #expect(testbed.advance(nil, at: 5_999_999).wakeMicroseconds == 6_000_000)
    var loads: [Int?] = []
    for now: Int64 in [6_000_000, 12_000_000, 18_000_000] {
      let next = testbed.advance(nil, at: now)
      loads.append(next.load?.streams)
      #expect(next.redraws && next.endsRun == (now == 18_000_000))
    }
    // The rate is changed with 13 streams; then the load is what it was.
    #expect(loads == [8, 13, 13] && testbed.setting == usual && !testbed.isRunning && !testbed.wasCancelled)
    #expect(testbed.results.count == 3 && testbed.results.allSatisfy { $0.figures.median.isNaN })
    #expect(testbed.advance(nil, at: 30_000_000) == Testbed.Consequences() && testbed.progress == nil)
  }

  @Test func aRunThatIsCancelledGoesBack() {
    var testbed = Testbed(plan: plan)
    #expect(testbed.cancel() == Testbed.Consequences() && !testbed.wasCancelled)
    testbed.open(Testbed.Setting(streams: 7, rateHertz: 70))
    _ = testbed.start(at: 0)
    testbed.open(usual)
    let next = testbed.cancel()
    #expect(next.load == Testbed.Setting(streams: 7, rateHertz: 70) && next.endsRun && testbed.wasCancelled)
    #expect(!testbed.isRunning && testbed.setting.streams == 7)
    _ = testbed.start(at: 0)
    #expect(!testbed.wasCancelled && testbed.results.isEmpty)
  }

  @Test func aRunWithoutStepsEndsAtOnce() {
    var testbed = Testbed(plan: Testbed.Plan(streams: [], rates: []))
    let next = testbed.start(at: 0)
    #expect(next.endsRun && next.load == usual && !testbed.isRunning)
  }

  @Test func resultsAreInRisingOrderOneForEachStep() {
    var testbed = Testbed(plan: Testbed.Plan(streams: [8, 2, 4, 8], rates: [9]))
    _ = testbed.start(at: 0)
    for step in 1...5 { _ = testbed.advance(nil, at: Int64(step) * 6_000_000) }
    #expect(
      testbed.results(of: .streams).map(\.value) == [2, 4, 8]
        && testbed.results(of: .rate).map(\.value) == [9])
  }

  // MARK: - Sliders

  private func drag(_ phase: Touch.Phase, _ fraction: Double) -> ControlInput {
    .drag(phase, fraction: fraction, distance: 0)
  }

  @Test func whatAFingerSetsIsAskedForWhenItIsLifted() {
    var testbed = Testbed(plan: plan)
    for phase in [Touch.Phase.began, .moved] {
      let next = testbed.handle(.setStreams, drag(phase, 1))
      #expect(next.load == nil && next.redraws && testbed.setting.streams == 256)
    }
    #expect(
      testbed.handle(.setStreams, drag(.ended, -7)).load == Testbed.Setting(streams: 1, rateHertz: 1000))
    #expect(testbed.handle(.setRate, drag(.ended, 7)).load == Testbed.Setting(streams: 1, rateHertz: 10_000))
    for (action, input) in [
      (.setStreams, drag(.cancelled, 0.5)), (.setStreams, .set(3)), (.setRate, .text([])),
      (.run, drag(.ended, 0.5)),
      (.run, .step(thumb: 0, steps: 1)),
    ] as [(SensorsAction.Testbed, ControlInput)] {
      #expect(testbed.handle(action, input) == Testbed.Consequences())
    }
    #expect(testbed.handle(.setStreams, .step(thumb: 0, steps: 1)).load?.streams == 2)
    #expect(testbed.handle(.setRate, .step(thumb: 0, steps: -1)).load.map { $0.rateHertz < 10_000 } == true)
  }

  @Test func framesInASecondAreTheServers() {
    var testbed = Testbed(plan: plan)
    #expect(testbed.viewRate == 60)
    var next = testbed.handle(.setViewRate, drag(.moved, 0))
    #expect(next.changesView && next.redraws && next.load == nil && testbed.viewRate == 1)
    next = testbed.handle(.setViewRate, drag(.moved, 0.07))
    #expect(!next.changesView && testbed.viewRate == 1, "it is the same one")
    for (steps, rate) in [(1, 2), (3, 15), (99, 60), (-1, 30), (-99, 1)] {
      #expect(
        testbed.handle(.setViewRate, .step(thumb: 0, steps: steps)).changesView && testbed.viewRate == rate)
    }
    #expect(testbed.handle(.setViewRate, .step(thumb: 0, steps: -1)).changesView == false)
  }

  @Test func duringARunSlidersDoNothing() {
    var testbed = Testbed(plan: plan)
    _ = testbed.start(at: 0)
    #expect(
      testbed.handle(.setStreams, drag(.ended, 1)) == Testbed.Consequences() && testbed.setting.streams == 4)
    #expect(testbed.handle(.setViewRate, drag(.ended, 0)) == Testbed.Consequences() && testbed.viewRate == 60)
  }

  @Test func liveFiguresAreOfTheLastTwoSeconds() {
    var testbed = Testbed(plan: plan)
    for now: Int64 in [1_999_999, 2_000_000, 3_000_000] { draw(&testbed, at: now) }
    testbed.updateLive(at: 4_000_000)
    #expect(testbed.live.frames == 2 && testbed.live.seconds == 2 && testbed.live.framesPerSecond == 1)
    testbed.open(nil)
    testbed.updateLive(at: 4_000_000)
    #expect(testbed.live.frames == 0 && testbed.live.median.isNaN && testbed.setting == usual)
  }

  @Test func aLoadIsWhatASourceMakes() {
    #expect(Testbed.Setting(StreamSource.made([2, 1])) == Testbed.Setting(streams: 3, rateHertz: 1000))
    #expect(Testbed.Setting(StreamSource.made([])) == nil)
  }
}
