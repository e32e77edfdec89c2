import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats

@Suite struct PictureDrawingTests {
  /// Four columns of pixels: two rows, one row, a missing value, and two rows above the lane.
  private static let values = ColumnPicture.Lane(
    buckets: [
      bucket([0.1, 0.6], at: 0), bucket([0.9], at: 30), bucket([.nan], at: 50), bucket([5, 6], at: 75),
    ])

  private static func bucket(_ values: [Double], at tick: Int64) -> ColumnBucket {
    let known = values.filter(\.isFinite)
    guard let first = known.first, let last = known.last else {
      var empty = ColumnBucket.empty
      empty.rowCount = UInt64(values.count)
      return empty
    }
    return ColumnBucket(
      rowCount: UInt64(values.count), count: UInt64(known.count), firstTick: tick,
      lastTick: tick + Int64(values.count) - 1, first: first, minimum: known.min() ?? 0,
      maximum: known.max() ?? 0, last: last)
  }

  private static func lane(_ lens: Lens, isOverview: Bool = false) -> ShowLane {
    ShowLane(
      column: 3, lens: lens.rawValue, threshold: 3, pixels: 10, isOverview: isOverview, low: 0, high: 1)
  }

  private static let summary = ColumnSummary(
    TableColumn(name: "v", kind: .real), offset: 0, counted: Statistics())

  private static func picture(isExact: Bool = true) -> ColumnPicture {
    ColumnPicture(lanes: [values], rowCount: 6, seenCount: isExact ? 6 : 2, isExact: isExact)
  }

  @Test func allValuesAreDrawn() {
    let drawing = PictureDrawing(Self.lane(.m4), of: makeView(7), Self.summary)
    #expect(drawing.lens == nil)
    let spans = drawing.spans(of: Self.values, in: Self.picture())
    #expect(spans.view == 7 && spans.column == 3 && spans.pixels == 10 && spans.flags == [])
    #expect(spans.drawnCount == 6 && spans.rowCount == 6 && spans.wrongPixels == 0)
    // Nothing is lit where a value is missing, or lies outside the lane.
    #expect(spans.tops.count == 4 && spans.tops[2] == LaneSpans.none && spans.tops[3] == LaneSpans.none)
    #expect(spans.bottoms[0] - spans.tops[0] >= 6 && spans.tops[1] <= 1)
    // The same values as drawn ones.
    var drawn = Self.values
    drawn.isDrawn = true
    let same = PictureDrawing(Self.lane(.m4), of: makeView(7), Self.summary, isPartial: true)
      .spans(of: drawn, in: Self.picture())
    #expect(same.tops == spans.tops && same.bottoms == spans.bottoms && same.flags == .partial)
  }

  @Test func coarsePicturesSaySo() {
    let drawing = PictureDrawing(Self.lane(.minMax, isOverview: true), of: makeView(7), Self.summary)
    // An overview has no lens.
    #expect(drawing.lens == nil)
    let spans = drawing.spans(of: Self.values, in: Self.picture(isExact: false))
    #expect(spans.flags == [.overview, .coarse] && spans.drawnCount == 2 && spans.wrongPixels == .max)
  }

  @Test func meansHaveARange() throws {
    let drawing = PictureDrawing(Self.lane(.mean), of: makeView(7), Self.summary)
    #expect(drawing.lens == .mean)
    let points = ColumnPoints(points: [
      LensPoint(row: 0, value: 0.35, low: 0.1, high: 0.6), LensPoint(row: 30, value: 0.9),
      LensPoint(row: 50, value: .nan),
    ])
    let spans = drawing.spans(of: points, through: .mean, of: Self.values, in: Self.picture())
    try #require(spans.count == 2)
    #expect(spans[0].flags == .band && spans[0].wrongPixels == .max && spans[1].flags == [])
    #expect(spans[0].bottoms[0] - spans[0].tops[0] >= 5 && spans[1].drawnCount == 2)
    #expect(spans[1].wrongPixels > 0 && spans[1].wrongPixels < 10)
    let few = drawing.spans(of: points, through: .mean, of: Self.values, in: Self.picture(isExact: false))
    #expect(few[1].wrongPixels == .max && few[1].tops == spans[1].tops)
    #expect(points.rows(chosenBy: .mean) == [] && points.rows(chosenBy: .minMax) == [0, 30])
  }

