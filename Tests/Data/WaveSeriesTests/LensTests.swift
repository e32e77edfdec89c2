import Foundation
import TestSupport
import Testing
@testable import WaveSeries

@Suite struct LensTests {
  @Test func numbersOnTheWireStay() {
    let names = Lens.allCases.map { "\($0.rawValue) \($0)" }
    #expect(
      names == [
        "0 m4", "1 minMax", "2 minMaxLTTB", "3 lttb", "4 ltd", "5 mean", "6 median", "7 everyNth",
        "8 movingAverage",
      ])
    for lens in Lens.allCases {
      for text in [lens.name, lens.cost, lens.loss] { #expect(text.utf8CodeUnitCount > 2) }
    }
  }

  private static func isSame(_ a: [LensPoint], _ b: [LensPoint]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { a, b in
        a.row == b.row && (a.value == b.value || (a.value.isNaN && b.value.isNaN))
      }
  }

  /// Through the pyramid, and of a part of a series, the same as of the values in one piece.
  @Test func pointsOfASeriesAreThoseOfItsValues() {
    var random = SeededGenerator(seed: 46)
    for fault in [Fault.none, .few, .runs, .infinite, .all] {
      var values = Shape.walk.values(70_000, using: &random)
      fault.apply(to: &values, using: &random)
      let series = Series(values.span)
      for (start, end) in [(0, 70_000), (64_000, 68_000), (65_530, 65_540), (-4, 300), (9, 9)] {
        let part = Array(values[max(start, 0)..<end])
        for lens in Lens.allCases where lens != .movingAverage && lens != .ltd {
          let own = lens.points(of: series, from: start, to: end, threshold: 101)
          let expected = lens.points(of: part.span, threshold: 101).map { point in
            LensPoint(row: point.row + max(start, 0), value: point.value)
          }
          #expect(Self.isSame(own, expected), "\(lens) \(start) \(end)")
        }
      }
      let averages = MovingAverage.values(of: values.span, window: 301)
      let points = Lens.movingAverage.points(
        of: series, from: 64_000, to: 68_000, threshold: 100, window: 301)
      #expect(points.count == 100)
      for point in points {
        let (a, b) = (point.value, averages[point.row])
        #expect(abs(a - b) < 1e-9 || (a.isNaN && b.isNaN))
      }
    }
  }

  /// A lens's points are drawn as though they were all there is.
  @Test func pointsAreDrawnByTheSameRule() {
    var random = SeededGenerator(seed: 47)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        var values = shape.values(Int.random(in: 1...500, using: &random), using: &random)
        fault.apply(to: &values, using: &random)
        let start = Int64.random(in: -50...400, using: &random)
        let map = PixelMap(
          start: start, end: start + Int64.random(in: 1...600, using: &random),
          columns: Int.random(in: 1...90, using: &random))
        let scale = ValueScale(low: -15, high: 12, rows: 45)
        let points = Lens.lttb.points(of: values.span, threshold: Int.random(in: 3...80, using: &random))
        let columnOf = { (row: Int) in map.column(of: Int64(row)) }
        var spans: [TraceSpan] = []
        Trace.spans(of: points, columns: map.columns, scale: scale, into: &spans, columnOf: columnOf)
        var renderer = AllPointsRenderer(columns: map.columns)
        renderer.draw(
          points.map { Float($0.value) }, columnOf: { columnOf(points[$0].row) }, rowOf: { scale.row(of: $0) }
        )
        #expect(spans == renderer.spans)
      }
    }
  }

  @Test func differingPixelsAreThoseLitInOneOnly() {
    var random = SeededGenerator(seed: 48)
    let span = { (random: inout SeededGenerator) -> TraceSpan in
      let top = Int16.random(in: -9...14, using: &random)
      return Bool.random(using: &random)
        ? TraceSpan(top: top, bottom: top + .random(in: 1...9, using: &random)) : .none
    }
    for _ in 0..<300 {
      let a = (0..<Int.random(in: 0...6, using: &random)).map { _ in span(&random) }
      let b = (0..<Int.random(in: 0...6, using: &random)).map { _ in span(&random) }
      let covered = { (spans: [TraceSpan]) -> Set<[Int]> in
        Set(
          spans.enumerated().flatMap { column, span in
            span.isNone
              ? [] : (span.top..<span.bottom).filter { (0..<10).contains($0) }.map { [column, Int($0)] }
          })
      }
      #expect(Trace.differingPixels(a, b, rows: 10) == covered(a).symmetricDifference(covered(b)).count)
      #expect(Trace.coveredPixelCount(a, rows: 10) == covered(a).count)
    }
  }

  @Test func theEnvelopeIsLitFromLowToHigh() {
    let points = [
      LensPoint(row: 0, value: 5, low: 2, high: 9), LensPoint(row: 1, value: .nan),
      LensPoint(row: 7, value: 1, low: 0, high: 1),
    ]
    var spans: [TraceSpan] = []
    Trace.envelope(
      of: points, columns: 3, scale: ValueScale(low: 0, high: 10, rows: 10), into: &spans, columnOf: { $0 })
    #expect(spans == [TraceSpan(top: 1, bottom: 9), .none, .none])
  }
}
