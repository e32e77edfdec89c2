@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveWire

/// A feed with a source that answers as a test says, and a clock.
struct FeedScript {
  var feed: DataFeed
  var now: Int64 = 1_000_000_000
  var table: FeedTable
  /// The questions without an answer.
  var open: [Question] = []

  init(_ traits: SourceTraits = .local, _ table: FeedTable = makeTable()) {
    feed = DataFeed(table: table, traits: traits)
    self.table = table
  }

  /// Passes on an input, and returns the names of the questions that are begun.
  @discardableResult mutating func send(_ inputs: DataFeed.Input...) -> [String] {
    for input in inputs { feed.receive(input, at: now) }
    return begin()
  }

  /// Lets time pass, and returns the names of the questions that are begun.
  @discardableResult mutating func wait(_ microseconds: Int64) -> [String] {
    now += microseconds
    return begin()
  }

  /// Answers the oldest open question of a name, and returns the names of the questions that are begun.
  @discardableResult mutating func answer(_ name: String, _ answer: Answer? = nil) -> [String] {
    guard let place = open.firstIndex(where: { Self.name($0.kind).hasPrefix(name) }) else {
      return ["\(name) is not open"]
    }
    let question = open[place]
    let answer = answer ?? Self.answer(question.kind)
    if answer.isLast { open.remove(at: place) }
    feed.receive(answer, to: question.number, at: now)
    return begin()
  }

  /// Answers all questions, the oldest first, and returns the names of all that were open.
  @discardableResult mutating func answerAll() -> [String] {
    var names: [String] = []
    while let question = open.first, names.count < 100 {
      names.append(Self.name(question.kind))
      answer(names[names.count - 1])
    }
    return names
  }

  /// Begins questions, and forgets the cancelled ones.
  mutating func begin() -> [String] {
    var names: [String] = []
    while let question = feed.nextQuestion(at: now), names.count < 100 {
      names.append(Self.name(question.kind))
      open.append(question)
    }
    let cancelled = feed.removeCancelled()
    open.removeAll { cancelled.contains($0.number) }
    return names
  }

  /// Reads all messages, and returns their names.
  @discardableResult mutating func read() -> [String] {
    let messages = feed.collect().map { Self.name($0) }
    _ = begin()
    return messages
  }

  /// The names of the questions without an answer.
  var openNames: [String] { open.map { Self.name($0.kind) } }

  /// The contents of the open question of a name.
  func kind(_ name: String) -> Question.Kind? {
    open.first { Self.name($0.kind).hasPrefix(name) }?.kind
  }

  static func name(_ kind: Question.Kind) -> String {
    switch kind {
    case .axis(let order, _): "axis \(order.column.map { "by \($0)" } ?? "rows")"
    case .extents(let columns, let isCoarse): "extents \(columns)\(isCoarse ? " coarse" : "")"
    case .coarse(let columns, _, _): "coarse \(columns)"
    case .picture(let lanes, let window, _):
      window.until == 1000 ? "overview" : "picture \(lanes.map { $0.column })"
    case .row: "row"
    case .rows: "page"
    case .range: "range"
    case .texts(let column): "texts \(column)"
    case .strip(let request, _, _): "strip \(request.column)"
    case .density: "density"
    case .correlations(_, let column): "correlations \(column)"
    case .derive(let columns): "derive \(columns.count)"
    case .lines: "lines"
    }
  }

