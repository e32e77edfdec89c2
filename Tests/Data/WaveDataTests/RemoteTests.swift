import TestSupport
import Testing
import WaveDataWire
import WaveDisplay
import WaveSeries
import WaveWire

@testable import WaveData
@testable import WaveInteraction

/// Tables that another engine holds: what cannot be done is absent, and what is not exact, not all or not
/// there is said.
@Suite struct RemoteTests {
  static func abilities(
    _ abilities: TableAbilities.Abilities = .own, lenses: UInt32 = 1, x: UInt16 = WireLimits.noColumn,
    reasons: String = "", _ condition: TableAbilities.Condition = .fine, _ text: String = ""
  ) -> TableAbilities {
    TableAbilities(
      source: 0, abilities: abilities, lenses: lenses, xColumn: x, reasons: Array(reasons.utf8),
      condition: condition, conditionText: Array(text.utf8))
  }

  /// 100 days from 2017-07-14 on, in nanoseconds.
  static let axis = TableAxis(
    source: 0, order: .rows, column: 0, kind: .time, from: 1_500_000_000_000_000_000,
    until: 1_508_640_000_000_000_000, offset: 0, step: 0.001)

  private static func opened(_ abilities: TableAbilities, axis: TableAxis? = nil) -> Bench {
    var bench = Bench(remote: abilities, axis: axis)
    // A chip describes the table where the server answers.
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: 0)))
    bench.answer()
    bench.send(.key(.drawer, isShifted: false))
    return bench
  }

  private static let words = [
    "Show the rows themselves", "Export the rows seen", "Show two columns over one another", "New column",
    "Compared with", "Order by", "Related", "mark rows", "order rows by the column",
  ]

  @Test func whatCanBeDoneIsThere() {
    let text = Self.opened(Self.abilities()).controls
    for words in Self.words { #expect(text.contains(words), "\(words)") }
    #expect(!text.contains("Not here") && text.contains("Rows as they come"))
  }

  @Test(
    arguments: zip(
      words,
      [
        .rows, .exporting, .scatter, .deriving, .comparing, [.ranks, .values], .correlations, .ranges,
        [.ranks, .values],
      ] as [TableAbilities.Abilities]))
  func whatCannotBeDoneIsAbsentAndAllElseIsThere(_ words: String, _ ability: TableAbilities.Abilities) {
    let text = Self.opened(Self.abilities(.own.subtracting(ability), reasons: "Too many rows.")).controls
    #expect(!text.contains(words))
    for other in Self.words where other != words && ability != [.ranks, .values] {
      #expect(text.contains(other), "\(other)")
    }
    #expect(text.contains("Not here") && text.contains("Too many rows."))
  }

  @Test func formulasThatNeedTheRowsBesideAreNotOffered() {
    var bench = Self.opened(Self.abilities())
    bench.send(.key(.drawer, isShifted: false))
    bench.tap(600, bench.model.visibleLanes()[1].y + 100)
    bench.send(.key(.drawer, isShifted: false))
    #expect(bench.controls.contains("New column, such as abs(") && !bench.controls.contains("diff("))
    for words in ["Change from row to row", "so many rows before", "moving average of so many"] {
      #expect(!bench.controls.contains(words), "\(words)")
    }
  }

  @Test func filtersThatCannotBeSetAreNotOffered() {
    for (ability, isThere) in [
      (TableAbilities.Abilities.own, true), (.own.subtracting(.valueFilters), false),
    ] {
      var bench = Self.opened(Self.abilities(ability))
      bench.send(.key(.drawer, isShifted: false))
      bench.tap(600, bench.model.visibleLanes()[1].y + 100)
      bench.send(.wheel(x: 600, y: bench.model.visibleLanes()[1].y + 100, dx: 0, dy: -90, zoom: .vertical))
      bench.send(.key(.drawer, isShifted: false))
      #expect(bench.controls.contains("Keep only rows with the values shown of beta") == isThere)
    }
  }

  @Test func columnsOfTextsAreSeenOnlyWhereTheyCanBe() {
    #expect(Self.opened(Self.abilities()).model.lanes == [0, 1, 2, 3, 4])
    #expect(Self.opened(Self.abilities(.own.subtracting(.texts))).model.lanes == [0, 1, 2, 4])
  }

  @Test func holdingMarksNothingWhereARangeCannotBeRead() {
    var bench = Self.opened(Self.abilities(.own.subtracting(.ranges)))
    bench.touch(.began, 300, bench.model.visibleLanes()[1].y + 150)
    bench.pass(600_000)
    bench.touch(.moved, 500, bench.model.visibleLanes()[1].y + 150)
    #expect(bench.model.selection.range == nil)
  }

  @Test func lensesAreThoseOffered() {
    var bench = Bench()
    bench.set(.chooseLens, to: Int(Lens.lttb.rawValue))
    #expect(bench.model.lenses.lens == .lttb)
    bench = Self.opened(Self.abilities(lenses: 1 | 1 << UInt32(Lens.mean.rawValue)))
    #expect(bench.model.lenses.lens == .m4 && bench.model.catalog.lenses == [.m4, .mean])
    bench.set(.chooseLens, to: 1)
    #expect(bench.model.lenses.lens == .mean)
    // The engine has changed, and its mean is gone.
    bench.receive(.abilities(Self.abilities(lenses: 1)))
    #expect(bench.model.lenses.lens == .m4 && !bench.controls.contains("MinMax"))
  }

  @Test func rowsStandAlongTheirColumn() throws {
    var bench = Self.opened(Self.abilities(x: 0), axis: Self.axis)
    #expect(bench.controls.contains("Along time") && !bench.controls.contains("Rows as they come"))
    try bench.draw()
    #expect(bench.scene.texts.contains("2017-10"))
    bench.send(.key(.drawer, isShifted: false))
    bench.sent = []
    bench.tap(585, bench.model.visibleLanes()[1].y + 150)
    let question = bench.taken().compactMap { if case .readRow(let question) = $0 { question } else { nil } }
      .last
    let asked = try #require(question)
    #expect((Double(asked.tick) - 1.50432e18).magnitude < 8e15)
    bench.receive(
      .row(
        TableCells(
          request: asked.request, source: 0, key: 77, tick: 1_504_320_000_000_000_000, first: 0,
          cells: [.integer(1), .real(2.5), .null, .null, .integer(7)])))
    try bench.draw()
    // A key would mean nothing; a column of pixels is two hours.
    #expect(bench.scene.texts.contains("2017-09-02 02:40") && !bench.scene.texts.contains("row 77"))
  }

  @Test(arguments: [
    (TableAbilities.Abilities.own, 1, TableOrder.ranks), (.own, 0, .rows),
    (.own.subtracting(.ranks), 1, .values),
    (.own.subtracting([.ranks, .values]), 1, .rows),
  ])
  func aPinnedColumnOrdersAsItCan(
    _ ability: TableAbilities.Abilities, _ column: Int, _ order: TableOrder
  ) throws {
    // The first is what stands along x anyway.
    var bench = Self.opened(Self.abilities(ability, x: 0), axis: Self.axis)
    bench.send(.key(.drawer, isShifted: false))
    let lane = try #require(bench.model.visibleLanes().first { $0.column == column })
    bench.tap(40, lane.y + 40)
    #expect(bench.model.pinned == column && bench.model.order == order)
    #expect(bench.model.visibleLanes().first?.isPinned == true)
  }

  @Test func theColumnAlongXIsLookedAtLast() {
    // Over itself it is a straight line, in its lane and in the strip of the whole table.
    var bench = Self.opened(Self.abilities(x: 0), axis: Self.axis)
    #expect(bench.model.lanes == [1, 2, 3, 4, 0] && bench.model.overviewColumn == 1)
    bench.set(.scatter(.toggle))
    #expect(bench.model.scatter?.x == 1 && bench.model.scatter?.y == 2)
    bench.set(.scatter(.toggle))
    bench.model.arrange(.pin(0))
    #expect(bench.model.lanes == [1, 2, 3, 4] && bench.model.overviewColumn == 1)
    #expect(Self.opened(Self.abilities()).model.overviewColumn == 0)
  }

  // MARK: - Coarse pictures

  @Test func aCoarsePictureIsPalerAndSaidToBeOneUntilTheExactOneIsThere() throws {
    var bench = Self.opened(Self.abilities())
    bench.send(.key(.drawer, isShifted: false))
    bench.send(.key(.zoomIn, isShifted: false))
    bench.pass(Question.patienceMicroseconds)
    bench.answer(lane: LaneKey(column: 0), flags: .coarse, drawn: 1200)
    let view = bench.model.views.number
    try bench.draw()
    func color() throws -> UInt32 {
      let strip = try #require(bench.scene.strips.first { $0.id == PlayerID.firstStrip })
      return try #require(strip.columns[600].first).color.rgba
    }
    #expect(bench.controls.contains("Coarse") && bench.controls.contains("1.2 % of the rows, exact follows"))
    #expect(try color() >> 24 == 0x80)
    // The same number of points: only the flag differs.
    bench.answer(lane: LaneKey(column: 0), drawn: 1200)
    #expect(bench.model.views.number == view)
    try bench.draw()
    #expect(!bench.controls.contains("Coarse") && bench.controls.contains("1,200 of 100,000"))
    #expect(try color() == Theme.dark.trace.rgba)
  }

  @Test func aCoarsePictureDoesNotTakeThePlaceOfAnExactOneOfTheSameRows() {
    var bench = Self.opened(Self.abilities())
    let key = LaneKey(column: 1)
    bench.answer(lane: key, flags: .coarse, top: 30)
    #expect(bench.model.pictures[key]?.spans.tops.first == 10)
    // Other rows are kept: the exact one is of those before.
    bench.keepValues(of: 1)
    bench.answer(lane: key, flags: .coarse, top: 30)
    #expect(bench.model.pictures[key]?.spans.tops.first == 30)
    bench.answer(lane: key, top: 40)
    #expect(bench.model.pictures[key]?.spans.tops.first == 40)
  }

  @Test func aChipThatChangesForAMomentDoesNotMoveTheLanes() {
    var bench = Self.opened(Self.abilities())
    func head(_ points: Float) -> Float {
      bench.send(.resize(width: 1170, height: 2532, scale: 3, headPoints: points))
      return bench.model.screen.headPoints
    }
    #expect(head(56) == 56 && head(80) == 80 && head(56) == 80)
    // Something else is said for longer: the lanes follow.
    bench.receive(.abilities(Self.abilities(.part, "1 of 2 shards")))
    #expect(head(56) == 56)
  }

  // MARK: - How the engine is

  @Test(arguments: [
    (TableAbilities.Condition.part, "Part of the rows", ControlList.Tone.behind, ""),
    (.refused, "A shard is lost", .lost, " \u{00B7} more at \u{2039}"),
    (.unreachable, "Not reachable", .lost, " \u{00B7} trying again"),
    (.failed, "No answer", .lost, ""),
  ])
  func howTheEngineIsStandsInTheChip(
    _ condition: TableAbilities.Condition, _ strong: String, _ tone: ControlList.Tone, _ end: String
  ) {
    var bench = Self.opened(Self.abilities())
    #expect(bench.controls.contains("4,680 of 100,000"))
    let text = "10.0.0.1 said 50 % of the rows. Ask who runs it."
    bench.receive(.abilities(Self.abilities([.own, .showsRest], condition, text)))
    #expect(bench.controls.contains(strong) && !bench.controls.contains("4,680 of"))
    // The chip has room for a sentence, all of them stand in the drawer.
    let chip = ListedControl.all(in: bench.model.controls.bytes).first {
      $0.kind == ControlList.Kind.chip.rawValue
    }
    #expect(chip?.flags == tone.rawValue)
    #expect(chip?.texts == [strong, "10.0.0.1 said 50 % of the rows" + end])
    #expect(bench.controls.contains(text))
    bench.receive(.abilities(Self.abilities()))
    #expect(bench.controls.contains("4,680 of 100,000"))
  }

  @Test func thatNoExactPictureComesIsSaid() {
    var bench = Self.opened(Self.abilities())
    bench.send(.key(.zoomIn, isShifted: false))
    bench.answer(lane: LaneKey(column: 0), flags: .coarse, drawn: 1200)
    bench.receive(.abilities(Self.abilities(.failed, "stopped after 30 s")))
    #expect(bench.controls.contains("Coarse only") && bench.controls.contains("stopped after 30 s"))
    #expect(!bench.controls.contains("exact follows"))
  }

  @Test func theUserChoosesWhetherTheRestIsShown() {
    var bench = Self.opened(Self.abilities())
    #expect(!bench.controls.contains("A shard that does not answer"))
    bench.receive(.abilities(Self.abilities([.own, .showsRest], .refused, "1 of 2 shards")))
    #expect(bench.controls.contains("A shard that does not answer"))
    bench.sent = []
    bench.set(.chooseRest, to: 1)
    #expect(bench.taken() == [.chooseLost(ChooseLost(source: 0, showsRest: true))])
    // A new connection knows nothing of it.
    bench.send(.connection(isOpen: false))
    bench.send(.connection(isOpen: true))
    bench.sent = []
    bench.receive(.abilities(Self.abilities([.own, .showsRest], .part, "1 of 2 shards")))
    #expect(bench.sent.contains(.chooseLost(ChooseLost(source: 0, showsRest: true))))
    bench.receive(.abilities(Self.abilities([.own, .showsRest])))
    #expect(bench.taken().count { $0 == .chooseLost(ChooseLost(source: 0, showsRest: true)) } == 1)
    // An engine without shards has no such choice.
    bench.receive(.abilities(Self.abilities(.part)))
    #expect(!bench.controls.contains("A shard that does not answer"))
  }

  @Test func whatTheEngineIsAskedCanBeStopped() {
    var bench = Self.opened(Self.abilities())
    bench.receive(.progress(TableWork(source: 0, stage: .asking, done: 43_000_000, total: 100_000_000)))
    #expect(bench.controls.contains("Asking 43 % · × stop"))
    bench.sent = []
    bench.set(.stop)
    #expect(bench.taken() == [.stop(StopTableWork(source: 0, stage: .asking))])
    // What was asked ends with the connection.
    bench.send(.connection(isOpen: false))
    #expect(!bench.controls.contains("Asking"))
  }

  // MARK: - Rows that are waited for

  @Test func valuesOfAnotherRowAreNotShownAsThoseUnderTheLine() throws {
    var bench = Self.opened(Self.abilities())
    bench.send(.key(.drawer, isShifted: false))
    bench.sent = []
    let y = bench.model.visibleLanes()[1].y + 100
    bench.tap(300, y)
    func answer() throws {
      let question = bench.taken().compactMap { if case .readRow(let row) = $0 { row } else { nil } }.last
      bench.receive(
        .row(
          TableCells(
            request: try #require(question).request, source: 0, key: 1, tick: try #require(question).tick,
            first: 0, cells: [.integer(1), .real(2.5), .null, .null, .integer(7)])))
    }
    func colors(of text: String) throws -> [Color] {
      try bench.draw()
      return bench.scene.layers.flatMap { layer in
        layer.marks.compactMap { mark in
          if case .text(let bytes, _, _, _, _, let color) = mark, bytes == Array(text.utf8) {
            color
          } else {
            nil
          }
        }
      }
    }
    try answer()
    #expect(try colors(of: "2.5") == [Theme.dark.text])
    bench.touch(.began, 900, y)
    bench.touch(.ended, 900, y)
    #expect(try colors(of: "2.5") == [Theme.dark.quiet] && colors(of: "…").isEmpty)
    bench.pass(RowCursor.lateMicroseconds)
    #expect(try colors(of: "2.5").isEmpty)
    // One in each lane with numbers or texts.
    #expect(try colors(of: "…").count == 5)
    // A newer question waits on: what was late does not come back.
    bench.pass(Question.patienceMicroseconds)
    bench.tap(700, y)
    #expect(try colors(of: "2.5").isEmpty)
    try answer()
    #expect(try colors(of: "2.5") == [Theme.dark.text] && colors(of: "…").isEmpty)
  }

  @Test func rowsThatTakeLongAreNotAskedForAgain() throws {
    var bench = Self.opened(Self.abilities())
    func asked() -> [ReadRows] {
      bench.taken().compactMap { if case .readRows(let question) = $0 { question } else { nil } }
    }
    bench.sent = []
    bench.set(.toggleRows)
    let question = try #require(asked().first)
    // The engine takes two seconds, while other things happen.
    for _ in 0..<4 { bench.pass(500_000) }
    #expect(asked().isEmpty)
    bench.receive(
      .rows(TableRows(request: question.request, source: 0, first: 0, count: 1, place: 0, total: 1)))
    bench.receive(
      .row(TableCells(request: question.request, source: 0, key: 0, tick: 0, first: 0, cells: [.integer(1)])))
    #expect(bench.model.page?.rows.count == 1)
    bench.pass(60_000_000)
    #expect(asked().isEmpty)
  }

  @Test func aSlowViewDoesNotHoldUpTheNextGesture() {
    var bench = Self.opened(Self.abilities())
    bench.send(.key(.zoomIn, isShifted: false))
    bench.sent = []
    bench.send(.key(.zoomIn, isShifted: false))
    #expect(!bench.taken().contains { if case .show = $0 { true } else { false } })
    bench.pass(Question.patienceMicroseconds)
    #expect(bench.taken().contains { if case .show = $0 { true } else { false } })
    // The one that is asked now is not asked again and again.
    bench.pass(10 * Question.patienceMicroseconds)
    #expect(!bench.taken().contains { if case .show = $0 { true } else { false } })
  }

  @Test func aTableOfTheServersOwnCanDoEverything() {
    var bench = Bench()
    // Abilities of a table that is not another engine's change nothing.
    bench.receive(.abilities(Self.abilities([], .failed, "x")))
    bench.send(.key(.drawer, isShifted: false))
    for words in Self.words { #expect(bench.controls.contains(words), "\(words)") }
  }
}

extension RemoteTests {
  static func abilities(_ condition: TableAbilities.Condition, _ text: String = "") -> TableAbilities {
    abilities(.own, condition, text)
  }
}
