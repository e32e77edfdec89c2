import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction
import WaveWire

@testable import WaveData
@testable import WaveInteraction

@Suite struct DataModelTests {
  @Test func theServerReceivesWhatIsSeenAndNoMore() throws {
    var bench = Bench()
    let sent = bench.taken()
    let lanes = sent.compactMap {
      if case .showLane(let lane) = $0, !lane.isOverview { lane.column } else { nil }
    }
    // What is in the column of words is asked for otherwise.
    #expect(lanes == [0, 1, 2, 4])
    let views = sent.compactMap { if case .show(let view) = $0 { view } else { nil } }
    #expect(views.count == 1 && views[0].pixels == 1170 && views[0].from == 0 && views[0].until == 100_000)
  }

  @Test func whatCameIsDrawnAsItCame() throws {
    var bench = Bench()
    bench.answer()
    try bench.draw()
    let strip = try #require(bench.scene.strips.first { $0.id == PlayerID.firstStrip })
    // At three pixels a point the pen is a row higher on each side.
    #expect(strip.columns.allSatisfy { $0.map(\.span) == [ColumnSpan(topPixels: 9, bottomPixels: 21)] })
    #expect(strip.columns.count == 1170)
  }

  @Test func oneViewIsOnItsWayAtATimeAndTheNewestFollows() {
    var bench = Bench()
    bench.answer()
    bench.sent = []
    for _ in 0..<6 { bench.send(.key(.zoomIn, isShifted: false)) }
    #expect(bench.taken().count { if case .show = $0 { true } else { false } } == 1)
    let view = bench.model.views.number
    bench.receive(.viewDone(ViewDone(view: view)))
    let views = bench.taken().compactMap { if case .show(let view) = $0 { view } else { nil } }
    #expect(views.count == 1)
    // Each end is the nearest tick.
    #expect(views.allSatisfy { (Double($0.until - $0.from) - 100_000 / 11.390625).magnitude <= 1 })
  }

  @Test func aViewThatIsNotAnsweredIsAskedForAnew() {
    var bench = Bench()
    bench.sent = []
    bench.send(.key(.zoomIn, isShifted: false))
    #expect(bench.taken().isEmpty)
    bench.pass(Question.patienceMicroseconds)
    #expect(bench.taken().contains { if case .show = $0 { true } else { false } })
  }

  @Test func aFingerReadsTheRowAndTheNewestQuestionWins() throws {
    var bench = Bench()
    bench.answer()
    bench.sent = []
    let y = bench.model.visibleLanes()[1].y + 200
    bench.drag(from: (300, y), to: (900, y))
    let questions = bench.taken().compactMap { if case .readRow(let question) = $0 { question } else { nil } }
    #expect(questions.count == 1 && questions[0].column == 1)
    bench.receive(
      .row(
        TableCells(
          request: questions[0].request, source: 0, key: 77, tick: 30_000, first: 0,
          cells: [.integer(1), .real(2.5), .null, .text(Array("sun".utf8)), .integer(7)])))
    // Then the view that the finger has reached is asked for.
    let next = bench.taken().compactMap { if case .readRow(let question) = $0 { question } else { nil } }
    #expect(next.map(\.tick) == [76_923])
    try bench.draw()
    let texts = bench.scene.texts
    #expect(texts.contains("2.5") && texts.contains("NULL") && texts.contains("row 77"))
  }

  @Test func aTapOnTheRingOrdersByTheColumn() throws {
    var bench = Bench()
    bench.answer()
    bench.sent = []
    bench.tap(40, bench.model.visibleLanes()[2].y + 40)
    #expect(bench.model.pinned == 2 && bench.model.order == .ranks)
    let views = bench.taken().compactMap { if case .show(let view) = $0 { view } else { nil } }
    #expect(views.last?.order == .ranks && views.last?.orderColumn == 2)
    #expect(bench.model.visibleLanes().map(\.column) == [2, 0, 1, 3, 4])
    // A column of times orders by its values.
    bench.receive(.viewDone(ViewDone(view: bench.model.views.number)))
    bench.tap(40, bench.model.visibleLanes()[1].y + 40)
    #expect(bench.model.pinned == 0 && bench.model.order == .values)
  }

