import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction
import WaveSeries

@testable import WaveData

@Suite struct LanesPictureTests {
  /// Numbers, times, texts, and numbers of which none is known.
  private static let columns = [
    Bench.column("a", missing: 3), Bench.column("t", .time, low: 0, high: 60e6),
    .init(kind: .text, name: Array("w".utf8)), Bench.column("n", low: .nan, high: .nan),
  ].map { DataColumn(info: $0) }

  private static func picture(
    compared: Lens? = nil, pictures: LanePictures = LanePictures(), part: RangeSummary? = nil,
    isMarked: Bool = false, isPart: Bool = false, isReading: Bool = false, picked: PickedText? = nil,
    choice: TextChoice? = nil, columns: [DataColumn] = columns
  ) -> LanesPicture {
    var lenses = LensChoice()
    lenses.handle(.compare(with: compared))
    let layout = LaneLayout(
      screen: Sheet.screen, lanePoints: 100, laneCount: 20, pictureCount: 1, isPinned: false)
    return LanesPicture(
      look: Sheet.look, layout: layout, columns: columns, lenses: lenses, pictures: pictures,
      window: TickWindow(start: 0, width: 400), part: part, isMarked: isMarked, isPart: isPart,
      isReading: isReading, picked: picked, choice: choice, unread: "not read")
  }

  private static func lane(
    _ column: Int = 0, y: Float = 200, height: Float = 100, isPinned: Bool = false, isSecond: Bool = false
  ) -> DataLane {
    DataLane(column: column, y: y, height: height, isPinned: isPinned, isSecond: isSecond)
  }

  /// A picture of a column of numbers, of 4,680 points unless another number is given.
  private static func pictures(
    view: UInt16 = 1, wrong: UInt32 = .max, drawn: UInt64 = 4680, top: Int16 = 10, isSecond: Bool = false
  ) -> LanePictures {
    var pictures = LanePictures()
    pictures.receive(
      LaneSpans(
        view: view, column: 0, flags: isSecond ? .second : [], pixels: 100, drawnCount: drawn,
        rowCount: 9000, wrongPixels: wrong, tops: Array(repeating: top, count: 400),
        bottoms: Array(repeating: top + 10, count: 400)),
      window: TickWindow(start: 0, width: 400), range: columns[0].shown)
    return pictures
  }

  private static func part(
    column: UInt16 = 0, missing: UInt64 = 0, minimum: Double = 1, maximum: Double = 4, mean: Double = 2.5
  ) -> RangeSummary {
    RangeSummary(
      request: 1, source: 0, rowCount: 9,
      columns: [
        .init(
          column: column, missing: missing, minimum: minimum, maximum: maximum, mean: mean, deviation: 0.5)
      ], histogramColumn: 0, low: 0, high: 1, counts: [])
  }

