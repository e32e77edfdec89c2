import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct AxisPictureTests {
  private static let area = Sheet.screen.axisRect

  private static func axis(
    _ kind: TableAxis.Kind = .count, order: TableOrder = .rows, from: Int64 = 0, until: Int64 = 400,
    offset: Double = 0, step: Double = 1
  ) -> TableAxis {
    TableAxis(
      source: 0, order: order, column: 0, kind: kind, from: from, until: until, offset: offset, step: step)
  }

  /// A line at a tick, whose row is at another and has the key 77.
  private static func cursor(_ tick: Double, row: Int64, isOld: Bool = false) -> RowCursor {
    var (cursor, numbers) = (RowCursor(tick: tick, column: nil), RequestNumbers())
    _ = cursor.ask(&numbers, at: 0, of: axis())
    _ = cursor.receive(TableCells(request: 1, source: 0, key: 77, tick: row, first: 0, cells: []))
    if isOld { cursor.move(to: tick, column: nil) }
    return cursor
  }

  private static func drawn(_ axis: TableAxis, _ cursor: RowCursor? = nil, isRemote: Bool = false) throws
    -> Sheet
  {
    var (sheet, view) = (Sheet(), AxisView())
    view.show(axis, on: AxisPixels(width: 400, isRemote: false))
    let picture = AxisPicture(look: Sheet.look, view: view, cursor: cursor, isRemote: isRemote)
    try sheet.draw { $0.layer(1, bounds: Self.area) { picture.draw(in: Self.area, into: &$0) } }
    return sheet
  }

  @Test func labelsAreCenteredOnRoundValues() throws {
    // 84 pixels apart at least: every hundredth row.
    let sheet = try Self.drawn(Self.axis())
    #expect(sheet.scene.texts == ["0", "100", "200", "300", "400"])
    let place = try #require(sheet.place(of: "200"))
    #expect((place.x - (200 - 3 * 0.62 * 12 / 2)).magnitude < 0.01 && place.baseline == 957)
    // The first and the last one are within the screen.
    #expect(sheet.place(of: "0")?.x == 6)
    #expect((try #require(sheet.place(of: "400")).x - (394 - 3 * 0.62 * 12)).magnitude < 0.01)
    #expect(sheet.rectangles(Theme.dark.hairline) == [Rect(x: 0, y: 940, width: 400, height: 1)])
  }

  @Test(arguments: [
    // A kind, ticks, offset and step, and the labels.
    (TableAxis.Kind.count, Int64(7), 0.0, 1.0, ["0", "2", "4", "6"]),
    (.count, 3, 0, 1, ["0", "1", "2", "3"]), (.number, 4, 0, 0.25, ["0.0", "0.5", "1.0"]),
    (.number, 400, 2e9, 1e7, ["2e9", "4e9", "6e9"]),
    (.time, 400, 0, 1e6, ["1970-01-01 00:00", "1970-01-01 00:05"]),
  ])
  func labelsAreAsFarApartAsTheirWidth(
    _ kind: TableAxis.Kind, _ ticks: Int64, _ offset: Double, _ step: Double, _ labels: [String]
  ) throws {
    let sheet = try Self.drawn(Self.axis(kind, until: ticks, offset: offset, step: step))
    #expect(sheet.scene.texts == labels)
  }

  /// Numbers from a thousand million on are 110 pixels apart at least, instead of 84; counts never are.
  @Test(arguments: [
    (TableAxis.Kind.number, Int64(0), 6e8, 1e6, ["6e8", "8e8", "1e9"]),
    (.number, 0, 599_999_999, 1e6, ["600000000", "800000000", "900000000"]),
    (.count, 600_000_000, 0, 1, ["600,000,000", "800,000,000", "900,000,000"]),
  ])
  func largeNumbersAreFartherApart(
    _ kind: TableAxis.Kind, _ from: Int64, _ offset: Double, _ step: Double, _ labels: [String]
  ) throws {
    let until = from + (kind == .count ? 400_000_000 : 400)
    let sheet = try Self.drawn(Self.axis(kind, from: from, until: until, offset: offset, step: step))
    #expect(sheet.scene.texts == labels)
  }

  @Test func whichRowIsReadComesFirst() throws {
    let sheet = try Self.drawn(Self.axis(), Self.cursor(200, row: 199))
    #expect(sheet.scene.texts == ["row 77", "100", "300"])
    let place = try #require(sheet.place(of: "row 77"))
    #expect((place.x - (200 - 6 * 0.62 * 12 / 2)).magnitude < 0.01 && place.color == Theme.dark.accent)
    // At an edge it is within the screen.
    #expect(try Self.drawn(Self.axis(), Self.cursor(0, row: 0)).place(of: "row 77")?.x == 8)
    let right = try #require(try Self.drawn(Self.axis(), Self.cursor(399, row: 399)).place(of: "row 77"))
    #expect((right.x - (392 - 6 * 0.62 * 12)).magnitude < 0.01)
    // Labels that do not fit are left out, not moved.
    #expect(
      try Self.drawn(Self.axis(), Self.cursor(0, row: 0)).scene.texts == ["row 77", "100", "200", "300"])
  }

  @Test(arguments: [
    (TableAxis.Kind.number, TableOrder.values, false, false, "row 77 · 2.5"),
    (.count, .rows, false, false, "row 77"), (.count, .rows, true, false, "row 5"),
    (.count, .ranks, true, false, "place 5"), (.number, .rows, true, false, "2.5"),
    // What is old of another engine's is where the finger is.
    (.number, .rows, true, true, "10"), (.number, .rows, false, true, "row 77 · 2.5"),
  ])
  func aRowIsCalledByItsKeyOrItsPlace(
    _ kind: TableAxis.Kind, _ order: TableOrder, _ isRemote: Bool, _ isOld: Bool, _ text: String
  ) throws {
    let axis = Self.axis(kind, order: order, step: kind == .count ? 1 : 0.5)
    let sheet = try Self.drawn(axis, Self.cursor(20, row: 5, isOld: isOld), isRemote: isRemote)
    #expect(sheet.scene.texts.first == text)
  }

  @Test func ticksCountFromTheAxissFirstOne() throws {
    let axis = Self.axis(.number, from: 100, until: 500, step: 0.5)
    var cursor = RowCursor(tick: 20, column: nil)
    cursor.move(to: 20, column: nil)
    #expect(try Self.drawn(axis, cursor, isRemote: true).scene.texts.first == "60")
    #expect(try Self.drawn(axis).scene.texts == ["50", "100", "150", "200", "250"])
    // Nothing is read of the server's own rows until it has come.
    #expect(try Self.drawn(axis, cursor).scene.texts.first == "50")
  }

  @Test func aTimeHasAsManyDigitsAsPixelsNeed() throws {
    // A second in a pixel, and a millisecond.
    for (step, text) in [(1e6, "1970-01-01 00:00:05"), (1e3, "1970-01-01 00:00:00.005")] {
      let axis = Self.axis(.time, step: step)
      let sheet = try Self.drawn(axis, Self.cursor(20, row: 5), isRemote: true)
      #expect(sheet.scene.texts.first == text)
    }
  }

  @Test(arguments: [
    (0.3e6, 0.5e6), (1e6, 1e6), (1.1e6, 2e6), (31e6, 60e6), (61e6, 120e6), (86_400e6, 86_400e6),
    (86_401e6, 172_800e6), (31_536_000e6, 31_536_000e6), (32_000_000e6, 63_072_000e6),
    (100 * 31_536_000e6, 100 * 31_536_000e6),
  ])
  func stepsOfTimesAreThoseOfAClockAndACalendar(_ least: Double, _ step: Double) {
    #expect(Texts.timeStep(atLeastMicroseconds: least) == step)
  }
}