  static func name(_ message: DataMessage) -> String {
    switch message {
    case .axis(let axis): "axis \(axis.until)"
    case .spans(let spans):
      spans.flags.contains(.overview)
        ? "overview"
        : "spans \(spans.column)\(spans.flags.contains(.coarse) ? " coarse" : "")"
          + (spans.flags.contains(.second) ? " second" : "")
          + (spans.flags.contains(.partial) ? " partial" : "")
    case .viewDone(let done): "done \(done.view)"
    case .row(let row): "row \(row.request)"
    case .rows(let rows): "rows \(rows.request)"
    case .range(let range): "range \(range.request)"
    case .exportPart(let part): part.isLast ? "last part" : "part"
    case .scatter(let part): "scatter \(part.request)"
    case .textSummary(let summary): "summary \(summary.column)"
    case .textStrip(let strip): "strip \(strip.column)"
    case .columns(let columns): "columns \(columns.first)"
    case .progress(let work): "progress \(work.done)"
    case .notice(let notice): "\(notice.severity): \(String(decoding: notice.text, as: UTF8.self))"
    default: "?"
    }
  }

  /// An answer of the right kind.
  static func answer(_ kind: Question.Kind) -> Answer {
    switch kind {
    case .axis: .axis(ColumnAxis(kind: .count, from: 0, until: 1000))
    case .extents(let columns, let isCoarse):
      .extents(columns.map { _ in ColumnExtent(summary: makeSummary(), isExact: !isCoarse) })
    case .coarse(let columns, let window, _):
      .picture(makePicture(columns.count, pixels: window.pixels, isExact: false), points: [])
    case .picture(let lanes, let window, _):
      .picture(makePicture(lanes.count, pixels: window.pixels), points: lanes.map { _ in nil })
    case .row: .row(FeedRow(tick: 1, key: 2, cells: [.null]))
    case .rows: .rows(FeedRows(first: 0, place: 0, total: 1, rows: [FeedRow(tick: 1, key: 2, cells: [])]))
    case .range: .range(ColumnStatistics(rowCount: 1, columns: []), [])
    case .texts: .texts(makeTexts())
    case .strip: .strip([[1, 0, 0]], rowCount: 1)
    case .density(let grid, _, _):
      .density(
        ColumnDensity(
          counts: [UInt64](repeating: 0, count: grid.columns * grid.rows), insideCount: 0, outsideCount: 0,
          missingCount: 0, correlation: 0))
    case .correlations(let columns, _): .correlations(columns.map { _ in 0.5 })
    case .derive: .derived(refused: [])
    case .lines: .lines(ExportLines(bytes: [65], rowCount: 1, total: 1, cutCount: 0, next: nil))
    }
  }
}

func makePicture(_ count: Int, pixels: Int, isExact: Bool = true) -> ColumnPicture {
  let lane = ColumnPicture.Lane(buckets: [ColumnBucket](repeating: .empty, count: pixels))
  return ColumnPicture(
    lanes: [ColumnPicture.Lane](repeating: lane, count: count), rowCount: 3, seenCount: 2, isExact: isExact)
}

func makeTexts() -> ColumnTexts {
  ColumnTexts(
    top: [.init(text: [65], count: 4)], distinctCount: 1, isCut: false, rowCount: 4, missingCount: 0)
}

/// A table with numbers in columns 1 and 2, texts in 3 and 4, and no values in 0.
func makeTable(
  _ flags: TableDescription.Flags = .complete, abilities: TableAbilities? = nil, isOpen: Bool = true,
  reading: Int = 0, hasRankLenses: Bool = true
) -> FeedTable {
  let kinds: [TableColumns.Kind] = [.other, .real, .real, .text, .text]
  return FeedTable(
    description: TableDescription(
      source: 7, flags: flags, rowCount: 1000, columnCount: 5, name: [], detail: []),
    columns: kinds.map { TableColumns.Column(kind: $0, name: [65]) }, drawn: [1, 2],
    summaries: [1: makeSummary(), 2: makeSummary()],
    operands: ["o", "a", "b"].map { ColumnFormula.Column(name: Array($0.utf8), isNumber: $0 != "o") },
    abilities: abilities, hasRankLenses: hasRankLenses, reading: reading, isOpen: isOpen)
}

func makeDerived(_ number: UInt8, _ formula: String = "a + b", name: String = "") -> DeriveColumn {
  DeriveColumn(source: 7, number: number, name: Array(name.utf8), formula: Array(formula.utf8))
}
