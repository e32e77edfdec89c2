import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveWire

/// What a client is sent if a source has no answer, and what is asked again.
@Suite struct DataFeedFailureTests {
  private static let failures: [ColumnFailure] = [
    .cancelled, .notReachable("away"), .shardLost("lost"), .tooMuch("much"), .refused("user"),
    .changed("other"), .absent("no"), .other("bad"),
  ]

  private func ready(_ traits: SourceTraits, lanes: Bool = true) -> FeedScript {
    var script = FeedScript(traits)
    if lanes { script.send(.lane(makeLane(1))) }
    script.send(.show(makeView(1)))
    script.answer("axis")
    script.answer("coarse", .nothing)
    script.read()
    return script
  }

  @Test(arguments: failures) func pictureThatFails(_ failure: ColumnFailure) {
    let explanation = "information: no"
    var engine = ready(.engine)
    engine.answer("picture", .failed(failure))
    let isPassing = failure == .notReachable("away") || failure == .shardLost("lost")
    #expect(
      engine.read() == (failure == .absent("no") ? [explanation, "done 1"] : isPassing ? [] : ["done 1"]))
    #expect(engine.openNames.isEmpty)
    // Failures that pass are tried again after pauses that grow.
    for pause in [1_000_000, 2_000_000, 4_000_000, 8_000_000, 10_000_000, 10_000_000] as [Int64] {
      #expect(engine.wait(pause - 1).isEmpty)
      #expect(engine.wait(1) == (isPassing ? ["picture [1]"] : []))
      if isPassing { engine.answer("picture", .failed(failure)) }
    }
    if isPassing {
      // The client did not wait for them.
      #expect(engine.read() == ["done 1"])
      engine.wait(10_000_000)
      engine.answer("picture")
      #expect(engine.read() == ["spans 1", "done 1"])
    }
    // What is absent is explained once.
    engine.send(.show(makeView(2)))
    engine.answer("coarse", .nothing)
    engine.answer("picture", .failed(failure))
    #expect(!engine.read().contains(explanation))

