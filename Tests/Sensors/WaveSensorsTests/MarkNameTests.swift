import Testing
import WaveDisplay
import WaveSensorsWire

@testable import WaveInteraction
@testable import WaveSensors

/// Names of marks: their places beside the other texts in lanes, and new ones.
@Suite struct MarkNameTests {
  /// What the texts of a layer cover, and the texts.
  private func texts(_ layer: UInt32, in bench: Bench) -> [(text: String, place: Rect)] {
    let marks = bench.scene.layers.first { $0.id == layer }?.marks ?? []
    return marks.compactMap { mark in
      guard case .text(let text, let x, let baseline, let style, let alignment, _) = mark else { return nil }
      let width = bench.model.advances.width(of: text, style: style)
      return (
        String(decoding: text, as: UTF8.self),
        Rect(
          x: alignment == .trailing ? x - width : x, y: baseline - 0.8 * style.size, width: width,
          height: style.size)
      )
    }
  }

  /// A picture that stands still.
  private func paused(channels: Int) throws -> Bench {
    var bench = Bench(channels: channels)
    try bench.run(seconds: 0.1)
    bench.tap()
    return bench
  }

  /// Draws marks at places in the window, from 0 to 1.
  private func draw(marksAt shares: [Double], in bench: inout Bench) throws {
    let newest = bench.model.edgeMicroseconds(at: bench.now) - Double(bench.start)
    let marks = shares.enumerated().map { index, share in
      let microseconds = newest - (1 - share) * bench.model.windowSeconds * 1e6
      return StreamMarks.Mark(
        mark: UInt32(index), group: 0, sequence: UInt64(microseconds / 1000), text: Array("Mark 1".utf8))
    }
    bench.receive(.marks(StreamMarks(source: 0, marks: marks)))
    try bench.draw()
  }

  @Test(arguments: [1, 2, 5]) func noNameStandsOnAnotherText(channels: Int) throws {
    var bench = try paused(channels: channels)
    for step in 1..<100 {
      try draw(marksAt: [Double(step) / 100], in: &bench)
      let names = texts(LayerID.marks, in: bench)
      #expect(names.count == 1, "at \(step)")
      #expect(names.allSatisfy { $0.place.x >= 0 && $0.place.right <= 400 }, "at \(step)")
      for label in texts(LayerID.labels, in: bench) {
        #expect(!names.contains { $0.place.overlaps(label.place) }, "at \(step) on \(label.text)")
      }
    }
  }

  @Test func namesOfNearMarksStandAboveOneAnotherAndTheFourthIsLeftOut() throws {
    var bench = try paused(channels: 2)
    try draw(marksAt: [0.5, 0.51, 0.52, 0.53, 0.7], in: &bench)
    let names = texts(LayerID.marks, in: bench)
    #expect(names.count == 4 && Set(names.map(\.place.y)).count == 3)
    // Their lines are all there.
    let lines = bench.scene.layers.first { $0.id == LayerID.marks }?.marks.count { mark in
      // Names have grounds of their own, which are wider.
      if case .rectangle(let rect, _, _) = mark { rect.width == bench.model.screen.hairline } else { false }
    }
    #expect(lines == 5)
  }

  /// The list on the page may be older than the marks.
  @Test func aMarkIsRenamedByItsNumber() throws {
    var bench = Bench()
    try bench.run(seconds: 0.5)
    let marks = (1...3).map {
      StreamMarks.Mark(
        mark: UInt32($0), group: 0, sequence: UInt64($0) * 10_000, text: Array("Mark \($0)".utf8))
    }
    bench.receive(.marks(StreamMarks(source: 0, marks: marks)))
    bench.send(.press(.handle))
    let numbers = bench.model.shell.numbers
    let number = try #require((1...UInt16.max).first { numbers.action(of: $0) == .editMark(2) })
    bench.receive(.marks(StreamMarks(source: 0, marks: Array(marks.dropFirst()))))
    bench.sent = []
    bench.send(.control(number: number, .text(Array("Step".utf8))))
    let renamed = SetMark(source: 0, mark: 2, group: 0, sequence: 20_000, text: Array("Step".utf8))
    #expect(bench.sent.contains(.setMark(renamed)))
    bench.send(.control(number: number, .set(1)))
    // It is in the middle of ten seconds.
    #expect(bench.model.isPaused)
    #expect((bench.model.edgeMicroseconds(at: bench.now) - Double(bench.start) - 25e6).magnitude < 1000)
  }
}
