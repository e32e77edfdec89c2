import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct SpectrumWireTests {
  @Test func viewAsksForWhatTheScreenCanShow() throws {
    var desk = Desk()
    let shown = try #require(desk.shown)
    #expect(shown.mode == .spectrum)
    #expect(shown.columns == 400)
    #expect(shown.planes == [.max, .mean])
    #expect(shown.rowsPerSecond == 30)
    desk.send(.resize(width: 5000, height: 2000, scale: 2))
    desk.pass(milliseconds: 200)
    #expect(desk.shown?.columns == 2048)
  }

  @Test func holdIsOnePlaneMoreAndSurvivesPanAndZoom() throws {
    var desk = Desk()
    desk.perform(.holdMaximum, .set(1))
    desk.pass(milliseconds: 200)
    #expect(desk.shown?.planes == [.max, .mean, .hold])
    desk.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    desk.pass(milliseconds: 200)
    #expect(desk.shown?.planes == [.max, .mean, .hold])
    let resets = desk.sent.filter { $0 == .command(.resetHold(source: 0)) }
    #expect(resets.count == 1)
  }

  @Test func drawnRowsAreAcknowledgedOnceDrawn() {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.serveRow { _ in -500 }
    let before = desk.sent.count
    desk.draw()
    let credits = desk.sent[before...].compactMap {
      if case .acknowledge(let credit) = $0 { credit } else { nil }
    }
    #expect(credits.count == 1)
    #expect(credits.first?.liveRows == 2)
    #expect(credits.first?.sequence == 102)
    desk.draw()
    #expect(desk.sent.count == before + 1)
  }

  @Test func pausedSendsNothingAndDrawsNothing() {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.draw()
    desk.pass(milliseconds: 200)
    desk.tap(200, 300)
    desk.run(milliseconds: 500)
    #expect(desk.shown?.mode == .nothing)
    let sent = desk.sent.count
    let draws = desk.draws
    desk.run(milliseconds: 60_000)
    #expect(desk.sent.count == sent)
    #expect(desk.draws == draws)
    desk.tap(200, 300)
    desk.run(milliseconds: 200)
    let resumed = desk.draws
    desk.serveAxis()
    desk.serveRow { _ in -400 }
    desk.run(milliseconds: 500)
    #expect(desk.draws == resumed + 1)
  }

  @Test func hiddenSendsNothing() {
    var desk = Desk()
    desk.pass(milliseconds: 200)
    desk.send(.visibility(false))
    #expect(desk.shown?.mode == .nothing)
    desk.send(.visibility(true))
    desk.pass(milliseconds: 200)
    #expect(desk.shown?.mode == .spectrum)
  }

  @Test func pausedPictureIsReducedAnewWhenMoved() throws {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.draw()
    desk.tap(200, 300)
    desk.pass(milliseconds: 1000)
    desk.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    desk.pass(milliseconds: 200)
    let shown = try #require(desk.shown)
    #expect(shown.mode == .spectrum)
    #expect(shown.frozenSequence == 101)
    #expect(abs(shown.highHertz - shown.lowHertz - 10e6) < 100)
  }

  @Test func aFingerThatMovesIsToldAtMostTenTimesASecond() {
    var desk = Desk()
    desk.pinch([(150, 300), (50, 300)], [(250, 310), (350, 310)])
    desk.pass(milliseconds: 500)
    let before = desk.sent.count
    desk.touch(1, .began, 300, 300)
    for step in 1...100 {
      desk.now += 10_000
      desk.touch(1, .moved, 300 - Float(step), 300)
    }
    let shows = desk.sent[before...].filter { if case .show = $0 { true } else { false } }
    #expect(shows.count >= 8 && shows.count <= 11)
  }

  @Test func lostRowsAreCountedSkippedOnesApart() {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.serveRow(skip: 3) { _ in -500 }
    desk.serveRow(skip: 1, skipped: 1) { _ in -500 }
    desk.serveRow(skip: 2, skipped: 2, flags: .heldUp) { _ in -500 }
    // A number that is read at leisure is not told before there is one.
    desk.draw()
    #expect(!desk.chip.contains("skipped"))
    desk.pass(milliseconds: 1500)
    #expect(desk.chip.contains("lost 3 rows"))
    #expect(desk.chip.contains("skipped 2"))
  }

  @Test func pauseIsNoLoss() {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.tap(200, 300)
    desk.pass(milliseconds: 1000)
    desk.tap(200, 300)
    desk.pass(milliseconds: 1000)
    desk.serveAxis()
    desk.serveRow(skip: 300) { _ in -500 }
    desk.pass(milliseconds: 1500)
    #expect(!desk.chip.contains("lost"))
  }

  @Test func theChipFollowsTheAgeOfTheData() {
    var desk = Desk()
    #expect(desk.chip.hasPrefix("Waiting|") && desk.chip.contains("no data yet"))
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.draw()
    #expect(desk.chip.hasPrefix("Live|"))
    // The server answers, and no rows come.
    desk.run(milliseconds: 6000)
    #expect(desk.chip.hasPrefix("No data|") && desk.chip.contains("last data "), "\(desk.chip)")
    #expect(!desk.chip.contains(" ms"))
    desk.serveRow { _ in -500 }
    desk.draw()
    #expect(desk.chip.hasPrefix("Live|"))
  }

  @Test func simulatedIsSaid() {
    #expect(Desk().chip.contains("simulated"))
    #expect(Desk(flags: .microphone).chip.contains("microphone, uncalibrated"))
  }

  @Test func lostConnectionIsSaidAndThePictureStays() {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.draw()
    let marks = desk.marks(ofLayer: 3)
    desk.send(.connection(isOpen: false))
    desk.draw()
    #expect(desk.chip.hasPrefix("No connection|"))
    #expect(desk.marks(ofLayer: 3) == marks)
    desk.send(.connection(isOpen: true))
    #expect(desk.sent.contains(.hello(Hello())))
  }

  @Test func nothingIsAskedForWhileThereIsNoConnection() {
    var desk = Desk()
    desk.send(.connection(isOpen: false))
    desk.drag(from: (200, 300), to: (100, 300))
    for _ in 0..<2 {
      desk.wakes = []
      desk.pass(milliseconds: 1000)
      #expect(desk.wakes.allSatisfy { $0 > desk.now + 500_000 })
    }
    let asked = desk.sent.count
    desk.pass(milliseconds: 1000)
    #expect(desk.sent.count == asked)
    desk.send(.connection(isOpen: true))
    #expect(desk.shown?.mode == .spectrum)
  }

  @Test func anotherServerStartsAnew() {
    var desk = Desk()
    desk.now += 5_000_000
    desk.receive(.clockReply(ClockReply(clientMicroseconds: desk.now, serverMicroseconds: desk.now)))
    desk.perform(.setLowFrequency, .text(Array("95".utf8)))
    desk.send(.connection(isOpen: false))
    desk.pass(milliseconds: 500)
    desk.send(.connection(isOpen: true))
    desk.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 1)))
    desk.receive(.source(Desk.info(low: 400e6, high: 410e6)))
    #expect(desk.model.band == Band(low: 400e6, high: 410e6))
  }

  @Test func theSameServerGoesOn() {
    var desk = Desk()
    desk.now += 5_000_000
    desk.receive(.clockReply(ClockReply(clientMicroseconds: desk.now, serverMicroseconds: desk.now)))
    desk.perform(.setLowFrequency, .text(Array("95".utf8)))
    desk.send(.connection(isOpen: false))
    desk.pass(milliseconds: 500)
    desk.send(.connection(isOpen: true))
    desk.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: desk.now)))
    desk.receive(.source(Desk.info()))
    #expect(desk.model.band == Band(low: 95e6, high: 110e6))
  }

  @Test func noticesAreShownUntilPutAway() {
    var desk = Desk()
    desk.receive(.notice(Notice(severity: .warning, text: Array("The file ended.".utf8))))
    #expect(String(decoding: desk.model.controls.bytes, as: UTF8.self).contains("The file ended."))
    desk.send(.press(.alert))
    #expect(!String(decoding: desk.model.controls.bytes, as: UTF8.self).contains("The file ended."))
  }

  @Test func clockOffsetIsThatOfTheShortestRoundTrip() throws {
    var desk = Desk(flags: [.recording, .zoneUnknown])
    desk.isReachable = false
    let sent = desk.now
    desk.now += 10_000
    desk.receive(
      .clockReply(ClockReply(clientMicroseconds: sent, serverMicroseconds: 500_000_000 + sent + 5_000)))
    desk.now += 400_000
    desk.receive(.clockReply(ClockReply(clientMicroseconds: sent, serverMicroseconds: 900_000_000)))
    // 20:15:40 on a day, shown in the chip by the offset of 500 s.
    let clock: Int64 = (20 * 3600 + 15 * 60 + 40) * 1_000_000
    desk.receive(
      .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: 500_000_000 + desk.now, recordedMicroseconds: clock, speed: 1)))
    desk.pass(milliseconds: 1100)
    #expect(desk.chip.contains("20:15:4"))
  }

  @Test func sourceOpenedLaterHasItsOwnClockAndFaults() {
    var desk = Desk()
    var other = Desk.info(flags: [.recording, .zoneUnknown], low: 400e6, high: 410e6)
    other.source = 1
    desk.receive(.source(other))
    let evening: Int64 = 20 * 3600 * 1_000_000
    desk.receive(
      .timeMap(TimeMap(source: 1, serverMicroseconds: desk.now, recordedMicroseconds: evening, speed: 5)))
    desk.receive(.artefacts(Artefacts(source: 1, spikeHertz: 405e6, imageHertz: .nan, imageOfHertz: .nan)))
    desk.draw()
    #expect(!desk.texts.contains("DC spike of the receiver"))
    desk.perform(.chooseSource, .set(1))
    desk.pass(milliseconds: 1500)
    desk.draw()
    #expect(desk.chip.hasPrefix("Playing 5×|20:00:0"))
    #expect(desk.texts.contains("DC spike of the receiver"))
    desk.tap(200, 400)
    #expect(desk.chip.hasPrefix("Paused|20:00:0"))
  }

  @Test func meterGetsOneValueARow() throws {
    var desk = Desk()
    desk.send(.key(.three, isShifted: false))
    desk.pass(milliseconds: 200)
    let shown = try #require(desk.shown)
    #expect(shown.mode == .meter)
    for level in [-3000, -2500, -4000] as [Int16] {
      desk.now += 300_000
      desk.receive(
        .meter(
          MeterMessage(
            view: shown.view, flags: [], millibels: level, sequence: 1, startMicroseconds: desk.now,
            durationMicroseconds: 33_333, skipped: 0)))
      desk.draw()
    }
    #expect(desk.texts.contains("−40.0"))
    #expect(desk.texts.contains("highest −25.0 dBFS"))
    #expect(desk.texts.contains("dBFS total power"))
    #expect(desk.texts.contains("in 90.0 – 110.0 MHz"))
  }

  @Test func frozenMeterShowsTheValueOfItsBar() throws {
    var desk = Desk()
    desk.send(.key(.three, isShifted: false))
    desk.pass(milliseconds: 200)
    let view = try #require(desk.shown).view
    for level in [-3000, -2500] as [Int16] {
      desk.now += 30_000
      desk.receive(
        .meter(
          MeterMessage(
            view: view, flags: [], millibels: level, sequence: 1, startMicroseconds: desk.now,
            durationMicroseconds: 33_333, skipped: 0)))
      desk.draw()
    }
    #expect(desk.texts.contains("−30.0"))
    desk.tap(200, 400)
    desk.draw()
    #expect(desk.texts.contains("−25.0"))
    desk.perform(.setLowFrequency, .text(Array("95".utf8)))
    desk.pass(milliseconds: 1000)
    desk.tap(200, 400)
    desk.pass(milliseconds: 500)
    desk.draw()
    #expect(!desk.texts.contains { $0.hasPrefix("highest") })
  }

  @Test func fieldsSetTheBandAndRefuseNonsense() {
    var desk = Desk()
    desk.perform(.setLowFrequency, .text(Array("95".utf8)))
    #expect(desk.model.band == Band(low: 95e6, high: 110e6))
    desk.perform(.setHighFrequency, .text(Array("99.5M".utf8)))
    #expect(desk.model.band == Band(low: 95e6, high: 99.5e6))
    desk.perform(.setLowFrequency, .text(Array("lots".utf8)))
    desk.perform(.setLowFrequency, .text(Array("300".utf8)))
    #expect(desk.model.band == Band(low: 95e6, high: 99.5e6))
    #expect(String(decoding: desk.model.controls.bytes, as: UTF8.self).contains("outside"))
    desk.perform(.setDisplayGain, .text(Array("12".utf8)))
    #expect(abs(desk.model.displayGainDecibels - 12) < 0.001)
    #expect(abs(desk.model.levels.bottom - -100) < 0.001)
  }

  /// Half a step beyond the limits is rounded to them; more is refused.
  @Test func anEdgeMayBeTypedToTheNearestStep() {
    var desk = Desk()
    for (action, text, isRefused) in [
      (SpectrumAction.setLowFrequency, "89.996", false), (.setLowFrequency, "89.994", true),
      (.setLowFrequency, "90", false), (.setHighFrequency, "110.006", true),
      (.setHighFrequency, "110.004", false),
    ] {
      desk.perform(action, .text(Array(text.utf8)))
      let controls = String(decoding: desk.model.controls.bytes, as: UTF8.self)
      #expect(controls.contains("outside") == isRefused, "\(text)")
      #expect(desk.model.band == Band(low: 90e6, high: 110e6))
    }
  }

  @Test(arguments: [1e5, 1e6, 1e9]) func coarseBinsKeepTheBandWithinWhatThereIs(rbwHertz: Double) {
    var desk = Desk()
    var info = Desk.info()
    info.rbwHertz = rbwHertz
    desk.receive(.source(info))
    for (from, to) in [(1.02, -0.5), (-0.02, 1.5), (0.98, 0.97)] {
      desk.perform(.setBand, .drag(.began, fraction: from, distance: 0))
      desk.perform(.setBand, .drag(.moved, fraction: to, distance: 0))
      desk.perform(.setBand, .drag(.ended, fraction: to, distance: 0))
      #expect(desk.model.band.low >= 90e6 && desk.model.band.high <= 110e6)
      #expect(desk.model.band.width >= min(20e6, 8 * rbwHertz) * (1 - 1e-9))
    }
  }

  @Test func sliderMovesItsNearerThumbFinelyAwayFromTheTrack() {
    var desk = Desk()
    desk.perform(.setBand, .drag(.began, fraction: 0.02, distance: 0))
    desk.perform(.setBand, .drag(.moved, fraction: 0.27, distance: 0))
    #expect(desk.model.band == Band(low: 95e6, high: 110e6))
    desk.perform(.setBand, .drag(.moved, fraction: 0.28, distance: 130))
    #expect(abs(desk.model.band.low - 95.04e6) < 1)
    desk.perform(.setBand, .drag(.ended, fraction: 0.28, distance: 130))
    desk.perform(.setBand, .step(thumb: 1, steps: -10))
    #expect(desk.model.band.high == 109.9e6)
  }

  @Test func rowsOfUnknownAxesAndViewsAreIgnored() {
    var desk = Desk()
    desk.serveRow { _ in -500 }
    desk.draw()
    #expect(desk.marks(ofLayer: 3).isEmpty)
  }
}
