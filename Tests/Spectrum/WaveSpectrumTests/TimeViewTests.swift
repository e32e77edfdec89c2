import Testing

@testable import WaveSpectrum

@Suite struct TimeViewTests {
  /// Server time is 1,000 s ahead; a plot of 100 pixels.
  private func moment(
    _ seconds: Double, oldest: Int64 = .min / 2, rowSeconds: Double = 0.03, isWaterfall: Bool = true,
    height: Float = 100
  ) -> Moment {
    let now = Int64(seconds * 1e6)
    return Moment(
      now: now, server: now + 1_000_000_000, oldestMicroseconds: oldest, rowSeconds: rowSeconds,
      plotHeight: height, isWaterfall: isWaterfall)
  }

  /// The newest time with a waterfall of half seconds: 0.5 s and 0.15 s before the server's.
  private func live(_ seconds: Double) -> Int64 { Int64(seconds * 1e6) + 1_000_000_000 - 650_000 }

  @Test func startsLive() {
    let time = TimeView(periodSeconds: 10)
    #expect(!time.isPaused && !time.hasMovedWhilePaused && !time.isHeld && time.offsetMicroseconds == 0)
    #expect(
      time.axis(at: moment(2))
        == TimeAxis(top: live(2), present: 1_002_000_000, periodSeconds: 10, height: 100))
  }

  @Test func rowsAreNoLowerThanAPixel() {
    #expect(TimeView(periodSeconds: 60).slotMicroseconds(plotHeight: 120) == 500_000)
    #expect(TimeView(periodSeconds: 60).slotMicroseconds(plotHeight: 119) == 1_000_000)
    #expect(TimeView(periodSeconds: 60).slotMicroseconds(plotHeight: 59) == 2_000_000)
    #expect(TimeView(periodSeconds: 720).slotMicroseconds(plotHeight: 0) == 32_000_000)
    #expect(TimeView(periodSeconds: 0.5).slotMicroseconds(plotHeight: 0) == 500_000)
  }

  @Test func longRowsNeedNoSlotOfPatience() {
    let time = TimeView(periodSeconds: 10)
    #expect(time.axis(at: moment(0, rowSeconds: 0.499)).top == live(0))
    #expect(time.axis(at: moment(0, rowSeconds: 0.5)).top == live(0) + 500_000)
  }

  @Test func aPausedWaterfallStandsStill() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.pause, at: moment(5)) == .pause)
    #expect(time.isPaused && time.isHeld && !time.hasMovedWhilePaused)
    #expect(
      time.axis(at: moment(9))
        == TimeAxis(top: live(5), present: 1_005_000_000, periodSeconds: 10, height: 100))
    // A second pause changes nothing.
    #expect(time.handle(.pause, at: moment(7)) == nil)
    #expect(time.axis(at: moment(9)).top == live(5))
    #expect(time.handle(.resume, at: moment(9)) == .resume)
    #expect(!time.isPaused && !time.isHeld && time.axis(at: moment(9)).top == live(9))
    #expect(time.handle(.resume, at: moment(9)) == .resume)
  }

  @Test func aPausedSpectrumHoldsNoTime() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.pause, at: moment(5, isWaterfall: false)) == .pause)
    #expect(time.isPaused && !time.isHeld)
  }

  @Test func onlyAPausedViewRemembersThatItChanged() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.changeView, at: moment(0)) == .show)
    #expect(!time.isPaused && !time.hasMovedWhilePaused)
    _ = time.handle(.pause, at: moment(0))
    #expect(time.handle(.changeView, at: moment(0)) == .show)
    #expect(time.hasMovedWhilePaused)
    _ = time.handle(.resume, at: moment(1))
    _ = time.handle(.pause, at: moment(2))
    #expect(!time.hasMovedWhilePaused)
  }

  @Test func aFingerHoldsTime() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.hold, at: moment(5)) == nil)
    #expect(time.isHeld && !time.isPaused)
    #expect(time.handle(.hold, at: moment(6)) == nil)
    #expect(time.axis(at: moment(7)).top == live(5))
    // What was not moved goes on at now.
    #expect(time.handle(.release, at: moment(8)) == nil)
    #expect(!time.isHeld && time.offsetMicroseconds == 0)
    #expect(time.handle(.release, at: moment(8)) == nil)
  }

  @Test func whatAFingerMovedStaysBehind() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.hold, at: moment(500))
    #expect(time.handle(.move(-3_000_000), at: moment(501)) == nil)
    #expect(time.axis(at: moment(501)).top == live(500) - 3_000_000)
    #expect(time.axis(at: moment(501)).present == 1_500_000_000)
    _ = time.handle(.release, at: moment(502))
    #expect(time.offsetMicroseconds == 5_000_000 && !time.isHeld)
    #expect(time.axis(at: moment(503)).top == live(498))
    // Held and released, it keeps its distance by then.
    _ = time.handle(.hold, at: moment(504))
    _ = time.handle(.release, at: moment(505))
    #expect(time.offsetMicroseconds == 6_000_000)
    #expect(time.handle(.restart, at: moment(506)) == nil)
    #expect(time.offsetMicroseconds == 0)
  }

  @Test func asGoodAsNowIsNow() {
    for (period, back, offset) in [
      (10.0, 499_999, Int64(0)), (10, 500_000, 500_000), (100, 1_999_999, 0), (100, 2_000_000, 2_000_000),
    ] {
      var time = TimeView(periodSeconds: period)
      let at = moment(500, height: 400)
      _ = time.handle(.hold, at: at)
      _ = time.handle(.move(-Int64(back)), at: at)
      _ = time.handle(.release, at: at)
      #expect(time.offsetMicroseconds == offset, "\(period) s, \(back) µs")
    }
  }

  @Test func inOtherViewsTimeGoesOnAtNow() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.hold, at: moment(500))
    _ = time.handle(.move(-3_000_000), at: moment(500))
    _ = time.handle(.release, at: moment(500, isWaterfall: false))
    #expect(!time.isHeld && time.offsetMicroseconds == 0)
  }

  @Test func pausedTimeIsNotReleased() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.pause, at: moment(5))
    _ = time.handle(.release, at: moment(6))
    #expect(time.isHeld && time.isPaused && time.axis(at: moment(7)).top == live(5))
  }

  @Test func movesWithoutAHold() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.move(-4_000_000), at: moment(500)) == nil)
    #expect(time.offsetMicroseconds == 4_000_000 && !time.isHeld)
    _ = time.handle(.move(1_000_000), at: moment(500))
    #expect(time.offsetMicroseconds == 3_000_000)
    // Never beyond now.
    _ = time.handle(.move(9_000_000), at: moment(500))
    #expect(time.offsetMicroseconds == 0)
  }

  @Test func aPausedPictureIsMoved() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.pause, at: moment(500))
    #expect(time.handle(.move(-4_000_000), at: moment(501)) == .show)
    #expect(time.hasMovedWhilePaused && time.axis(at: moment(502)).top == live(500) - 4_000_000)
    #expect(time.axis(at: moment(502)).present == 1_500_000_000)
    _ = time.handle(.move(.max), at: moment(503))
    #expect(time.axis(at: moment(503)).top == live(503))
  }

  @Test func aFifthOfThePeriodStaysInView() {
    // The server's rows begin 100 s ago.
    let at = moment(500, oldest: live(400))
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.move(.min), at: at)
    #expect(time.axis(at: at).top == live(402))
    // As much of a history that is shorter than the period.
    var short = TimeView(periodSeconds: 200)
    _ = short.handle(.move(.min), at: moment(500, oldest: live(400), height: 500))
    #expect(short.axis(at: moment(500, height: 500)).top == live(420))
    // No server keeps more than 768 s.
    var long = TimeView(periodSeconds: 10)
    _ = long.handle(.move(.min), at: moment(5000))
    #expect(long.axis(at: moment(5000)).top == 6_000_000_000 - 768_000_000 + 2_000_000)
    // Rows from after now, by a clock that runs behind.
    var ahead = TimeView(periodSeconds: 10)
    _ = ahead.handle(.move(-5_000_000), at: moment(500, oldest: .max))
    #expect(ahead.offsetMicroseconds == 0)
  }

  @Test func whatIsOlderThanTheOldestRowMayStay() {
    let at = moment(500)
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.move(-100_000_000), at: at)
    let later = moment(500, oldest: live(450))
    _ = time.handle(.move(-1_000_000), at: later)
    #expect(time.axis(at: later).top == live(400))
    _ = time.handle(.move(1_000_000), at: later)
    #expect(time.axis(at: later).top == live(401))
  }

  @Test func setsThePeriod() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.setPeriod(30, anchor: 0.5), at: moment(500)) == .show)
    #expect(time.periodSeconds == 30 && time.offsetMicroseconds == 0)
    for (wish, period) in [(1.9, 2.0), (-1, 2), (721, 720), (.infinity, 720)] {
      _ = time.handle(.setPeriod(wish, anchor: 0), at: moment(500))
      #expect(time.periodSeconds == period)
    }
  }

  @Test func theMomentUnderTheFingersStays() {
    // Live, the top stays; behind, the moment at the anchor.
    var behind = TimeView(periodSeconds: 10)
    _ = behind.handle(.move(-20_000_000), at: moment(500))
    _ = behind.handle(.setPeriod(20, anchor: 0.5), at: moment(500))
    #expect(behind.offsetMicroseconds == 15_000_000)

    var paused = TimeView(periodSeconds: 10)
    _ = paused.handle(.pause, at: moment(500))
    _ = paused.handle(.setPeriod(4, anchor: 0.5), at: moment(500))
    #expect(paused.axis(at: moment(500)).top == live(497) && paused.hasMovedWhilePaused)

    var dragged = TimeView(periodSeconds: 10)
    _ = dragged.handle(.hold, at: moment(500))
    _ = dragged.handle(.setPeriod(4, anchor: 0.5), at: moment(500))
    #expect(dragged.axis(at: moment(500)).top == live(500))
    _ = dragged.handle(.move(-20_000_000), at: moment(500))
    _ = dragged.handle(.setPeriod(10, anchor: 0.5), at: moment(500))
    #expect(dragged.axis(at: moment(500)).top == live(483))
  }

  @Test func aSecondTapUndoesTheFirst() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.move(-4_000_000), at: moment(500))
    #expect(time.handle(.tap, at: moment(500)) == .pause)
    #expect(time.isPaused)
    #expect(time.handle(.undoTap, at: moment(501)) == .resume)
    #expect(!time.isPaused && !time.isHeld && time.offsetMicroseconds == 4_000_000)
    // Once.
    #expect(time.handle(.undoTap, at: moment(501)) == nil)
    #expect(!time.isPaused)
  }

  @Test func aSecondTapPausesAgainWhereItWas() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.pause, at: moment(500))
    _ = time.handle(.move(-3_000_000), at: moment(500))
    #expect(time.handle(.tap, at: moment(510)) == .resume)
    #expect(time.handle(.undoTap, at: moment(511)) == .pause)
    #expect(time.isPaused)
    #expect(time.axis(at: moment(512)).top == live(497))
    #expect(time.axis(at: moment(512)).present == 1_511_000_000)
  }

  @Test func aPausedSpectrumIsPausedAgainWithoutATime() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.pause, at: moment(500, isWaterfall: false))
    _ = time.handle(.tap, at: moment(510, isWaterfall: false))
    _ = time.handle(.undoTap, at: moment(511, isWaterfall: false))
    #expect(time.isPaused && !time.isHeld)
  }

  @Test func aTapWithAnotherEffectIsNotUndone() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.tap, at: moment(500))
    #expect(time.handle(.ignoreTap, at: moment(500)) == nil)
    #expect(time.handle(.undoTap, at: moment(501)) == nil)
    #expect(time.isPaused)
  }

  @Test func whatIsHeldFollowsTheServersClock() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.shift(7), at: moment(500)) == nil)
    #expect(!time.isHeld)
    _ = time.handle(.hold, at: moment(500))
    _ = time.handle(.shift(-50_000_000), at: moment(501))
    #expect(time.axis(at: moment(501)).top == live(450))
    #expect(time.axis(at: moment(501)).present == 1_500_000_000)
  }
}

@Suite struct TimeAxisTests {
  private let axis = TimeAxis(top: 50_000_000, present: 60_000_000, periodSeconds: 10, height: 200)

  @Test func convertsPixelsAndTimes() {
    #expect(axis.microsecondsPerPixel == 50_000)
    #expect(axis.serverTime(atPixel: 0) == 50_000_000)
    #expect(axis.serverTime(atPixel: 100) == 45_000_000)
    #expect(axis.pixel(ofServerTime: 45_000_000) == 100)
    #expect(axis.pixel(ofServerTime: 55_000_000) == -100)
  }

  @Test func aPlotWithoutHeightDividesByNothing() {
    let flat = TimeAxis(top: 50_000_000, present: 0, periodSeconds: 10, height: 0)
    #expect(flat.microsecondsPerPixel == 1e7)
    #expect(flat.serverTime(atPixel: 0) == 50_000_000)
    #expect(flat.serverTime(atPixel: 1) == 40_000_000)
  }

  @Test func timesBeyondTheClockStopAtItsEnd() {
    let first = TimeAxis(top: .min + 5, present: 0, periodSeconds: 10, height: 100)
    #expect(first.serverTime(atPixel: 50) == .min)
  }
}
