import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

/// Where a lane of texts has its strip, its legend and its buttons.
@Suite struct TextLaneLayoutTests {
  private static let theme = Theme.dark
  private static let words = ["sun", "rain", "fog"]

  private static func summary(_ words: [String] = words, rowCount: UInt64 = 100_000) -> TextSummary {
    TextSummary(
      source: 0, column: 3, isCut: false, distinctCount: 1234, rowCount: rowCount, missingCount: 7000,
      top: zip(words, [50_000, 30_000, 50]).map { .init(text: Array($0.utf8), count: $1) })
  }

  private static func lane(
    height: Float = 100, _ summary: TextSummary? = summary(), picked: Int? = nil, choice: String? = nil,
    width: Float = 400
  ) -> TextLane {
    var look = Sheet.look
    look.screen = Screen(width: width, height: 1000, scale: 1)
    return TextLane(
      lane: DataLane(column: 3, y: 200, height: height, isPinned: false), name: Array("w".utf8),
      figures: summary.map { TextFigures($0, part: nil) }, picked: picked,
      choice: choice.map { TextChoice(column: 3, match: .missing, text: Array($0.utf8)) }, look: look)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func drawn(_ lane: TextLane) throws -> Sheet {
    var sheet = Sheet()
    try sheet.draw { list in
      list.layer(1, bounds: Sheet.screen.bounds) { lane.draw(about: Array("3 texts".utf8), into: &$0) }
    }
    return sheet
  }

  // MARK: - Places

  @Test(arguments: [
    // Without a legend, with one line of it, and with two.
    (Float(71), Float(204), Float(266)), (72, 249, 267), (129, 249, 324), (130, 271, 325),
    (5, 204, 205),
  ])
  func theStripIsBelowTheLegend(_ height: Float, _ top: Float, _ bottom: Float) {
    let rect = Self.lane(height: height).stripRect
    #expect(rect == Rect(x: 0, y: top, width: 400, height: bottom - top))
  }

  @Test func theLegendHasAsManyEntriesAsThereIsRoomFor() {
    func texts(_ lane: TextLane) -> [String] { lane.legend.map { Self.text($0.text) } }
    let all = ["sun 50 %", "rain 30 %", "fog < 0.1 %", "others 13 %", "missing 7.0 %"]
    #expect(texts(Self.lane()) == Array(all[..<3]) && texts(Self.lane(height: 130)) == all)
    #expect(Self.lane(height: 130).legend.map(\.name) == [0, 1, 2, TextStrip.others, TextStrip.missing])
    // 88, 95, 110, 110 and 125 pixels wide from 14 on.
    let rects = Self.lane(height: 130).legend.map(\.rect)
    #expect(rects.map(\.x) == [14, 102, 197, 14, 124] && rects.map(\.width) == [88, 95, 110, 110, 125])
    #expect(rects.map(\.y) == [224, 224, 224, 246, 246] && rects.allSatisfy { $0.height == 22 })
    // The fourth ends at 417, 14 before the edge.
    #expect(texts(Self.lane(width: 431)).count == 4 && texts(Self.lane(width: 430)).count == 3)
    // The first one is there however long it is.
    #expect(texts(Self.lane(width: 60)).count == 1)
    #expect(texts(Self.lane(height: 71)).isEmpty && texts(Self.lane(nil)).isEmpty)
    #expect(texts(Self.lane(Self.summary(rowCount: 0))).isEmpty)
  }

  @Test func longNamesAreCut() {
    // 150 pixels are 20 letters.
    let lane = Self.lane(
      Self.summary([String(repeating: "x", count: 20), String(repeating: "y", count: 21)]), width: 900)
    #expect(Self.text(lane.legend[0].text) == String(repeating: "x", count: 20) + " 50 %")
    #expect(Self.text(lane.legend[1].text) == String(repeating: "y", count: 18) + "… 30 %")
  }

  @Test func buttonsAreOverTheStrip() {
    #expect(Self.lane().buttons.isEmpty)
    let buttons = Self.lane(choice: "rain").buttons
    #expect(buttons.map(\.isKept) == [true, false])
    #expect(buttons.map { Self.text($0.text) } == ["Keep only rain", "Leave out rain"])
    // The strip is 46 pixels high from 249 on.
    #expect(
      buttons.map(\.rect) == [
        Rect(x: 14, y: 255, width: 132, height: 34), Rect(x: 160, y: 255, width: 132, height: 34),
      ])
    for (height, y, tall) in [
      (Float(40), Float(204), Float(31)), (20, 198, 24), (43, 204, 34), (44, 205, 34),
    ] {
      let rect = Self.lane(height: height, choice: "rain").buttons[0].rect
      #expect(rect.y == y && rect.height == tall, "\(height)")
    }
    // Each has half of the room: 151 pixels for a text.
    let long = Self.lane(choice: String(repeating: "x", count: 99)).buttons.map { Self.text($0.text) }
    #expect(long == ["Keep only xxxxxxxx…", "Leave out xxxxxxxx…"])
  }

  // MARK: - Drawing

  @Test func theNameIsBeforeWhatIsSaidOfAllTexts() throws {
    let sheet = try Self.drawn(Self.lane())
    let name = try #require(sheet.place(of: "w"))
    #expect(name.x == 32 && name.baseline == 217 && name.color == Self.theme.text)
    let about = try #require(sheet.place(of: "3 texts"))
    #expect((about.x - 50.58).magnitude < 0.01 && about.baseline == 217 && about.color == Self.theme.quiet)
    #expect(sheet.rectangles(Self.theme.backing).isEmpty)
    // Over the strip it has something behind it, and is alone.
    let low = try Self.drawn(Self.lane(height: 71))
    #expect(low.scene.texts == ["w"] && low.rectangles(Self.theme.backing).count == 1)
    // 60 pixels are too few for more: they begin at 64.58.
    #expect(try Self.drawn(Self.lane(nil, width: 125)).scene.texts.count == 2)
    #expect(try Self.drawn(Self.lane(nil, width: 124)).scene.texts == ["w"])
  }

