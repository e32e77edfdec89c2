import Testing

@testable import WaveSpectrum

@Suite struct TimeViewTests {
  /// Server time is 1,000 s ahead; a plot of so many pixels that slots are half seconds.
  private func moment(
    _ seconds: Double, oldest: Int64 = 0, rowSeconds: Double = 0.03, isWaterfall: Bool = true,
    height: Float = 2000
  ) -> Moment {
    let now = Int64(seconds * 1e6)
    return Moment(
      now: now, server: now + 1_000_000_000, oldestMicroseconds: oldest, rowSeconds: rowSeconds,
      plotHeight: height, isWaterfall: isWaterfall)
  }

  /// The newest time: a slot of half a second and 0.15 s before the server's.
  private func live(_ seconds: Double) -> Int64 { Int64(seconds * 1e6) + 999_350_000 }

  @Test func startsLive() {
    let time = TimeView(periodSeconds: 10)
    #expect(!time.isPaused && !time.hasMovedWhilePaused && !time.isHeld)
    #expect(time.offsetMicroseconds == 0 && time.periodSeconds == 10)
    #expect(time.top(at: moment(2)) == live(2) && time.present(at: moment(2)) == 1_002_000_000)
  }

  @Test func rowsAreNoLowerThanAPixel() {
    #expect(TimeView(periodSeconds: 60).slotMicroseconds(plotHeight: 120) == 500_000)
    #expect(TimeView(periodSeconds: 60).slotMicroseconds(plotHeight: 119) == 1_000_000)
    #expect(TimeView(periodSeconds: 60).slotMicroseconds(plotHeight: 59) == 2_000_000)
    #expect(TimeView(periodSeconds: 720).slotMicroseconds(plotHeight: 0) == 32_000_000)
    #expect(TimeView(periodSeconds: 0.5).slotMicroseconds(plotHeight: 0) == 500_000)
  }

  @Test func rowsAreLateByASlotAndTheWay() {
    func delay(rowSeconds: Double, height: Float) -> Int64 {
      TimeView(periodSeconds: 60).top(at: moment(0, rowSeconds: rowSeconds, height: height)) - 1_000_000_000
    }
    #expect(delay(rowSeconds: 0.03, height: 200) == -650_000)
    #expect(delay(rowSeconds: 0.03, height: 100) == -1_150_000)
    // Long rows are made of no slots.
    #expect(delay(rowSeconds: 0.499_999, height: 200) == -650_000)
    #expect(delay(rowSeconds: 0.5, height: 200) == -150_000)
    #expect(delay(rowSeconds: .nan, height: 200) == -650_000)
    #expect(delay(rowSeconds: .infinity, height: 200) == -150_000)
  }

  @Test func aPausedWaterfallStandsStill() {
    var time = TimeView(periodSeconds: 10)
    #expect(time.handle(.pause, at: moment(5)) == .pause)
    #expect(time.isPaused && time.isHeld && !time.hasMovedWhilePaused)
    #expect(time.top(at: moment(9)) == live(5) && time.present(at: moment(9)) == 1_005_000_000)
    // A second pause changes nothing.
    #expect(time.handle(.pause, at: moment(7)) == nil)
    #expect(time.top(at: moment(9)) == live(5) && time.present(at: moment(9)) == 1_005_000_000)
    #expect(time.handle(.resume, at: moment(9)) == .resume)
    #expect(!time.isPaused && !time.isHeld && time.top(at: moment(9)) == live(9))
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
    #expect(time.top(at: moment(7)) == live(5) && time.present(at: moment(7)) == 1_005_000_000)
    // What was not moved goes on at now.
    #expect(time.handle(.release, at: moment(8)) == nil)
    #expect(!time.isHeld && time.offsetMicroseconds == 0)
    #expect(time.handle(.release, at: moment(8)) == nil)
  }

