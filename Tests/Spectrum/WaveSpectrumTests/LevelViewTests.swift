import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct LevelViewTests {
  private var opened: LevelView {
    var view = LevelView()
    _ = view.handle(.open(LevelWindow(top: -10, span: 80), keepsMeter: false), isMeter: false)
    return view
  }

  @Test func theMetersLevelsAreAboveThePlots() {
    #expect(LevelView().levels == LevelWindow(top: 0, span: 100))
    #expect(LevelView().meterLevels == LevelWindow(top: 0, span: 100))
    #expect(opened.levels == LevelWindow(top: -10, span: 80))
    #expect(opened.meterLevels == LevelWindow(top: 10, span: 100))
  }

  @Test func aChangedRangeLeavesTheMeterAlone() {
    var view = opened
    #expect(view.handle(.open(LevelWindow(top: 5, span: 60), keepsMeter: true), isMeter: true) == false)
    #expect(view.levels == LevelWindow(top: 5, span: 60))
    #expect(view.meterLevels == LevelWindow(top: 10, span: 100))
  }

  @Test func movesWhatIsShown() {
    var view = opened
    #expect(view.handle(.move(0.25), isMeter: false) == true)
    #expect(view.levels == LevelWindow(top: 10, span: 80))
    #expect(view.meterLevels == LevelWindow(top: 10, span: 100))
    #expect(view.handle(.move(-0.5), isMeter: true) == true)
    #expect(view.levels == LevelWindow(top: 10, span: 80))
    #expect(view.meterLevels == LevelWindow(top: -40, span: 100))
  }

  @Test func scalesWhatIsShown() {
    var view = opened
    #expect(view.handle(.scale(0.5, about: -30), isMeter: false) == true)
    #expect(view.levels == LevelWindow(top: -20, span: 40))
    #expect(view.handle(.scale(2, about: 0), isMeter: true) == true)
    #expect(view.meterLevels == LevelWindow(top: 20, span: 200))
    #expect(view.levels == LevelWindow(top: -20, span: 40))
  }

  @Test func aSpanKeepsTheLowestLevels() {
    var view = opened
    #expect(view.handle(.setSpan(20), isMeter: true) == true)
    #expect(view.levels == LevelWindow(top: -70, span: 20))
    #expect(view.meterLevels == LevelWindow(top: 10, span: 100))
  }
}

@Suite struct LevelWindowTests {
  @Test func aSourceHasLevels() {
    #expect(LevelWindow(nil) == LevelWindow(top: 0, span: 100))
    var info = Desk.info()
    (info.levelLow, info.levelHigh) = (-90, -20)
    #expect(LevelWindow(info) == LevelWindow(top: -20, span: 70))
    // Ten decibels at least.
    (info.levelLow, info.levelHigh) = (-25, -20)
    #expect(LevelWindow(info) == LevelWindow(top: -20, span: 10))
    (info.levelLow, info.levelHigh) = (0, -20)
    #expect(LevelWindow(info) == LevelWindow(top: -20, span: 10))
  }

  @Test func gainAndSpanAreInverse() {
    let base = LevelWindow(top: 0, span: 100)
    #expect(abs(base.span(magnifiedBy: 20) - 10) < 1e-9)
    #expect(base.span(magnifiedBy: 0) == 100)
    for gain in [-12, -6, 0, 3, 20, 40.0] {
      let window = LevelWindow(top: 0, span: base.span(magnifiedBy: gain))
      #expect(abs(base.gainDecibels(of: window) - gain) < 1e-9)
    }
    // Within -12 and 40 dB.
    #expect(base.span(magnifiedBy: 41) == base.span(magnifiedBy: 40))
    #expect(base.span(magnifiedBy: -13) == base.span(magnifiedBy: -12))
  }

  @Test func staysWithinSense() {
    let window = LevelWindow(top: 0, span: 100)
    #expect(window.bottom == -100)
    #expect(window.scaled(by: 0.01, about: -50).span == 2)
    #expect(window.scaled(by: 10, about: -50) == LevelWindow(top: 70, span: 240))
    #expect(window.moved(by: 500).top == 200)
    #expect(window.moved(by: -500).top == -240)
    #expect(window.moved(by: 3) == LevelWindow(top: 3, span: 100))
  }
}
