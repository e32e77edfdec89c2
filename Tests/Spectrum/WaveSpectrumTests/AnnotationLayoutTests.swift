import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct AnnotationLayoutTests {
  private let axis = TimeAxis(top: 100_000_000, periodSeconds: 10, height: 800)

  /// A mark from second to second of the recording, from megahertz to megahertz.
  private func mark(
    _ start: Double, _ end: Double, _ low: Double = 95, _ high: Double = 100, label: String = ""
  ) -> Annotation {
    Annotation(
      startMicroseconds: Int64(start * 1e6), endMicroseconds: Int64(end * 1e6), lowHertz: low * 1e6,
      highHertz: high * 1e6, label: Array(label.utf8), note: Array("note of \(label)".utf8))
  }

  private func map(_ server: Double, speed: Double = 1) -> TimeMap {
    TimeMap(source: 0, serverMicroseconds: Int64(server * 1e6), recordedMicroseconds: 0, speed: speed)
  }

  private func layout(
    _ marks: [Annotation], maps: [TimeMap], on plot: Plot = .make(.waterfall), row: Int64? = nil
  ) -> AnnotationLayout {
    AnnotationLayout(marks, maps: maps, on: plot, axis: axis, rowMicroseconds: row)
  }

  private func drawn(_ layout: AnnotationLayout, on plot: Plot = .make(.waterfall)) throws -> [DrawMark] {
    try marks(on: plot) { list in
      list.layer(1, bounds: plot.screen.bounds) { layout.draw(on: plot, into: &$0) }
    }
  }

  /// The outlines, as points from the lower left corner on.
  private func outlines(_ layout: AnnotationLayout, on plot: Plot = .make(.waterfall)) throws -> [[Float]] {
    try drawn(layout, on: plot).compactMap(\.coordinates)
  }

  @Test func aBoxIsWhereAndWhenItWasPlayed() throws {
    let box = try outlines(layout([mark(1, 2)], maps: [map(95)]))
    #expect(box == [[100, 320, 100, 240, 200, 240, 200, 320, 100, 320]])
    // Twice as fast, half as high.
    let fast = try outlines(layout([mark(1, 2)], maps: [map(95, speed: 2)]))
    #expect(fast == [[100, 360, 100, 320, 200, 320, 200, 360, 100, 360]])
    #expect(try outlines(layout([mark(1, 2)], maps: [map(95, speed: 0)])).isEmpty)
    #expect(try outlines(layout([mark(1, 2)], maps: [])).isEmpty)
    #expect(try outlines(layout([], maps: [map(95)])).isEmpty)
  }

  @Test func aBoxEndsWhereAnotherPlaceIsPlayed() throws {
    // From 94 s on for two seconds, then once more from the start.
    let boxes = try outlines(layout([mark(1, 4)], maps: [map(94), map(96)]))
    #expect(
      boxes == [
        [100, 240, 100, 0, 200, 0, 200, 240, 100, 240],
        [100, 400, 100, 320, 200, 320, 200, 400, 100, 400],
      ])
    // What had begun before is shown from there on.
    #expect(try outlines(layout([mark(-3, 1)], maps: [map(95)])).first?[1] == 400)
  }

  @Test func whatIsOutOfViewHasNoBox() throws {
    let maps = [map(0)]
    for (mark, isShown) in [
      (mark(101, 102), false), (mark(100, 102), true), (mark(85, 89.9), false), (mark(85, 90), true),
      (mark(95, 96, 80, 89.9), false), (mark(95, 96, 80, 90), true), (mark(95, 96, 110, 120), true),
      (mark(95, 96, 110.1, 120), false),
    ] {
      #expect(try outlines(layout([mark], maps: maps)).count == (isShown ? 1 : 0), "\(mark)")
    }
    // No smaller than can be seen, and not wider than by as much beyond the screen.
    #expect(
      try outlines(layout([mark(95, 95, 98, 98)], maps: maps)).first == [
        160, 408, 160, 400, 168, 400, 168, 408, 160, 408,
      ])
    let wide = try outlines(layout([mark(95, 96, 0, 1000)], maps: maps)).first
    #expect(wide?[0] == -8 && wide?[4] == 408)
  }

  @Test func aSpectrumHasBracketsOfItsNewestRow() throws {
    let plot = Plot.make()
    func count(_ mark: Annotation, row: Int64?) throws -> Int {
      try outlines(layout([mark], maps: [map(0)], on: plot, row: row), on: plot).count
    }
    // A row from 96 s to 97 s.
    for (start, end, isShown) in [
      (95.0, 96.0, true), (95, 95.9, false), (96.9, 98, true), (97, 98, false),
    ] {
      #expect(try count(mark(start, end), row: 96_000_000) == (isShown ? 1 : 0), "\(start) to \(end)")
    }
    #expect(try count(mark(0, 1000), row: nil) == 0)
    // One under the other, open at the bottom, in the upper half.
    let many = [Annotation](repeating: mark(96, 98), count: 20)
    let brackets = try outlines(layout(many, maps: [map(0)], on: plot, row: 96_000_000), on: plot)
    #expect(brackets.count == 10 && brackets.last?[3] == 394)
    #expect(
      brackets.prefix(2) == [
        [100, 96, 100, 88, 200, 88, 200, 96], [100, 130, 100, 122, 200, 122, 200, 130],
      ])
  }

  private func label(_ marks: [Annotation], at index: Int = 0, on plot: Plot = .make(.waterfall)) throws
    -> Rect?
  {
    let backings = try drawn(layout(marks, maps: [map(0)], on: plot), on: plot).compactMap(\.rectangle)
    return index < backings.count ? backings[index] : nil
  }

  @Test func aLabelIsAboveItsBoxOrBelowOrWithin() throws {
    #expect(try label([mark(95, 97, label: "FM")]) == Rect(x: 100, y: 219, width: 25, height: 18))
    // Below the chip and beside the times.
    #expect(try label([mark(98, 99, 91, 100, label: "FM")]) == Rect(x: 100, y: 163, width: 25, height: 18))
    #expect(try label([mark(95, 97, 109, 110, label: "FM")])?.x == 372)
    // As wide and high as the plot: within, below the chip.
    #expect(try label([mark(80, 120, 80, 120, label: "FM")]) == Rect(x: 100, y: 67, width: 25, height: 18))
    // Too narrow for that.
    #expect(try label([mark(80, 120, 98, 100, label: "FM")]) == nil)
    #expect(try label([mark(95, 97)]) == nil)
  }

  @Test func aLabelWithinLeavesThreeQuartersOfItsBoxFree() throws {
    // From 60 pixels down, so that there is no room above, and another box is below.
    let below = mark(97, 98.2)
    #expect(try label([mark(98.25, 99.25, label: "A"), below]) == Rect(x: 100, y: 67, width: 17, height: 18))
    #expect(try label([mark(98.262_5, 99.25, label: "A"), below]) == nil)
    // Twice as wide as the label of 17 pixels.
    #expect(try label([mark(98.25, 99.25, 95, 96.75, label: "A"), below])?.y == 67)
    #expect(try label([mark(98.25, 99.25, 95, 96.65, label: "A"), below]) == nil)
  }

  @Test func aLabelHidesNoOtherNorAForeignBox() throws {
    // The second one's place above is the first one's: it is below.
    let same = [mark(95, 97, label: "A"), mark(95, 97, label: "B")]
    #expect(try label(same)?.y == 219 && label(same, at: 1)?.y == 403)
    // A box above, whose lower part is in the way.
    let foreign = [mark(95, 97, label: "A"), mark(97.1, 98)]
    #expect(try label(foreign)?.y == 403)
    // A box around both is in nobody's way.
    let around = [mark(95, 97, label: "A"), mark(90, 99.5, 93, 102)]
    #expect(try label(around)?.y == 219)
    let full = [mark(95, 97, 98, 100, label: "ABC"), mark(97.1, 98), mark(94, 94.9)]
    #expect(try label(full) == nil)
  }

  @Test func aFingerReadsByTheOutlineOrTheLabel() {
    // From 100, 240 to 200, 400, labelled from 100, 219 to 125, 237.
    let layout = layout([mark(95, 97, label: "FM")], maps: [map(0)])
    for (x, y, isRead) in [
      (Float(180), Float(229), true), (180, 227, false), (180, 251, true), (180, 253, false),
      (89, 330, true), (87, 330, false), (211, 330, true), (213, 330, false), (150, 330, false),
      (150, 411, true), (150, 413, false), (137, 224, true), (139, 224, false), (110, 207, true),
      (110, 205, false),
    ] {
      #expect((layout.note(atX: x, y: y, scale: 1) != nil) == isRead, "\(x), \(y)")
    }
    #expect(
      layout.note(atX: 150, y: 240, scale: 1).map { String(decoding: $0, as: UTF8.self) } == "note of FM")
  }

  @Test func aSmallMarkHasTheReachOfAFinger() {
    // 8 x 8 pixels at 160, 400, and 22 points to each side of its middle.
    let layout = layout([mark(95, 95, 98, 98)], maps: [map(0)])
    for (x, isRead) in [(Float(143), true), (141, false), (185, true), (187, false), (164, true)] {
      #expect((layout.note(atX: x, y: 404, scale: 1) != nil) == isRead, "\(x)")
    }
    #expect(layout.note(atX: 130, y: 404, scale: 2) != nil)
  }

  @Test func ofSeveralTheSmallestIsRead() {
    let marks = [mark(95, 97, 95, 100, label: "large"), mark(96, 97, 95, 100, label: "small")]
    for list in [marks, marks.reversed()] {
      let note = layout(list, maps: [map(0)]).note(atX: 180, y: 240, scale: 1)
      #expect(note.map { String(decoding: $0, as: UTF8.self) } == "note of small")
    }
  }
}