  private static func drawn(_ picture: LanesPicture, _ lanes: [DataLane]) throws -> Sheet {
    var sheet = Sheet()
    try sheet.draw { picture.draw(lanes, into: &$0) }
    return sheet
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: - Places

  @Test(arguments: [
    // A letter is 8.58 pixels wide, and begins at 40 for a finger.
    (Float(48), Float(225), true), (49, 225, false), (48, 226, false), (0, 0, true),
  ])
  func aLaneIsHeldByItsName(_ x: Float, _ y: Float, _ isName: Bool) {
    #expect(Self.picture().isName(of: Self.lane(), x: x, y: y) == isName)
    #expect(!Self.picture().isName(of: Self.lane(isSecond: true), x: x, y: y))
  }

  @Test(arguments: [
    (Float(33), Float(229), true), (34, 229, false), (33, 230, false), (0, 0, true),
  ])
  func aPinIsInTheCorner(_ x: Float, _ y: Float, _ isPin: Bool) {
    #expect(Self.picture().isPin(of: Self.lane(), x: x, y: y) == isPin)
    #expect(!Self.picture().isPin(of: Self.lane(isSecond: true), x: x, y: y))
  }

  // MARK: - Strips

  @Test func aStripIsFilledOnceAndClearedBeforeItIsDrawnAnew() throws {
    var (sheet, cache) = (Sheet(), StripCache())
    func marks(_ pictures: LanePictures) throws -> [[ColumnSpan]] {
      try sheet.draw { Self.picture(pictures: pictures).fill(3, Self.lane(), &cache, into: &$0) }
      let strip = try #require(sheet.scene.strips.first)
      #expect(sheet.scene.strips.count == 1 && strip.id == PlayerID.firstStrip + 3 && strip.height == 100)
      return strip.columns.map { $0.map(\.span) }
    }
    func covered(_ top: Float) -> [[ColumnSpan]] {
      Array(repeating: [ColumnSpan(topPixels: top, bottomPixels: top + 10)], count: 400)
    }
    #expect(try marks(Self.pictures()) == covered(10))
    #expect(try marks(Self.pictures(view: 2, top: 30)) == covered(30))
    // The player has that already.
    var next = Sheet()
    try next.draw { Self.picture(pictures: Self.pictures(view: 2)).fill(3, Self.lane(), &cache, into: &$0) }
    #expect(next.scene.strips.isEmpty)
  }

  @Test func sharesOfTextsAreBelowTheLegend() throws {
    var (sheet, cache, pictures) = (Sheet(), StripCache(), LanePictures())
    let shares: [UInt8] = [255] + Array(repeating: 0, count: TextStrip.classCount - 1)
    pictures.receive(
      TextStrip(view: 1, column: 2, rowCount: 1, shares: shares), window: TickWindow(start: 0, width: 400))
    try sheet.draw { Self.picture(pictures: pictures).fill(0, Self.lane(2), &cache, into: &$0) }
    let column = try #require(sheet.scene.strips.first?.columns.first)
    #expect(column.map(\.color) == [TextLane.palette[0]])
    #expect(column.map(\.span) == [ColumnSpan(topPixels: 49, bottomPixels: 95)])
  }

  // MARK: - Lanes

  @Test func lanesEndInALineAndThePinnedOneIsSetOff() throws {
    let lanes = [Self.lane(1, y: 64, height: 125, isPinned: true), Self.lane(0)]
    let sheet = try Self.drawn(Self.picture(), lanes)
    #expect(sheet.rectangles(Theme.dark.hairline) == [Rect(x: 0, y: 299, width: 400, height: 1)])
    #expect(sheet.rectangles(Theme.dark.divider) == [Rect(x: 0, y: 188, width: 400, height: 1)])
    #expect(sheet.rectangles(Theme.dark.gap) == [Rect(x: 0, y: 64, width: 400, height: 125)])
    let strips = sheet.scene.layers.flatMap { layer in
      layer.marks.compactMap { mark -> [Float]? in
        guard case .strip(let id, 0, 400, 0, let y) = mark else { return nil }
        return [Float(layer.id), Float(id), y]
      }
    }
    let first = Float(PlayerID.firstStrip)
    #expect(
      strips == [[Float(LayerID.traces), first + 1, 200], [Float(LayerID.pinned), first, 64]])
    // Without a pinned lane there is no layer of its own.
    #expect(try Self.drawn(Self.picture(), [Self.lane()]).scene.layers.allSatisfy { $0.id != LayerID.pinned })
  }

  @Test func twoPicturesOfAColumnHaveOneLine() throws {
    let lanes = [Self.lane(), Self.lane(y: 300, isSecond: true)]
    let sheet = try Self.drawn(Self.picture(compared: .lttb), lanes)
    #expect(sheet.rectangles(Theme.dark.hairline).map(\.y) == [399])
    // The second one has no name.
    #expect(sheet.scene.texts.filter { $0 == "a" }.count == 1)
  }

