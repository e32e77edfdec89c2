import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveWire

@Suite struct AnswerMessagesTests {
  @Test func ordersAndWindowsAreThoseOfTheView() {
    #expect(ColumnOrder(makeView(1, column: 5)) == .rows)
    #expect(ColumnOrder(makeView(1, .ranks, column: 5)) == .ranks(5))
    let view = makeView(1, .values, column: 6, from: 3, until: 8)
    #expect(ColumnWindow(view) == ColumnWindow(order: .values(6), from: 3, until: 8, pixels: 10))
    #expect(ColumnWindow(view, pixels: 4).pixels == 4)
  }

  @Test func axisIsNeverEmpty() {
    let axis = ColumnAxis(kind: .time, from: 9, until: 9, offset: 2, step: 3)
    #expect(
      TableAxis(axis, of: .values(7), source: 4)
        == TableAxis(
          source: 4, order: .values, column: 7, kind: .time, from: 9, until: 10, offset: 2, step: 3))
    let last = ColumnAxis(kind: .count, from: .max, until: .max)
    #expect(TableAxis(last, of: .rows, source: 4).until == .max)
    #expect(TableAxis(axis, of: .ranks(3), source: 4).order == .ranks)
    #expect(TableAxis(axis, of: .rows, source: 4).column == 0)
  }

  @Test func rangeWithoutValuesHasNoExtremes() {
    var some = Statistics()
    for value in [1.0, 3, .nan, .infinity] { some.add(value) }
    let found = ColumnStatistics(
      rowCount: 4, columns: [some, Statistics()], histogram: (low: 1, high: 3, counts: [1, 1 << 40]))
    let request = ReadRange(request: 8, source: 2, column: 5, from: 0, until: 9)
    let sent = RangeSummary(
      found, of: [5, 6], texts: [TextCounts(column: 7, counts: [3, 1], missingCount: 2)], for: request)
    #expect(sent.request == 8 && sent.source == 2 && sent.rowCount == 4 && sent.histogramColumn == 5)
    #expect(
      sent.columns[0]
        == .init(column: 5, missing: 2, minimum: 1, maximum: 3, mean: 2, deviation: 2.0.squareRoot()))
    #expect(sent.columns[1].column == 6 && sent.columns[1].missing == 0)
    #expect(sent.columns[1].minimum.isNaN && sent.columns[1].maximum.isNaN && sent.columns[1].mean.isNaN)
    #expect(sent.low == 1 && sent.high == 3 && sent.counts == [1, .max])
    #expect(sent.texts == [.init(column: 7, missingCount: 2, counts: [3, 1])])
    let bare = RangeSummary(ColumnStatistics(rowCount: 1, columns: []), of: [], texts: [], for: request)
    #expect(bare.low.isNaN && bare.high.isNaN && bare.counts.isEmpty)
  }

  @Test func sharesAddUpTo255() {
    let parts: [[UInt64]] = [[1, 1, 1, 0], [0, 0, 0, 0], [0, 0, 2, 6], [UInt64.max, 0, 0, 0], [5]]
    let strip = TextStrip(parts: parts, rowCount: 12, of: 3, view: 9)
    #expect(strip.view == 9 && strip.column == 3 && strip.rowCount == 12 && strip.buckets == 5)
    let shares = (0..<5).map { Array(strip.shares[$0 * 9..<$0 * 9 + 9]) }
    #expect(shares[0] == [85, 85, 0, 0, 0, 0, 0, 85, 0])
    #expect(shares[1] == [UInt8](repeating: 0, count: 9))
    #expect(shares[2] == [0, 0, 0, 0, 0, 0, 0, 64, 191])
    #expect(shares[3] == [255, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(shares[4] == [UInt8](repeating: 0, count: 9))
    #expect(TextStrip.shares(of: [1, 1, 1, 1]) == [64, 64, 64, 63])
  }

  @Test func textsAndGridsAreSentAsTheyAre() {
    let texts = ColumnTexts(
      top: [.init(text: [65], count: 4), .init(text: [66], count: 2)], distinctCount: 1 << 40, isCut: true,
      rowCount: 9, missingCount: 3)
    #expect(
      TextSummary(texts, of: 4, source: 2)
        == TextSummary(
          source: 2, column: 4, isCut: true, distinctCount: .max, rowCount: 9, missingCount: 3,
          top: [.init(text: [65], count: 4), .init(text: [66], count: 2)]))
    let density = ColumnDensity(
      counts: [UInt64](repeating: 1 << 33, count: 25), insideCount: 7, outsideCount: 8, missingCount: 9,
      correlation: 0.5)
    let parts = ScatterPart.parts(of: density, for: makeScatter(6))
    #expect(parts.count == 1 && parts[0].request == 6 && parts[0].columns == 5 && parts[0].rows == 5)
    #expect(parts[0].insideCount == 7 && parts[0].outsideCount == 8 && parts[0].missingCount == 9)
    #expect(parts[0].correlation == 0.5 && parts[0].counts == [UInt32](repeating: .max, count: 25))
  }

  @Test func rowsFollowTheirAnnouncement() {
    let row = FeedRow(tick: 5, key: 6, cells: [.integer(7), .null])
    let rows = FeedRows(first: 1, place: 2, total: 3, rows: [row, row])
    let request = ReadRows(request: 4, source: 9, isTick: true, start: 0, count: 2)
    let cells = DataMessage.row(
      TableCells(request: 4, source: 9, key: 6, tick: 5, first: 0, cells: [.integer(7), .null]))
    #expect(
      rows.messages(for: request) == [
        .rows(TableRows(request: 4, source: 9, first: 1, count: 2, place: 2, total: 3)), cells, cells,
      ])
    let many = FeedRows(first: 0, place: 0, total: 0, rows: [FeedRow](repeating: row, count: 300))
    #expect(many.messages(for: request).count == WireLimits.rowsAtOnce + 1)
    let wide = FeedRow(tick: 0, key: 0, cells: [TableCells.Cell](repeating: .null, count: 40_000))
    #expect(wide.messages(for: 1, source: 0).count == (WireLimits.tableColumns + 199) / 200)
  }

  @Test func statisticsOfNoValuesChangeOnlyTheMissing() {
    var column = TableColumns.Column(kind: .real, name: [65])
    var statistics = Statistics()
    statistics.add(.nan)
    column.setStatistics(of: makeSummary(statistics))
    #expect(column.missing == 1 && column.minimum.isNaN && column.deviation.isNaN)
    statistics.add(4)
    column.setStatistics(of: makeSummary(statistics))
    #expect(column.minimum == 4 && column.maximum == 4 && column.mean == 4 && column.deviation == 0)
  }
}

/// The summary of a column of numbers.
func makeSummary(_ statistics: Statistics = Statistics(), offset: Double = 0) -> ColumnSummary {
  ColumnSummary(TableColumn(name: "x", kind: .real), offset: offset, statistics: statistics)
}
