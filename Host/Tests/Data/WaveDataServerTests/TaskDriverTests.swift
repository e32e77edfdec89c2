import WaveDataFeed
import Testing
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveWire
import WaveServer

@testable import WaveDataServer

/// What is asked of a `ColumnSource` gets the answers that the local engine gives itself: the same table
/// behind both drivers.
@Suite struct TaskDriverTests {
  @Test(arguments: [TableOrder.rows, .values, .ranks])
  func picturesAreTheSame(_ order: TableOrder) async throws {
    let pair = try await DriverPair()
    let drawn = pair.columns.indices.filter { pair.columns[$0].minimum.isFinite }
    #expect(drawn.count > 3)
    for handler in pair.both {
      for column in drawn {
        let known = pair.columns[column]
        handler.show(
          ShowLane(
            column: UInt16(column), lens: 0, threshold: 3, pixels: 90, low: known.minimum,
            high: known.maximum + 1))
      }
    }
    let axis = try #require(
      try await pair.axis(order, UInt16(drawn[1])))
    let width = axis.until - axis.from
    for (number, window) in [(0, width), (width / 3, width / 3 + 500), (width / 2, width / 2 + width / 7)]
      .enumerated()
    {
      let view = ShowTable(
        view: UInt16(number + 2), source: 0, order: order, orderColumn: order == .rows ? 0 : UInt16(drawn[1]),
        pixels: 333, from: axis.from + window.0, until: axis.from + window.1)
      var received: [[UInt16: LaneSpans]] = []
      for handler in pair.both {
        handler.show(view)
        let messages = try await pair.answers(of: handler) {
          if case .spans(let spans) = $0 {
            spans.view == view.view && spans.column == UInt16(drawn[drawn.count - 1])
              && !spans.flags.contains(.overview)
          } else {
            false
          }
        }
        received.append(DriverPair.lanes(messages))
      }
      for column in drawn {
        let (own, asked) = (received[0][UInt16(column)], received[1][UInt16(column)])
        #expect(
          own?.tops == asked?.tops && own?.bottoms == asked?.bottoms && own != nil, "\(order) \(column)")
        #expect(own?.rowCount == asked?.rowCount && own?.drawnCount == asked?.drawnCount)
      }
    }
    pair.close()
  }

  @Test(arguments: Lens.allCases)
  func lanesAreTheSameThroughEachLens(_ lens: Lens) async throws {
    let pair = try await DriverPair()
    let drawn = pair.columns.indices.filter { pair.columns[$0].minimum.isFinite }
    for handler in pair.both {
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
      let axis = try #require(try await pair.axis(order, UInt16(drawn[1])))
      let width = axis.until - axis.from
      for (place, window) in [(0, width), (width / 3, width / 3 + width / 40)].enumerated() {
        let view = ShowTable(
          view: UInt16(2 * number + place + 2), source: 0, order: order,
          orderColumn: order == .rows ? 0 : UInt16(drawn[1]), pixels: 333, from: axis.from + window.0,
          until: axis.from + window.1)
        let own = try await pair.pictures(of: view, drawn, pair.own)
        let asked = try await pair.pictures(of: view, drawn, pair.asked)
        #expect(own == asked, "\(lens) \(order)")
        #expect(own.count == (lens == .mean ? 2 * drawn.count - 1 : drawn.count))
        for (picture, spans) in own where !picture.isBand { wrong += UInt64(spans.wrongPixels) }
      }
    }
    #expect((wrong > 0) == (lens != .m4))
    pair.close()
  }

  @Test func theRowUnderAFingerIsOneThatALensHasChosen() async throws {
    let pair = try await DriverPair()
    let column = try #require(pair.columns.indices.last { pair.columns[$0].minimum.isFinite })
    let known = pair.columns[column]
    let view = ShowTable(
      view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 40, from: 0, until: 20_000)
    var received: [[TableCells]] = []
    for handler in pair.both {
      handler.show(
        ShowLane(
          column: UInt16(column), lens: Lens.minMax.rawValue, threshold: 57, pixels: 90, low: known.minimum,
          high: known.maximum))
      _ = try await pair.pictures(of: view, [column], handler)
      var found: [TableCells] = []
      for request in 0..<20 as Range<UInt16> {
        handler.read(
          .row(ReadRow(request: request, source: 0, tick: Int64(request) * 997 + 41, column: UInt16(column))))
        let messages = try await pair.answers(of: handler) {
          if case .row(let row) = $0 { row.request == request } else { false }
        }
        for case .row(let row) in messages { found.append(row) }
      }
      received.append(found)
    }
    #expect(received[0] == received[1] && received[0].count >= 20)
    // Two rows of 500 each: few of the rows that were pointed at are among them.
    #expect(received[0].count { ($0.tick - 41) % 997 == 0 } < 5)
    pair.close()
  }

  @Test func rowsRangesAndPagesAreTheSame() async throws {
    let pair = try await DriverPair()
    let view = ShowTable(
      view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 400, from: 0, until: 20_000)
    var rows: [[TableCells]] = []
    var ranges: [RangeSummary] = []
    var pages: [TableRows] = []
    for handler in pair.both {
      handler.show(view)
      handler.set(SetFilter(source: 0, filter: 1, kind: .ticks(from: 1000, until: 15_000)))
      handler.read(.row(ReadRow(request: 7, source: 0, tick: 4321, column: WireLimits.noColumn)))
      var messages = try await pair.answers(of: handler) {
        if case .row(let row) = $0 { row.request == 7 } else { false }
      }
      handler.read(.range(ReadRange(request: 8, source: 0, column: 1, from: 100, until: 9000)))
      messages += try await pair.answers(of: handler) { if case .range = $0 { true } else { false } }
      handler.read(.page(ReadRows(request: 9, source: 0, isTick: true, start: 5000, count: 20)))
      messages += try await pair.answers(of: handler) {
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
    pair.close()
  }

  @Test func exportedRowsAreTheSame() async throws {
    let pair = try await DriverPair()
    let view = ShowTable(
      view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 400, from: 0, until: 20_000)
    var texts: [[UInt8]] = []
    for handler in pair.both {
      handler.show(view)
      _ = try await pair.answers(of: handler) { if case .viewDone = $0 { true } else { false } }
      handler.export(ExportRows(request: 5, source: 0, from: 100, until: 4100))
      let messages = try await pair.answers(of: handler) {
        if case .exportPart(let part) = $0 { part.isLast } else { false }
      }
      var text: [UInt8] = []
      for case .exportPart(let part) in messages { text += part.bytes }
      texts.append(text)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count { $0 == 0x0A } == 4001)
    pair.close()
  }
}
