import TestSupport
import WaveDataWire
import WaveDisplay
import WaveSeries
import WaveWire

@testable import WaveData
@testable import WaveInteraction

/// A session on one screen: a model without a table at first, a server that answers whatever the model asks,
/// and the lines of the states that were drawn.
struct GoldenScenes {
  static let rowCount: UInt64 = 100_000

  static let columns: [TableColumns.Column] = [
    Bench.column("time", .time, low: 1.5e15, high: 1.6e15),
    Bench.column("beta", high: 5, deviation: 2, missing: 3, correlation: 0.5),
    Bench.column("alpha", low: -1, high: 1, deviation: 0.1, missing: 9, correlation: -0.75),
    .init(kind: .text, name: Array("words".utf8)),
    Bench.column("Gamma", .integer, high: 1000, deviation: 10),
    Bench.column(
      "a name that is as long as names of columns in files of many people are, and goes on beyond the edge",
      low: -1.2345e-7, high: 1.2345e9, missing: .max),
    Bench.column("nothing", low: .nan, high: .nan, missing: 100_000),
    Bench.column("flat", .integer, low: -7, high: -7, deviation: 0),
    .init(kind: .text, name: Array("kinds".utf8), missing: 12),
    .init(kind: .other, name: Array("blob".utf8)),
    Bench.column("far", low: -4.0001e6, high: -4e6, deviation: 20, missing: 1234),
  ]

  var bench = Bench()
  let screen: GoldenScreen
  private(set) var lines: [String] = []
  /// The text columns and the overview that the model has asked for last.
  private var texts: ShowTexts?
  private var overview: ShowLane?
  /// Whether pictures are coarse, as those of an engine that is busy.
  var isCoarse = false
  /// A number that changes the rows that are read.
  var shift = 0

  /// Creates a model that has a screen and nothing else.
  init(on screen: GoldenScreen) {
    self.screen = screen
    bench.model = DataModel()
    bench.list = DrawList()
    bench.sent = []
    bench.send(screen.resize)
    if screen == .desk { bench.send(.appearance(isDark: false, reducesMotion: false)) }
  }

  // MARK: - Lines

  /// Draws a state, and adds a line for each layer and for the texts around the plot.
  mutating func note(_ state: String) throws {
    try bench.draw()
    let start = "\(state) \(screen.rawValue)"
    for layer in bench.scene.layers {
      var digest = GoldenDigest()
      digest.add(layer.bounds)
      for mark in layer.marks { digest.add(mark) }
      lines.append("\(start) \(layer.id) \(layer.marks.count) \(digest.text)")
    }
    if !bench.scene.strips.isEmpty {
      lines.append("\(start) strips \(bench.scene.strips.count) \(bench.scene.stripsDigest)")
    }
    if !bench.scene.fields.isEmpty {
      lines.append("\(start) fields \(bench.scene.fields.count) \(bench.scene.fieldsDigest)")
    }
    let bytes = bench.model.controls.bytes
    let controls = ListedControl.all(in: bytes)
    for (name, kind) in [("chip", ControlList.Kind.chip), ("reading", .reading)] {
      let found = controls.filter { $0.kind == kind.rawValue }
      var digest = GoldenDigest()
      for control in found {
        digest.add(Int(control.flags))
        for text in control.texts { digest.add(text: Array(text.utf8)) }
      }
      lines.append("\(start) \(name) \(found.count) \(digest.text)")
    }
    var digest = GoldenDigest()
    digest.add(bytes)
    lines.append("\(start) drawer \(controls.count) \(digest.text)")
  }

  /// Draws a state before the server answers and after it has.
  mutating func noteBoth(_ state: String) throws {
    try note(state + "-asked")
    serve()
    try note(state)
  }

  // MARK: - Gestures

  /// The lane of a column's first picture.
  func lane(_ column: Int) -> DataLane? { bench.model.visibleLanes().first { $0.column == column } }

  /// A height in a lane below its name.
  func y(_ column: Int, _ share: Float = 0.7) -> Float {
    guard let lane = lane(column) else { return bench.model.screen.lanesTop + 10 }
    return lane.y + lane.height * share
  }

  /// Moves the lanes until one is seen.
  mutating func reveal(_ column: Int) {
    if let index = bench.model.lanes.firstIndex(of: column) { bench.model.moveLanes(.reveal(index)) }
  }

  /// A share of the screen's width.
  func x(_ share: Float) -> Float { bench.model.screen.width * share }