    var local = ready(.local)
    local.answer("picture", .failed(failure))
    let text = failure.description
    let notices = failure == .cancelled ? [] : [failure == .absent("no") ? explanation : "failure: \(text)"]
    #expect(local.read() == notices + (isPassing ? [] : ["done 1"]))
  }

  @Test(arguments: failures) func rowThatFails(_ failure: ColumnFailure) {
    let kinds: [(DataFeed.Input, String, String)] = [
      (.read(.row(ReadRow(request: 1, source: 7, tick: 4))), "row", "The row could not be read"),
      (
        .read(.page(ReadRows(request: 1, source: 7, isTick: true, start: 1, count: 1))), "page",
        "The rows could not be read"
      ),
      (
        .read(.range(ReadRange(request: 1, source: 7, column: 1, from: 0, until: 1))), "range",
        "The range could not be read"
      ),
      (
        .export(ExportRows(request: 1, source: 7, from: 0, until: 1)), "lines",
        "The rows could not be exported"
      ),
    ]
    for (input, name, loss) in kinds {
      var engine = ready(.engine, lanes: false)
      #expect(engine.send(input) == [name])
      #expect(engine.answer(name, .failed(failure)) == [])
      #expect(
        engine.read() == (failure == .cancelled ? [] : ["failure: \(loss): \(failure.description)."]))
      #expect(engine.openNames.isEmpty && engine.feed.wakeMicroseconds == nil)
      var local = ready(.local, lanes: false)
      local.send(input)
      local.answer(name, .failed(failure))
      let severity = failure == .absent("no") ? "information" : "failure"
      #expect(local.read() == (failure == .cancelled ? [] : ["\(severity): \(failure.description)"]))
      #expect(local.openNames.isEmpty)
    }
  }

  @Test(arguments: failures) func statisticsThatFail(_ failure: ColumnFailure) {
    for isKnown in [false, true] {
      var script = ready(.engine, lanes: false)
      script.send(.derive(makeDerived(0)))
      script.answer("derive")
      script.answer("extents", isKnown ? nil : .extents([]))
      script.read()
      #expect(script.answer("extents", .failed(failure)) == [])
      let isSilent =
        switch failure {
        case .cancelled, .notReachable, .shardLost: true
        case .tooMuch: isKnown
        default: false
        }
      let text = "The derived columns have no values: \(failure.description)."
      let known = failure == .absent("no") ? [] : [String]()
      #expect(script.read() == (isSilent ? known : ["failure: \(text)"]))
      #expect(script.send(.table(makeTable(), isRedrawn: true)).contains("extents [5] coarse"))
    }
  }

  @Test func quickPictureThatFailsIsNotMissed() {
    var script = FeedScript(.engine)
    script.send(.lane(makeLane(1)), .show(makeView(1)))
    script.answer("axis")
    #expect(script.answer("coarse", .failed(.absent("no"))) == ["picture [1]"])
    #expect(script.read() == ["axis 1000"])
  }

  @Test func axisThatFailsIsTriedAgain() {
    var script = FeedScript(.engine)
    script.send(.lane(makeLane(1)), .show(makeView(1)))
    #expect(script.answer("axis", .failed(.notReachable("away"))) == [])
    #expect(script.wait(1_000_000) == ["axis rows"])
    #expect(script.answer("axis", .failed(.refused("user"))) == [])
    #expect(script.read() == ["done 1", "done 1"])
    #expect(script.wait(20_000_000) == [])
    #expect(script.send(.show(makeView(2))) == ["axis rows"])
    // A new view does not wait for the pause of the old one.
    script.answer("axis", .failed(.notReachable("away")))
    #expect(script.send(.show(makeView(3))) == ["axis rows"])
  }

  @Test func questionsWithWrongAnswersEnd() {
    var script = FeedScript(.engine)
    script.send(.derive(makeDerived(0)), .texts(ShowTexts(source: 7, buckets: 4, columns: [3])))
    script.send(.lane(makeLane(1)), .scatter(makeScatter(1)), .show(makeView(1, .ranks, column: 1)))
    script.send(.export(ExportRows(request: 1, source: 7, from: 0, until: 1)))
    var names: [String] = []
    while let question = script.open.first, names.count < 50 {
      names.append(FeedScript.name(question.kind))
      script.answer(
        names[names.count - 1], .lines(ExportLines(bytes: [], rowCount: 0, total: 0, cutCount: 0, next: nil)))
    }
    #expect(
      names == ["derive 1", "extents [5] coarse", "axis by 1", "correlations 1", "extents [5]"])
    for (name, next) in [("axis", ["density", "coarse [1]", "texts 3"]), ("density", []), ("texts", [])] {
      if name == "axis" { script.send(.show(makeView(2, .ranks, column: 1))) }
      #expect(script.answer(name, name == "axis" ? nil : .nothing) == next)
    }
    #expect(script.answer("coarse", .row(nil)) == ["picture [1]"])
    #expect(script.answer("picture", .texts(makeTexts())) == [])
  }

  @Test func progressAndNotesPassThrough() {
    var script = ready(.local)
    func progress(_ done: UInt64) -> Answer {
      .progress(TableWork(source: 7, stage: .ordering, done: done, total: 9))
    }
    let number = script.open[0].number
    script.answer("picture", progress(3))
    script.answer("picture", .note(Notice(severity: .warning, text: [65])))
    script.send(.show(makeView(2)))
    for done in [4, 9] as [UInt64] { script.feed.receive(progress(done), to: number, at: script.now) }
    script.feed.receive(.note(Notice(severity: .warning, text: [66])), to: number, at: script.now)
    #expect(script.read() == ["progress 3", "warning: A", "progress 9"])
    let unknown = TableWork(source: 7, stage: .ordering, done: 5, total: 0)
    script.feed.receive(.progress(unknown), to: number, at: script.now)
    #expect(!script.feed.hasAnswers)
  }

  @Test(arguments: [TableWork.Stage.importing, .reading, .texts, .ordering, .deriving, .asking])
  func stoppedWorkIsGivenUp(_ stage: TableWork.Stage) {
    for traits in [SourceTraits.local, .engine] {
      var script = FeedScript(traits)
      script.send(.lane(makeLane(1)), .show(makeView(1, .ranks, column: 1)), .derive(makeDerived(0)))
      script.answer("derive")
      script.read()
      let view = script.open.first { FeedScript.name($0.kind) == "axis by 1" }?.number ?? 0
      let extents = script.open.first { FeedScript.name($0.kind).hasPrefix("extents") }?.number ?? 0
      script.send(.stop(stage))
      #expect(script.feed.isWanted(view) == ![.ordering, .asking].contains(stage))
      #expect(script.feed.isWanted(extents) == ![.deriving, .asking].contains(stage))
      #expect(script.read() == ([.ordering, .asking].contains(stage) ? ["done 1"] : []))
      // It is begun again when the client asks for more, or the table changes.
      #expect(script.wait(1_000_000) == [])
      if stage == .asking {
        // Correlations need no order.
        #expect(script.openNames == (traits == .local ? ["correlations 1"] : []))
        script.answerAll()
        #expect(script.send(.show(makeView(2))) == ["axis rows"])
        #expect(script.send(.table(makeTable(), isRedrawn: true)).first?.hasPrefix("extents [5]") == true)
      }
    }
  }

  @Test func lensesThatAnOrderLacksAreExplainedOnce() {
    var lane = makeLane(1)
    lane.lens = Lens.lttb.rawValue
    var quick = makeLane(2)
    quick.lens = Lens.minMax.rawValue
    let lenses: UInt32 = 1 << UInt32(Lens.lttb.rawValue) | 1
    let table = makeTable(
      abilities: TableAbilities(source: 7, abilities: .own, lenses: lenses), hasRankLenses: false)
    var script = FeedScript(.engine, table)
    func requests(_ view: ShowTable) -> [LaneRequest] {
      script.send(.show(view))
      script.answer("axis")
      script.answer("coarse", .nothing)
      guard case .picture(let requests, _, _)? = script.kind("picture") else { return [] }
      return requests
    }
    script.send(.lane(lane), .lane(quick))
    let m4 = ColumnLens(.m4, threshold: 0)
    #expect(requests(makeView(1)).map { $0.lens } == [ColumnLens(.lttb, threshold: 3), m4])
    #expect(requests(makeView(2, .ranks, column: 1)).map { $0.lens } == [m4, m4])
    _ = requests(makeView(3, .ranks, column: 2))
    let note =
      "information: In the order of a column, every lane is drawn by M4, whatever is chosen."
    #expect(script.read().filter { $0.hasPrefix("information") } == [note])
    #expect(
      requests(makeView(4, .values, column: 1)).map { $0.lens } == [ColumnLens(.lttb, threshold: 3), m4])
    var all = FeedScript(.engine)
    all.send(.lane(quick), .show(makeView(1, .ranks, column: 1)))
    all.answer("axis")
    all.answer("coarse", .nothing)
    guard case .picture(let found, _, _)? = all.kind("picture") else { return #expect(Bool(false)) }
    #expect(found.map { $0.lens } == [ColumnLens(.minMax, threshold: 0)])
  }

  @Test func lanesThatWereSentAreNotTriedAgain() {
    var script = FeedScript(.engine)
    script.send(.lane(makeLane(1)), .lane(makeLane(2)), .show(makeView(1)))
    script.answer("axis")
    script.answer("coarse", .nothing)
    let number = script.open[0].number
    #expect(script.feed.isPictureOfView(number) && !script.feed.isPictureOfView(number + 1))
    script.answer("picture", .part(makePicture(1, pixels: 10), points: [nil], of: [1]))
    script.answer("picture", .failed(.shardLost("lost")))
    #expect(script.wait(1_000_000) == ["picture [1]"])
  }
}