  @Test func aNameIsBesideItsPin() throws {
    let theme = Theme.dark
    let sheet = try Self.drawn(Self.picture(), [Self.lane()])
    let name = try #require(sheet.place(of: "a"))
    #expect(name.x == 32 && name.baseline == 217 && name.color == theme.text)
    let pin = try #require(sheet.rectangles(theme.quiet).first)
    #expect(pin.x == 13.5 && (pin.y - (217 - 4.68 - 4.5)).magnitude < 1e-3 && pin.width == 9)
    // It is hollow until it is set.
    let hole = try #require(sheet.rectangles(theme.ground).first)
    #expect((hole.width - 6.2).magnitude < 1e-3 && (hole.x - 14.9).magnitude < 1e-3)
    let set = try Self.drawn(Self.picture(), [Self.lane(y: 64, isPinned: true)])
    #expect(set.rectangles(theme.accent).map(\.width) == [9])
    #expect(set.rectangles(theme.ground).map(\.width) == [400])
    let figures = try #require(sheet.place(of: "0 … 10 · mean 5 · 3 missing"))
    #expect(figures.x == 32 && figures.baseline == 232 && figures.color == theme.quiet)
    #expect(sheet.rectangles(theme.backing).count == 2)
  }

  @Test func figuresAreWhereThereIsRoom() throws {
    for (height, count) in [(Float(55), 1), (56, 2)] {
      let sheet = try Self.drawn(Self.picture(), [Self.lane(height: height)])
      #expect(sheet.scene.texts.count == count, "\(height)")
    }
    #expect(try Self.drawn(Self.picture(isReading: true), [Self.lane()]).scene.texts == ["a"])
    #expect(try Self.drawn(Self.picture(), [Self.lane(3)]).scene.texts == ["n"])
  }

  @Test func wordsEndBeforeTheHandle() throws {
    // 44 letters, 327 pixels: 320 are free beside the handle, which reaches from 450 to 550.
    let picture = Self.picture(pictures: Self.pictures(wrong: 123))
    for (y, lines) in [(Float(350), 1), (351, 2), (549, 2), (550, 1)] {
      let sheet = try Self.drawn(picture, [Self.lane(y: y)])
      #expect(sheet.scene.texts.count == 1 + lines, "\(y)")
    }
  }