  /// Holds a finger, and moves it.
  mutating func mark(from: (Float, Float), to: (Float, Float)) {
    bench.touch(.began, from.0, from.1)
    bench.pass(600_000)
    for step in 1...8 {
      bench.now += 16_000
      let part = Float(step) / 8
      bench.touch(.moved, from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }
    bench.now += 200_000
    bench.touch(.ended, to.0, to.1)
  }

  mutating func press(_ key: Key, isShifted: Bool = false) { bench.send(.key(key, isShifted: isShifted)) }

  // MARK: - The server

  /// Describes the table.
  mutating func describe(
    _ flags: TableDescription.Flags = .complete, rowCount: UInt64 = rowCount, detail: String = "",
    source: UInt16 = 0, name: String = "weather"
  ) {
    bench.receive(
      .table(
        TableDescription(
          source: source, flags: flags, rowCount: rowCount, columnCount: UInt16(Self.columns.count),
          name: Array(name.utf8), detail: Array(detail.utf8))))
  }

  /// Answers all that the model has asked for, and what it asks for then.
  mutating func serve() {
    for _ in 0..<8 {
      let messages = bench.taken()
      if messages.isEmpty { return }
      for message in messages { answer(message) }
    }
  }

  private mutating func answer(_ message: DataMessage) {
    switch message {
    case .clockRequest(let request):
      bench.receive(
        .clockReply(
          ClockReply(
            clientMicroseconds: request.clientMicroseconds, serverMicroseconds: request.clientMicroseconds)))
    case .showLane(let lane): if lane.isOverview { overview = lane }
    case .showTexts(let next): texts = next
    case .show(let view): answer(view)
    case .readRow(let request):
      bench.receive(
        .row(
          TableCells(
            request: request.request, source: 0, key: request.tick + 1000, tick: request.tick, first: 0,
            cells: cells(shift))))
    case .readRange(let request): answer(request)
    case .readRows(let request):
      let first = UInt64(Swift.max(0, request.isTick ? request.start - 50 : request.start))
      bench.receive(
        .rows(
          TableRows(
            request: request.request, source: 0, first: first, count: request.count,
            place: first + (request.isTick ? 50 : 0), total: Self.rowCount)))
      for row in 0..<Int(request.count) {
        let place = Int64(first) + Int64(row)
        bench.receive(
          .row(
            TableCells(
              request: request.request, source: 0, key: place + 1000, tick: place, first: 0,
              cells: cells(row))))
      }
    case .showScatter(let plot): if plot.columns > 0 { answer(plot) }
    default: break
    }
  }

  private mutating func answer(_ view: ShowTable) {
    for lane in bench.model.exchange.lanes.lanes {
      let isBanded = lane.lens == Lens.mean.rawValue || lane.lens == Lens.movingAverage.rawValue
      if isBanded { bench.receive(.spans(spans(lane, of: view, .band))) }
      bench.receive(.spans(spans(lane, of: view, isCoarse ? .coarse : [])))
    }
    if let overview { bench.receive(.spans(spans(overview, of: view, .overview))) }
    for column in texts?.columns ?? [] {
      bench.receive(.textSummary(Self.summary(column)))
      bench.receive(.textStrip(Self.strip(column, view: view.view, buckets: Int(texts?.buckets ?? 0))))
    }
    bench.receive(.viewDone(ViewDone(view: view.view)))
  }

  /// A picture with gaps, whose values leave the lane above and below.
  private func spans(_ lane: ShowLane, of view: ShowTable, _ flags: LaneSpans.Flags) -> LaneSpans {
    let (column, height) = (Int(lane.column), Int(lane.pixels))
    let isBand = flags.contains(.band)
    var (tops, bottoms): ([Int16], [Int16]) = ([], [])
    for place in 0..<Int(view.pixels) {
      guard (place / 16 + column) % 11 > 0 else {
        tops.append(LaneSpans.none)
        bottoms.append(LaneSpans.none)
        continue
      }
      let wave = abs(100 - (place * (3 + column) / 2 + column * 37) % 200)
      let top = height * wave / 90 - height / 20
      let tall = 1 + (place * 7 + column) % 9
      tops.append(Int16(isBand ? top - 6 : top))
      bottoms.append(Int16(isBand ? top + tall + 6 : top + tall))
    }
    return LaneSpans(
      view: view.view, column: lane.column, flags: lane.isSecond ? flags.union(.second) : flags,
      pixels: lane.pixels, drawnCount: 4680 + UInt64(column), rowCount: Self.rowCount,
      wrongPixels: lane.isSecond ? 1234 : column % 3 == 0 ? 0 : column == 1 ? 1 : .max, tops: tops,
      bottoms: bottoms)
  }

  private static func summary(_ column: UInt16) -> TextSummary {
    let words =
      column == 3
      ? ["sun", "rain", ""]
      : ["an", "a name that is longer than a legend has room for", "of", "seven", "kinds", "that", "recur"]
    return TextSummary(
      source: 0, column: column, isCut: column == 8, distinctCount: 1234, rowCount: rowCount,
      missingCount: column == 3 ? 7000 : 0,
      top: words.enumerated().map { .init(text: Array($1.utf8), count: UInt64(50_000 >> ($0 * 2))) })
  }

  private static func strip(_ column: UInt16, view: UInt16, buckets: Int) -> TextStrip {
    var shares: [UInt8] = []
    for bucket in 0..<buckets {
      guard bucket % 50 < 46 else {
        shares += [UInt8](repeating: 0, count: TextStrip.classCount)
        continue
      }
      var rest = 255
      for name in 0..<TextStrip.missing {
        let isThere = column == 8 || name < 3 || name == TextStrip.others
        let share = isThere ? Swift.min(rest, (bucket * (name + 3) + name * 29) % (80 - 7 * name)) : 0
        shares.append(UInt8(share))
        rest -= share
      }
      shares.append(UInt8(rest))
    }
    return TextStrip(view: view, column: column, rowCount: rowCount, shares: shares)
  }

  /// A row, whose values depend on a number.
  private func cells(_ number: Int) -> [TableCells.Cell] {
    let half = Double(number) / 2
    let all: [TableCells.Cell] = [
      .integer(1_550_000_000_000_000 + Int64(number) * 1_234_567), .real(2.5 + half), .real(half - 0.75),
      number % 3 == 2 ? .null : .text(Array(number % 3 == 0 ? "rain".utf8 : "".utf8)),
      .integer(Int64(number) * 10 - 20), number % 2 == 0 ? .null : .real(1.5e8), .real(.nan), .integer(-7),
      .text(Array("a text in a row that is longer than what a screen can show beside a line \(number)".utf8)),
      .bytes(1200), .real(-4.00005e6),
    ]
    let derivedCount = Swift.max(0, bench.model.columns.count - all.count)
    return all + [TableCells.Cell](repeating: .real(1.25), count: derivedCount)
  }

  private mutating func answer(_ request: ReadRange) {
    let info = bench.model.columns[Int(request.column)].info
    let isNumber = info.minimum.isFinite
    bench.receive(
      .range(
        RangeSummary(
          request: request.request, source: 0, rowCount: UInt64(Swift.max(1, request.until - request.from)),
          columns: [
            .init(column: 1, missing: 2, minimum: 1, maximum: 4, mean: 2.5, deviation: 0.5),
            .init(column: 2, missing: 0, minimum: -0.5, maximum: 0.25, mean: -0.125, deviation: 0.0625),
            .init(column: 4, missing: 7, minimum: .nan, maximum: .nan, mean: .nan, deviation: .nan),
            .init(column: 10, missing: 0, minimum: -4.00005e6, maximum: -4e6, mean: .nan, deviation: .nan),
          ], histogramColumn: request.column, low: isNumber ? info.minimum : 0,
          high: isNumber ? info.maximum : 1, counts: [1, 5, 0, 2, 9, 4],
          texts: [.init(column: 3, missingCount: 40, counts: [200, 90, 1])])))
  }

  private mutating func answer(_ plot: ShowScatter) {
    let (columns, rows) = (Int(plot.columns), Int(plot.rows))
    var counts = [UInt32](repeating: 0, count: columns * rows)
    for number in 0..<2 * columns {
      let (x, y) = (number * 7 % columns, (number * 5 + number / columns * 40) % rows)
      counts[y * columns + x] += UInt32(1 + number % 37)
    }
    let whole = ScatterPart(
      request: plot.request, source: 0, columns: plot.columns, rows: plot.rows, first: 0,
      insideCount: 91_234, outsideCount: plot.x == 0 ? 0 : 5, missingCount: 8766,
      correlation: plot.x == 0 ? .nan : -0.25, counts: counts)
    for part in ScatterPart.parts(of: whole) { bench.receive(.scatter(part)) }
  }
}