  /// Values that are all 1,024 larger, in a lane that is 1,024 higher, cover the same pixels, whether the
  /// source gives them as they are or without that offset.
  @Test func anOffsetOfValuesAndLaneMovesNoPixel() {
    func values(_ offset: Double) -> ColumnPicture.Lane {
      ColumnPicture.Lane(
        buckets: [[0.125, 0.625], [0.875], [.nan], [5, 6]].enumerated().map { place, values in
          Self.bucket(values.map { $0 + offset }, at: Int64(place) * 25)
        })
    }
    func points(_ offset: Double, isDrawn: Bool = false) -> ColumnPoints {
      let points = [(0, 0.375), (30, 0.875), (50, .nan)].map { row, value in
        LensPoint(row: row, value: value + offset, low: value + offset - 0.25, high: value + offset + 0.25)
      }
      return ColumnPoints(points: points, isDrawn: isDrawn)
    }
    let (view, picture) = (makeView(7), Self.picture())
    let summary = ColumnSummary(
      TableColumn(name: "v", kind: .real), offset: 1024, counted: Statistics())
    var stored = values(0)
    stored.isDrawn = true
    for lens in [Lens.m4, .everyNth, .minMax, .mean] {
      let lane = Self.lane(lens)
      var higher = lane
      (higher.low, higher.high) = (lane.low + 1024, lane.high + 1024)
      let plain = PictureDrawing(lane, of: view, Self.summary)
      let moved = PictureDrawing(higher, of: view, summary)
      let spans = plain.spans(of: values(0), in: picture)
      #expect((1...3).contains(spans.tops[0]) && spans.bottoms[0] == 9 && spans.tops[3] == LaneSpans.none)
      #expect(moved.spans(of: values(1024), in: picture) == spans)
      #expect(moved.spans(of: stored, in: picture) == spans)
      let chosen = plain.spans(of: points(0), through: lens, of: values(0), in: picture)
      #expect(moved.spans(of: points(1024), through: lens, of: values(1024), in: picture) == chosen)
      #expect(moved.spans(of: points(0, isDrawn: true), through: lens, of: stored, in: picture) == chosen)
    }
  }

  /// Rows outside the window determine where the line enters and leaves it, and how steeply.
  @Test func theLineComesFromTheRowBeforeAndGoesToTheRowAfter() {
    let none = LaneSpans.none
    func drawn(before: ColumnBucket = .empty, after: ColumnBucket = .empty) -> LaneSpans {
      let values = ColumnPicture.Lane(
        buckets: [.empty, .empty, Self.bucket([0.5], at: 60), .empty], before: before, after: after)
      return PictureDrawing(Self.lane(.m4), of: makeView(7), Self.summary)
        .spans(of: values, in: Self.picture())
    }
    #expect(drawn().tops == [none, none, 5, none] && drawn().bottoms == [none, none, 6, none])
    let before = drawn(before: Self.bucket([0.5], at: -10))
    #expect(before.tops == [5, 5, 5, none] && before.bottoms == [6, 6, 6, none])
    let after = drawn(after: Self.bucket([0.5], at: 130))
    #expect(after.tops == [none, none, 5, 5] && after.bottoms == [none, none, 6, 6])
    // From one column before the window, and from seven; to two columns after its last, and to nine.
    let (near, far) = (drawn(before: Self.bucket([0], at: -10)), drawn(before: Self.bucket([0], at: -160)))
    #expect(near.tops[0] == 7 && near.bottoms[0] == 9 && far.tops[0] == 6 && far.bottoms[0] == 7)
    let (soon, late) = (drawn(after: Self.bucket([0], at: 130)), drawn(after: Self.bucket([0], at: 300)))
    #expect(soon.tops[3] == 6 && soon.bottoms[3] == 8 && late.tops[3] == 5 && late.bottoms[3] == 7)
  }
}
