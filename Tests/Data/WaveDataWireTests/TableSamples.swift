import TestSupport
import WaveDataWire
import WaveWire

/// Messages about tables for the tests: one fixed message of each kind that tables alone have.
enum TableSamples {
  struct Fixed {
    var name: String
    var message: DataMessage
    var isFromClient = false
    var bytes: [UInt8] { encoded(message, fromClient: isFromClient) }
  }

  static func encoded(_ message: DataMessage, fromClient: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    if fromClient { message.encodeFromClient(into: &bytes) } else { message.encodeFromServer(into: &bytes) }
    return bytes
  }

  static func read(_ bytes: [UInt8], fromClient: Bool) throws(WireError) -> DataMessage? {
    var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
    return fromClient
      ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// One message of each kind, with fields that differ in every byte that can distinguish them.
  static let fixed: [Fixed] = [
    Fixed(name: "tables-hello", message: .hello(DataHello(version: 2)), isFromClient: true),
    Fixed(
      name: "table-show",
      message: .show(
        ShowTable(
          view: 0x0102, source: 3, order: .values, orderColumn: 0x0405, pixels: 1170,
          from: -0x0102_0304_0506, until: 0x0102_0304_0506_0708)), isFromClient: true),
    Fixed(
      name: "table-show-lane",
      message: .showLane(
        ShowLane(
          column: 0x0203, lens: 3, threshold: 227, pixels: 300, isOverview: true, low: -1.5, high: 2.25e6)),
      isFromClient: true),
    Fixed(
      name: "table-read-row",
      message: .readRow(ReadRow(request: 0x0708, source: 3, tick: 0x01_0203_0405, column: 9)),
      isFromClient: true),
    Fixed(
      name: "table-stop", message: .stop(StopTableWork(source: 3, stage: .ordering)), isFromClient: true),
    Fixed(
      name: "table-read-range",
      message: .readRange(ReadRange(request: 0x0708, source: 3, column: 9, from: -2, until: 0x01_0203_0405)),
      isFromClient: true),
    Fixed(
      name: "table-filter",
      message: .setFilter(SetFilter(source: 3, filter: 2, kind: .values(column: 9, low: -1.5, high: 2))),
      isFromClient: true),
    Fixed(
      name: "table",
      message: .table(
        TableDescription(
          source: 3, flags: [.simulated, .complete], rowCount: 1_700_000, columnCount: 12, name: text("nba"),
          detail: text("UTF-8 · “,”")))),
    Fixed(
      name: "table-columns",
      message: .columns(
        TableColumns(
          source: 3, first: 4,
          columns: [
            .init(
              kind: .real, name: text("poss µ"), missing: 7, minimum: -1.25, maximum: 3405, mean: 0.5,
              deviation: 2.125, correlation: -0.75), .init(kind: .time, timeDigits: 3, name: text("team")),
          ]))),
    Fixed(
      name: "table-work",
      message: .progress(TableWork(source: 3, stage: .reading, done: 0x01_0203, total: 0x0405_0607_0809))),
    Fixed(
      name: "table-axis",
      message: .axis(
        TableAxis(
          source: 3, order: .ranks, column: 5, kind: .time, from: -9, until: 0x0102_0304, offset: 1.5e15,
          step: 1000))),
    Fixed(
      name: "table-spans",
      message: .spans(
        LaneSpans(
          view: 0x0102, column: 5, flags: [.band, .partial], pixels: 300, drawnCount: 1560, rowCount: 19_159,
          wrongPixels: 0x0102, tops: [-3, LaneSpans.none, 7], bottoms: [4, LaneSpans.none, 301]))),
    Fixed(name: "table-view-done", message: .viewDone(ViewDone(view: 0x0102))),
    Fixed(
      name: "table-cells",
      message: .row(
        TableCells(
          request: 0x0708, source: 3, key: -5, tick: 11_879, first: 2,
          cells: [.null, .integer(3405), .real(-2.78), .text(text("ÅNG")), .bytes(0x0102_0304_0506)]))),
    Fixed(
      name: "table-range",
      message: .range(
        RangeSummary(
          request: 0x0708, source: 3, rowCount: 0x0102_0304,
          columns: [.init(column: 5, missing: 7, minimum: -1, maximum: 2.5, mean: 0.5, deviation: 0.25)],
          histogramColumn: 5, low: -1, high: 2.5, counts: [1, 0x0203, 0],
          texts: [.init(column: 6, missingCount: 0x0405, counts: [0x0102_0304, 0])]))),
    Fixed(
      name: "table-export",
      message: .exportRows(ExportRows(request: 0x0708, source: 3, from: -2, until: 0x01_0203)),
      isFromClient: true),
    Fixed(
      name: "table-export-part",
      message: .exportPart(
        ExportPart(request: 0x0708, isLast: true, done: 0x0203, total: 0x0102_0304, bytes: text("a,b\r\n")))),
    Fixed(
      name: "table-read-rows",
      message: .readRows(
        ReadRows(request: 0x0708, source: 3, isTick: true, start: -0x0102_0304_0506, count: 40)),
      isFromClient: true),
    Fixed(
      name: "table-derive",
      message: .deriveColumn(
        DeriveColumn(source: 3, number: 11, name: text("Δ poss"), formula: text("diff(\"poss µ\", 2)"))),
      isFromClient: true),
    Fixed(
      name: "table-rows",
      message: .rows(
        TableRows(
          request: 0x0708, source: 3, first: 0x0102_0304, count: 40,
          place: 0x0102_0318, total: 0x0506_0708))),
    Fixed(
      name: "table-show-scatter",
      message: .showScatter(
        ShowScatter(
          request: 0x0708, source: 3, x: 1, y: 0x0203, columns: 195, rows: 340, xLow: -1.5, xHigh: 2,
          yLow: 0.25,
          yHigh: 1e9)), isFromClient: true),
    Fixed(
      name: "table-scatter",
      message: .scatter(
        ScatterPart(
          request: 0x0708, source: 3, columns: 4, rows: 3, first: 1, insideCount: 0x0102_0304,
          outsideCount: 5,
          missingCount: 6, correlation: -0.5, counts: [0, 0, 0, 1, 300, 0, .max, 0]))),
    Fixed(
      name: "table-show-texts",
      message: .showTexts(ShowTexts(source: 3, buckets: 0x0102, columns: [0x0405, 7])), isFromClient: true),
    Fixed(
      name: "table-filter-text",
      message: .setFilter(
        SetFilter(source: 3, filter: 2, kind: .texts(column: 0x0405, .value(text("ÅNG")), isKept: true))),
      isFromClient: true),
    Fixed(
      name: "table-filter-others",
      message: .setFilter(SetFilter(source: 3, filter: 2, kind: .texts(column: 9, .others, isKept: false))),
      isFromClient: true),
    Fixed(
      name: "table-text-summary",
      message: .textSummary(
        TextSummary(
          source: 3, column: 0x0405, isCut: true, distinctCount: 0x0102_0304, rowCount: 1_700_000,
          missingCount: 0x0506,
          top: [.init(text: text("ÅNG"), count: 0x01_0203_0405), .init(text: [], count: 7)]))),
    Fixed(
      name: "table-text-strip",
      message: .textStrip(
        TextStrip(
          view: 0x0102, column: 0x0304, rowCount: 0x0506_0708,
          shares: [200, 50, 0, 0, 0, 0, 0, 3, 2] + [0, 0, 0, 0, 0, 0, 0, 0, 0] + [
            0, 0, 0, 0, 0, 0, 0, 0, 255,
          ]))),
    Fixed(
      name: "table-choose-lost", message: .chooseLost(ChooseLost(source: 3, showsRest: true)),
      isFromClient: true),
    Fixed(
      name: "table-read", message: .readTable(ReadTable(source: 3, isDiscarded: true)), isFromClient: true),
    Fixed(
      name: "table-abilities",
      message: .abilities(
        TableAbilities(
          source: 3, abilities: [.rows, .values, .valueFilters, .ranges, .showsRest], lenses: 0x0102_0003,
          xColumn: 0x0405, reasons: text("No order by “a”."), condition: .part,
          conditionText: text("1 of 2 shards")))),
    Fixed(
      name: "table-remote",
      message: .table(
        TableDescription(
          source: 3, flags: .remote, rowCount: 100_000_000, columnCount: 4, name: text("dv.sig"), detail: []))
    ),
    Fixed(
      name: "table-spans-coarse",
      message: .spans(
        LaneSpans(
          view: 0x0102, column: 5, flags: .coarse, pixels: 300, drawnCount: 65_536, rowCount: 100_000_000,
          tops: [0], bottoms: [1]))),
    Fixed(
      name: "table-asking",
      message: .progress(TableWork(source: 3, stage: .asking, done: 0x01_0203, total: 0x0405_0607_0809))),
  ]
}
