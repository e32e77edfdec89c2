import Testing
import WaveDataWire

@testable import WaveData

@Suite struct LaneExchangeTests {
  private static let columns = [
    DataColumn(info: Bench.column("a")), DataColumn(info: .init(kind: .text, name: [0x62])),
  ]

  private static func lane(_ column: UInt16 = 0, isSecond: Bool = false, high: Double = 1) -> ShowLane {
    ShowLane(
      column: column, lens: 0, threshold: 3, pixels: 50, isSecond: isSecond, low: 0, high: high)
  }

  private static func wanted(
    _ lanes: [ShowLane] = [lane()], texts: [UInt16] = [1], overview: ShowLane? = lane(7), until: Int64 = 100
  ) -> LaneExchange.WantedView {
    LaneExchange.WantedView(
      lanes: lanes, texts: ShowTexts(source: 0, buckets: 10, columns: texts), overview: overview,
      view: ShowTable(
        view: 0, source: 0, order: .rows, orderColumn: 0, pixels: 100, from: 0, until: until),
      window: TickWindow(start: 0, width: Double(until)))
  }

  /// What is sent, in short.
  private static func sent(
    _ exchange: inout LaneExchange, _ wanted: LaneExchange.WantedView, at now: Int64 = 0
  )
    -> String
  {
    exchange.ask(wanted, at: now).due.map { due in
      switch due {
      case .send(.showLane(let lane)): lane.pixels == 0 ? "-lane\(lane.column)" : "lane\(lane.column)"
      case .send(.showTexts(let texts)): "texts\(texts.columns)"
      case .send(.show(let view)): "view\(view.view)"
      case .wait(let time): "wait\(time)"
      default: "other"
      }
    }.joined(separator: " ")
  }

  private static func spans(
    view: UInt16 = 1, column: UInt16 = 0, _ flags: LaneSpans.Flags = []
  ) -> LaneSpans {
    LaneSpans(
      view: view, column: column, flags: flags, pixels: 50, drawnCount: 1, rowCount: 1, tops: [3],
      bottoms: [4])
  }

  @Test func lanesAreAskedForBeforeTheirView() {
    var exchange = LaneExchange()
    let request = exchange.ask(Self.wanted(), at: 0)
    #expect(request.due.count == 4 && request.hasOtherTexts)
    exchange = LaneExchange()
    #expect(Self.sent(&exchange, Self.wanted()) == "lane0 texts[1] lane7 view1")
    // All of it is on its way.
    #expect(Self.sent(&exchange, Self.wanted(), at: 5) == "wait1000000")
    exchange.receive(ViewDone(view: 1))
    #expect(Self.sent(&exchange, Self.wanted(), at: 5) == "")
    #expect(!exchange.ask(Self.wanted(), at: 5).hasOtherTexts)
  }

  @Test func whateverIsSeenOtherwiseNeedsAnotherView() {
    let changes: [(LaneExchange.WantedView, String)] = [
      (Self.wanted([Self.lane(high: 2)]), "lane0 view2"),
      (Self.wanted([Self.lane(), Self.lane(2)]), "lane2 view2"),
      (Self.wanted(texts: [1, 2]), "texts[1, 2] view2"), (Self.wanted(overview: Self.lane(8)), "lane8 view2"),
      (Self.wanted(until: 90), "view2"),
      // What is gone needs none.
      (Self.wanted([]), "-lane0"), (Self.wanted(overview: nil), ""),
    ]
    for (wanted, sent) in changes {
      var exchange = LaneExchange()
      _ = exchange.ask(Self.wanted(), at: 0)
      exchange.receive(ViewDone(view: 1))
      #expect(Self.sent(&exchange, wanted) == sent)
    }
    var exchange = LaneExchange()
    _ = exchange.ask(Self.wanted(), at: 0)
    exchange.receive(ViewDone(view: 1))
    exchange.changeLanes()
    #expect(Self.sent(&exchange, Self.wanted()) == "view2")
  }

  @Test func whileAViewIsAwaitedLanesAreAskedForAlready() {
    var exchange = LaneExchange()
    _ = exchange.ask(Self.wanted(), at: 0)
    #expect(Self.sent(&exchange, Self.wanted([Self.lane(high: 2)]), at: 9) == "lane0 wait1000000")
    #expect(Self.sent(&exchange, Self.wanted([Self.lane(high: 2)]), at: 1_000_000) == "view2")
  }

