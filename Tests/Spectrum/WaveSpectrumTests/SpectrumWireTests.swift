import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct SpectrumWireTests {
  @Test func viewAsksForWhatTheScreenCanShow() throws {
    var bench = Bench()
    let shown = try #require(bench.shown)
    #expect(shown.mode == .spectrum)
    #expect(shown.columns == 400)
    #expect(shown.planes == [.max, .mean])
    #expect(shown.rowsPerSecond == 30)
    bench.send(.resize(width: 5000, height: 2000, scale: 2))
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.columns == 2048)
  }

  @Test func holdIsOnePlaneMoreAndSurvivesPanAndZoom() throws {
    var bench = Bench()
    bench.perform(.holdMaximum, .set(1))
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.planes == [.max, .mean, .hold])
    bench.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.planes == [.max, .mean, .hold])
    let resets = bench.sent.filter { $0 == .command(.resetHold(source: 0)) }
    #expect(resets.count == 1)
  }

  @Test func drawnRowsAreAcknowledgedOnceDrawn() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.serveRow { _ in -500 }
    let before = bench.sent.count
    bench.draw()
    let credits = bench.sent[before...].compactMap {
      if case .acknowledge(let credit) = $0 { credit } else { nil }
    }
    #expect(credits.count == 1)
    #expect(credits.first?.liveRows == 2)
    #expect(credits.first?.sequence == 102)
    bench.draw()
    #expect(bench.sent.count == before + 1)
  }

  @Test func pausedSendsNothingAndDrawsNothing() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.draw()
    bench.pass(milliseconds: 200)
    bench.tap(200, 300)
    bench.run(milliseconds: 500)
    #expect(bench.shown?.mode == .nothing)
    let sent = bench.sent.count
    let draws = bench.draws
    bench.run(milliseconds: 60_000)
    #expect(bench.sent.count == sent)
    #expect(bench.draws == draws)
    bench.tap(200, 300)
    bench.run(milliseconds: 200)
    let resumed = bench.draws
    bench.serveAxis()
    bench.serveRow { _ in -400 }
    bench.run(milliseconds: 500)
    #expect(bench.draws == resumed + 1)
  }

  @Test func hiddenSendsNothing() {
    var bench = Bench()
    bench.pass(milliseconds: 200)
    bench.send(.visibility(false))
    #expect(bench.shown?.mode == .nothing)
    bench.send(.visibility(true))
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.mode == .spectrum)
  }

  @Test func pausedPictureIsReducedAnewWhenMoved() throws {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.draw()
    bench.tap(200, 300)
    bench.pass(milliseconds: 1000)
    bench.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    bench.pass(milliseconds: 200)
    let shown = try #require(bench.shown)
    #expect(shown.mode == .spectrum)
    #expect(shown.frozenSequence == 101)
    #expect(abs(shown.highHertz - shown.lowHertz - 10e6) < 100)
  }

  @Test func aMovingFingerIsReportedAtMostTenTimesASecond() {
    var bench = Bench()
    bench.pinch([(150, 300), (50, 300)], [(250, 310), (350, 310)])
    bench.pass(milliseconds: 500)
    let before = bench.sent.count
    bench.touch(1, .began, 300, 300)
    for step in 1...100 {
      bench.now += 10_000
      bench.touch(1, .moved, 300 - Float(step), 300)
    }
    let shows = bench.sent[before...].filter { if case .show = $0 { true } else { false } }
    #expect(shows.count >= 8 && shows.count <= 11)
  }

  @Test func lostRowsAreCountedSkippedOnesApart() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.serveRow(skip: 3) { _ in -500 }
    bench.serveRow(skip: 1, skipped: 1) { _ in -500 }
    bench.serveRow(skip: 2, skipped: 2, flags: .heldUp) { _ in -500 }
    // A number that is read at leisure is not shown before there is one.
    bench.draw()
    #expect(!bench.chip.contains("skipped"))
    bench.pass(milliseconds: 1500)
    #expect(bench.chip.contains("lost 3 rows"))
    #expect(bench.chip.contains("skipped 2"))
  }

  @Test func pauseIsNoLoss() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.tap(200, 300)
    bench.pass(milliseconds: 1000)
    bench.tap(200, 300)
    bench.pass(milliseconds: 1000)
    bench.serveAxis()
    bench.serveRow(skip: 300) { _ in -500 }
    bench.pass(milliseconds: 1500)
    #expect(!bench.chip.contains("lost"))
  }

  @Test func theChipFollowsTheAgeOfTheData() {
    var bench = Bench()
    #expect(bench.chip.hasPrefix("Waiting|") && bench.chip.contains("no data yet"))
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.draw()
    #expect(bench.chip.hasPrefix("Live|"))
    // The server answers, and no rows come.
    bench.run(milliseconds: 6000)
    #expect(bench.chip.hasPrefix("No data|") && bench.chip.contains("last data "), "\(bench.chip)")
    #expect(!bench.chip.contains(" ms"))
    bench.serveRow { _ in -500 }
    bench.draw()
    #expect(bench.chip.hasPrefix("Live|"))
  }

  @Test func simulatedIsSaid() {
    #expect(Bench().chip.contains("simulated"))
    #expect(Bench(flags: .microphone).chip.contains("microphone, uncalibrated"))
  }

  @Test func lostConnectionIsSaidAndThePictureStays() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.draw()
    let marks = bench.marks(ofLayer: 3)
    bench.send(.connection(isOpen: false))
    bench.draw()
    #expect(bench.chip.hasPrefix("No connection|"))
    #expect(bench.marks(ofLayer: 3) == marks)
    bench.send(.connection(isOpen: true))
    #expect(bench.sent.contains(.hello(Hello())))
  }

  @Test func nothingIsAskedForWhileThereIsNoConnection() {
    var bench = Bench()
    bench.send(.connection(isOpen: false))
    bench.drag(from: (200, 300), to: (100, 300))
    for _ in 0..<2 {
      bench.wakes = []
      bench.pass(milliseconds: 1000)
      #expect(bench.wakes.allSatisfy { $0 > bench.now + 500_000 })
    }
    let asked = bench.sent.count
    bench.pass(milliseconds: 1000)
    #expect(bench.sent.count == asked)
    bench.send(.connection(isOpen: true))
    #expect(bench.shown?.mode == .spectrum)
  }

  @Test func anotherServerStartsAnew() {
    var bench = Bench()
    bench.now += 5_000_000
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: bench.now)))
    bench.perform(.setLowFrequency, .text(Array("95".utf8)))
    bench.send(.connection(isOpen: false))
    bench.pass(milliseconds: 500)
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 1)))
    bench.receive(.source(Bench.info(low: 400e6, high: 410e6)))
    #expect(bench.model.band == Band(low: 400e6, high: 410e6))
  }

  @Test func theSameServerGoesOn() {
    var bench = Bench()
    bench.now += 5_000_000
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: bench.now)))
    bench.perform(.setLowFrequency, .text(Array("95".utf8)))
    bench.send(.connection(isOpen: false))
    bench.pass(milliseconds: 500)
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    bench.receive(.source(Bench.info()))
    #expect(bench.model.band == Band(low: 95e6, high: 110e6))
  }

  @Test func noticesAreShownUntilPutAway() {
    var bench = Bench()
    bench.receive(.notice(Notice(severity: .warning, text: Array("The file ended.".utf8))))
    #expect(String(decoding: bench.model.controls.bytes, as: UTF8.self).contains("The file ended."))
    bench.send(.press(.alert))
    #expect(!String(decoding: bench.model.controls.bytes, as: UTF8.self).contains("The file ended."))
  }

  @Test func clockOffsetIsThatOfTheShortestRoundTrip() throws {
    var bench = Bench(flags: [.recording, .zoneUnknown])
    bench.isReachable = false
    let sent = bench.now
    bench.now += 10_000
    bench.receive(
      .clockReply(ClockReply(clientMicroseconds: sent, serverMicroseconds: 500_000_000 + sent + 5_000)))
    bench.now += 400_000
    bench.receive(.clockReply(ClockReply(clientMicroseconds: sent, serverMicroseconds: 900_000_000)))
    // 20:15:40 on a day, shown in the chip by the offset of 500 s.
    let clock: Int64 = (20 * 3600 + 15 * 60 + 40) * 1_000_000
    bench.receive(
      .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: 500_000_000 + bench.now, recordedMicroseconds: clock, speed: 1)))
    bench.pass(milliseconds: 1100)
    #expect(bench.chip.contains("20:15:4"))
  }

  @Test func sourceOpenedLaterHasItsOwnClockAndFaults() {
    var bench = Bench()
    var other = Bench.info(flags: [.recording, .zoneUnknown], low: 400e6, high: 410e6)
    other.source = 1
    bench.receive(.source(other))
    let evening: Int64 = 20 * 3600 * 1_000_000
    bench.receive(
      .timeMap(TimeMap(source: 1, serverMicroseconds: bench.now, recordedMicroseconds: evening, speed: 5)))
    bench.receive(.artefacts(Artefacts(source: 1, spikeHertz: 405e6, imageHertz: .nan, imageOfHertz: .nan)))
    bench.draw()
    #expect(!bench.texts.contains("DC spike of the receiver"))
    bench.perform(.chooseSource, .set(1))
    bench.pass(milliseconds: 1500)
    bench.draw()
    #expect(bench.chip.hasPrefix("Playing 5×|20:00:0"))
    #expect(bench.texts.contains("DC spike of the receiver"))
    bench.tap(200, 400)
    #expect(bench.chip.hasPrefix("Paused|20:00:0"))
  }

  @Test func meterGetsOneValueARow() throws {
    var bench = Bench()
    bench.send(.key(.three, isShifted: false))
    bench.pass(milliseconds: 200)
    let shown = try #require(bench.shown)
    #expect(shown.mode == .meter)
    for level in [-3000, -2500, -4000] as [Int16] {
      bench.now += 300_000
      bench.receive(
        .meter(
          MeterMessage(
            view: shown.view, flags: [], millibels: level, sequence: 1, startMicroseconds: bench.now,
            durationMicroseconds: 33_333, skipped: 0)))
      bench.draw()
    }
    #expect(bench.texts.contains("−40.0"))
    #expect(bench.texts.contains("highest −25.0 dBFS"))
    #expect(bench.texts.contains("dBFS total power"))
    #expect(bench.texts.contains("in 90.0 – 110.0 MHz"))
  }

  @Test func frozenMeterShowsTheValueOfItsBar() throws {
    var bench = Bench()
    bench.send(.key(.three, isShifted: false))
    bench.pass(milliseconds: 200)
    let view = try #require(bench.shown).view
    for level in [-3000, -2500] as [Int16] {
      bench.now += 30_000
      bench.receive(
        .meter(
          MeterMessage(
            view: view, flags: [], millibels: level, sequence: 1, startMicroseconds: bench.now,
            durationMicroseconds: 33_333, skipped: 0)))
      bench.draw()
    }
    #expect(bench.texts.contains("−30.0"))
    bench.tap(200, 400)
    bench.draw()
    #expect(bench.texts.contains("−25.0"))
    bench.perform(.setLowFrequency, .text(Array("95".utf8)))
    bench.pass(milliseconds: 1000)
    bench.tap(200, 400)
    bench.pass(milliseconds: 500)
    bench.draw()
    #expect(!bench.texts.contains { $0.hasPrefix("highest") })
  }

  @Test func fieldsSetTheBandAndRefuseNonsense() {
    var bench = Bench()
    bench.perform(.setLowFrequency, .text(Array("95".utf8)))
    #expect(bench.model.band == Band(low: 95e6, high: 110e6))
    bench.perform(.setHighFrequency, .text(Array("99.5M".utf8)))
    #expect(bench.model.band == Band(low: 95e6, high: 99.5e6))
    bench.perform(.setLowFrequency, .text(Array("lots".utf8)))
    bench.perform(.setLowFrequency, .text(Array("300".utf8)))
    #expect(bench.model.band == Band(low: 95e6, high: 99.5e6))
    #expect(String(decoding: bench.model.controls.bytes, as: UTF8.self).contains("outside"))
    bench.perform(.setDisplayGain, .text(Array("12".utf8)))
    #expect(abs(bench.model.displayGainDecibels - 12) < 0.001)
    #expect(abs(bench.model.levels.bottom - -100) < 0.001)
  }

  @Test func centerAndSpanSetTheBand() {
    var bench = Bench()
    func type(_ action: SpectrumAction, _ text: String) -> Band? {
      bench.perform(action, .text(Array(text.utf8)))
      let controls = String(decoding: bench.model.controls.bytes, as: UTF8.self)
      return controls.contains("outside") || controls.contains("not a frequency")
        ? nil : bench.model.band
    }
    #expect(type(.setSpan, "4") == Band(low: 98e6, high: 102e6))
    #expect(type(.setCenter, "104.5M") == Band(low: 102.5e6, high: 106.5e6))
    // Around a centre near a limit there is room for a narrower band only.
    #expect(type(.setCenter, "109") == Band(low: 108e6, high: 110e6))
    #expect(type(.setCenter, "91.5") == Band(low: 90.5e6, high: 92.5e6))
    // A wider span moves the centre as far as it must.
    #expect(type(.setSpan, "10") == Band(low: 90e6, high: 100e6))
    #expect(type(.setSpan, "20") == Band(low: 90e6, high: 110e6))
    for (action, text) in [
      (SpectrumAction.setSpan, "20.1"), (.setSpan, "0"), (.setSpan, "1 Hz"), (.setCenter, "110"),
      (.setCenter, "89"), (.setCenter, "middle"),
    ] {
      #expect(type(action, text) == nil, "\(text)")
      #expect(bench.model.band == Band(low: 90e6, high: 110e6))
    }
  }

  @Test func levelsThatFollowASignalStayWhenItsSourceIsTuned() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { $0 == 200 ? 100 : -900 }
    let followed = bench.model.levels
    #expect(followed.top > 0, "the signal is above the levels of the source")
    var info = Bench.info(low: 95e6, high: 115e6)
    bench.receive(.source(info))
    #expect(bench.model.levels == followed)
    info.levelLow -= 10
    bench.receive(.source(info))
    #expect(bench.model.levels != followed, "other levels of the source are shown")
  }

  /// Half a step beyond the limits is rounded to them; more is refused.
  @Test func anEdgeMayBeTypedToTheNearestStep() {
    var bench = Bench()
    for (action, text, isRefused) in [
      (SpectrumAction.setLowFrequency, "89.996", false), (.setLowFrequency, "89.994", true),
      (.setLowFrequency, "90", false), (.setHighFrequency, "110.006", true),
      (.setHighFrequency, "110.004", false),
    ] {
      bench.perform(action, .text(Array(text.utf8)))
      let controls = String(decoding: bench.model.controls.bytes, as: UTF8.self)
      #expect(controls.contains("outside") == isRefused, "\(text)")
      #expect(bench.model.band == Band(low: 90e6, high: 110e6))
    }
  }

  @Test(arguments: [1e5, 1e6, 1e9]) func coarseBinsKeepTheBandWithinWhatThereIs(rbwHertz: Double) {
    var bench = Bench()
    var info = Bench.info()
    info.rbwHertz = rbwHertz
    bench.receive(.source(info))
    for (from, to) in [(1.02, -0.5), (-0.02, 1.5), (0.98, 0.97)] {
      bench.perform(.setBand, .drag(.began, fraction: from, distance: 0))
      bench.perform(.setBand, .drag(.moved, fraction: to, distance: 0))
      bench.perform(.setBand, .drag(.ended, fraction: to, distance: 0))
      #expect(bench.model.band.low >= 90e6 && bench.model.band.high <= 110e6)
      #expect(bench.model.band.width >= min(20e6, 8 * rbwHertz) * (1 - 1e-9))
    }
  }

  @Test func sliderMovesItsNearerThumbFinelyAwayFromTheTrack() {
    var bench = Bench()
    bench.perform(.setBand, .drag(.began, fraction: 0.02, distance: 0))
    bench.perform(.setBand, .drag(.moved, fraction: 0.27, distance: 0))
    #expect(bench.model.band == Band(low: 95e6, high: 110e6))
    bench.perform(.setBand, .drag(.moved, fraction: 0.28, distance: 130))
    #expect(abs(bench.model.band.low - 95.04e6) < 1)
    bench.perform(.setBand, .drag(.ended, fraction: 0.28, distance: 130))
    bench.perform(.setBand, .step(thumb: 1, steps: -10))
    #expect(bench.model.band.high == 109.9e6)
  }

  @Test func rowsOfUnknownAxesAndViewsAreIgnored() {
    var bench = Bench()
    bench.serveRow { _ in -500 }
    bench.draw()
    #expect(bench.marks(ofLayer: 3).isEmpty)
  }
}
