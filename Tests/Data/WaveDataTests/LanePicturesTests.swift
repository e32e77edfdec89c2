import Testing
import WaveDataWire

@testable import WaveData

@Suite struct LanePicturesTests {
  private static let key = LaneKey(column: 4)
  private static let window = TickWindow(start: 0, width: 100)
  private static let range = ValueRange(low: 0, high: 1)

  private static func spans(
    _ top: Int16, view: UInt16 = 1, column: UInt16 = 4, _ flags: LaneSpans.Flags = [], pixels: UInt16 = 50,
    count: Int = 3
  ) -> LaneSpans {
    LaneSpans(
      view: view, column: column, flags: flags, pixels: pixels, drawnCount: 7, rowCount: 9,
      tops: [Int16](repeating: top, count: count), bottoms: [Int16](repeating: top + 1, count: count))
  }

  private static func receive(
    _ pictures: inout LanePictures, _ spans: LaneSpans, window: TickWindow = window,
    range: ValueRange = range
  ) -> Int16? {
    pictures.receive(spans, window: window, range: range)
    return pictures[LaneKey(column: Int(spans.column))]?.spans.tops.first
  }

  @Test func eachPictureOfAColumnHasItsPlace() {
    var pictures = LanePictures()
    #expect(pictures.count == 0 && pictures[Self.key] == nil)
    #expect(Self.receive(&pictures, Self.spans(10)) == 10)
    #expect(pictures[LaneKey(column: 4, isSecond: true)] == nil && pictures[LaneKey(column: 5)] == nil)
    pictures.receive(Self.spans(20, .second), window: Self.window, range: Self.range)
    #expect(pictures[Self.key]?.spans.tops.first == 10)
    #expect(pictures[LaneKey(column: 4, isSecond: true)]?.spans.tops.first == 20)
    #expect(Self.receive(&pictures, Self.spans(30, column: 0)) == 30 && pictures.count == 3)
    // The newest counts.
    let other = ValueRange(low: 5, high: 6)
    #expect(Self.receive(&pictures, Self.spans(40, view: 2), range: other) == 40)
    #expect(pictures.count == 3 && pictures[Self.key]?.view == 2 && pictures[Self.key]?.range == other)
    #expect(pictures[Self.key]?.window == Self.window)
  }

  @Test func aCoarsePictureDoesNotReplaceAnExactOneOfTheSamePixels() {
    var pictures = LanePictures()
    #expect(Self.receive(&pictures, Self.spans(10, .coarse)) == 10)
    #expect(Self.receive(&pictures, Self.spans(20, .coarse)) == 20)
    #expect(Self.receive(&pictures, Self.spans(30)) == 30)
    #expect(Self.receive(&pictures, Self.spans(40, view: 2, .coarse)) == 30)
    #expect(Self.receive(&pictures, Self.spans(50, view: 2)) == 50)
  }

  @Test func itReplacesOneOfOtherRowsValuesOrPixels() {
    let coarse = Self.spans(40, .coarse)
    let cases: [(inout LanePictures) -> Int16?] = [
      { Self.receive(&$0, coarse, window: TickWindow(start: 1, width: 100)) },
      { Self.receive(&$0, coarse, range: ValueRange(low: 0, high: 2)) },
      { Self.receive(&$0, Self.spans(40, .coarse, pixels: 51)) },
      { Self.receive(&$0, Self.spans(40, .coarse, count: 4)) },
      {
        $0.changeRows()
        return Self.receive(&$0, coarse)
      },
    ]
    for (index, receive) in cases.enumerated() {
      var pictures = LanePictures()
      _ = Self.receive(&pictures, Self.spans(30))
      #expect(receive(&pictures) == 40, "\(index)")
    }
  }

  @Test func aBandComesBeforeItsLine() {
    var pictures = LanePictures()
    // Without a line there is none yet.
    #expect(Self.receive(&pictures, Self.spans(10, .band)) == nil)
    #expect(pictures[Self.key]?.band?.tops.first == 10 && pictures[Self.key]?.spans.pixels == 50)
    #expect(Self.receive(&pictures, Self.spans(20)) == 20)
    #expect(pictures[Self.key]?.band?.tops.first == 10)
    // The line before is shown with the next band.
    #expect(Self.receive(&pictures, Self.spans(30, view: 2, .band)) == 20)
    #expect(pictures[Self.key]?.band?.tops.first == 30 && pictures[Self.key]?.view == 2)
    #expect(Self.receive(&pictures, Self.spans(40, view: 2)) == 40)
    #expect(pictures[Self.key]?.band?.tops.first == 30)
    // A line of another view has no band.
    #expect(Self.receive(&pictures, Self.spans(50, view: 3)) == 50)
    #expect(pictures[Self.key]?.band == nil)
  }

  @Test func textsAndTheWholeTableHavePicturesOfTheirOwn() {
    var pictures = LanePictures()
    let summary = TextSummary(
      source: 0, column: 4, isCut: false, distinctCount: 1, rowCount: 2, missingCount: 0, top: [])
    pictures.receive(summary)
    pictures.receive(TextStrip(view: 1, column: 2, rowCount: 3, shares: []), window: Self.window)
    pictures.receive(overview: Self.spans(10, .overview))
    #expect(pictures.summary(of: 4) == summary && pictures.summary(of: 3) == nil)
    #expect(pictures.strip(of: 2)?.window == Self.window && pictures.strip(of: 4) == nil)
    #expect(pictures.overview?.tops.first == 10 && pictures.count == 0)
    pictures.forgetOverview()
    #expect(pictures.overview == nil && pictures.summary(of: 4) != nil)
    pictures.receive(overview: Self.spans(10, .overview))
    _ = Self.receive(&pictures, Self.spans(10))
    pictures.removeAll()
    #expect(pictures.overview == nil && pictures.summary(of: 4) == nil && pictures.strip(of: 2) == nil)
    #expect(pictures.count == 0)
  }
}
