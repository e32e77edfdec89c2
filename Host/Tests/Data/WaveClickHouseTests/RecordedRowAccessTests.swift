import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// Which single rows of a small table are found, and the columns that are made of others.
@Suite struct RecordedRowAccessTests {
  private typealias T = Transcript

  private static func compare(
    _ name: String, _ parameters: String = "",
    _ ask: (ClickHouseColumns, inout Transcript) async throws -> Void
  ) async throws {
    try await RecordedEngine.compare(name, "rows" + parameters, statements: RecordedRow.statements, ask)
  }

  private static let some: [ColumnFilter] = [.values(column: 2, low: -3, high: 6)]

  @Test(arguments: ["", "?then=u"]) func theNearestRowIsFound(_ parameters: String) async throws {
    try await Self.compare("rows-nearest\(parameters.isEmpty ? "" : "-then")", parameters) { table, made in
      for (from, until, pixels): (Int64, Int64, Int) in [(-100, 31_000, 12), (-60, 95, 7)] {
        let window = ColumnWindow(order: .rows, from: from, until: until, pixels: pixels)
        for tick: Int64 in [-5_000, -33, 12, 90, 9_000, 30_280, 90_000] {
          for (drawn, filters) in [(nil, []), (1, []), (2, Self.some), (3, [])] as [(Int?, [ColumnFilter])] {
            await made.note("near \(tick), point of \(drawn ?? -1) in \(pixels) columns") {
              () throws(ColumnFailure) in
              [T.line(try await table.row(nearest: tick, pointOf: drawn, in: window, keeping: filters))]
            }
          }
        }
      }
      for column in [1, 2, 4] {
        let window = ColumnWindow(order: .ranks(column), from: 5, until: 205, pixels: 10)
        for tick: Int64 in [-5, 5, 77, 180, 400] {
          for drawn in [nil, 1, 5] {
            await made.note("rank \(tick) by \(column), point of \(drawn ?? -1)") {
              () throws(ColumnFailure) in
              [T.line(try await table.row(nearest: tick, pointOf: drawn, in: window, keeping: []))]
            }
          }
        }
      }
      await made.note("in no rows") { () throws(ColumnFailure) in
        let window = ColumnWindow(order: .rows, from: 0, until: 100, pixels: 10)
        let none: [ColumnFilter] = [.values(column: 2, low: 50, high: 60)]
        let ranks = ColumnWindow(order: .ranks(1), from: 0, until: 100, pixels: 10)
        return [
          T.line(try await table.row(nearest: 5, pointOf: nil, in: window, keeping: none)),
          T.line(try await table.row(nearest: 5, pointOf: 1, in: ranks, keeping: none)),
        ]
      }
    }
  }

  @Test func rowsStandInTheirOrder() async throws {
    try await Self.compare("rows-lists") { table, made in
      for place in [
        .tick(-200), .tick(-30), .tick(0), .tick(31_000), .place(-4), .place(0), .place(117), .place(900),
      ]
        as [ColumnPlace]
      {
        for (order, filters) in [
          (.rows, []), (.rows, Self.some), (.values(7), []), (.ranks(1), []), (.ranks(2), Self.some),
        ]
          as [(ColumnOrder, [ColumnFilter])]
        {
          await made.note("\(place) in the order of \(order), \(filters.count) filters") {
            () throws(ColumnFailure) in
            T.lines(try await table.rows(place, count: 5, order: order, keeping: filters))
          }
        }
      }
      for order in [ColumnOrder.rows, .ranks(1)] {
        await made.note("none of \(order)") { () throws(ColumnFailure) in
          T.lines(try await table.rows(.place(7), count: 0, order: order, keeping: []))
            + T.lines(try await table.rows(.place(7), count: -1, order: order, keeping: []))
            + T.lines(
              try await table.rows(
                .tick(7), count: 3, order: order, keeping: [.values(column: 2, low: 50, high: 60)]))
        }
      }
    }
  }

  /// Every row of a window comes once, however many parts it has.
  @Test func aWindowIsExportedInParts() async throws {
    try await Self.compare("rows-parts") { table, made in
      for (order, from, until): (ColumnOrder, Int64, Int64) in [
        (.rows, -200, 40_000), (.rows, 0, 60), (.rows, 1_000, 2_000), (.ranks(1), 3, 50),
        (.ranks(1), 200, 900),
        (.ranks(1), 500, 600),
      ] {
        var window = ColumnWindow(order: order, from: from, until: until, pixels: 1)
        var keys: [Int64] = []
        await made.note("\(order) from \(from) until \(until)") { () throws(ColumnFailure) in
          var lines: [String] = []
          while window.from < until {
            let (rows, next) = try await table.part(of: window, keeping: [])
            lines.append("\(rows.count) rows, next \(next)")
            keys += rows.map(\.key)
            guard next > window.from else { break }
            window.from = next
          }
          return lines
        }
        if order == .rows { #expect(keys == RecordedRow.all.map(\.x).filter { $0 >= from && $0 < until }) }
        made.add(["\(keys)"])
      }
    }
  }

  @Test func madeColumnsAreAskedForLikeOthers() async throws {
    try await Self.compare("rows-made") { table, made in
      var columns: [FormulaColumn?] = try ["n / v", "x * 2 + 1", "ln(v)", "min(v, n) ^ 2", "3"].map { text in
        FormulaColumn(
          name: text, formula: try ColumnFormula.parse(Array(text.utf8), columns: table.info.operands))
      }
      columns.insert(nil, at: 1)
      let derived = try table.deriving(columns)
      let window = ColumnWindow(order: .rows, from: -60, until: 95, pixels: 4)
      await made.note("picture") { () throws(ColumnFailure) in
        T.lines(try await derived.picture(of: [1, 9, 11, 12, 13, 14], in: window, keeping: []))
      }
      await made.note("unused") { () throws(ColumnFailure) in
        T.lines(try await derived.picture(of: [10], in: window, keeping: []))
      }
      await made.note("rows") { () throws(ColumnFailure) in
        T.lines(try await derived.rows(.tick(20), count: 4, order: .rows, keeping: []))
      }
      await made.note("in the order of one, filtered by another") { () throws(ColumnFailure) in
        T.lines(
          try await derived.rows(
            .place(3), count: 4, order: .ranks(9), keeping: [.values(column: 11, low: -9, high: 99)]))
      }
      await made.note("lenses") { () throws(ColumnFailure) in
        T.lines(
          try await derived.points(
            of: [9, 12], through: ColumnLens(.minMax, threshold: 9), in: window, keeping: [], knowing: nil))
      }
      await made.note("extents") { () throws(ColumnFailure) in
        try await derived.extents(of: [9, 11, 14], isCoarse: false).map { T.line($0) }
      }
      // What is known of the table itself is not asked for again.
      await made.note("axes") { () throws(ColumnFailure) in
        [
          T.line(try await derived.axis(of: .rows, keeping: [])),
          T.line(try await table.axis(of: .rows, keeping: [])),
          T.line(try await derived.axis(of: .values(12), keeping: [])),
        ]
      }
      let again = try table.deriving([])
      await made.note("revision") { () throws(ColumnFailure) in
        ["\(try await again.revision()?.columns ?? []) \(try await derived.revision()?.rowCount ?? 0)"]
      }
    }
  }
}
