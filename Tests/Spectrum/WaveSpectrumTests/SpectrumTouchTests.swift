import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct SpectrumTouchTests {
  @Test func dragMovesTheFrequencyWithTheFinger() {
    var desk = Desk()
    desk.pinch([(100, 400), (50, 400)], [(300, 400), (350, 400)])
    let before = desk.model.band
    let under = before.low + 200.0 / 400 * before.width
    desk.drag(from: (200, 300), to: (260, 302))
    let after = desk.model.band
    #expect(abs(after.low + 260.0 / 400 * after.width - under) < before.width * 0.001)
    #expect(desk.model.levels == LevelWindow(top: 0, span: 100))
  }

  @Test func verticalDragMovesTheReferenceLevelOnly() {
    var desk = Desk()
    desk.drag(from: (200, 200), to: (203, 280))
    #expect(desk.model.band == Band(low: 90e6, high: 110e6))
    #expect(abs(desk.model.levels.top - 10) < 0.01)
    #expect(desk.model.levels.span == 100)
  }

  @Test func pinchScalesBothAxesByTheirOwnDistances() {
    var desk = Desk()
    desk.pinch([(150, 300), (100, 300)], [(250, 500), (300, 500)])
    // Fingers move in turn, in pixels of a 400-pixel screen.
    #expect(abs(desk.model.band.width - 10e6) < 100)
    #expect(abs(desk.model.band.center - 100e6) < 5_000)
    #expect(abs(desk.model.levels.span - 100) < 0.01)
    desk.pinch([(150, 300), (150, 200)], [(250, 500), (250, 600)])
    #expect(abs(desk.model.levels.span - 50) < 0.01)
    #expect(abs(desk.model.levels.top - -25) < 0.05)
    #expect(abs(desk.model.displayGainDecibels - 6.02) < 0.01)
  }

  @Test func bandComesBackFromBeyondItsLimits() {
    var desk = Desk()
    desk.drag(from: (100, 300), to: (380, 300))
    #expect(desk.model.band == Band(low: 90e6, high: 110e6))
    desk.pinch([(100, 400), (190, 400)], [(300, 400), (210, 400)])
    #expect(desk.model.band == Band(low: 90e6, high: 110e6))
  }

  @Test func displayGainAsksForTheSameSamples() throws {
    var desk = Desk()
    desk.pass(milliseconds: 200)
    var shown = try #require(desk.shown)
    desk.pinch([(200, 300), (200, 200)], [(204, 500), (204, 600)])
    desk.pass(milliseconds: 500)
    #expect(abs(desk.model.levels.span - 50) < 0.01)
    // The server is asked for finer steps, the device for nothing else.
    let next = try #require(desk.shown)
    #expect(next.levels.map { abs($0.top - $0.bottom - 50) < 0.01 } == true)
    (shown.view, shown.levels) = (next.view, next.levels)
    #expect(next == shown)
  }

  @Test func tapPausesAtOnceAndDoubleTapUndoesIt() {
    var desk = Desk()
    desk.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    desk.pass(milliseconds: 500)
    desk.tap(200, 300)
    #expect(desk.model.isPaused)
    desk.now += 100_000
    desk.tap(200, 300)
    #expect(!desk.model.isPaused)
    #expect(desk.model.band == Band(low: 90e6, high: 110e6))
  }

  @Test func doubleTapOnAPausedPictureLeavesItPaused() {
    var desk = Desk()
    desk.tap(200, 300)
    desk.pass(milliseconds: 1000)
    desk.tap(200, 300)
    #expect(!desk.model.isPaused)
    desk.now += 100_000
    desk.tap(200, 300)
    #expect(desk.model.isPaused)
  }

  @Test func flickGlidesAndStops() {
    var desk = Desk()
    desk.send(.appearance(isDark: true, reducesMotion: false))
    desk.pinch([(150, 400), (50, 400)], [(250, 410), (350, 410)])
    desk.run(milliseconds: 1000)
    let start = desk.model.band
    desk.touch(1, .began, 300, 300)
    for step in 1...6 {
      desk.now += 10_000
      desk.touch(1, .moved, 300 - Float(step) * 10, 300)
    }
    desk.touch(1, .ended, 240, 300)
    let released = desk.model.band
    #expect(released.low > start.low)
    desk.run(milliseconds: 3000)
    let rested = desk.model.band
    #expect(rested.low > released.low + start.width * 0.1)
    desk.run(milliseconds: 500)
    #expect(desk.model.band == rested)
  }

  @Test func reducedMotionDoesNotGlide() {
    var desk = Desk()
    desk.pinch([(150, 400), (50, 400)], [(250, 410), (350, 410)])
    desk.touch(1, .began, 300, 300)
    for step in 1...6 {
      desk.now += 10_000
      desk.touch(1, .moved, 300 - Float(step) * 10, 300)
    }
    desk.touch(1, .ended, 240, 300)
    let released = desk.model.band
    desk.run(milliseconds: 1000)
    #expect(desk.model.band == released)
  }

  @Test func receiverIsTunedWhenTheDragEndsAndNotBefore() {
    var desk = Desk(flags: [.simulated, .tunable])
    func tunes() -> [Command] {
      desk.sent.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }
    desk.touch(1, .began, 300, 300)
    for step in 1...10 {
      desk.now += 16_000
      desk.touch(1, .moved, 300 - Float(step) * 20, 300)
      #expect(tunes().isEmpty)
    }
    desk.now += 200_000
    desk.touch(1, .ended, 100, 300)
    #expect(tunes() == [.tune(source: 0, lowHertz: 100e6, highHertz: 120e6)])
  }

  @Test func touchTakenAwayStillSettlesAndTunes() {
    var desk = Desk(flags: [.simulated, .tunable])
    desk.touch(1, .began, 300, 300)
    desk.now += 16_000
    desk.touch(1, .moved, 100, 300)
    desk.touch(1, .cancelled, 100, 300)
    #expect(desk.sent.contains(.command(.tune(source: 0, lowHertz: 100e6, highHertz: 120e6))))
  }

  @Test func bandMovedWhilePausedIsTunedOnResume() {
    var desk = Desk(flags: [.simulated, .tunable])
    desk.tap(200, 400)
    desk.pass(milliseconds: 1000)
    desk.drag(from: (300, 300), to: (100, 300))
    #expect(!desk.sent.contains { if case .command = $0 { true } else { false } })
    desk.pass(milliseconds: 1000)
    desk.tap(200, 400)
    #expect(desk.sent.contains(.command(.tune(source: 0, lowHertz: 100e6, highHertz: 120e6))))
  }

  @Test func pinchGlidesOn() {
    var desk = Desk()
    desk.send(.appearance(isDark: true, reducesMotion: false))
    desk.touch(1, .began, 100, 400)
    desk.touch(2, .began, 200, 404)
    for step in 1...6 {
      desk.now += 10_000
      desk.touch(2, .moved, 200 + Float(step) * 15, 404)
    }
    desk.touch(2, .ended, 290, 404)
    desk.touch(1, .ended, 100, 400)
    let released = desk.model.band.width
    desk.run(milliseconds: 3000)
    #expect(desk.model.band.width < released * 0.8)
  }

  @Test func longPressDropsAMarkerOnThePeakAndDragsIt() throws {
    var desk = Desk()
    let noon: Int64 = 12 * 3600 * 1_000_000
    desk.receive(.timeMap(TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: noon, speed: 1)))
    desk.serveAxis()
    desk.serveRow { $0 == 205 ? -200 : -900 }
    desk.touch(1, .began, 200, 300)
    desk.pass(milliseconds: 600)
    desk.draw()
    let marker = try #require(desk.model.marker)
    #expect(abs(marker.hertz - (90e6 + 205.5 / 400 * 20e6)) < 1)
    #expect(desk.texts.contains("−20.0 dBFS"))
    #expect(desk.texts.contains("100.28 MHz"))
    #expect(desk.texts.contains("12:00:00") || desk.texts.contains("12:00:01"))
    desk.touch(1, .moved, 100, 300)
    desk.touch(1, .ended, 100, 300)
    #expect(abs(try #require(desk.model.marker).hertz - 95e6) < 1e6)
    #expect(!desk.model.isPaused)
  }

  @Test func markerIsTakenAwayByItsCross() throws {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -900 }
    desk.touch(1, .began, 200, 300)
    desk.pass(milliseconds: 600)
    desk.touch(1, .ended, 200, 300)
    desk.draw()
    #expect(desk.model.marker != nil)
    let cross = desk.marks(ofLayer: 5).compactMap { mark -> (x: Float, y: Float)? in
      guard case .text(let bytes, let x, let baseline, _, _, _) = mark, bytes == Array("×".utf8) else {
        return nil
      }
      return (x, baseline)
    }
    let place = try #require(cross.first)
    desk.pass(milliseconds: 1000)
    desk.tap(place.x, place.y - 4)
    #expect(desk.model.marker == nil)
    #expect(!desk.model.isPaused)
  }

  @Test func keyPutsTheMarkerOnPeaksInOrder() throws {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { $0 == 100 ? -200 : $0 == 300 ? -300 : -900 }
    desk.send(.key(.marker, isShifted: false))
    #expect(abs(try #require(desk.model.marker).hertz - 95.025e6) < 1)
    desk.send(.key(.marker, isShifted: false))
    #expect(abs(try #require(desk.model.marker).hertz - 105.025e6) < 1)
  }

  @Test func wheelMovesAndZooms() {
    var desk = Desk()
    desk.send(.wheel(x: 200, y: 400, dx: 0, dy: -200, zoom: .horizontal))
    #expect(desk.model.band.width < 15e6)
    #expect(abs(desk.model.band.center - 100e6) < 1)
    let before = desk.model.band
    desk.send(.wheel(x: 200, y: 400, dx: 40, dy: 0, zoom: .none))
    #expect(abs(desk.model.band.low - before.low - before.width * 0.1) < 1)
  }

  @Test func garbageTouchesDoNoHarm() {
    var desk = Desk(flags: [.simulated, .tunable])
    var generator = SeededGenerator(seed: 21)
    let odd: [Float] = [.nan, .infinity, -.infinity, -1e30, 1e30, 0, 200]
    for _ in 0..<4000 {
      let phase = Touch.Phase(rawValue: .random(in: 0...3, using: &generator)) ?? .began
      let x =
        Bool.random(using: &generator)
        ? Float.random(in: -50...450, using: &generator) : odd.randomElement(using: &generator) ?? 0
      desk.touch(.random(in: 1...3, using: &generator), phase, x, .random(in: 0...828, using: &generator))
      desk.pass(milliseconds: .random(in: 0...300, using: &generator))
      if Int.random(in: 0..<10, using: &generator) == 0 { desk.draw() }
      #expect(desk.model.band.width.isFinite && desk.model.band.width > 0)
    }
  }

  @Test func peaksAreVisitedOnceEachThoughLevelsChange() throws {
    var desk = Desk()
    desk.serveAxis()
    var round = 0
    // Five tones, whose levels come near one another by turns, over noise that is another in every row.
    let tones = [50, 120, 200, 280, 350]
    func serve() {
      round += 1
      desk.serveRow { column in
        let noise = -1000 + (column * 7919 + round * 104_729) % 200
        guard let tone = tones.firstIndex(of: column) else { return Int16(noise) }
        return Int16(-300 - 30 * tone + (round * 37 + tone * 23) % 60)
      }
      desk.draw()
    }
    var seen: [Double] = []
    for _ in 0..<tones.count {
      serve()
      desk.send(.key(.marker, isShifted: false))
      seen.append(try #require(desk.model.marker).hertz)
    }
    let columns = Double(try #require(desk.shown).columns)
    let expected = tones.map { 90e6 + (Double($0) + 0.5) * 20e6 / columns }
    #expect(zip(seen.sorted(), expected).allSatisfy { abs($0 - $1) < 1 }, "\(seen)")
    // Then one of the noise, which is no tone, and from a marker that was put elsewhere the strongest again.
    serve()
    desk.send(.key(.marker, isShifted: false))
    #expect(!expected.contains { abs($0 - (desk.model.marker?.hertz ?? $0)) < 1 })
    desk.send(.key(.escape, isShifted: false))
    #expect(desk.model.marker == nil)
    serve()
    desk.send(.key(.marker, isShifted: false))
    #expect(expected.prefix(2).contains { abs($0 - (desk.model.marker?.hertz ?? 0)) < 1 })
  }

  @Test func theFrequencySliderSpansWhatTheReceiverCanBeTunedTo() {
    var desk = Desk(flags: .tunable)
    // The band was made narrow, and the receiver acquires no more than that.
    desk.receive(.source(Desk.info(flags: .tunable, low: 99e6, high: 101e6)))
    let track: (Double) -> Double = { ($0 - 24e6) / (1766e6 - 24e6) }
    desk.perform(.setBand, .drag(.began, fraction: track(111e6), distance: 0))
    desk.perform(.setBand, .drag(.moved, fraction: track(511e6), distance: 0))
    desk.perform(.setBand, .drag(.ended, fraction: track(511e6), distance: 0))
    #expect(abs(desk.model.band.high - desk.model.band.low - 420e6) < 3e6, "\(desk.model.band)")
  }
}
