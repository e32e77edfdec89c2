import WaveDataFeed
import Logging
import Synchronization
import Testing
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire
import ServerTestSupport
import WaveServer

@testable import WaveDataServer

/// What is asked of a `ColumnSource` gets the answers that the local engine gives itself: the same table
/// behind both drivers.
@Suite struct TaskDriverTests {
  /// Both drivers over one simulated table.
  private struct Pair {
    let own: ReaderDriver
    let asked: TaskDriver
    let host: RemoteTableHost
    let columns: [TableColumns.Column]
  }

  private let news: NotingHub
  private let hub: SessionHub<DataSession>

  init() async throws {
    news = try await NotingHub()
    hub = try await news.hub(of: DataSession.self)
  }

  private func pair() async throws -> Pair {
    let logger = Logger(label: "test")
    let host = LoadedTableHost(
      number: 0,
      opening: RowsOpening(name: "t", open: { _ in DemoTable(seed: 3, rowCount: 20_000) }), logger: logger)
    host.join(hub)
    let reading = Task { try await host.run() }
    await news.until { host.state.withLock { $0.description.flags.contains(.complete) } }
    reading.cancel()
    let columns = RemoteTableHost(
      number: 0, name: "t", open: { MappedColumns(host: host) }, logger: logger)
    columns.join(hub)
    let serving = Task { try await columns.run() }
    await news.until { columns.state.withLock { $0.source != nil && $0.abilities != nil } }
    serving.cancel()
    let asked = TaskDriver(host: columns, waker: news.waker)
    // A session does this at the time that the driver names.
    Task { [weak asked] in
      while let driver = asked {
        driver.work()
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    return Pair(
      own: ReaderDriver(host: host, waker: news.waker), asked: asked, host: columns,
      columns: host.state.withLock { $0.columns })
  }

  /// What a desk says until something is among it.
  private func answers(
    of handler: any TableDriver, until isLast: (DataMessage) -> Bool
  ) async throws -> [DataMessage] {
    var all: [DataMessage] = []
    await news.until {
      all += handler.nextAnswers()
      return all.contains(where: isLast)
    }
    return all
  }

  private static func lanes(_ messages: [DataMessage]) -> [UInt16: LaneSpans] {
    var found: [UInt16: LaneSpans] = [:]
    for case .spans(let spans) in messages { found[spans.column] = spans }
    return found
  }

  @Test(arguments: [TableOrder.rows, .values, .ranks])
  func picturesAreTheSame(_ order: TableOrder) async throws {
    let pair = try await self.pair()
    let drawn = pair.columns.indices.filter { pair.columns[$0].minimum.isFinite }
    #expect(drawn.count > 3)
    for handler in [pair.own as any TableDriver, pair.asked] {
      for column in drawn {
        let known = pair.columns[column]
        handler.show(
          ShowLane(
            column: UInt16(column), lens: 0, threshold: 3, pixels: 90, low: known.minimum,
            high: known.maximum + 1))
      }
    }
    let axis = try #require(
      try await self.axis(order, UInt16(drawn[1]), of: pair.own))
    let width = axis.until - axis.from
    for (number, window) in [(0, width), (width / 3, width / 3 + 500), (width / 2, width / 2 + width / 7)]
      .enumerated()
    {
      let view = ShowTable(
        view: UInt16(number + 2), source: 0, order: order, orderColumn: order == .rows ? 0 : UInt16(drawn[1]),
        pixels: 333, from: axis.from + window.0, until: axis.from + window.1)
      var received: [[UInt16: LaneSpans]] = []
      for handler in [pair.own as any TableDriver, pair.asked] {
        handler.show(view)
        let messages = try await self.answers(of: handler) {
          if case .spans(let spans) = $0 {
            spans.view == view.view && spans.column == UInt16(drawn[drawn.count - 1])
              && !spans.flags.contains(.overview)
          } else {
            false
          }
        }
        received.append(Self.lanes(messages))
      }
      for column in drawn {
        let (own, asked) = (received[0][UInt16(column)], received[1][UInt16(column)])
        #expect(
          own?.tops == asked?.tops && own?.bottoms == asked?.bottoms && own != nil, "\(order) \(column)")
        #expect(own?.rowCount == asked?.rowCount && own?.drawnCount == asked?.drawnCount)
      }
    }
    pair.own.close()
    pair.asked.close()
  }

