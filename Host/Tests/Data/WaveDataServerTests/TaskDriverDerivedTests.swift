import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveWire

@testable import WaveDataServer

/// Columns that are made of others are the same behind both drivers.
@Suite struct TaskDriverDerivedTests {
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
    let pair = try await DriverPair()
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
    for handler in pair.both {
      // There is none at the first place.
      handler.derive(Self.request(1, "\(names[0]) - 2 * \(names[1])"))
      handler.derive(Self.request(2, "sqrt(\(names[0]))"))
      var known: [UInt16: TableColumns.Column] = [:]
      _ = try await pair.answers(of: handler) { message in
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
      var messages = try await pair.answers(of: handler) { message in
        if case .spans(let spans) = message { seen.insert(spans.column) }
        return seen.isSuperset(of: [first + 1, first + 2])
      }
      handler.read(.row(ReadRow(request: 7, source: 0, tick: 4321, column: WireLimits.noColumn)))
      messages += try await pair.answers(of: handler) { if case .row = $0 { true } else { false } }
      handler.export(ExportRows(request: 5, source: 0, from: 100, until: 900))
      messages += try await pair.answers(of: handler) {
        if case .exportPart(let part) = $0 { part.isLast } else { false }
      }
      pictures.append(DriverPair.lanes(messages))
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
    pair.close()
  }

  @Test func aFormulaThatCannotBeReadIsRefusedInWords() async throws {
    let pair = try await DriverPair()
    for formula in ["nothing + 1", "1 +"] {
      var said: [[UInt8]] = []
      for handler in pair.both {
        handler.derive(Self.request(0, formula))
        let messages = try await pair.answers(of: handler) { if case .notice = $0 { true } else { false } }
        for case .notice(let notice) in messages { said.append(notice.text) }
        #expect(Self.columns(in: messages)[UInt16(pair.columns.count)]?.kind == .other)
      }
      #expect(said.count == 2 && said[0] == said[1])
    }
    pair.close()
  }

  @Test func columnsAreMadeWhenTheTableIsThere() async throws {
    let pair = try await DriverPair()
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
    _ = try await pair.answers(of: pair.asked) { message in
      known = Self.columns(in: [message])[place] ?? known
      return known?.mean == 2
    }
    pair.close()
  }
}