  @Test func twoFingersZoomAboutTheirMiddle() {
    var bench = Bench()
    bench.answer()
    let lane = bench.model.visibleLanes()[1]
    let middle = bench.model.axisView.tick(atX: 585, width: 1170)
    bench.pinch(at: lane.y + 100, by: 2)
    #expect((bench.model.window.width - 50_000).magnitude < 3000)
    #expect((bench.model.axisView.tick(atX: 585, width: 1170) - middle).magnitude < 100)
    bench.tap(600, lane.y + 150)
    bench.now -= 350_000
    bench.tap(600, lane.y + 150)
    #expect(bench.model.isWhole)
  }

  @Test func untilTheNewPictureIsThereTheOldOneIsStretched() throws {
    var bench = Bench()
    bench.answer()
    try bench.draw()
    bench.send(.key(.zoomIn, isShifted: false))
    try bench.draw()
    let strip = try #require(bench.scene.strips.first { $0.id == PlayerID.firstStrip })
    #expect(strip.columns.allSatisfy { $0.count == 1 })
    #expect(bench.model.pictures[LaneKey(column: 0)]?.window != bench.model.window)
  }

  @Test(arguments: [
    (LaneOrder.name, [2, 1, 4, 0, 3]), (.missing, [2, 1, 0, 3, 4]), (.variation, [1, 2, 4, 0, 3]),
    (.table, [0, 1, 2, 3, 4]),
  ])
  func columnsCanBePutInOrder(_ order: LaneOrder, _ expected: [Int]) {
    var bench = Bench()
    bench.set(.orderLanes, to: order.rawValue)
    #expect(bench.model.lanes == expected)
  }

  @Test func draggingANameMovesTheColumnAndPinsItOnTop() {
    var bench = Bench()
    bench.answer()
    let lanes = bench.model.visibleLanes()
    bench.drag(from: (150, lanes[0].y + 40), to: (150, lanes[2].y + 60))
    #expect(bench.model.lanes == [1, 2, 0, 3, 4] && bench.model.orders.sorting == .hand)
    bench.drag(from: (150, bench.model.visibleLanes()[4].y + 40), to: (150, bench.model.screen.lanesTop - 20))
    #expect(bench.model.pinned == 4)
  }

  @Test func manySmallFramesLeaveTheSameScene() throws {
    var bench = Bench()
    bench.answer()
    try bench.draw()
    for step in 0..<30 {
      bench.now += 16_000
      switch step % 5 {
      case 0: bench.send(.key(.zoomIn, isShifted: false))
      case 1: bench.answer()
      case 2: bench.send(.key(.down, isShifted: false))
      case 3: bench.send(.key(.right, isShifted: true))
      default: bench.send(.wheel(x: 500, y: 900, dx: 0, dy: -30, zoom: .vertical))
      }
      try bench.draw()
    }
    let incremental = bench.scene
    bench.list = DrawList()
    bench.scene = DrawScene()
    // As the page does for a new player.
    bench.send(.resize(width: 1170, height: 2532, scale: 3))
    try bench.draw()
    #expect(
      bench.scene.layers
        == incremental.layers.map { layer in bench.scene.layers.first { $0.id == layer.id } ?? layer })
    for strip in bench.scene.strips { #expect(incremental.strips.contains(strip)) }
  }

  @Test func aFingerOnTheTrackOfLaneHeightsIsFinerWhereLanesAreLow() {
    var bench = Bench()
    func set(_ input: ControlInput) -> Float {
      _ = bench.model.perform(.setLaneHeight, input, at: bench.now)
      return bench.model.scroll.points
    }
    for (fraction, height) in [(-0.5, 28), (0, 28), (0.5, 171), (1, 600), (2, 600)] as [(Double, Float)] {
      #expect(set(.drag(.moved, fraction: fraction, distance: 0)) == height)
    }
    #expect(set(.step(thumb: 0, steps: 1)) == 600)
    #expect(set(.step(thumb: 0, steps: -2)) == 584)
    #expect(set(.set(7)) == 584)
  }