  /// The axis of an order.
  private func axis(_ order: TableOrder, _ column: UInt16, of handler: ReaderDriver) async throws
    -> TableAxis?
  {
    handler.show(
      ShowTable(
        view: 1, source: 0, order: order, orderColumn: order == .rows ? 0 : column, pixels: 10, from: 0,
        until: 1))
    let messages = try await answers(of: handler) {
      if case .axis(let axis) = $0 { axis.order == order } else { false }
    }
    for case .axis(let axis) in messages where axis.order == order { return axis }
    return nil
  }

  private struct Picture: Hashable {
    var column: UInt16
    var isBand: Bool
  }

  /// What a desk says of a view until each of some columns has its line.
  private func pictures(
    of view: ShowTable, _ columns: [Int], _ handler: any TableDriver
  ) async throws -> [Picture: LaneSpans] {
    var found: [Picture: LaneSpans] = [:]
    handler.show(view)
    await news.until {
      for case .spans(let spans) in handler.nextAnswers() where spans.view == view.view {
        guard !spans.flags.contains(.overview) else { continue }
        found[Picture(column: spans.column, isBand: spans.flags.contains(.band))] = spans
      }
      return columns.allSatisfy { found[Picture(column: UInt16($0), isBand: false)] != nil }
    }
    return found
  }

  @Test(arguments: Lens.allCases)
  func lanesAreTheSameThroughEachLens(_ lens: Lens) async throws {
    let pair = try await self.pair()
    let drawn = pair.columns.indices.filter { pair.columns[$0].minimum.isFinite }
    for handler in [pair.own as any TableDriver, pair.asked] {
      for column in drawn {
        let known = pair.columns[column]
        // One lane is drawn otherwise than the rest.
        handler.show(
          ShowLane(
            column: UInt16(column), lens: column == drawn[0] ? 0 : lens.rawValue, threshold: 57, pixels: 90,
            low: known.minimum, high: known.maximum + 1))
      }
    }
    var wrong: UInt64 = 0
    for (number, order) in [TableOrder.rows, .values, .ranks].enumerated() {
      let axis = try #require(try await self.axis(order, UInt16(drawn[1]), of: pair.own))
      let width = axis.until - axis.from
      for (place, window) in [(0, width), (width / 3, width / 3 + width / 40)].enumerated() {
        let view = ShowTable(
          view: UInt16(2 * number + place + 2), source: 0, order: order,
          orderColumn: order == .rows ? 0 : UInt16(drawn[1]), pixels: 333, from: axis.from + window.0,
          until: axis.from + window.1)
        let own = try await self.pictures(of: view, drawn, pair.own)
        let asked = try await self.pictures(of: view, drawn, pair.asked)
        #expect(own == asked, "\(lens) \(order)")
        #expect(own.count == (lens == .mean ? 2 * drawn.count - 1 : drawn.count))
        for (picture, spans) in own where !picture.isBand { wrong += UInt64(spans.wrongPixels) }
      }
    }
    #expect((wrong > 0) == (lens != .m4))
    pair.own.close()
    pair.asked.close()
  }

  @Test func theRowUnderAFingerIsOneThatALensHasChosen() async throws {
    let pair = try await self.pair()
    let column = try #require(pair.columns.indices.last { pair.columns[$0].minimum.isFinite })
    let known = pair.columns[column]
    let view = ShowTable(
      view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 40, from: 0, until: 20_000)
    var received: [[TableCells]] = []
    for handler in [pair.own as any TableDriver, pair.asked] {
      handler.show(
        ShowLane(
          column: UInt16(column), lens: Lens.minMax.rawValue, threshold: 57, pixels: 90, low: known.minimum,
          high: known.maximum))
      _ = try await self.pictures(of: view, [column], handler)
      var found: [TableCells] = []
      for request in 0..<20 as Range<UInt16> {
        handler.read(
          .row(ReadRow(request: request, source: 0, tick: Int64(request) * 997 + 41, column: UInt16(column))))
        let messages = try await self.answers(of: handler) {
          if case .row(let row) = $0 { row.request == request } else { false }
        }
        for case .row(let row) in messages { found.append(row) }
      }
      received.append(found)
    }
    #expect(received[0] == received[1] && received[0].count >= 20)
    // Two rows of 500 each: few of the rows that were pointed at are among them.
    #expect(received[0].count { ($0.tick - 41) % 997 == 0 } < 5)
    pair.own.close()
    pair.asked.close()
  }

