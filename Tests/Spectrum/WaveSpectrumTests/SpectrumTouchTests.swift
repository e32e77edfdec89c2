import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct SpectrumTouchTests {
  @Test func dragMovesTheFrequencyWithTheFinger() {
    var bench = Bench()
    bench.pinch([(100, 400), (50, 400)], [(300, 400), (350, 400)])
    let before = bench.model.band
    let under = before.low + 200.0 / 400 * before.width
    bench.drag(from: (200, 300), to: (260, 302))
    let after = bench.model.band
    #expect(abs(after.low + 260.0 / 400 * after.width - under) < before.width * 0.001)
    #expect(bench.model.levels == LevelWindow(top: 0, span: 100))
  }

  @Test func verticalDragMovesTheReferenceLevelOnly() {
    var bench = Bench()
    bench.drag(from: (200, 200), to: (203, 280))
    #expect(bench.model.band == Band(low: 90e6, high: 110e6))
    #expect(abs(bench.model.levels.top - 10) < 0.01)
    #expect(bench.model.levels.span == 100)
  }

  @Test func pinchScalesBothAxesByTheirOwnDistances() {
    var bench = Bench()
    bench.pinch([(150, 300), (100, 300)], [(250, 500), (300, 500)])
    // Fingers move in turn, in pixels of a 400-pixel screen.
    #expect(abs(bench.model.band.width - 10e6) < 100)
    #expect(abs(bench.model.band.center - 100e6) < 5_000)
    #expect(abs(bench.model.levels.span - 100) < 0.01)
    bench.pinch([(150, 300), (150, 200)], [(250, 500), (250, 600)])
    #expect(abs(bench.model.levels.span - 50) < 0.01)
    #expect(abs(bench.model.levels.top - -25) < 0.05)
    #expect(abs(bench.model.displayGainDecibels - 6.02) < 0.01)
  }

  @Test func bandComesBackFromBeyondItsLimits() {
    var bench = Bench()
    bench.drag(from: (100, 300), to: (380, 300))
    #expect(bench.model.band == Band(low: 90e6, high: 110e6))
    bench.pinch([(100, 400), (190, 400)], [(300, 400), (210, 400)])
    #expect(bench.model.band == Band(low: 90e6, high: 110e6))
  }

  @Test func displayGainAsksForTheSameSamples() throws {
    var bench = Bench()
    bench.pass(milliseconds: 200)
    var shown = try #require(bench.shown)
    bench.pinch([(200, 300), (200, 200)], [(204, 500), (204, 600)])
    bench.pass(milliseconds: 500)
    #expect(abs(bench.model.levels.span - 50) < 0.01)
    // The server is asked for finer steps, the device for nothing else.
    let next = try #require(bench.shown)
    #expect(next.levels.map { abs($0.top - $0.bottom - 50) < 0.01 } == true)
    (shown.view, shown.levels) = (next.view, next.levels)
    #expect(next == shown)
  }

  @Test func tapPausesAtOnceAndDoubleTapUndoesIt() {
    var bench = Bench()
    bench.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    bench.pass(milliseconds: 500)
    bench.tap(200, 300)
    #expect(bench.model.isPaused)
    bench.now += 100_000
    bench.tap(200, 300)
    #expect(!bench.model.isPaused)
    #expect(bench.model.band == Band(low: 90e6, high: 110e6))
  }

  @Test func doubleTapOnAPausedPictureLeavesItPaused() {
    var bench = Bench()
    bench.tap(200, 300)
    bench.pass(milliseconds: 1000)
    bench.tap(200, 300)
    #expect(!bench.model.isPaused)
    bench.now += 100_000
    bench.tap(200, 300)
    #expect(bench.model.isPaused)
  }

  @Test func flickGlidesAndStops() {
    var bench = Bench()
    bench.send(.appearance(isDark: true, reducesMotion: false))
    bench.pinch([(150, 400), (50, 400)], [(250, 410), (350, 410)])
    bench.run(milliseconds: 1000)
    let start = bench.model.band
    bench.touch(1, .began, 300, 300)
    for step in 1...6 {
      bench.now += 10_000
      bench.touch(1, .moved, 300 - Float(step) * 10, 300)
    }
    bench.touch(1, .ended, 240, 300)
    let released = bench.model.band
    #expect(released.low > start.low)
    bench.run(milliseconds: 3000)
    let rested = bench.model.band
    #expect(rested.low > released.low + start.width * 0.1)
    bench.run(milliseconds: 500)
    #expect(bench.model.band == rested)
  }

  @Test func reducedMotionDoesNotGlide() {
    var bench = Bench()
    bench.pinch([(150, 400), (50, 400)], [(250, 410), (350, 410)])
    bench.touch(1, .began, 300, 300)
    for step in 1...6 {
      bench.now += 10_000
      bench.touch(1, .moved, 300 - Float(step) * 10, 300)
    }
    bench.touch(1, .ended, 240, 300)
    let released = bench.model.band
    bench.run(milliseconds: 1000)
    #expect(bench.model.band == released)
  }

  @Test func receiverIsTunedWhenTheDragEndsAndNotBefore() {
    var bench = Bench(flags: [.simulated, .tunable])
    func tunes() -> [Command] {
      bench.sent.compactMap { if case .command(let command) = $0 { command } else { nil } }
    }
    bench.touch(1, .began, 300, 300)
    for step in 1...10 {
      bench.now += 16_000
      bench.touch(1, .moved, 300 - Float(step) * 20, 300)
      #expect(tunes().isEmpty)
    }
    bench.now += 200_000
    bench.touch(1, .ended, 100, 300)
    #expect(tunes() == [.tune(source: 0, lowHertz: 100e6, highHertz: 120e6)])
  }

  @Test func touchTakenAwayStillSettlesAndTunes() {
    var bench = Bench(flags: [.simulated, .tunable])
    bench.touch(1, .began, 300, 300)
    bench.now += 16_000
    bench.touch(1, .moved, 100, 300)
    bench.touch(1, .cancelled, 100, 300)
    #expect(bench.sent.contains(.command(.tune(source: 0, lowHertz: 100e6, highHertz: 120e6))))
  }

  @Test func bandMovedWhilePausedIsTunedOnResume() {
    var bench = Bench(flags: [.simulated, .tunable])
    bench.tap(200, 400)
    bench.pass(milliseconds: 1000)
    bench.drag(from: (300, 300), to: (100, 300))
    #expect(!bench.sent.contains { if case .command = $0 { true } else { false } })
    bench.pass(milliseconds: 1000)
    bench.tap(200, 400)
    #expect(bench.sent.contains(.command(.tune(source: 0, lowHertz: 100e6, highHertz: 120e6))))
  }

  @Test func pinchGlidesOn() {
    var bench = Bench()
    bench.send(.appearance(isDark: true, reducesMotion: false))
    bench.touch(1, .began, 100, 400)
    bench.touch(2, .began, 200, 404)
    for step in 1...6 {
      bench.now += 10_000
      bench.touch(2, .moved, 200 + Float(step) * 15, 404)
    }
    bench.touch(2, .ended, 290, 404)
    bench.touch(1, .ended, 100, 400)
    let released = bench.model.band.width
    bench.run(milliseconds: 3000)
    #expect(bench.model.band.width < released * 0.8)
  }

  @Test func longPressDropsAMarkerOnThePeakAndDragsIt() throws {
    var bench = Bench()
    let noon: Int64 = 12 * 3600 * 1_000_000
    bench.receive(.timeMap(TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: noon, speed: 1)))
    bench.serveAxis()
    bench.serveRow { $0 == 205 ? -200 : -900 }
    bench.touch(1, .began, 200, 300)
    bench.pass(milliseconds: 600)
    bench.draw()
    let marker = try #require(bench.model.marker)
    #expect(abs(marker.hertz - (90e6 + 205.5 / 400 * 20e6)) < 1)
    #expect(bench.texts.contains("−20.0 dBFS"))
    #expect(bench.texts.contains("100.28 MHz"))
    #expect(bench.texts.contains("12:00:00") || bench.texts.contains("12:00:01"))
    bench.touch(1, .moved, 100, 300)
    bench.touch(1, .ended, 100, 300)
    #expect(abs(try #require(bench.model.marker).hertz - 95e6) < 1e6)
    #expect(!bench.model.isPaused)
  }

  @Test func markerIsTakenAwayByItsCross() throws {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -900 }
    bench.touch(1, .began, 200, 300)
    bench.pass(milliseconds: 600)
    bench.touch(1, .ended, 200, 300)
    bench.draw()
    #expect(bench.model.marker != nil)
    let cross = bench.marks(ofLayer: 5).compactMap { mark -> (x: Float, y: Float)? in
      guard case .text(let bytes, let x, let baseline, _, _, _) = mark, bytes == Array("×".utf8) else {
        return nil
      }
      return (x, baseline)
    }
    let place = try #require(cross.first)
    bench.pass(milliseconds: 1000)
    bench.tap(place.x, place.y - 4)
    #expect(bench.model.marker == nil)
    #expect(!bench.model.isPaused)
  }

  @Test func keyPutsTheMarkerOnPeaksInOrder() throws {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { $0 == 100 ? -200 : $0 == 300 ? -300 : -900 }
    bench.send(.key(.marker, isShifted: false))
    #expect(abs(try #require(bench.model.marker).hertz - 95.025e6) < 1)
    bench.send(.key(.marker, isShifted: false))
    #expect(abs(try #require(bench.model.marker).hertz - 105.025e6) < 1)
  }

  @Test func wheelMovesAndZooms() {
    var bench = Bench()
    bench.send(.wheel(x: 200, y: 400, dx: 0, dy: -200, zoom: .horizontal))
    #expect(bench.model.band.width < 15e6)
    #expect(abs(bench.model.band.center - 100e6) < 1)
    let before = bench.model.band
    bench.send(.wheel(x: 200, y: 400, dx: 40, dy: 0, zoom: .none))
    #expect(abs(bench.model.band.low - before.low - before.width * 0.1) < 1)
  }

  @Test func garbageTouchesDoNoHarm() {
    var bench = Bench(flags: [.simulated, .tunable])
    var generator = SeededGenerator(seed: 21)
    let odd: [Float] = [.nan, .infinity, -.infinity, -1e30, 1e30, 0, 200]
    for _ in 0..<4000 {
      let phase = Touch.Phase(rawValue: .random(in: 0...3, using: &generator)) ?? .began
      let x =
        Bool.random(using: &generator)
        ? Float.random(in: -50...450, using: &generator) : odd.randomElement(using: &generator) ?? 0
      bench.touch(.random(in: 1...3, using: &generator), phase, x, .random(in: 0...828, using: &generator))
      bench.pass(milliseconds: .random(in: 0...300, using: &generator))
      if Int.random(in: 0..<10, using: &generator) == 0 { bench.draw() }
      #expect(bench.model.band.width.isFinite && bench.model.band.width > 0)
    }
  }

  @Test func peaksAreVisitedOnceEachThoughLevelsChange() throws {
    var bench = Bench()
    bench.serveAxis()
    var round = 0
    // Five tones, whose levels come near one another by turns, over noise that is another in every row.
    let tones = [50, 120, 200, 280, 350]
    func serve() {
      round += 1
      bench.serveRow { column in
        let noise = -1000 + (column * 7919 + round * 104_729) % 200
        guard let tone = tones.firstIndex(of: column) else { return Int16(noise) }
        return Int16(-300 - 30 * tone + (round * 37 + tone * 23) % 60)
      }
      bench.draw()
    }
    var seen: [Double] = []
    for _ in 0..<tones.count {
      serve()
      bench.send(.key(.marker, isShifted: false))
      seen.append(try #require(bench.model.marker).hertz)
    }
    let columns = Double(try #require(bench.shown).columns)
    let expected = tones.map { 90e6 + (Double($0) + 0.5) * 20e6 / columns }
    #expect(zip(seen.sorted(), expected).allSatisfy { abs($0 - $1) < 1 }, "\(seen)")
    // Then one of the noise, which is no tone, and from a marker that was put elsewhere the strongest again.
    serve()
    bench.send(.key(.marker, isShifted: false))
    #expect(!expected.contains { abs($0 - (bench.model.marker?.hertz ?? $0)) < 1 })
    bench.send(.key(.escape, isShifted: false))
    #expect(bench.model.marker == nil)
    serve()
    bench.send(.key(.marker, isShifted: false))
    #expect(expected.prefix(2).contains { abs($0 - (bench.model.marker?.hertz ?? 0)) < 1 })
  }

  @Test func theFrequencySliderSpansWhatTheReceiverCanBeTunedTo() {
    var bench = Bench(flags: .tunable)
    // The band was made narrow, and the receiver acquires no more than that.
    bench.receive(.source(Bench.info(flags: .tunable, low: 99e6, high: 101e6)))
    let track: (Double) -> Double = { ($0 - 24e6) / (1766e6 - 24e6) }
    bench.perform(.setBand, .drag(.began, fraction: track(111e6), distance: 0))
    bench.perform(.setBand, .drag(.moved, fraction: track(511e6), distance: 0))
    bench.perform(.setBand, .drag(.ended, fraction: track(511e6), distance: 0))
    #expect(abs(bench.model.band.high - bench.model.band.low - 420e6) < 3e6, "\(bench.model.band)")
  }
}
