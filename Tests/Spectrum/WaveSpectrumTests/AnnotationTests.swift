import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct AnnotationTests {
  /// Recorded time at the server's time 0 of the first map.
  private static let epoch: Int64 = 1_403_000_000_000_000

  private static func mark(
    _ start: Double, _ end: Double, _ low: Double, _ high: Double, _ label: String
  ) -> Annotation {
    Annotation(
      startMicroseconds: epoch + Int64(start * 1e6), endMicroseconds: epoch + Int64(end * 1e6),
      lowHertz: low, highHertz: high, label: Array(label.utf8), note: Array("all of \(label)".utf8))
  }

  /// A desk that shows the newest 10 s of a recording on 800 pixels: the top is second 99.35.
  private func waterfall(_ marks: [Annotation], loopedAt: Int64? = nil) -> Bench {
    var bench = Bench(flags: .recording)
    bench.now = 100_000_000
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: bench.now)))
    bench.receive(
      .timeMap(TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: Self.epoch, speed: 1)))
    if let loopedAt {
      bench.receive(
        .timeMap(
          TimeMap(source: 0, serverMicroseconds: loopedAt, recordedMicroseconds: Self.epoch, speed: 1)))
    }
    bench.receive(.annotations(Annotations(source: 0, marks: marks)))
    bench.showWaterfall()
    bench.perform(.setPeriod, .set(1))
    bench.pass(milliseconds: 200)
    bench.now = 100_000_000
    bench.draw()
    return bench
  }

  private func box(_ mark: DrawMark) -> Rect? {
    guard case .polyline(_, _, let points) = mark else { return nil }
    let x = stride(from: 0, to: points.coordinates.count, by: 2).map { points.coordinates[$0] }
    let y = stride(from: 1, to: points.coordinates.count, by: 2).map { points.coordinates[$0] }
    let left = x.min() ?? 0
    let top = y.min() ?? 0
    return Rect(x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
  }

  private func boxes(_ bench: Bench) -> [Rect] { bench.marks(ofLayer: 4).compactMap(box) }

  /// Backings of labels, each with the box that it names: outline, backing and text follow one another.
  private func labels(_ bench: Bench) -> [(label: Rect, box: Rect)] {
    let marks = bench.marks(ofLayer: 4)
    return marks.indices.dropLast().compactMap { index in
      guard let box = box(marks[index]), case .rectangle(let rect, _, _) = marks[index + 1] else {
        return nil
      }
      return (rect, box)
    }
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Bool {
    a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom
  }

  private func alert(_ bench: Bench) -> String { String(decoding: bench.model.controls.bytes, as: UTF8.self) }

  @Test func boxesStandAtTheirTimesAndFrequencies() throws {
    // 90 to 110 MHz on 400 pixels, 80 pixels in a second.
    let bench = waterfall([Self.mark(95, 96, 95e6, 100e6, "FM")])
    let box = try #require(boxes(bench).first)
    #expect(abs(box.x - 100) < 1 && abs(box.right - 200) < 1)
    #expect(abs(box.y - (99.35 - 96) * 80) <= 1.5 && abs(box.bottom - (99.35 - 95) * 80) <= 1.5)
    #expect(boxes(bench).count == 1)
    #expect(bench.texts.contains("FM"))
  }

  @Test func boxesMoveWithTheRowsAndSurviveZoom() throws {
    var bench = waterfall([Self.mark(95, 96, 95e6, 100e6, "FM")])
    let before = try #require(boxes(bench).first)
    bench.now += 1_000_000
    bench.draw()
    let moved = try #require(boxes(bench).first)
    #expect(abs(moved.y - before.y - 80) <= 1 && abs(moved.height - before.height) <= 1)
    bench.pinch([(140, 400), (90, 400)], [(160, 404), (210, 404)])
    bench.draw()
    let zoomed = try #require(boxes(bench).first)
    #expect(zoomed.width > 2.5 * before.width)
    bench.drag(from: (150, 400), to: (20, 400))
    bench.draw()
    #expect(boxes(bench).count == 1)
  }

  @Test func whatWasPlayedTwiceIsMarkedTwice() {
    let bench = waterfall([Self.mark(1, 2, 95e6, 100e6, "again")], loopedAt: 95_000_000)
    // The first time is long past; the second is at second 96 of the server.
    #expect(boxes(bench).count == 1)
    let both = waterfall([Self.mark(2, 3, 95e6, 100e6, "again")], loopedAt: 93_500_000)
    #expect(boxes(both).map { $0.y }.allSatisfy { abs($0 - (99.35 - 96.5) * 80) <= 1.5 })
    let cut = waterfall([Self.mark(90, 99, 95e6, 100e6, "cut")], loopedAt: 95_000_000)
    #expect(boxes(cut).count == 1)
    #expect(boxes(cut).first.map { abs($0.y - (99.35 - 95) * 80) <= 1.5 } == true)
  }

  @Test func labelsHideNeitherEachOtherNorForeignBoxes() {
    var random = SeededGenerator(seed: 75)
    var shown = 0
    for _ in 0..<60 {
      let marks = (0..<Int.random(in: 1...12, using: &random)).map { index in
        let start = Double.random(in: 86...99, using: &random)
        let low = Double.random(in: 88e6...109e6, using: &random)
        return Self.mark(
          start, start + Double.random(in: 0...4, using: &random), low,
          low + Double.random(in: 0...12e6, using: &random), "L\(index)")
      }
      let bench = waterfall(marks)
      let boxes = boxes(bench)
      let labels = labels(bench)
      shown += labels.count
      for (index, (label, own)) in labels.enumerated() {
        #expect(!labels.dropFirst(index + 1).contains { overlap($0.label, label) })
        #expect(label.y >= 64 && label.bottom <= 800 && label.x >= 0 && label.right <= 400)
        for box in boxes where overlap(box, label) {
          #expect(box.x <= own.x && box.right >= own.right && box.y <= own.y && box.bottom >= own.bottom)
          // Within its own it leaves three quarters free.
          #expect(box != own || box.height > 4 * label.height)
        }
      }
    }
    #expect(shown > 100)
  }

  @Test func aTapOnAnOutlineReadsAndATapWithinPauses() {
    var bench = waterfall([Self.mark(90, 97, 92e6, 108e6, "wide")])
    let y = Float((99.35 - 97) * 80)
    bench.tap(200, y + 3)
    #expect(alert(bench).contains("all of wide"))
    #expect(!bench.model.isPaused)
    bench.tap(200, 500)
    #expect(bench.model.isPaused)
  }

  @Test func ofTwoThatAreMeantTheSmallerIsRead() {
    var bench = waterfall([
      Self.mark(90, 97, 92e6, 108e6, "wide"), Self.mark(94, 94.1, 99e6, 99.1e6, "dot"),
    ])
    bench.tap(182, Float((99.35 - 94.05) * 80))
    #expect(alert(bench).contains("all of dot"))
  }

  @Test func theSpectrumMarksWhatIsThereNow() throws {
    var bench = Bench(flags: .recording)
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: bench.now)))
    bench.receive(
      .timeMap(TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: Self.epoch, speed: 1)))
    bench.receive(
      .annotations(
        Annotations(
          source: 0,
          marks: [
            Self.mark(0, 0.5, 91e6, 92e6, "past"), Self.mark(0.5, 5, 95e6, 100e6, "one"),
            Self.mark(0.6, 5, 98e6, 105e6, "two"), Self.mark(3, 5, 91e6, 92e6, "later"),
          ])))
    bench.pass(milliseconds: 200)
    bench.serveAxis()
    bench.serveRow { _ in -8000 }
    bench.draw()
    #expect(bench.texts.contains("one") && bench.texts.contains("two"))
    #expect(!bench.texts.contains("past") && !bench.texts.contains("later"))
    let brackets = boxes(bench)
    #expect(brackets.count == 2)
    #expect(abs((brackets.first?.x ?? 0) - 100) < 1 && abs((brackets.first?.width ?? 0) - 100) < 1)
    #expect(brackets[0].bottom < brackets[1].y)
    bench.now += 3_000_000
    bench.serveRow { _ in -8000 }
    bench.draw()
    #expect(bench.texts.contains("later"))
  }

  @Test func marksOfAnotherSourceAreNotShown() {
    var bench = waterfall([Self.mark(95, 96, 95e6, 100e6, "FM")])
    bench.receive(.annotations(Annotations(source: 0, marks: [])))
    bench.receive(.annotations(Annotations(source: 1, marks: [Self.mark(95, 96, 95e6, 100e6, "other")])))
    bench.draw()
    #expect(boxes(bench).isEmpty && !bench.texts.contains("other"))
  }
}
