import TestSupport
import Testing

@testable import WaveSeries

@Suite struct TraceTests {
  /// Both renderers; the independent one sees every value of the series, those outside the window too.
  private static func check(
    _ values: [Float], x: [Int64], _ map: PixelMap, _ scale: ValueScale, isRowNumber: Bool = false
  ) {
    let edges = isRowNumber ? map.edges(rowCount: values.count) : map.edges(of: x.span)
    let neighbors = isRowNumber ? map.neighbors(of: edges) : map.neighbors(of: edges, in: x.span)
    var spans: [TraceSpan] = []
    Trace.spans(of: Series(values.span), edges: edges, neighbors: neighbors, scale: scale, into: &spans)
    var renderer = AllPointsRenderer(columns: map.columns)
    renderer.draw(values, columnOf: { map.column(of: x[$0]) }, rowOf: { scale.row(of: $0) })
    #expect(spans == renderer.spans, "\(values.count) values, \(map), \(scale)")
  }

  private static func scale(_ values: [Float], rows: Int, _ random: inout SeededGenerator) -> ValueScale {
    let finite = values.filter(\.isFinite).map(Double.init)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 1)
    let margin = (high - low) * Double.random(in: -0.3...0.1, using: &random)
    return ValueScale(low: low - margin, high: high + margin, rows: rows)
  }

  /// Walk, spikes, sine, steps and others, with gaps, NaN, infinities and lone points, at zooms from all to
  /// less than one value.
  @Test(arguments: Shape.allCases)
  func noPixelDiffers(shape: Shape) {
    var random = SeededGenerator(seed: 13)
    for fault in Fault.allCases {
      for round in 0..<24 {
        var values = shape.values(Int.random(in: 1...600, using: &random), using: &random)
        fault.apply(to: &values, using: &random)
        let x = (0..<Int64(values.count)).map { $0 }
        let scale = Self.scale(values, rows: Int.random(in: 1...90, using: &random), &random)
        var window = (Int64(0), Int64(values.count))
        if round > 3 {
          window.0 = Int64.random(in: -20...Int64(values.count) + 10, using: &random)
          window.1 =
            window.0 + Int64.random(in: 1...(1 << Int64.random(in: 0...10, using: &random)), using: &random)
        }
        let map = PixelMap(start: window.0, end: window.1, columns: Int.random(in: 1...120, using: &random))
        Self.check(values, x: x, map, scale, isRowNumber: true)
      }
    }
  }

  /// Duplicated and irregular x, with empty columns and times of nanoseconds.
  @Test func noPixelDiffersWithAnyX() {
    var random = SeededGenerator(seed: 14)
    for fault in Fault.allCases {
      for _ in 0..<150 {
        var values = (Shape.allCases.randomElement(using: &random) ?? .walk)
          .values(Int.random(in: 1...250, using: &random), using: &random)
        fault.apply(to: &values, using: &random)
        let spacing: Int64 = [1, 40, 1_000_000_007].randomElement(using: &random) ?? 1
        var time: Int64 = 1_700_000_000_000_000_000
        let x = values.map { _ -> Int64 in
          time += [0, 0, 1, 1, 1, 2, 90].randomElement(using: &random).map { $0 * spacing } ?? 0
          return time
        }
        let start = x[0] + Int64.random(in: -300...300, using: &random) * spacing
        let map = PixelMap(
          start: start, end: start + spacing * Int64.random(in: 1...2000, using: &random),
          columns: Int.random(in: 1...100, using: &random))
        Self.check(values, x: x, map, Self.scale(values, rows: 40, &random))
      }
    }
  }

  /// As many values as there are in several chunks, so that the pyramid is what is looked at.
  @Test(arguments: [Shape.walk, .spikes, .sine, .steps])
  func noPixelDiffersThroughThePyramid(shape: Shape) {
    var random = SeededGenerator(seed: 15)
    for fault in [Fault.none, .runs, .infinite] {
      var values = shape.values(90_000, using: &random)
      fault.apply(to: &values, using: &random)
      let x = (0..<Int64(values.count)).map { $0 }
      let scale = Self.scale(values, rows: 60, &random)
      Self.check(values, x: x, PixelMap(start: 0, end: 90_000, columns: 37), scale, isRowNumber: true)
    }
  }

  private static func spans(_ values: [Float], columns: Int, _ map: PixelMap? = nil) -> [TraceSpan] {
    let map = map ?? PixelMap(start: 0, end: Int64(values.count), columns: columns)
    let edges = map.edges(rowCount: values.count)
    var spans: [TraceSpan] = []
    Trace.spans(
      of: Series(values.span), edges: edges, neighbors: map.neighbors(of: edges),
      scale: ValueScale(low: 0, high: 10, rows: 10), into: &spans)
    return spans
  }

  @Test func aLonePointLightsOneRow() {
    #expect(Self.spans([.nan, 9.5, .nan], columns: 3) == [.none, TraceSpan(top: 0, bottom: 1), .none])
  }

  @Test func nothingJoinsAcrossAGap() {
    let spans = Self.spans([9.5, .nan, 0.5], columns: 3)
    #expect(spans == [TraceSpan(top: 0, bottom: 1), .none, TraceSpan(top: 9, bottom: 10)])
    #expect(Self.spans([9.5, .infinity, 0.5], columns: 3) == spans)
  }

  /// A step of one row passes over between two pixels; one of two rows lies half in each.
  @Test func linesPassOverBetweenColumns() {
    #expect(
      Self.spans([9.5, 8.5], columns: 2) == [TraceSpan(top: 0, bottom: 1), TraceSpan(top: 1, bottom: 2)])
    #expect(
      Self.spans([9.5, 7.5], columns: 2) == [TraceSpan(top: 0, bottom: 2), TraceSpan(top: 1, bottom: 3)])
    #expect(
      Self.spans([7.5, 9.5], columns: 2) == [TraceSpan(top: 1, bottom: 3), TraceSpan(top: 0, bottom: 2)])
  }

  /// A window between two values shows the line between them.
  @Test func neighborsOutsideTakePart() {
    let map = PixelMap(start: 1, end: 3, columns: 2)
    let spans = Self.spans([9.5, .nan, .nan, 0.5], columns: 0, map)
    #expect(spans == [.none, .none])
    let flat = Self.spans([2.5, 2.5, 2.5, 2.5], columns: 0, map)
    #expect(flat == Array(repeating: TraceSpan(top: 7, bottom: 8), count: 2))
  }

  @Test func anyEdgesAreDrawnWithoutATrap() {
    let series = Series([Float(1), 2, 3].span)
    let scale = ValueScale(low: 0, high: 4, rows: 4)
    var spans: [TraceSpan] = []
    for edges in [[], [0], [5, 9], [-4, 2], [3, 0, 2], [.max, .min], [0, 1, .max]] as [[Int]] {
      Trace.spans(
        of: series, edges: edges, neighbors: TraceNeighbors(before: .max, after: .min), scale: scale,
        into: &spans)
      #expect(spans.count == max(edges.count - 1, 0))
    }
  }

  @Test func spansAreCutAtThePicture() {
    #expect(TraceSpan(top: -5, bottom: 3).clipped(rows: 2) == TraceSpan(top: 0, bottom: 2))
    #expect(TraceSpan(top: -5, bottom: 0).clipped(rows: 2).isNone)
    #expect(TraceSpan(top: 4, bottom: 9).clipped(rows: 4).isNone)
    #expect(TraceSpan.none.clipped(rows: 4).isNone)
    #expect(TraceSpan(top: 1, bottom: 9).count == 8)
  }
}
