import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct ViewportTests {
  private let range = BandRange(Bench.info(), cannotControl: false)

  private func moment(_ mode: ViewMode = .spectrum, at now: Int64 = 500_000_000) -> Moment {
    Moment(
      now: now, server: now, oldestMicroseconds: .min / 2, rowSeconds: 0, plotHeight: 800,
      isWaterfall: mode == .waterfall)
  }

  private func shown(_ mode: ViewMode = .spectrum) -> Viewport {
    var view = Viewport(periodSeconds: 10)
    _ = view.show(mode, at: moment(mode))
    _ = view.handle(.band(.open(Band(low: 90e6, high: 110e6))), at: moment(mode), in: range)
    _ = view.handle(.band(.show(Band(low: 95e6, high: 105e6))), at: moment(mode), in: range)
    return view
  }

  private func actions(_ view: inout Viewport, _ input: Viewport.Input, _ mode: ViewMode = .spectrum)
    -> Viewport.Actions
  {
    view.handle(input, at: moment(mode), in: range)
  }

  @Test func aPauseIsStated() {
    var view = shown()
    #expect(actions(&view, .time(.pause)) == [.renewChip, .request])
    #expect(actions(&view, .time(.pause)) == [])
    #expect(actions(&view, .time(.resume)) == [.stopGlide, .listen, .request, .tune, .redraw])
    #expect(actions(&view, .time(.hold)) == [])
    #expect(actions(&view, .time(.changeView)) == .request)
  }

  @Test func onlyAPausedTimeIsAskedForAnew() {
    var view = shown(.waterfall)
    #expect(actions(&view, .moveTime(-4_000_000), .waterfall) == [])
    #expect(view.time.offsetMicroseconds == 4_000_000)
    _ = actions(&view, .time(.pause), .waterfall)
    #expect(!view.time.hasMovedWhilePaused)
    #expect(actions(&view, .moveTime(-4_000_000), .waterfall) == .request)
    #expect(view.time.hasMovedWhilePaused)
  }

  @Test func anotherPeriodIsAskedForAndDrawn() {
    var view = shown(.waterfall)
    #expect(actions(&view, .setPeriod(20, anchor: 0), .waterfall) == [.request, .redraw])
    #expect(view.time.periodSeconds == 20)
    _ = actions(&view, .time(.pause), .waterfall)
    _ = actions(&view, .setPeriod(30, anchor: 0), .waterfall)
    #expect(view.time.hasMovedWhilePaused)
  }

  @Test func anotherBandIsAskedFor() {
    var view = shown()
    #expect(actions(&view, .band(.drag(1e6))) == .request)
    #expect(view.bandView.band == Band(low: 96e6, high: 106e6))
    for input in [BandView.Input.clamp, .grab, .changeRange, .follow] {
      #expect(actions(&view, .band(input)) == [])
    }
    _ = actions(&view, .time(.pause))
    #expect(actions(&view, .band(.clamp)) == [] && !view.time.hasMovedWhilePaused)
    _ = actions(&view, .band(.drag(1e6)))
    #expect(view.time.hasMovedWhilePaused)
  }

  @Test func nothingGlidesAwayFromWhatAnotherTuned() {
    var view = shown()
    let other = BandRange(Bench.info(low: 400e6, high: 410e6), cannotControl: true)
    #expect(view.handle(.band(.follow), at: moment(), in: other) == [.stopGlide, .request])
    #expect(view.bandView.band == Band(low: 400e6, high: 410e6))
  }

  @Test func aBandThatIsLetGoIsTunedTo() {
    var view = shown()
    #expect(actions(&view, .settle(atOnce: false)) == .tune)
    _ = actions(&view, .band(.move(-7e6)))
    #expect(actions(&view, .settle(atOnce: false)) == [])
    #expect(view.bandView.isMoving)
    #expect(view.advance(at: moment(at: 500_020_000)) == .request)
    #expect(view.advance(at: moment(at: 500_200_000)) == [.tune, .request])
    #expect(view.advance(at: moment(at: 500_300_000)) == nil)
    _ = actions(&view, .band(.move(-7e6)))
    #expect(actions(&view, .settle(atOnce: true)) == [.tune, .request])
    #expect(view.bandView.band == Band(low: 90e6, high: 100e6))
  }

  @Test func aWayBackMovesAPausedPicture() {
    var view = shown()
    _ = actions(&view, .band(.move(-7e6)))
    _ = actions(&view, .time(.pause))
    _ = actions(&view, .settle(atOnce: false))
    #expect(!view.time.hasMovedWhilePaused)
    _ = view.advance(at: moment(at: 500_020_000))
    #expect(view.time.hasMovedWhilePaused)
  }

  @Test func onlyASpectrumAsksForOtherLevels() {
    for (mode, wanted) in [
      (ViewMode.spectrum, Viewport.Actions.request), (.waterfall, []), (.meter, []),
    ] {
      var view = shown(mode)
      #expect(actions(&view, .levels(.move(0.1)), mode) == wanted)
      #expect(view.levelView.levels.top == (mode == .meter ? 0 : 10))
      #expect(view.levelView.meterLevels.top == (mode == .meter ? 10 : 0))
    }
    // What the source has is no wish of the user's.
    var view = shown()
    _ = actions(&view, .time(.pause))
    #expect(actions(&view, .levels(.open(LevelWindow(top: 5, span: 50), keepsMeter: true))) == [])
    #expect(view.levelView.levels.top == 5 && !view.time.hasMovedWhilePaused)
    #expect(actions(&view, .levels(.setSpan(20))) == .request)
    #expect(view.time.hasMovedWhilePaused)
  }

  @Test func everyViewStartsLive() {
    var view = shown(.waterfall)
    _ = actions(&view, .moveTime(-4_000_000), .waterfall)
    _ = actions(&view, .time(.pause), .waterfall)
    #expect(view.show(.waterfall, at: moment(.waterfall)) == .same)
    #expect(view.time.isPaused)
    #expect(view.show(.spectrum, at: moment()) == .changed)
    #expect(!view.time.isPaused && view.time.offsetMicroseconds == 0 && view.choice.mode == .spectrum)
    #expect(view.show(.meter, at: moment(.meter)) == .first)
  }

  @Test func theMaximumIsHeld() {
    var view = shown()
    #expect(view.hold(true) == true)
    #expect(view.hold(true) == false)
    #expect(view.choice.isHolding)
  }

  @Test func heldTimeFollowsTheServersClock() {
    var view = shown(.waterfall)
    _ = actions(&view, .time(.hold), .waterfall)
    let top = view.time.top(at: moment(.waterfall))
    view.shift(by: -1000)
    #expect(view.time.top(at: moment(.waterfall)) == top - 1000)
  }
}
