import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveWire

/// Derived columns of a feed, and what fails.
@Suite struct DataFeedDerivedTests {
  private func script(_ traits: SourceTraits, _ inputs: DataFeed.Input...) -> FeedScript {
    var script = FeedScript(traits)
    for input in inputs { script.send(input) }
    script.send(.show(makeView(1)))
    script.answerAll()
    script.read()
    return script
  }

  @Test func columnsAreListedBeforeAnythingElseIsAsked() {
    var script = script(.local, .lane(makeLane(1)))
    #expect(script.send(.derive(makeDerived(2)), .show(makeView(2))) == ["derive 3"])
    guard case .derive(let columns)? = script.kind("derive") else { return #expect(Bool(false)) }
    #expect(columns.map { $0?.name } == [nil, nil, "a + b"] && columns[2]?.formula.columns == [1, 2])
    #expect(script.answer("derive") == ["extents [7]", "picture [1]"])
    #expect(script.read() == ["columns 7"])
    // Their values are computed beside other work.
    #expect(script.answer("picture") == [])
    #expect(script.openNames == ["extents [7]"])
  }

  @Test func wrongFormulasAreExplained() {
    var script = script(.local)
    script.send(
      .derive(makeDerived(0, "a +")), .derive(makeDerived(1, name: "sum")), .derive(makeDerived(2, "a")))
    #expect(script.openNames == ["derive 3"])
    #expect(
      script.read() == [
        "columns 5",
        "failure: \u{201C}a +\u{201D}, byte 4: "
          + "the formula ends where a value is expected: write a number or a column.",
      ])
    let refused = RefusedColumn(number: 2, reason: Array("no".utf8))
    script.answer("derive", .derived(refused: [refused, RefusedColumn(number: 9, reason: [])]))
    #expect(script.read() == ["columns 7", "failure: \u{201C}a\u{201D}: no.", "columns 6"])
    #expect(script.openNames == ["extents [6]"])
  }

  @Test func columnsWaitUntilTheTableIsOpen() {
    var script = FeedScript(.local, makeTable(isOpen: false))
    #expect(script.send(.derive(makeDerived(0))).isEmpty)
    #expect(script.read().isEmpty)
    #expect(script.send(.table(makeTable(), isRedrawn: true)) == ["derive 1"])
    script.answerAll()
    // Another reading has other rows; the same rows are not computed again.
    #expect(script.send(.table(makeTable(), isRedrawn: false)).isEmpty)
    #expect(script.send(.table(makeTable(reading: 1), isRedrawn: false)) == ["derive 1"])
    #expect(script.answer("derive") == ["extents [5]"])
  }

  @Test func operandsAreColumnsThatMessagesCanName() {
    var table = makeTable()
    table.operands = (0..<32_768).map { ColumnFormula.Column(name: Array("c\($0)".utf8)) }
    var script = FeedScript(.engine, table)
    script.send(.derive(makeDerived(0, "c32766")), .derive(makeDerived(1, "c32767")))
    #expect(script.openNames == ["derive 1"])
    #expect(script.read().first == "columns 6")
  }

  @Test func engineAnswersFromASampleFirst() {
    var script = script(.engine)
    script.send(.derive(makeDerived(0)))
    #expect(script.answer("derive") == ["extents [5] coarse"])
    #expect(script.answer("extents") == ["extents [5]"])
    #expect(script.answer("extents") == [])
    var empty = self.script(.engine)
    empty.send(.derive(makeDerived(0)))
    empty.answer("derive")
    #expect(empty.answer("extents", .extents([])) == ["extents [5]"])
    #expect(empty.answer("extents", .extents([])) == [])
    #expect(empty.send(.table(makeTable(), isRedrawn: true)) == ["extents [5] coarse", "axis rows"])
  }