  @Test func rowsRangesAndPagesAreTheSame() async throws {
    let pair = try await self.pair()
    let view = ShowTable(
      view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 400, from: 0, until: 20_000)
    var rows: [[TableCells]] = []
    var ranges: [RangeSummary] = []
    var pages: [TableRows] = []
    for handler in [pair.own as any TableDriver, pair.asked] {
      handler.show(view)
      handler.set(SetFilter(source: 0, filter: 1, kind: .ticks(from: 1000, until: 15_000)))
      handler.read(.row(ReadRow(request: 7, source: 0, tick: 4321, column: WireLimits.noColumn)))
      var messages = try await self.answers(of: handler) {
        if case .row(let row) = $0 { row.request == 7 } else { false }
      }
      handler.read(.range(ReadRange(request: 8, source: 0, column: 1, from: 100, until: 9000)))
      messages += try await self.answers(of: handler) { if case .range = $0 { true } else { false } }
      handler.read(.page(ReadRows(request: 9, source: 0, isTick: true, start: 5000, count: 20)))
      messages += try await self.answers(of: handler) {
        if case .row(let row) = $0 { row.request == 9 && row.tick == 5009 } else { false }
      }
      var found: [TableCells] = []
      for message in messages {
        switch message {
        case .row(let row): found.append(row)
        case .range(let range): ranges.append(range)
        case .rows(let page): pages.append(page)
        default: break
        }
      }
      rows.append(found)
    }
    #expect(rows[0] == rows[1])
    #expect(rows[0].count > 20)
    try #require(ranges.count == 2 && pages.count == 2)
    #expect(pages[0] == pages[1])
    #expect(ranges[0].counts == ranges[1].counts && ranges[0].rowCount == 8900)
    #expect(ranges[0].columns.count == ranges[1].columns.count)
    for (own, asked) in zip(ranges[0].columns, ranges[1].columns) {
      #expect(own.column == asked.column && own.missing == asked.missing)
      #expect(own.minimum == asked.minimum && own.maximum == asked.maximum)
      #expect(abs(own.mean - asked.mean) <= 1e-9 * abs(own.mean) || own.mean.isNaN)
    }
    pair.own.close()
    pair.asked.close()
  }

  @Test func exportedRowsAreTheSame() async throws {
    let pair = try await self.pair()
    let view = ShowTable(
      view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 400, from: 0, until: 20_000)
    var texts: [[UInt8]] = []
    for handler in [pair.own as any TableDriver, pair.asked] {
      handler.show(view)
      _ = try await self.answers(of: handler) { if case .viewDone = $0 { true } else { false } }
      handler.export(ExportRows(request: 5, source: 0, from: 100, until: 4100))
      let messages = try await self.answers(of: handler) {
        if case .exportPart(let part) = $0 { part.isLast } else { false }
      }
      var text: [UInt8] = []
      for case .exportPart(let part) in messages { text += part.bytes }
      texts.append(text)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count { $0 == 0x0A } == 4001)
    pair.own.close()
    pair.asked.close()
  }

  // MARK: - Columns made of others

  private static func request(_ number: UInt8, _ formula: String) -> DeriveColumn {
    DeriveColumn(source: 0, number: number, formula: Array(formula.utf8))
  }

  private static func columns(in messages: [DataMessage]) -> [UInt16: TableColumns.Column] {
    var found: [UInt16: TableColumns.Column] = [:]
    for case .columns(let columns) in messages {
      for (place, column) in columns.columns.enumerated() {
        found[columns.first + UInt16(place)] = column
      }
    }
    return found
  }

