import Foundation
import Logging
import Synchronization
import TestSupport
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveDataServer

/// What a table in memory answers to each kind of question, in each order and with each kind of filter.
@Suite struct GoldenAnswersTests {
  private let rows: MappedRows

  init() throws {
    let host = LoadedTableHost(
      number: 3, opening: RowsOpening(name: "t", open: { _ in DemoTable(seed: 5, rowCount: 70_000) }),
      logger: Logger(label: "test"))
    host.read()
    rows = MappedRows(host: host)
    let operands = host.state.withLock { $0.table.operands }
    let columns = try ["walk - lag(walk, 3)", "count * 2 - lag(count)"].map { text in
      FormulaColumn(name: text, formula: try .parse(Array(text.utf8), columns: operands))
    }
    #expect(rows.answer(.derive([columns[0], nil, columns[1]])) == .derived(refused: []))
  }

  private static let (time, count, walk, sine, gaps, weather, step) = (0, 1, 2, 3, 6, 9, 10)

  private static let orders: [(name: String, order: ColumnOrder)] = [
    ("rows", .rows), ("ranks of walk", .ranks(walk)), ("ranks of gaps", .ranks(gaps)),
    ("times", .values(time)), ("values of gaps", .values(gaps)),
    ("values of a derived column", .values(step)),
  ]

  private static let filters: [(name: String, filters: [ColumnFilter])] = [
    ("all rows", []), ("a range of sine", [.values(column: sine, low: 0.25, high: 0.5)]),
    ("rain", [.text(column: weather, text: Array("rain".utf8), isKept: true)]),
    (
      "neither rain nor a gap, and few places",
      [
        .text(column: weather, text: Array("rain".utf8), isKept: false),
        .values(column: gaps, low: -100, high: 100),
        .ticks(.ranks(walk), from: 1000, until: 40_000, among: [.values(column: sine, low: -1, high: 0.75)]),
      ]
    ), ("a range of a derived column", [.values(column: step, low: -0.5, high: 0.25)]),
  ]

  /// Numbers are rounded, so that the order of additions does not matter.
  private static func text(_ value: Double) -> String {
    String(format: "%.6g", value == 0 ? 0 : value)
  }

  private static func text(_ bucket: ColumnBucket) -> String {
    guard bucket.rowCount > 0 else { return "-" }
    let values = [bucket.first, bucket.minimum, bucket.maximum, bucket.last].map(text)
    return "\(bucket.count)/\(bucket.rowCount)@\(bucket.firstTick)...\(bucket.lastTick)"
      + "[\(values.joined(separator: " "))]\(bucket.startsMissing ? "<" : "")\(bucket.endsMissing ? ">" : "")"
  }

  private static func text(_ row: FeedRow) -> String {
    let cells = row.cells.map { cell in
      switch cell {
      case .null: "-"
      case .integer(let value): "\(value)"
      case .real(let value): text(value)
      case .text(let text): String(decoding: text, as: UTF8.self)
      case .bytes(let count): "\(count) bytes"
      }
    }
    return "\(row.key)@\(row.tick)(\(cells.joined(separator: " ")))"
  }

  private static func text(_ answer: Answer) -> String {
    switch answer {
    case .axis(let axis): "\(axis.kind) \(axis.from)..<\(axis.until) \(text(axis.offset)) \(text(axis.step))"
    case .picture(let picture, let points):
      (["\(picture.rowCount) \(picture.seenCount) \(picture.isExact)"]
        + picture.lanes.map { lane in
          ([lane.before] + lane.buckets + [lane.after]).map(text).joined(separator: " ")
        }
        + points.compactMap { points in
          points.map { points in
            zip(points.points, points.places).map { "\($1)@\($0.row)=\(text($0.value))" }
              .joined(separator: " ")
          }
        }).joined(separator: " | ")
    case .row(let row): row.map(text) ?? "none"
    case .rows(let rows):
      "\(rows.first) \(rows.place) of \(rows.total): " + rows.rows.map(text).joined(separator: " ")
    case .range(let found, let texts):
      (["\(found.rowCount)"]
        + found.columns.map { one in
          "\(one.count) \(one.missingCount) \(one.infiniteCount) "
            + [one.minimum, one.maximum, one.mean ?? .nan, one.standardDeviation ?? .nan].map(text)
            .joined(separator: " ")
        } + [found.histogram.map { "\(text($0.low)) \(text($0.high)) \($0.counts)" } ?? "no histogram"]
        + texts.map { "\($0.column) \($0.counts) \($0.missingCount)" }).joined(separator: " | ")
    case .texts(let texts):
      "\(texts.top.map { "\(String(decoding: $0.text, as: UTF8.self)) \($0.count)" }) "
        + "\(texts.distinctCount) \(texts.isCut) \(texts.rowCount) \(texts.missingCount)"
    case .strip(let parts, let rowCount): "\(parts) \(rowCount)"
    case .density(let found):
      "\(found.counts) \(found.insideCount) \(found.outsideCount) \(found.missingCount) "
        + text(found.correlation)
    case .correlations(let found): found.map(text).joined(separator: " ")
    case .extents(let extents):
      extents.map { extent in
        let found = extent.summary.statistics
        return "\(found.count) \(found.missingCount) \(extent.isExact) "
          + [extent.summary.offset ?? .nan, found.minimum, found.maximum, found.mean ?? .nan].map(text)
          .joined(separator: " ")
      }.joined(separator: " | ")
    case .lines(let lines):
      "\(lines.rowCount) of \(lines.total), \(lines.cutCount) cut, "
        + "next \(lines.next.map { "\($0)" } ?? "none"), \(lines.bytes.count) bytes: "
        + String(decoding: lines.bytes.prefix(300), as: UTF8.self).debugDescription
    default: "\(answer)"
    }
  }