  @Test func theSourceHasOneListAtATime() {
    var script = script(.engine)
    #expect(script.send(.derive(makeDerived(0, "a"))) == ["derive 1"])
    let first = script.open.first?.number ?? 0
    // Otherwise a slow source could receive the first list after the second, and keep it.
    #expect(script.send(.derive(makeDerived(0, "b"))).isEmpty && script.feed.isWanted(first))
    #expect(script.send(.derive(makeDerived(1, "a"))).isEmpty)
    // Also a refusal is of the column that was replaced.
    let refused = RefusedColumn(number: 0, reason: [65])
    #expect(script.answer("derive", .derived(refused: [refused])) == ["derive 2"])
    #expect(script.read().isEmpty)
    #expect(script.answer("derive") == ["extents [5, 6] coarse"])
    #expect(script.read().count == 2)
  }

  @Test func columnsThatComeOneByOneAreAllLookedAt() {
    var script = script(.engine)
    for (number, columns) in [(0, "[5]"), (1, "[5, 6]"), (2, "[5, 6, 7]")] {
      // Each ends the question about those before it.
      script.send(.derive(makeDerived(UInt8(number), "a + \(number)")))
      #expect(script.answer("derive").contains("extents \(columns) coarse"))
    }
    #expect(script.answer("extents").contains("extents [5, 6, 7]"))
    script.send(.derive(makeDerived(3, "a")))
    script.answer("derive")
    #expect(script.answer("extents").contains("extents [5, 6, 7, 8]"))
    script.answer("extents")
    // What is known of all rows is not asked for again.
    script.send(.derive(makeDerived(3, "a + 9")))
    #expect(script.answer("derive").contains("extents [8] coarse"))
  }

  @Test func newValuesShowOnlyWhatDependsOnThem() {
    let lanes: [DataFeed.Input] = [
      .lane(makeLane(1)), .lane(makeLane(5)), .lane(makeLane(1, isOverview: true)),
    ]
    func derived(_ more: DataFeed.Input...) -> FeedScript {
      var script = FeedScript()
      for input in lanes + more { script.send(input) }
      script.send(.derive(makeDerived(0)))
      script.answer("derive")
      return script
    }
    var plain = derived(.show(makeView(1)))
    #expect(plain.openNames == ["axis rows", "extents [5]"])
    plain.answer("axis")
    #expect(plain.answer("picture [1]") == ["overview"])
    plain.answer("overview")
    plain.read()
    #expect(plain.answer("extents") == ["picture [5]"])
    plain.answerAll()
    #expect(plain.read() == ["columns 5", "spans 5", "overview"])

    var scatter = makeScatter(3)
    scatter.x = 5
    var plot = derived(.scatter(scatter), .show(makeView(1)))
    plot.answer("axis")
    plot.answer("density", .nothing)
    plot.answer("picture [1]")
    plot.answer("overview")
    #expect(plot.answer("extents") == ["density"])
    scatter.x = 1
    var other = derived(.scatter(scatter), .show(makeView(1)))
    other.answer("axis")
    other.answer("density")
    other.answer("picture [1]")
    other.answer("overview")
    #expect(other.answer("extents") == ["picture [5]"])

    let filters: [SetFilter.Kind] = [
      .values(column: 5, low: 0, high: 1), .texts(column: 5, .missing, isKept: true),
    ]
    for kind in filters {
      var filtered = derived(.show(makeView(1)), .filter(SetFilter(source: 7, filter: 0, kind: kind)))
      filtered.answer("axis")
      filtered.answer("picture [1]")
      filtered.answer("overview")
      filtered.read()
      #expect(filtered.answer("extents") == ["axis rows"])
      filtered.answerAll()
      #expect(filtered.read() == ["columns 5", "spans 1", "spans 5", "done 1", "overview"])
    }
    var ordered = derived(.show(makeView(1, .ranks, column: 5)))
    ordered.answer("axis", .nothing)
    #expect(ordered.answer("extents") == ["axis by 5"])
    ordered.answerAll()
    #expect(ordered.read().suffix(3) == ["overview", "columns 0", "columns 5"])
  }