  @Test func columnsMadeOfOthersAreTheSame() async throws {
    let pair = try await self.pair()
    let drawn = pair.columns.indices.filter {
      pair.columns[$0].minimum.isFinite && pair.columns[$0].kind == .real
    }
    let names = drawn.prefix(2).map { String(decoding: pair.columns[$0].name, as: UTF8.self) }
    let (first, count) = (UInt16(pair.columns.count), pair.columns.count)
    let view = ShowTable(
      view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 400, from: 0, until: 20_000)
    var pictures: [[UInt16: LaneSpans]] = []
    var rows: [TableCells] = []
    var texts: [[UInt8]] = []
    var columns: [[UInt16: TableColumns.Column]] = []
    for handler in [pair.own as any TableDriver, pair.asked] {
      // There is none at the first place.
      handler.derive(Self.request(1, "\(names[0]) - 2 * \(names[1])"))
      handler.derive(Self.request(2, "sqrt(\(names[0]))"))
      var known: [UInt16: TableColumns.Column] = [:]
      _ = try await self.answers(of: handler) { message in
        known.merge(Self.columns(in: [message])) { $1 }
        return known[first + 1]?.mean.isFinite == true && known[first + 2]?.mean.isFinite == true
      }
      columns.append(known)
      for place in [first + 1, first + 2] {
        let column = try #require(known[place])
        handler.show(
          ShowLane(
            column: place, lens: place == first + 2 ? Lens.minMax.rawValue : 0, threshold: 3, pixels: 90,
            low: column.minimum, high: column.maximum + 1))
      }
      handler.set(SetFilter(source: 0, filter: 1, kind: .values(column: first + 2, low: 0.25, high: 1e9)))
      handler.show(view)
      var seen: Set<UInt16> = []
      var messages = try await self.answers(of: handler) { message in
        if case .spans(let spans) = message { seen.insert(spans.column) }
        return seen.isSuperset(of: [first + 1, first + 2])
      }
      handler.read(.row(ReadRow(request: 7, source: 0, tick: 4321, column: WireLimits.noColumn)))
      messages += try await self.answers(of: handler) { if case .row = $0 { true } else { false } }
      handler.export(ExportRows(request: 5, source: 0, from: 100, until: 900))
      messages += try await self.answers(of: handler) {
        if case .exportPart(let part) = $0 { part.isLast } else { false }
      }
      pictures.append(Self.lanes(messages))
      for case .row(let row) in messages { rows.append(row) }
      var text: [UInt8] = []
      for case .exportPart(let part) in messages { text += part.bytes }
      texts.append(text)
    }
    for place in [first + 1, first + 2] {
      let (own, asked) = (pictures[0][place], pictures[1][place])
      #expect(own != nil && own?.tops == asked?.tops && own?.bottoms == asked?.bottoms)
      #expect(own?.rowCount == asked?.rowCount && (own?.rowCount ?? 0) > 100)
      #expect(columns[0][place]?.missing == columns[1][place]?.missing)
      #expect(columns[0][place]?.maximum == columns[1][place]?.maximum)
    }
    try #require(rows.count == 2)
    #expect(rows[0] == rows[1] && rows[0].cells.count == count + 3 && rows[0].cells[count] == .null)
    #expect(texts[0] == texts[1] && texts[0].count > 1000)
    pair.own.close()
    pair.asked.close()
  }

  @Test func aFormulaThatCannotBeReadIsRefusedInWords() async throws {
    let pair = try await self.pair()
    for formula in ["nothing + 1", "1 +"] {
      var said: [[UInt8]] = []
      for handler in [pair.own as any TableDriver, pair.asked] {
        handler.derive(Self.request(0, formula))
        let messages = try await self.answers(of: handler) { if case .notice = $0 { true } else { false } }
        for case .notice(let notice) in messages { said.append(notice.text) }
        #expect(Self.columns(in: messages)[UInt16(pair.columns.count)]?.kind == .other)
      }
      #expect(said.count == 2 && said[0] == said[1])
    }
    pair.own.close()
    pair.asked.close()
  }

  @Test func columnsAreMadeWhenTheTableIsThere() async throws {
    let pair = try await self.pair()
    let source = pair.host.state.withLock { state in
      defer { state.source = nil }
      return state.source
    }
    pair.asked.update(isRedrawn: true)
    let place = UInt16(pair.columns.count)
    pair.asked.derive(Self.request(0, "1 + 1"))
    #expect(!pair.asked.hasAnswers)
    pair.host.state.withLock { $0.source = source }
    pair.asked.update(isRedrawn: true)
    pair.asked.show(
      ShowTable(view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 400, from: 0, until: 20_000))
    var known: TableColumns.Column?
    _ = try await self.answers(of: pair.asked) { message in
      known = Self.columns(in: [message])[place] ?? known
      return known?.mean == 2
    }
    pair.own.close()
    pair.asked.close()
  }
}
