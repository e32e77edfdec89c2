import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct RangePictureTests {
  /// Lanes show 0 to 1.
  private static let columns = [DataColumn(), DataColumn()]
  private static let axis = TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 400)
  private static let shade = Theme.dark.accent.faded(0x2600_0000)
  private static let bar = Theme.dark.accent.faded(0xA000_0000)

  private static func range(_ low: Double, _ high: Double, counts: [UInt32]? = nil, column: UInt16 = 0)
    -> MarkedRange
  {
    var (range, numbers) = (MarkedRange(from: low, column: 0), RequestNumbers())
    range.extend(to: high)
    _ = range.ask(&numbers, at: 0, of: axis)
    if let counts {
      _ = range.receive(
        RangeSummary(
          request: 1, source: 0, rowCount: 9, columns: [], histogramColumn: column, low: 0, high: 1,
          counts: counts))
    }
    return range
  }

  private static func drawn(
    _ range: MarkedRange, lanes: [DataLane] = [DataLane(column: 0, y: 100, height: 100, isPinned: false)],
    isPinned: Bool = false
  ) throws -> Sheet {
    var (sheet, view) = (Sheet(), AxisView())
    view.show(axis, on: AxisPixels(width: 400, isRemote: false))
    let layout = LaneLayout(
      screen: Sheet.screen, lanePoints: 100, laneCount: 20, pictureCount: 1, isPinned: isPinned)
    let picture = RangePicture(look: Sheet.look, layout: layout, columns: columns, range: range, view: view)
    try sheet.draw { picture.draw(lanes, into: &$0) }
    return sheet
  }

  @Test func markedRowsAreShadedBetweenTwoLines() throws {
    let sheet = try Self.drawn(Self.range(100, 300))
    #expect(sheet.rectangles(Self.shade) == [Rect(x: 100, y: 64, width: 200, height: 876)])
    #expect(
      sheet.rectangles(Theme.dark.accent) == [
        Rect(x: 100, y: 64, width: 1, height: 876), Rect(x: 299, y: 64, width: 1, height: 876),
      ])
    #expect(sheet.rectangles(Self.bar).isEmpty)
  }

  @Test func whatIsBeyondTheEdgesIsCut() throws {
    #expect(try Self.drawn(Self.range(-50, 900)).rectangles(Self.shade).first?.width == 400)
    #expect(try Self.drawn(Self.range(50, 50)).rectangles(Self.shade).first?.width == 0)
    #expect(try Self.drawn(Self.range(500, 900)).scene.layers.isEmpty)
    #expect(try Self.drawn(Self.range(-9, -5)).scene.layers.isEmpty)
  }

  @Test func howOftenValuesOccurIsAlongTheLanesScale() throws {
    let sheet = try Self.drawn(Self.range(100, 200, counts: [2, 0, 4, 1]))
    #expect(
      sheet.rectangles(Self.bar) == [
        Rect(x: 100, y: 175, width: 50, height: 25), Rect(x: 100, y: 125, width: 100, height: 25),
        Rect(x: 100, y: 100, width: 25, height: 25),
      ])
  }

  @Test func barsAreBroadEnoughAndNotTooBroad() throws {
    #expect(try Self.drawn(Self.range(100, 110, counts: [1])).rectangles(Self.bar).first?.width == 24)
    #expect(try Self.drawn(Self.range(0, 400, counts: [1])).rectangles(Self.bar).first?.width == 160)
    // A row of pixels at least.
    let many = [UInt32](repeating: 1, count: 1000)
    #expect(
      try Self.drawn(Self.range(0, 400, counts: many)).rectangles(Self.bar).allSatisfy { $0.height == 1 })
  }

  @Test func onlyWhatIsSeenOfTheLaneHasBars() throws {
    // The pinned lane ends at 189: the upper half of the other is under it.
    let lanes = [
      DataLane(column: 1, y: 64, height: 125, isPinned: true),
      DataLane(column: 0, y: 139, height: 100, isPinned: false),
    ]
    let range = Self.range(0, 400, counts: [1, 1, 1, 1])
    #expect(
      try Self.drawn(range, lanes: lanes, isPinned: true).rectangles(Self.bar).map(\.y) == [214, 189])
    // In the pinned one all are seen.
    let pinned = Self.range(0, 400, counts: [1, 1], column: 1)
    #expect(
      try Self.drawn(pinned, lanes: lanes, isPinned: true).rectangles(Self.bar).map(\.y) == [126.5, 64])
    // Without its lane, or without values, there are none.
    #expect(try Self.drawn(Self.range(0, 400, counts: [1], column: 5)).rectangles(Self.bar).isEmpty)
    #expect(try Self.drawn(Self.range(0, 400, counts: [0, 0])).rectangles(Self.bar).isEmpty)
    #expect(try Self.drawn(Self.range(0, 400, counts: [])).rectangles(Self.bar).isEmpty)
  }
}