  @Test func rowsThatArriveMeanwhileAreComputedAfterwards() {
    var script = script(.local)
    script.send(.derive(makeDerived(0)))
    script.answer("derive")
    let number = script.open[0].number
    script.send(.table(makeTable(), isRedrawn: true))
    #expect(script.feed.isWanted(number))
    #expect(script.answer("extents") == ["extents [5]"])
    script.answer("extents")
    #expect(!script.openNames.contains("extents [5]"))
    // A newer column interrupts the computation.
    script.send(.table(makeTable(), isRedrawn: true))
    let next = script.open.last { FeedScript.name($0.kind) == "extents [5]" }
    #expect(script.send(.derive(makeDerived(0, "a - b"))) == ["derive 1"])
    #expect(next.map { script.feed.isWanted($0.number) } == false)
    // Removing it gives the source an empty list.
    script.send(.derive(makeDerived(0, "")))
    #expect(script.answer("derive") == ["derive 0"])
  }

  @Test func correlationsDescribeDerivedColumns() {
    var script = FeedScript()
    script.send(.derive(makeDerived(0)))
    script.answerAll()
    script.send(.show(makeView(1, .ranks, column: 1)))
    script.answer("axis")
    #expect(script.kind("correlations") == .correlations([5, 1, 2], with: 1))
    script.feed.receive(.correlations([0.25, 0.5, 0.75]), to: script.open[0].number, at: 0)
    var found: [UInt16: [Double]] = [:]
    for case .columns(let columns) in script.feed.collect() {
      found[columns.first] = columns.columns.map { $0.correlation }
    }
    #expect(found[5] == [0.25])
    #expect(found[0]?[1] == 0.5 && found[0]?[2] == 0.75 && found[0]?[3].isNaN == true)
  }

  @Test func newOperandsMakeTheColumnsAgain() {
    var script = script(.local)
    script.send(.derive(makeDerived(0)))
    script.answerAll()
    var table = makeTable()
    table.operands.append(ColumnFormula.Column(name: [67]))
    #expect(script.send(.table(table, isRedrawn: false)) == ["derive 1"])
  }

  @Test func newValuesCorrelateAgainAndForgetTheirPoints() {
    var script = FeedScript(.engine)
    var lane = makeLane(5)
    lane.lens = Lens.lttb.rawValue
    script.send(.derive(makeDerived(0)))
    script.answer("derive")
    script.answer("extents")
    script.send(.lane(lane), .show(makeView(1, .ranks, column: 1)))
    script.answer("axis")
    script.answer("coarse", .nothing)
    script.answer("correlations")
    let points = ColumnPoints(points: [LensPoint(row: 9, value: 1)], isDrawn: true)
    script.answer("picture", .picture(makePicture(1, pixels: 10), points: [points]))
    let row = DataFeed.Input.read(.row(ReadRow(request: 1, source: 7, tick: 4, column: 5)))
    script.send(row)
    let window = ColumnWindow(makeView(1, .ranks, column: 1))
    #expect(script.kind("row") == .row(.tick(9), pointOf: nil, window, []))
    #expect(script.answer("extents") == ["picture [5]", "correlations 1"])
    script.send(row)
    #expect(script.kind("row") == .row(.tick(4), pointOf: 5, window, []))
  }

  @Test func changedRowsAndShownTablesNeedTheirOverviewAgain() {
    var script = FeedScript()
    script.send(.lane(makeLane(1, isOverview: true)), .show(makeView(1)))
    script.answer("axis")
    let old = script.open[0].number
    #expect(script.send(.table(makeTable(), isRedrawn: true)) == ["axis rows"])
    #expect(!script.feed.isWanted(old))
    script.answerAll()
    script.send(.hide)
    #expect(script.send(.lane(makeLane(1, isOverview: true)), .show(makeView(2))) == ["overview"])
    // A wider view needs another one while it is still being made.
    var wide = makeView(3)
    wide.pixels = 20
    let narrow = script.open[0].number
    #expect(script.send(.show(wide)) == ["overview"])
    #expect(!script.feed.isWanted(narrow))
  }
}
