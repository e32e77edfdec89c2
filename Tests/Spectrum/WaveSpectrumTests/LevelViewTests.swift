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

  @Test func theyFollowTheStrongestSignalOnceInTwoSeconds() {
    var view = opened
    // The middle 80 % of -90 to -10 dB.
    for level in [-18.0, -50, -82] {
      #expect(view.handle(.follow(level, at: 0), isMeter: false) == false)
    }
    #expect(view.levels == LevelWindow(top: -10, span: 80))
    #expect(view.handle(.follow(-14, at: 1_000_000), isMeter: false) == true)
    // The lowest level stays.
    #expect(view.levels == LevelWindow(top: 5, span: 95) && view.home == view.levels)
    #expect(view.handle(.follow(40, at: 2_999_999), isMeter: false) == false)
    // The span would be twice the source's.
    #expect(view.handle(.follow(40, at: 3_000_000), isMeter: false) == true)
    #expect(view.levels == LevelWindow(top: 56, span: 80))
    #expect(view.handle(.follow(-82, at: 9_000_000), isMeter: false) == true)
    #expect(view.levels == LevelWindow(top: -66, span: 80) && view.isFollowing)
  }

  @Test func theyStayOnceTheUserHasChangedThem() {
    for input in [LevelView.Input.move(0.25), .scale(0.5, about: -30), .setSpan(20)] {
      var view = opened
      _ = view.handle(input, isMeter: false)
      let chosen = view.levels
      #expect(view.handle(.follow(60, at: 9_000_000), isMeter: false) == false)
      #expect(view.levels == chosen && !view.isFollowing)
      #expect(view.handle(.fit(-30), isMeter: false) == true)
      #expect(view.levels == LevelWindow(top: -15, span: 75) && view.isFollowing)
      #expect(view.handle(.follow(60, at: 9_000_000), isMeter: false) == true)
      _ = view.handle(input, isMeter: false)
      #expect(view.handle(.fit(nil), isMeter: false) == true)
      #expect(view.levels == LevelWindow(top: -10, span: 80))
    }
    var meter = opened
    _ = meter.handle(.move(0.5), isMeter: true)
    #expect(meter.isFollowing)
  }

  @Test func aTenthOfWhatIsShownIsOfTheSource() {
    var view = opened
    _ = view.handle(.move(9), isMeter: false)
    #expect(view.levels == LevelWindow(top: -10 + 72, span: 80))
    _ = view.handle(.move(-9), isMeter: false)
    #expect(view.levels == LevelWindow(top: -90 + 8, span: 80))
    _ = view.handle(.move(9), isMeter: true)
    #expect(view.meterLevels == LevelWindow(top: 10 + 90, span: 100))
    _ = view.handle(.move(-9), isMeter: true)
    #expect(view.meterLevels == LevelWindow(top: -90 + 10, span: 100))
    // A signal beyond the source's levels has them there.
    view = opened
    _ = view.handle(.follow(100, at: 0), isMeter: false)
    _ = view.handle(.move(9), isMeter: false)
    #expect(view.levels == LevelWindow(top: 116 + 72, span: 80))
  }
}