  @Test func picturesHaveTheWindowAndTheValuesThatTheyWereAskedFor() {
    var exchange = LaneExchange()
    exchange.receive(Self.spans(), columnCount: 2)
    #expect(exchange.pictures.count == 0)
    _ = exchange.ask(Self.wanted([Self.lane(high: 5)]), at: 0)
    exchange.receive(Self.spans(), columnCount: 2)
    let picture = exchange.pictures[LaneKey(column: 0)]
    #expect(picture?.window == TickWindow(start: 0, width: 100) && picture?.range.high == 5)
    // Nobody asked for these: another view, another column, another picture, one that there is no more.
    var other = LaneExchange()
    _ = other.ask(Self.wanted([Self.lane(), Self.lane(3)]), at: 0)
    for spans in [Self.spans(view: 2), Self.spans(column: 1), Self.spans(.second), Self.spans(column: 3)] {
      other.receive(spans, columnCount: 3)
    }
    #expect(other.pictures.count == 0)
    _ = other.ask(Self.wanted([Self.lane(isSecond: true)]), at: 0)
    other.receive(Self.spans(.second), columnCount: 3)
    #expect(other.pictures[LaneKey(column: 0, isSecond: true)] != nil)
  }

  @Test func theWholeTablesStripIsOfAnyView() {
    var exchange = LaneExchange()
    exchange.receive(Self.spans(.overview), columnCount: 2)
    #expect(exchange.pictures.overview == nil)
    _ = exchange.ask(Self.wanted([]), at: 0)
    exchange.receive(Self.spans(column: 9, .overview), columnCount: 2)
    #expect(exchange.pictures.overview?.column == 9)
    exchange.changeRows()
    #expect(exchange.pictures.overview != nil)
    exchange.changeOrder()
    #expect(exchange.pictures.overview == nil)
  }

  @Test func textsAreOfColumnsOfTexts() {
    var exchange = LaneExchange()
    _ = exchange.ask(Self.wanted(), at: 0)
    for column in [UInt16(0), 2] {
      let summary = TextSummary(
        source: 0, column: column, isCut: false, distinctCount: 0, rowCount: 0, missingCount: 0, top: [])
      #expect(exchange.receive(summary, Self.columns) == false)
      let strip = TextStrip(view: 1, column: column, rowCount: 0, shares: [])
      #expect(exchange.receive(strip, Self.columns) == false)
    }
    let summary = TextSummary(
      source: 0, column: 1, isCut: false, distinctCount: 0, rowCount: 0, missingCount: 0, top: [])
    #expect(exchange.receive(summary, Self.columns) == true)
    #expect(exchange.pictures.summary(of: 1) == summary)
    let late = TextStrip(view: 2, column: 1, rowCount: 0, shares: [])
    #expect(exchange.receive(late, Self.columns) == false)
    let strip = TextStrip(view: 1, column: 1, rowCount: 0, shares: [])
    #expect(exchange.receive(strip, Self.columns) == true)
    #expect(exchange.pictures.strip(of: 1)?.window.width == 100)
  }

  @Test func aNewConnectionIsAskedForAll() {
    var exchange = LaneExchange()
    _ = exchange.ask(Self.wanted(), at: 0)
    exchange.receive(Self.spans(), columnCount: 2)
    exchange.connectionChanged()
    // What has come is shown until then.
    #expect(exchange.pictures.count == 1)
    exchange.receive(Self.spans(column: 0), columnCount: 2)
    #expect(Self.sent(&exchange, Self.wanted()) == "lane0 texts[1] lane7 view2")
  }

  @Test func anotherTableIsAskedForWhenTheViewBeforeHasCome() {
    var exchange = LaneExchange()
    _ = exchange.ask(Self.wanted(), at: 0)
    exchange.receive(Self.spans(), columnCount: 2)
    exchange.forgetPictures()
    exchange.forgetViews()
    #expect(exchange.pictures.count == 0)
    #expect(Self.sent(&exchange, Self.wanted(), at: 7) == "lane0 texts[1] lane7 wait1000000")
    exchange.receive(Self.spans(), columnCount: 2)
    #expect(exchange.pictures.count == 0)
    exchange.receive(ViewDone(view: 1))
    #expect(Self.sent(&exchange, Self.wanted(), at: 7) == "view2")
  }
}
