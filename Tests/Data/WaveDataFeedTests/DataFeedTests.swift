import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveWire

/// Pictures of a view: which questions are asked, in which order, and what the client is sent.
@Suite struct DataFeedTests {
  private static let texts = ShowTexts(source: 7, buckets: 4, columns: [3])

  private func shown(_ traits: SourceTraits, _ table: FeedTable = makeTable()) -> FeedScript {
    var script = FeedScript(traits, table)
    script.send(
      .lane(makeLane(1)), .lane(makeLane(2)), .lane(makeLane(1, isOverview: true)), .texts(Self.texts),
      .scatter(makeScatter(9)), .show(makeView(5, .ranks, column: 2)))
    return script
  }

  @Test func localTableIsAskedOneQuestionAfterAnother() {
    var script = FeedScript()
    let export = ExportRows(request: 1, source: 7, from: 0, until: 9)
    script.send(
      .lane(makeLane(1)), .lane(makeLane(2)), .lane(makeLane(1, isOverview: true)), .texts(Self.texts),
      .scatter(makeScatter(9)))
    #expect(script.openNames.isEmpty)
    script.feed.receive(.show(makeView(5, .ranks, column: 2)), at: script.now)
    script.feed.receive(
      .read(.range(ReadRange(request: 3, source: 7, column: 1, from: 0, until: 9))), at: script.now)
    script.feed.receive(.export(export), at: script.now)
    script.feed.receive(
      .read(.page(ReadRows(request: 2, source: 7, isTick: true, start: 0, count: 4))), at: script.now)
    script.feed.receive(.read(.row(ReadRow(request: 1, source: 7, tick: 4))), at: script.now)
    #expect(script.begin() == ["row"])
    #expect(
      script.answerAll() == [
        "row", "page", "axis by 2", "density", "picture [1]", "picture [2]", "texts 3", "strip 3", "range",
        "overview", "correlations 2",
      ])
    #expect(
      script.read() == [
        "row 1", "rows 2", "row 2", "axis 1000", "scatter 9", "spans 1", "spans 2", "summary 3", "strip 3",
        "done 5", "range 3", "overview", "columns 0",
      ])
    #expect(script.openNames == ["lines"])
    script.answerAll()
    #expect(script.read() == ["last part"])
  }

  @Test func engineIsAskedAllAtOnceAfterTheAxis() {
    var script = shown(.engine)
    #expect(script.openNames == ["axis by 2", "correlations 2"])
    #expect(script.answer("axis") == ["density", "coarse [1, 2]", "texts 3", "overview"])
    #expect(script.answer("texts") == ["strip 3"])
    #expect(script.read() == ["axis 1000"])
    #expect(script.answer("coarse") == ["picture [1, 2]"])
    #expect(script.read() == ["spans 1 coarse", "spans 2 coarse", "done 5"])
    script.answer("picture")
    #expect(script.read() == ["spans 1", "spans 2"])
    script.answer("density")
    script.answer("strip")
    #expect(script.read() == ["scatter 9", "summary 3", "strip 3", "done 5"])
    script.answer("overview")
    script.answer("correlations")
    #expect(script.read() == ["overview", "columns 0"])
    #expect(script.feed.wakeMicroseconds == nil)
  }

  @Test func pictureOfAllRowsWaitsForTheQuickOneAtMost150Milliseconds() {
    var script = shown(.engine)
    script.answer("axis")
    #expect(script.feed.wakeMicroseconds == script.now + 120_000)
    #expect(script.wait(120_000).isEmpty)
    #expect(script.read() == ["axis 1000", "done 5"])
    #expect(script.feed.wakeMicroseconds == script.now + 30_000)
    #expect(script.wait(29_999).isEmpty)
    #expect(script.wait(1) == ["picture [1, 2]"])
    #expect(script.answer("coarse").isEmpty)
    #expect(script.read() == ["spans 1 coarse", "spans 2 coarse"])
    // The quick picture is of no use after the exact one.
    var late = shown(.engine)
    late.answer("axis")
    late.wait(150_000)
    late.answer("picture")
    #expect(!late.openNames.contains("coarse [1, 2]"))
  }

  @Test func costlyPicturesWaitForTheFinger() {
    var script = FeedScript(.engine)
    script.send(.lane(makeLane(1)), .show(makeView(1)))
    script.answer("axis")
    script.answer("coarse", .nothing)
    script.now += 200_000
    script.answer("picture")
    script.read()
    // No view came for a while: nothing waits.
    script.now += 400_000
    script.send(.show(makeView(2)))
    #expect(script.answer("coarse", .nothing) == ["picture [1]"])
    script.now += 150_000
    script.send(.show(makeView(3)))
    #expect(script.answer("coarse", .nothing).isEmpty)
    #expect(script.feed.wakeMicroseconds == script.now + 80_000)
    #expect(script.wait(80_000) == ["picture [1]"])
    // What came later does not make a finished picture costly.
    var quick = FeedScript(.engine)
    quick.send(.lane(makeLane(1)), .show(makeView(1)))
    quick.answer("axis")
    quick.answer("coarse", .nothing)
    quick.now += 50_000
    quick.answer("picture")
    quick.now += 200_000
    quick.send(.show(makeView(2)))
    #expect(quick.answer("coarse", .nothing) == ["picture [1]"])
    // A local table never waits.
    var local = FeedScript()
    local.send(.lane(makeLane(1)), .show(makeView(1)))
    local.answer("axis")
    local.now += 200_000
    local.answer("picture")
    #expect(local.send(.show(makeView(2))) == ["picture [1]"])
  }

  @Test func clientGoesOnWhileAnOrderIsMade() {
    var script = shown(.local)
    #expect(script.openNames == ["axis by 2"])
    script.wait(119_999)
    #expect(script.read().isEmpty)
    script.wait(1)
    #expect(script.read() == ["done 5"])
    script.wait(500_000)
    #expect(script.read().isEmpty)
    // Another window of the same order: the order is still wanted.
    let number = script.open[0].number
    #expect(script.send(.show(makeView(6, .ranks, column: 2, from: 5))).isEmpty)
    #expect(script.feed.isWanted(number))
    script.answer("axis")
    #expect(script.openNames == ["density"])
    // Another order: it is not.
    var other = shown(.local)
    let old = other.open[0].number
    #expect(other.send(.show(makeView(6, .ranks, column: 1))) == ["axis by 1"])
    #expect(!other.feed.isWanted(old))
    other.feed.receive(.axis(ColumnAxis(kind: .count, from: 0, until: 5)), to: old, at: other.now)
    #expect(other.read().isEmpty)
  }

  @Test func axisIsAskedWithoutLanesAndSentOnce() {
    var script = FeedScript()
    #expect(script.send(.show(makeView(1))) == ["axis rows"])
    script.answer("axis")
    #expect(script.read() == ["axis 1000", "done 1"])
    #expect(script.send(.show(makeView(2, from: 3))).isEmpty)
    #expect(script.read() == ["done 2"])
    #expect(script.send(.show(makeView(3, .values, column: 1))) == ["axis by 1"])
  }

  @Test func newerViewReplacesEverythingOfTheOldOne() {
    var script = shown(.engine)
    script.answer("axis")
    script.wait(150_000)
    script.answer("texts")
    let old = script.open
    script.send(.show(makeView(6, .ranks, column: 2, from: 1)))
    for question in old {
      let isKept = ["overview", "correlations 2"].contains(FeedScript.name(question.kind))
      #expect(script.feed.isWanted(question.number) == isKept)
      if !isKept {
        script.feed.receive(FeedScript.answer(question.kind), to: question.number, at: script.now)
      }
    }
    #expect(script.read() == ["axis 1000"])
    #expect(
      script.openNames == ["correlations 2", "overview", "density", "coarse [1, 2]", "strip 3"])
  }

  @Test func unreadAnswersOfAnOlderViewAreRemoved() {
    var script = FeedScript()
    script.send(.lane(makeLane(1)), .scatter(makeScatter(9)), .show(makeView(1)))
    script.answerAll()
    script.send(.show(makeView(2)))
    #expect(script.read() == ["axis 1000"])
  }

  @Test func fullQueueStopsQuestionsButLosesNothing() {
    var script = FeedScript()
    script.send(.lane(makeLane(1)), .lane(makeLane(2)), .show(makeView(1)))
    script.answer("axis")
    let note = Answer.note(Notice(severity: .information, text: [65]))
    for _ in 0..<300 { script.feed.receive(note, to: script.open[0].number, at: script.now) }
    #expect(script.answer("picture [1]").isEmpty)
    #expect(script.read().count == 302)
    #expect(script.openNames == ["picture [2]"])
    script.answerAll()
    #expect(script.read() == ["spans 2", "done 1"])
    // The limit is exact.
    for (count, next) in [(255, ["picture [2]"]), (256, [])] {
      script.send(.show(makeView(2)))
      script.read()
      for _ in 0..<count { script.feed.receive(note, to: script.open[0].number, at: script.now) }
      #expect(script.answer("picture [1]", .nothing) == next)
      script.read()
      script.answerAll()
      script.read()
    }
  }

  @Test func secondLanesNeedTheAbility() {
    let second = makeLane(1, isSecond: true)
    var script = FeedScript()
    script.send(.lane(makeLane(1)), .lane(second), .show(makeView(1)))
    #expect(script.answerAll() == ["axis rows", "picture [1]", "picture [1]"])
    #expect(script.read() == ["axis 1000", "spans 1", "spans 1 second", "done 1"])
    for table in [
      makeTable(abilities: TableAbilities(source: 7, abilities: .rows, lenses: 511)), makeTable(.remote),
    ] {
      var engine = FeedScript(.local, table)
      engine.send(.lane(makeLane(1)), .lane(second))
      engine.send(.lane(makeLane(1, pixels: 0, isSecond: true)), .show(makeView(1)))
      #expect(engine.answerAll() == ["axis rows", "picture [1]"])
    }
    let comparing = TableAbilities(source: 7, abilities: .comparing, lenses: 511)
    var able = FeedScript(.local, makeTable(.remote, abilities: comparing))
    able.send(.lane(makeLane(1)), .lane(second), .show(makeView(1)))
    #expect(able.answerAll() == ["axis rows", "picture [1]", "picture [1]"])
    able.send(.lane(makeLane(1, pixels: 0, isSecond: true)), .show(makeView(2)))
    #expect(able.answerAll() == ["picture [1]"])
  }

  @Test func overviewIsMadeAgainIfItShowsSomethingElse() {
    var script = FeedScript()
    script.send(.lane(makeLane(1, isOverview: true)), .show(makeView(1)))
    #expect(script.answerAll() == ["axis rows", "overview"])
    #expect(script.send(.show(makeView(2, from: 5))).isEmpty)
    var wide = makeView(3)
    wide.pixels = 20
    #expect(script.send(.show(wide)) == ["overview"])
    script.answerAll()
    #expect(script.send(.lane(makeLane(2, isOverview: true))) == ["overview"])
    script.answerAll()
    script.send(.filter(SetFilter(source: 7, filter: 1, kind: .values(column: 1, low: 0, high: 1))))
    #expect(script.answerAll() == ["axis rows", "overview"])
  }

  @Test func tableThatIsNotOpenEndsTheViewAtOnce() {
    var script = FeedScript(.engine, makeTable(isOpen: false))
    script.send(.lane(makeLane(1)), .show(makeView(4)))
    #expect(script.read() == ["done 4"])
    #expect(script.send(.read(.row(ReadRow(request: 1, source: 7, tick: 4)))).isEmpty)
    #expect(script.feed.wakeMicroseconds == nil)
    #expect(script.send(.table(makeTable(), isRedrawn: true)) == ["row", "axis rows"])
    script.answer("row")
    script.answer("axis")
    script.answer("coarse", .nothing)
    script.answerAll()
    #expect(script.read() == ["row 1", "axis 1000", "spans 1"])
  }

  @Test func tableWithoutRowsEndsTheView() {
    var script = FeedScript()
    script.send(.lane(makeLane(1)), .lane(makeLane(1, isOverview: true)), .show(makeView(4)))
    #expect(script.answer("axis", .nothing).isEmpty)
    #expect(script.read() == ["done 4"])
    #expect(script.send(.table(makeTable([]), isRedrawn: true)) == ["axis rows"])
    #expect(script.answerAll() == ["axis rows", "picture [1]", "overview"])
    #expect(script.read() == ["axis 1000", "spans 1 partial", "overview"])
  }

  @Test func changedTableIsDrawnAgainWithoutAnEndOfTheView() {
    var script = FeedScript()
    script.send(.lane(makeLane(1)), .texts(Self.texts), .show(makeView(4)))
    script.answerAll()
    script.read()
    #expect(script.send(.table(makeTable(), isRedrawn: false)).isEmpty)
    script.send(.table(makeTable(), isRedrawn: true))
    #expect(script.answerAll() == ["axis rows", "picture [1]", "texts 3", "strip 3"])
    #expect(script.read() == ["spans 1", "summary 3", "strip 3"])
    // An axis of fewer rows is not kept, even if it is still being made.
    script.send(.show(makeView(5, .ranks, column: 1)))
    let old = script.open[0].number
    #expect(script.send(.table(makeTable(), isRedrawn: true)) == ["axis by 1"])
    #expect(!script.feed.isWanted(old))
  }

  @Test func hiddenTableIsNotAskedForPictures() {
    var script = shown(.engine)
    script.answer("axis")
    script.wait(200_000)
    script.send(.hide)
    #expect(script.openNames == ["correlations 2", "texts 3"])
    script.answerAll()
    #expect(script.feed.wakeMicroseconds == nil)
    #expect(script.send(.table(makeTable(), isRedrawn: true)).isEmpty)
    #expect(script.send(.read(.row(ReadRow(request: 1, source: 7, tick: 4)))) == ["row"])
    #expect(script.send(.lane(makeLane(1)), .show(makeView(6))) == ["axis rows"])
  }

  @Test func correlationsAreKeptInTheTablesOwnOrder() {
    var script = FeedScript()
    script.send(.show(makeView(1, .ranks, column: 2)))
    #expect(script.answerAll() == ["axis by 2", "correlations 2"])
    script.send(.show(makeView(2)))
    #expect(script.answerAll() == ["axis rows"])
    script.send(.show(makeView(3, .ranks, column: 2)))
    #expect(script.answerAll() == ["axis by 2"])
    // A column without numbers correlates with none.
    script.send(.show(makeView(4, .ranks, column: 3)))
    #expect(script.answerAll() == ["axis by 3"])
    script.send(.show(makeView(5, .ranks, column: 1)))
    script.answer("axis")
    #expect(script.openNames == ["correlations 1"])
    // Those that were given up are asked again.
    script.send(.show(makeView(6)))
    #expect(script.answerAll() == ["axis rows"])
    script.send(.show(makeView(7, .ranks, column: 1)))
    #expect(script.answerAll() == ["axis by 1", "correlations 1"])
  }

  @Test func partOfAPictureIsSentBeforeTheRest() {
    var script = FeedScript(.engine)
    script.send(.lane(makeLane(1)), .lane(makeLane(2)), .show(makeView(1)))
    script.answer("axis")
    script.answer("coarse", .nothing)
    script.read()
    let part = Answer.part(makePicture(2, pixels: 10), points: [nil, nil], of: [7, 1])
    script.answer("picture", part)
    #expect(script.read() == ["spans 2"])
    script.answer("picture", part)
    #expect(script.read().isEmpty)
    script.answer("picture")
    #expect(script.read() == ["spans 1", "done 1"])
  }

  @Test func closingEndsEverything() {
    var script = shown(.engine)
    let numbers = script.open.map { $0.number }
    script.feed.receive(.close, at: script.now)
    #expect(Set(script.feed.removeCancelled()) == Set(numbers))
    script.feed.receive(.axis(ColumnAxis(kind: .count, from: 0, until: 1)), to: numbers[0], at: script.now)
    script.feed.receive(
      .progress(TableWork(source: 7, stage: .asking, done: 1, total: 1)), to: numbers[0], at: script.now)
    #expect(script.send(.show(makeView(9))).isEmpty)
    #expect(!script.feed.hasAnswers && script.feed.wakeMicroseconds == nil)
  }
}