  @Test func whatAFingerMovedStaysBehind() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.hold, at: moment(500))
    time.move(by: -3_000_000, at: moment(501))
    #expect(time.top(at: moment(501)) == live(500) - 3_000_000)
    #expect(time.present(at: moment(501)) == 1_500_000_000 && !time.hasMovedWhilePaused)
    _ = time.handle(.release, at: moment(502))
    #expect(time.offsetMicroseconds == 5_000_000 && !time.isHeld)
    #expect(time.top(at: moment(503)) == live(498))
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
      _ = time.handle(.hold, at: moment(500))
      time.move(by: -Int64(back), at: moment(500))
      _ = time.handle(.release, at: moment(500))
      #expect(time.offsetMicroseconds == offset, "\(period) s, \(back) µs")
    }
  }

  @Test func inOtherViewsTimeGoesOnAtNow() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.hold, at: moment(500))
    time.move(by: -3_000_000, at: moment(500))
    _ = time.handle(.release, at: moment(500, isWaterfall: false))
    #expect(!time.isHeld && time.offsetMicroseconds == 0)
  }

  @Test func pausedTimeIsNotReleased() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.pause, at: moment(5))
    _ = time.handle(.release, at: moment(6))
    #expect(time.isHeld && time.isPaused && time.top(at: moment(7)) == live(5))
  }

  @Test func movesWithoutAHold() {
    var time = TimeView(periodSeconds: 10)
    time.move(by: -4_000_000, at: moment(500))
    #expect(time.offsetMicroseconds == 4_000_000 && !time.isHeld)
    time.move(by: 1_000_000, at: moment(500))
    #expect(time.offsetMicroseconds == 3_000_000)
    // Never beyond now.
    time.move(by: 9_000_000, at: moment(500))
    #expect(time.offsetMicroseconds == 0)
  }

  @Test func aPausedPictureIsMoved() {
    var time = TimeView(periodSeconds: 10)
    _ = time.handle(.pause, at: moment(500))
    time.move(by: -4_000_000, at: moment(501))
    #expect(time.hasMovedWhilePaused && time.top(at: moment(502)) == live(500) - 4_000_000)
    #expect(time.present(at: moment(502)) == 1_500_000_000)
    time.move(by: .max, at: moment(503))
    #expect(time.top(at: moment(503)) == live(503))
  }

  @Test func aFifthOfThePeriodStaysInView() {
    // The server's rows begin 100 s ago.
    var time = TimeView(periodSeconds: 10)
    time.move(by: .min, at: moment(500, oldest: live(400)))
    #expect(time.top(at: moment(500)) == live(402))
    // As much of a history that is shorter than the period.
    var short = TimeView(periodSeconds: 200)
    short.move(by: .min, at: moment(500, oldest: live(400)))
    #expect(short.top(at: moment(500)) == live(420))
    // No server keeps more than 768 s.
    var long = TimeView(periodSeconds: 10)
    long.move(by: .min, at: moment(5000, oldest: .min / 2))
    #expect(long.top(at: moment(5000)) == 6_000_000_000 - 768_000_000 + 2_000_000)
    // Rows from after now, by a clock that runs behind.
    var ahead = TimeView(periodSeconds: 10)
    ahead.move(by: -5_000_000, at: moment(500, oldest: .max))
    #expect(ahead.offsetMicroseconds == 0)
  }

  @Test func whatIsOlderThanTheOldestRowMayStay() {
    var time = TimeView(periodSeconds: 10)
    time.move(by: -100_000_000, at: moment(500))
    time.move(by: -1_000_000, at: moment(500, oldest: live(450)))
    #expect(time.top(at: moment(500)) == live(400))
    time.move(by: 1_000_000, at: moment(500, oldest: live(450)))
    #expect(time.top(at: moment(500)) == live(401))
  }

  @Test func setsThePeriod() {
    var time = TimeView(periodSeconds: 10)
    for (requested, period) in [(30.0, 30.0), (1.9, 2), (-1, 2), (769, 768), (.infinity, 768)] {
      time.setPeriod(requested, anchor: 0.5, at: moment(500))
      #expect(time.periodSeconds == period && time.offsetMicroseconds == 0)
    }
  }

  @Test func theMomentUnderTheFingersStays() {
    var behind = TimeView(periodSeconds: 10)
    behind.move(by: -20_000_000, at: moment(500))
    behind.setPeriod(20, anchor: 0.5, at: moment(500))
    #expect(behind.offsetMicroseconds == 15_000_000)

    var paused = TimeView(periodSeconds: 10)
    _ = paused.handle(.pause, at: moment(500))
    paused.setPeriod(4, anchor: 0.25, at: moment(500))
    #expect(paused.top(at: moment(500)) == live(500) - 1_500_000 && paused.hasMovedWhilePaused)

    var dragged = TimeView(periodSeconds: 10)
    _ = dragged.handle(.hold, at: moment(500))
    dragged.setPeriod(4, anchor: 0.5, at: moment(500))
    #expect(dragged.top(at: moment(500)) == live(500))
    dragged.move(by: -20_000_000, at: moment(500))
    dragged.setPeriod(10, anchor: 0.5, at: moment(500))
    #expect(dragged.top(at: moment(500)) == live(483))
  }

  @Test func aLongerPeriodMayMoveNow() {
    // Its slots are longer, so the newest of them is complete later.
    var time = TimeView(periodSeconds: 10)
    let small = moment(500, height: 20)
    _ = time.handle(.pause, at: small)
    #expect(time.top(at: small) == live(500))
    time.setPeriod(20, anchor: 0, at: small)
    #expect(time.top(at: small) == live(500) - 500_000)
  }

  @Test func aSecondTapUndoesTheFirst() {
    var time = TimeView(periodSeconds: 10)
    time.move(by: -4_000_000, at: moment(500))
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
    time.move(by: -3_000_000, at: moment(500))
    #expect(time.handle(.tap, at: moment(510)) == .resume)
    #expect(time.handle(.undoTap, at: moment(511)) == .pause)
    #expect(time.isPaused)
    #expect(time.top(at: moment(512)) == live(497))
    #expect(time.present(at: moment(512)) == 1_511_000_000)
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
    time.shift(by: 7)
    #expect(!time.isHeld && time.top(at: moment(500)) == live(500))
    _ = time.handle(.hold, at: moment(500))
    time.shift(by: -50_000_000)
    #expect(time.top(at: moment(501)) == live(450) && time.present(at: moment(501)) == 1_500_000_000)
    // Whether it was moved is kept.
    _ = time.handle(.release, at: moment(501))
    #expect(time.offsetMicroseconds == 0)
    _ = time.handle(.hold, at: moment(600))
    time.move(by: -3_000_000, at: moment(600))
    time.shift(by: -1_000_000)
    _ = time.handle(.release, at: moment(600))
    #expect(time.offsetMicroseconds == 4_000_000)
  }
}

@Suite struct TimeAxisTests {
  private let axis = TimeAxis(top: 50_000_000, periodSeconds: 10, height: 200)

  @Test func convertsPixelsAndTimes() {
    #expect(axis.microsecondsPerPixel == 50_000)
    #expect(axis.serverTime(atPixel: 0) == 50_000_000)
    #expect(axis.serverTime(atPixel: 100) == 45_000_000)
    #expect(axis.pixel(ofServerTime: 45_000_000) == 100)
    #expect(axis.pixel(ofServerTime: 55_000_000) == -100)
  }

  @Test func aPlotWithoutHeightDividesByNothing() {
    let flat = TimeAxis(top: 50_000_000, periodSeconds: 10, height: 0)
    #expect(flat.microsecondsPerPixel == 1e7)
    #expect(flat.serverTime(atPixel: 0) == 50_000_000)
    #expect(flat.serverTime(atPixel: 1) == 40_000_000)
  }

  @Test func timesBeyondTheClockStopAtItsEnd() {
    let first = TimeAxis(top: .min + 5, periodSeconds: 10, height: 100)
    #expect(first.serverTime(atPixel: 50) == .min)
  }
}