  @Test func threeSharesAreItsMark() throws {
    let sheet = try Self.drawn(Self.lane(nil))
    for (name, y) in [Float(207.82), 210.82, 213.82].enumerated() {
      let mark = try #require(sheet.rectangles(TextLane.palette[name]).first)
      #expect(mark.x == 13.5 && (mark.y - y).magnitude < 0.01 && mark.width == 9 && mark.height == 3)
    }
  }

  @Test func entriesHaveTheirColors() throws {
    let sheet = try Self.drawn(Self.lane(height: 130, picked: 1))
    let (sun, rain) = (try #require(sheet.place(of: "sun 50 %")), try #require(sheet.place(of: "rain 30 %")))
    #expect(sun.x == 33 && sun.baseline == 239 && sun.color == Self.theme.quiet)
    #expect(rain.x == 121 && rain.color == Self.theme.text)
    #expect(sheet.rectangles(Self.theme.gap) == [Rect(x: 102, y: 224, width: 95, height: 22)])
    #expect(
      sheet.rectangles(TextLane.palette[0]).last == Rect(x: 18, y: 230, width: 10, height: 10))
    // What is missing is an empty square.
    #expect(sheet.rectangles(Self.theme.quiet) == [Rect(x: 128, y: 252, width: 10, height: 10)])
    #expect(sheet.rectangles(Self.theme.ground) == [Rect(x: 129, y: 253, width: 8, height: 8)])
  }

  @Test func largeLettersHaveLargeEntries() throws {
    var look = Sheet.look
    look.screen.textScale = 2
    let lane = TextLane(
      lane: DataLane(column: 3, y: 200, height: 200, isPinned: false), name: Array("w".utf8),
      figures: TextFigures(Self.summary(), part: nil), picked: 0, choice: nil, look: look)
    let sheet = try Self.drawn(lane)
    let sun = try #require(sheet.place(of: "sun 50 %"))
    // The entry begins at 28, and its square at 36; the line is 44 pixels high from 248 on.
    #expect(sun.x == 66 && sun.baseline == 278)
    #expect(sheet.rectangles(TextLane.palette[0]).last == Rect(x: 36, y: 260, width: 20, height: 20))
    #expect(lane.stripRect == Rect(x: 0, y: 298, width: 400, height: 92))
    let name = try #require(sheet.place(of: "w"))
    #expect(name.x == 64 && name.baseline == 234)
    let mark = try #require(sheet.rectangles(TextLane.palette[0]).first)
    #expect(mark.x == 27 && mark.width == 18 && mark.height == 6)
  }

  @Test func buttonsHaveTheirTextInTheMiddle() throws {
    let sheet = try Self.drawn(Self.lane(choice: "rain"))
    let keep = try #require(sheet.place(of: "Keep only rain"))
    #expect(keep.x == 80 && keep.baseline == 276 && keep.color == Self.theme.text)
    #expect(sheet.rectangles(Self.theme.divider).map(\.x) == [14, 160])
    #expect(sheet.rectangles(Self.theme.ground).map(\.x) == [14, 160])
  }

  // MARK: - Figures

  @Test func figuresAreOfThePartThatIsKnown() {
    func part(_ counts: [UInt64], of column: UInt16 = 3) -> RangeSummary {
      RangeSummary(
        request: 1, source: 0, rowCount: 50, columns: [], histogramColumn: 0, low: 0, high: 1, counts: [],
        texts: [.init(column: column, missingCount: 5, counts: counts)])
    }
    let known = TextFigures(Self.summary(), part: part([20, 10, 0]))
    #expect(known.rowCount == 50 && known.missingCount == 5 && !known.isOfAll && known.counts == [20, 10, 0])
    #expect(known.shares.map(\.name) == [0, 1, 2, TextStrip.others, TextStrip.missing])
    #expect(known.shares.map(\.count) == [20, 10, 0, 15, 5])
    // Of other texts, or of another column, it says nothing.
    for part in [part([20, 10]), part([20, 10, 0], of: 2), nil] {
      let all = TextFigures(Self.summary(), part: part)
      #expect(all.rowCount == 100_000 && all.missingCount == 7000 && all.isOfAll)
      #expect(all.shares.map(\.count) == [50_000, 30_000, 50, 12_950, 7000])
    }
    // Counts that do not fit together leave no others.
    let odd = TextFigures(Self.summary(), part: part([40, 40, 40]))
    #expect(odd.shares.map(\.name) == [0, 1, 2, TextStrip.missing])
  }

  @Test func sharesHaveNamesAndRows() {
    let summary = Self.summary(["sun", ""])
    #expect(Self.text(summary.name(0)) == "sun" && Self.text(summary.name(1)) == "“”")
    #expect(Self.text(summary.name(2)) == "others" && Self.text(summary.name(TextStrip.others)) == "others")
    #expect(Self.text(summary.name(TextStrip.missing)) == "missing")
    #expect(summary.match(0) == .value(Array("sun".utf8)) && summary.match(2) == .others)
    #expect(summary.match(TextStrip.missing) == .missing)
  }
}
