import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct SpectrumDrawTests {
  @Test func tracePassesThroughItsLevels() throws {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { $0 == 200 ? -200 : -900 }
    bench.draw()
    let lines = bench.marks(ofLayer: 3).compactMap {
      if case .polyline(_, _, let points) = $0 { points } else { nil }
    }
    let points = try #require(lines.first).coordinates
    #expect(points.count == 800)
    #expect(abs(points[400] - 200.5) < 0.01)
    #expect(abs(points[401] - 160) < 0.01)
    #expect(abs(points[399] - 720) < 0.01)
  }

  @Test func theMarkersDotLiesOnTheTrace() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { $0 == 200 ? -200 : -900 }
    bench.hold(198, 500)
    bench.draw()
    let dots = bench.scene.layers.flatMap(\.marks).compactMap { mark -> Rect? in
      if case .rectangle(let rect, let radius, _) = mark, radius > 0, rect.width == 2 * radius {
        rect
      } else {
        nil
      }
    }
    #expect(
      dots.contains { abs($0.x + $0.width / 2 - 200.5) < 0.01 && abs($0.y + $0.height / 2 - 160) < 0.01 })
  }

  @Test func theHeldMaximumIsNamedAndStartsAnew() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -900 }
    bench.draw()
    #expect(!bench.texts.contains("max hold"))
    func resets() -> Int { bench.sent.filter { $0 == .command(.resetHold(source: 0)) }.count }
    bench.perform(.holdMaximum, .set(1))
    bench.pass(milliseconds: 200)
    #expect(resets() == 1)
    bench.serveRow { _ in -900 }
    bench.draw()
    #expect(bench.texts.contains("max hold"))
    bench.perform(.resetHold, .set(1))
    #expect(resets() == 2)
    bench.perform(.holdMaximum, .set(0))
    #expect(resets() == 2)
  }

  @Test func gapLiftsThePenAndIsMarked() throws {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { (100..<200).contains($0) ? RowMessage.gap : -900 }
    bench.draw()
    let marks = bench.marks(ofLayer: 3)
    let lines = marks.compactMap { if case .polyline(_, _, let points) = $0 { points } else { nil } }
    let points = try #require(lines.first).coordinates
    #expect(points[2 * 150 + 1].isNaN)
    #expect(!points[2 * 99 + 1].isNaN && !points[2 * 200 + 1].isNaN)
    let gaps = marks.compactMap { if case .rectangle(let rect, _, _) = $0 { rect } else { nil } }
    #expect(gaps.contains { abs($0.x - 100) < 0.01 && abs($0.width - 100) < 0.01 })
  }

  @Test func anUnknownRateIsTheUnitOfFrequencies() {
    var bench = Bench(flags: [.recording, .rateUnknown])
    var info = Bench.info(flags: [.recording, .rateUnknown], low: -0.5e6, high: 0.5e6)
    info.rbwHertz = 250
    bench.receive(.source(info))
    bench.serveAxis()
    bench.serveRow { $0 == 300 ? -200 : -900 }
    bench.send(.key(.marker, isShifted: false))
    bench.pass(milliseconds: 200)
    bench.draw()
    #expect(bench.texts.contains { $0.hasSuffix("\u{00D7} rate") }, "\(bench.texts)")
    #expect(!bench.texts.contains { $0.contains("Hz") }, "\(bench.texts)")
    bench.send(.press(.handle))
    let controls = String(decoding: bench.model.controls.bytes, as: UTF8.self)
    #expect(controls.contains("\u{00D7} rate") && !controls.contains("Hz"))
    bench.perform(.setLowFrequency, .text(Array("9".utf8)))
    let refusal = String(decoding: bench.model.controls.bytes, as: UTF8.self)
    #expect(refusal.contains("outside") && !refusal.contains("Hz"))
  }

  /// A clock would count by a rate that is made up.
  @Test func placesInAFileOfUnknownRateAreShares() {
    var bench = Bench(flags: [.recording, .rateUnknown])
    var info = Bench.info(flags: [.recording, .rateUnknown], low: -0.5e6, high: 0.5e6)
    (info.startMicroseconds, info.durationSeconds) = (5_000_000, 20)
    bench.receive(.source(info))
    bench.receive(
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: bench.now, recordedMicroseconds: 10_000_000, speed: 1)))
    bench.send(.press(.handle))
    let controls = String(decoding: bench.model.controls.bytes, as: UTF8.self)
    #expect(controls.contains("25 % of the file") && !controls.contains("00:00"))
  }

  @Test func gridLinesAreWholePixels() {
    var bench = Bench()
    bench.pinch([(150, 300), (123, 300)], [(250, 500), (301, 555)])
    bench.draw()
    for case .rectangle(let rect, _, _) in bench.marks(ofLayer: 2) {
      #expect(rect.x == rect.x.rounded() && rect.y == rect.y.rounded())
      #expect(rect.width >= 1 && rect.height >= 1)
    }
  }

  /// Many small frames leave the same scene as one frame from empty, through all modes and gestures.
  @Test func replayFromEmptyEqualsIncremental() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<6 {
      var bench = Bench(flags: [.simulated, .tunable])
      for _ in 0..<120 {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: bench.tap(.random(in: 0...400, using: &generator), .random(in: 0...800, using: &generator))
        case 1:
          bench.drag(
            from: (.random(in: 0...400, using: &generator), 300),
            to: (.random(in: 0...400, using: &generator), 500))
        case 2:
          bench.pinch(
            [(100, 200), (.random(in: 20...180, using: &generator), 150)], [(300, 500), (310, 600)])
        case 3:
          bench.send(.key(Key(rawValue: .random(in: 0...15, using: &generator)) ?? .home, isShifted: false))
        case 4: bench.serveAxis()
        case 5, 6: bench.serveRow { Int16(-($0 * 7919 % 900)) }
        case 7, 8: bench.serveSlot(start: bench.now - 600_000, duration: 500_000, -400)
        case 9: bench.send(.appearance(isDark: Bool.random(using: &generator), reducesMotion: true))
        case 10: bench.run(milliseconds: 700)
        default: bench.pass(milliseconds: 120)
        }
        if Bool.random(using: &generator) { bench.draw() }
      }
      bench.run(milliseconds: 3000)
      bench.draw()
      var whole = DrawScene()
      var list = DrawList()
      var model = bench.model
      _ = model.handle(
        .resize(width: Bench.width, height: Bench.height, scale: 1), at: bench.now)
      _ = model.draw(into: &list, at: bench.now)
      try whole.play(list.words)
      #expect(whole.layers == bench.scene.layers)
    }
  }
}