  /// What controls of the drawer do to rows and lanes.
  private static let actions: [DataAction] =
    [
      .chooseOrder, .chooseLens, .chooseThreshold, .orderLanes, .setLaneHeight, .chooseTable, .exportRows,
      .toggleRows, .stop, .stopExport, .pinColumn, .chooseColumnLens, .zoomToRange, .keepRange, .keepValues,
      .openDrawer,
    ] + (1...8).map { .removeFilter($0) }

  @Test func anythingThatFingersAndServersDoIsBorne() throws {
    var bench = Bench()
    var seed: UInt64 = 99
    func next() -> UInt64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return seed >> 33
    }
    for _ in 0..<3000 {
      bench.now += Int64(next() % 40_000)
      let x = Float(next() % 1400) - 100
      let y = Float(next() % 2800) - 100
      switch next() % 12 {
      case 0: bench.touch(.began, x, y, id: Int32(next() % 3))
      case 1, 2, 3: bench.touch(.moved, x, y, id: Int32(next() % 3))
      case 4: bench.touch(.ended, x, y, id: Int32(next() % 3))
      case 5: bench.answer()
      case 6: bench.send(.key(Key(rawValue: UInt8(next() % 16)) ?? .home, isShifted: next() & 1 == 0))
      case 7:
        let number = Int(next() % 40)
        let value = Int(next() % 10)
        if let control = ShellControl(rawValue: UInt8(number)) {
          bench.send(.press(control))
        } else if Self.actions.indices.contains(number - 3) {
          bench.set(Self.actions[number - 3], to: value)
        }
      case 8:
        bench.send(
          .wheel(
            x: x, y: y, dx: Float(next() % 99), dy: Float(next() % 99),
            zoom: WheelZoom(rawValue: UInt8(next() % 3)) ?? .none))
      case 9:
        bench.receive(
          .axis(
            TableAxis(
              source: 0, order: TableOrder(rawValue: UInt8(next() % 3)) ?? .rows,
              column: UInt16(next() % 6),
              kind: .number, from: -Int64(next()), until: Int64(next() % 5) + 1, offset: 0, step: 1e-9)))
      case 10:
        bench.receive(
          .spans(
            LaneSpans(
              view: bench.model.views.number, column: UInt16(next() % 6),
              flags: .init(rawValue: UInt8(next() % 8)),
              pixels: UInt16(next() % 3000), drawnCount: next(), rowCount: next(),
              tops: [-32_767, 5, 32_766],
              bottoms: [-32_766, 6, 32_767])))
      default: try bench.draw()
      }
    }
    #expect(bench.model.window.width >= 1 && bench.model.window.start >= 0)
  }

  @Test func aTableThatCouldNotBeOpenedIsNotSaidToBeThere() {
    var model = DataModel()
    func chip() -> String { String(decoding: model.controls.bytes, as: UTF8.self) }
    func table(_ rows: UInt64) -> DataMessage {
      .table(
        TableDescription(
          source: 0, flags: [], rowCount: rows, columnCount: 1, name: Array("a.csv".utf8), detail: []))
    }
    for intent: ViewIntent in [.resize(width: 1170, height: 2532, scale: 3), .connection(isOpen: true)] {
      _ = model.handle(intent, at: 0)
    }
    for message: DataMessage in [
      .welcome(Welcome(sourceCount: 1, serverMicroseconds: 0)),
      .clockReply(ClockReply(clientMicroseconds: 0, serverMicroseconds: 0)), table(0),
    ] { _ = model.receive(message, at: 0) }
    #expect(chip().contains("Opening") && chip().contains("a.csv"))
    _ = model.receive(.notice(Notice(severity: .failure, text: Array("broken".utf8))), at: 0)
    #expect(chip().contains("Not open"))
    // The message is read and taken away, the state stays.
    _ = model.handle(.press(.alert), at: 0)
    #expect(chip().contains("Not open") && !chip().contains("broken"))
    _ = model.receive(table(5), at: 0)
    #expect(chip().contains("5 rows"))
  }
}