  /// What is asked of an order and filters.
  private static func questions(
    _ order: ColumnOrder, _ filters: [ColumnFilter], on axis: ColumnAxis
  ) -> [(name: String, question: Question.Kind)] {
    let width = axis.until - axis.from
    let (from, until) = (axis.from + width / 7, axis.from + width / 2)
    let window = ColumnWindow(order: order, from: from, until: until, pixels: 4)
    let whole = ColumnWindow(order: order, from: axis.from, until: axis.until, pixels: 3)
    let lanes = [
      LaneRequest(column: walk, lens: ColumnLens(.m4, threshold: 0)),
      LaneRequest(column: gaps, lens: ColumnLens(.minMax, threshold: 0)),
      LaneRequest(column: step, lens: ColumnLens(.lttb, threshold: 5)),
    ]
    let grid = ColumnGrid(x: gaps, y: step, across: 15...25, upright: -1...1, columns: 3, rows: 2)
    let texts = TextRequest(column: weather, top: [Array("rain".utf8), Array("sun".utf8)])
    return [
      ("picture", .picture(lanes, window, filters)), ("whole picture", .picture(lanes, whole, filters)),
      ("row", .row(.tick(axis.from + width / 3), pointOf: nil, window, filters)),
      ("row of a point", .row(.tick(axis.from + width / 3), pointOf: gaps, window, filters)),
      ("row at a place", .row(.place(77), pointOf: nil, window, filters)),
      ("rows", .rows(.tick(axis.from + width / 3), count: 3, order, filters)),
      ("last rows", .rows(.place(.max), count: 2, order, filters)),
      (
        "range",
        .range([walk, gaps, step], window, histogramOf: gaps, bins: 5, texts: [texts], filters)
      ), ("strip", .strip(texts, window, filters)), ("density", .density(grid, window, filters)),
      ("whole density", .density(grid, whole, filters)),
    ]
  }

  @Test func answersAreThoseOfBefore() throws {
    var lines: [String] = []
    func ask(_ name: String, _ question: Question.Kind) -> Answer {
      let answer = rows.answer(question)
      lines.append("\(name): \(Self.text(answer))")
      return answer
    }
    _ = ask("derived extents", .extents([Self.step, Self.step + 2], isCoarse: false))
    _ = ask("coarse extents", .extents([Self.walk], isCoarse: true))
    _ = ask("texts", .texts(column: Self.weather))
    _ = ask("texts of numbers", .texts(column: Self.walk))
    _ = ask("correlations", .correlations([Self.walk, 8, Self.gaps, Self.step], with: Self.walk))
    for (name, order) in Self.orders {
      for (kept, filters) in Self.filters {
        guard case .axis(let axis) = ask("\(name), \(kept): axis", .axis(order, filters)) else { continue }
        for (asked, question) in Self.questions(order, filters, on: axis) {
          _ = ask("\(name), \(kept): \(asked)", question)
        }
      }
    }
    // An export in order of a derived column, and another that needs more than one part.
    for window in [
      ColumnWindow(order: .ranks(Self.step), from: 10, until: 13, pixels: 1),
      ColumnWindow(order: .rows, from: 5, until: 900, pixels: 1),
    ] {
      var next: ColumnPlace?
      repeat {
        guard case .lines(let made) = ask("export", .lines(from: next, window, [])) else { break }
        next = made.next
      } while next != nil
    }
    #expect(try GoldenText.differences(lines, from: "tables/answers.txt") == [])
  }
}