  @Test func noLineIsBelowItsLane() throws {
    let long = [
      DataColumn(info: Bench.column("a", low: -1.2345e-7, high: 1.2345e9, missing: .max))
    ]
    let picture = Self.picture(
      pictures: Self.pictures(wrong: .max - 1), isPart: true, columns: long)
    for (height, lines) in [(Float(62), 2), (63, 3), (90, 3)] {
      #expect(
        try Self.drawn(picture, [Self.lane(height: height)]).scene.texts.count == 1 + lines, "\(height)")
    }
  }

  // MARK: - Words

  @Test(arguments: [
    (0, false, "0 … 10 · mean 5 · 3 missing"), (0, true, "all rows: 0 … 10 · mean 5 · 3 missing"),
    (1, false, "1970-01-01 00:00 … 1970-01-01 00:01"), (3, true, ""),
  ])
  func figuresAreOfAllRows(_ column: Int, _ isPart: Bool, _ expected: String) {
    #expect(Self.text(Self.picture(isPart: isPart).statisticsText(of: Self.lane(column))) == expected)
  }

  @Test func figuresOfAPartAreWithoutWhatTheyAreOf() {
    func text(_ part: RangeSummary, isMarked: Bool = false, compared: Lens? = nil, wrong: UInt32 = .max)
      -> String
    {
      let picture = Self.picture(
        compared: compared, pictures: Self.pictures(wrong: wrong), part: part, isMarked: isMarked,
        isPart: true)
      return Self.text(picture.statisticsText(of: Self.lane()))
    }
    #expect(text(Self.part()) == "1 … 4 · mean 2.5 ± 0.5")
    #expect(text(Self.part(missing: 1234)) == "1 … 4 · mean 2.5 ± 0.5 · 1,234 missing")
    #expect(text(Self.part(mean: .nan)) == "1 … 4")
    #expect(text(Self.part(minimum: .nan)) == "no values here")
    #expect(text(Self.part(), wrong: 12) == "1 … 4 · mean 2.5 ± 0.5 · 12 pixels off")
    #expect(text(Self.part(), isMarked: true, wrong: 12) == "1 … 4 · mean 2.5 ± 0.5")
    #expect(text(Self.part(), compared: .lttb, wrong: 12) == "1 … 4 · mean 2.5 ± 0.5")
    // A column of which nothing came has the figures of all rows.
    #expect(text(Self.part(column: 1)) == "all rows: 0 … 10 · mean 5 · 3 missing")
  }

  @Test(arguments: [
    (UInt32(0), ""), (1, " · 1 pixel off"), (2, " · 2 pixels off"), (.max - 1, " · 4,294,967,294 pixels off"),
    (.max, ""),
  ])
  func wrongPixelsAreSaid(_ wrong: UInt32, _ words: String) {
    let pictures = Self.pictures(wrong: wrong)
    let all = "0 … 10 · mean 5 · 3 missing"
    #expect(Self.text(Self.picture(pictures: pictures).statisticsText(of: Self.lane())) == all + words)
    let compared = Self.picture(compared: .lttb, pictures: pictures)
    #expect(Self.text(compared.statisticsText(of: Self.lane())) == all)
  }

  @Test func eachOfTwoPicturesSaysWhatItIs() throws {
    func texts(_ lane: DataLane, _ pictures: LanePictures = LanePictures(), compared: Lens? = .lttb) throws
      -> [String]
    {
      try Self.drawn(Self.picture(compared: compared, pictures: pictures, isReading: true), [lane]).scene
        .texts
    }
    #expect(try texts(Self.lane()) == ["M4 (exact)", "a"])
    #expect(try texts(Self.lane(), compared: nil) == ["a"])
    #expect(try texts(Self.lane(isSecond: true)) == ["LTTB"])
    #expect(try texts(Self.lane(y: 64, isPinned: true)) == ["a"])
    #expect(try texts(Self.lane(height: 39)) == ["a"] && texts(Self.lane(height: 40)).count == 2)
    #expect(try texts(Self.lane(), Self.pictures(wrong: 0))[0] == "M4 (exact) · 4,680 points · no pixel off")
    #expect(
      try texts(Self.lane(), Self.pictures(wrong: 1, drawn: 1))[0] == "M4 (exact) · 1 point · 1 pixel off")
    #expect(try texts(Self.lane(isSecond: true), Self.pictures(isSecond: true)) == ["LTTB · 4,680 points"])
    let sheet = try Self.drawn(Self.picture(compared: .lttb), [Self.lane()])
    let place = try #require(sheet.place(of: "M4 (exact)"))
    #expect(place.x == 32 && place.baseline == 292 && place.color == Theme.dark.text)
  }

  @Test func howManyTextsAColumnHasIsSaid() {
    func text(
      _ distinct: UInt32 = 1234, missing: UInt64 = 0, isCut: Bool = false, isPart: Bool = false,
      part: RangeSummary? = nil
    ) -> String {
      let summary = TextSummary(
        source: 0, column: 2, isCut: isCut, distinctCount: distinct, rowCount: 9000, missingCount: missing,
        top: [])
      return Self.text(Self.picture(isPart: isPart).aboutText(TextFigures(summary, part: part)))
    }
    #expect(text() == "1,234 texts" && text(1) == "1 text" && text(0) == "0 texts")
    #expect(text(missing: 7000) == "1,234 texts · 7,000 missing")
    #expect(text(isCut: true, isPart: true) == "all rows: more than 1,234 texts")
    for (missing, words) in [(UInt64(2), "2 missing"), (0, "")] {
      let part = RangeSummary(
        request: 1, source: 0, rowCount: 9, columns: [], histogramColumn: 0, low: 0, high: 1, counts: [],
        texts: [.init(column: 2, missingCount: missing, counts: [])])
      #expect(text(missing: 7000, isPart: true, part: part) == words)
    }
    #expect(Self.text(Self.picture().aboutText(nil)) == "not read")
  }

  @Test func onlyTheLaneOfAPickedTextHasIt() {
    let picked = PickedText(column: 2, name: 1)
    let choice = TextChoice(column: 2, match: .others, text: [0x78])
    let picture = Self.picture(picked: picked, choice: choice)
    let lane = picture.textLane(Self.lane(2))
    #expect(lane.picked == 1 && lane.choice?.text == [0x78] && lane.name == Array("w".utf8))
    #expect(lane.figures == nil)
    let other = Self.picture(picked: PickedText(column: 1, name: 1), choice: choice).textLane(Self.lane(2))
    #expect(other.picked == nil && other.choice == nil)
  }
}
