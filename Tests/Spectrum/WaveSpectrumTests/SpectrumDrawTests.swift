import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct SpectrumDrawTests {
  @Test func tracePassesThroughItsLevels() throws {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { $0 == 200 ? -200 : -900 }
    desk.draw()
    let lines = desk.marks(ofLayer: 3).compactMap {
      if case .polyline(_, _, let points) = $0 { points } else { nil }
    }
    let points = try #require(lines.first).coordinates
    #expect(points.count == 800)
    #expect(abs(points[400] - 200.5) < 0.01)
    #expect(abs(points[401] - 160) < 0.01)
    #expect(abs(points[399] - 720) < 0.01)
  }

  @Test func theMarkersDotLiesOnTheTrace() {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { $0 == 200 ? -200 : -900 }
    desk.hold(198, 500)
    desk.draw()
    let dots = desk.scene.layers.flatMap(\.marks).compactMap { mark -> Rect? in
      if case .rectangle(let rect, let radius, _) = mark, radius > 0, rect.width == 2 * radius {
        rect
      } else {
        nil
      }
    }
    #expect(
      dots.contains { abs($0.x + $0.width / 2 - 200.5) < 0.01 && abs($0.y + $0.height / 2 - 160) < 0.01 })
  }

  @Test func gapLiftsThePenAndIsMarked() throws {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { (100..<200).contains($0) ? RowMessage.gap : -900 }
    desk.draw()
    let marks = desk.marks(ofLayer: 3)
    let lines = marks.compactMap { if case .polyline(_, _, let points) = $0 { points } else { nil } }
    let points = try #require(lines.first).coordinates
    #expect(points[2 * 150 + 1].isNaN)
    #expect(!points[2 * 99 + 1].isNaN && !points[2 * 200 + 1].isNaN)
    let gaps = marks.compactMap { if case .rectangle(let rect, _, _) = $0 { rect } else { nil } }
    #expect(gaps.contains { abs($0.x - 100) < 0.01 && abs($0.width - 100) < 0.01 })
  }

  @Test func anUnknownRateIsTheUnitOfFrequencies() {
    var desk = Desk(flags: [.recording, .rateUnknown])
    var info = Desk.info(flags: [.recording, .rateUnknown], low: -0.5e6, high: 0.5e6)
    info.rbwHertz = 250
    desk.receive(.source(info))
    desk.serveAxis()
    desk.serveRow { $0 == 300 ? -200 : -900 }
    desk.send(.key(.marker, isShifted: false))
    desk.pass(milliseconds: 200)
    desk.draw()
    #expect(desk.texts.contains { $0.hasSuffix("\u{00D7} rate") }, "\(desk.texts)")
    #expect(!desk.texts.contains { $0.contains("Hz") }, "\(desk.texts)")
    desk.send(.press(.handle))
    let controls = String(decoding: desk.model.controls.bytes, as: UTF8.self)
    #expect(controls.contains("\u{00D7} rate") && !controls.contains("Hz"))
    desk.perform(.setLowFrequency, .text(Array("9".utf8)))
    let refusal = String(decoding: desk.model.controls.bytes, as: UTF8.self)
    #expect(refusal.contains("outside") && !refusal.contains("Hz"))
  }

  /// A clock would count by a rate that is made up.
  @Test func placesInAFileOfUnknownRateAreShares() {
    var desk = Desk(flags: [.recording, .rateUnknown])
    var info = Desk.info(flags: [.recording, .rateUnknown], low: -0.5e6, high: 0.5e6)
    (info.startMicroseconds, info.durationSeconds) = (5_000_000, 20)
    desk.receive(.source(info))
    desk.receive(
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: desk.now, recordedMicroseconds: 10_000_000, speed: 1)))
    desk.send(.press(.handle))
    let controls = String(decoding: desk.model.controls.bytes, as: UTF8.self)
    #expect(controls.contains("25 % of the file") && !controls.contains("00:00"))
  }

  @Test func gridLinesAreWholePixels() {
    var desk = Desk()
    desk.pinch([(150, 300), (123, 300)], [(250, 500), (301, 555)])
    desk.draw()
    for case .rectangle(let rect, _, _) in desk.marks(ofLayer: 2) {
      #expect(rect.x == rect.x.rounded() && rect.y == rect.y.rounded())
      #expect(rect.width >= 1 && rect.height >= 1)
    }
  }

  /// Many small frames leave the same scene as one frame from empty, through all modes and gestures.
  @Test func replayFromEmptyEqualsIncremental() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<6 {
      var desk = Desk(flags: [.simulated, .tunable])
      for _ in 0..<120 {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: desk.tap(.random(in: 0...400, using: &generator), .random(in: 0...800, using: &generator))
        case 1:
          desk.drag(
            from: (.random(in: 0...400, using: &generator), 300),
            to: (.random(in: 0...400, using: &generator), 500))
        case 2:
          desk.pinch(
            [(100, 200), (.random(in: 20...180, using: &generator), 150)], [(300, 500), (310, 600)])
        case 3:
          desk.send(.key(Key(rawValue: .random(in: 0...15, using: &generator)) ?? .home, isShifted: false))
        case 4: desk.serveAxis()
        case 5, 6: desk.serveRow { Int16(-($0 * 7919 % 900)) }
        case 7, 8: desk.serveSlot(start: desk.now - 600_000, duration: 500_000, -400)
        case 9: desk.send(.appearance(isDark: Bool.random(using: &generator), reducesMotion: true))
        case 10: desk.run(milliseconds: 700)
        default: desk.pass(milliseconds: 120)
        }
        if Bool.random(using: &generator) { desk.draw() }
      }
      desk.run(milliseconds: 3000)
      desk.draw()
      var whole = DrawScene()
      var list = DrawList()
      var model = desk.model
      _ = model.handle(
        .resize(width: Desk.width, height: Desk.height, scale: 1), at: desk.now)
      _ = model.draw(into: &list, at: desk.now)
      try whole.play(list.words)
      #expect(whole.layers == desk.scene.layers)
    }
  }
}
