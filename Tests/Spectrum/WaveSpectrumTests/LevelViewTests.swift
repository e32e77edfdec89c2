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
