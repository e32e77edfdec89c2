import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// What a small table is asked, and what is made of the answers of ClickHouse.
@Suite struct RecordedRowsTests {
  private typealias T = Transcript

  /// The whole table, parts of it, where there are no rows, and beside it.
  private static let windows = [
    (-100, 31_000, 12), (-60, 95, 7), (5_000, 20_000, 3), (-400, -100, 2), (80, 90, 10),
  ].map {
    ColumnWindow(order: .rows, from: $0, until: $1, pixels: $2)
  }
  private static let filters: [[ColumnFilter]] = [
    [], [.values(column: 1, low: -20, high: 25.5)],
    [.text(column: 3, text: Array("it's".utf8), isKept: true)],
    [.text(column: 3, text: nil, isKept: false), .values(column: 2, low: -3, high: .infinity)],
    [.others(column: 3, than: [Array("ab".utf8), []], isKept: true)],
    [.others(column: 3, than: [Array("ab\\c".utf8)], isKept: false)],
    [.others(column: 3, than: [], isKept: true)],
    [.ticks(.rows, from: -50, until: 30_200, among: [])],
    [.ticks(.ranks(1), from: 20, until: 90, among: [.values(column: 2, low: -5, high: 9)])],
    [.ticks(.values(2), from: -2, until: 6, among: [])], [.text(column: 0, text: nil, isKept: true)],
    [.text(column: 6, text: Array("1970-01-09".utf8), isKept: false)],
    [.values(column: 7, low: 1_700_000_020_000_000, high: 1_700_000_160_000_000)],
    [.ticks(.ranks(1), from: 300, until: 400, among: [])], [.values(column: 3, low: 0, high: 1)],
  ]

  private static func compare(
    _ name: String, _ parameters: String = "",
    _ ask: (ClickHouseColumns, inout Transcript) async throws -> Void
  ) async throws {
    try await RecordedEngine.compare(name, "rows" + parameters, statements: RecordedRow.statements, ask)
  }

  @Test func theTableAndItsAxesAreDescribed() async throws {
    try await Self.compare("rows-axes") { table, made in
      made.note(table)
      for order: ColumnOrder in [
        .rows, .values(1), .values(2), .values(3), .values(4), .values(5), .values(6), .values(7), .values(9),
        .ranks(1), .ranks(2), .ranks(3), .ranks(4), .ranks(6),
      ] {
        await made.note("axis of \(order)") { () throws(ColumnFailure) in
          [T.line(try await table.axis(of: order, keeping: []))]
        }
      }
      await made.note("axis of some ranks") { () throws(ColumnFailure) in
        [T.line(try await table.axis(of: .ranks(1), keeping: Self.filters[1]))]
      }
      await made.note("revision") { () throws(ColumnFailure) in
        let found = try await table.revision()
        return ["\(found?.columns ?? []) \(found?.rowCount ?? 0) \(found?.ticks ?? [])"]
      }
    }
  }

  @Test func statisticsAreOfTheRowsThatAreKept() async throws {
    try await Self.compare("rows-statistics", "?then=u") { table, made in
      let columns = [0, 1, 2, 4, 5, 6, 7]
      for isCoarse in [false, true] {
        await made.note("extents, coarse: \(isCoarse)") { () throws(ColumnFailure) in
          try await table.extents(of: columns, isCoarse: isCoarse).map { T.line($0) }
        }
      }
      for filters in Self.filters {
        await made.note("statistics of \(filters)") { () throws(ColumnFailure) in
          T.lines(
            try await table.statistics(
              of: [1, 2, 7], in: Self.windows[0], histogramOf: 1, bins: 5, keeping: filters))
        }
      }
      var windows = Self.windows.dropFirst()
      windows.append(ColumnWindow(order: .ranks(1), from: 10, until: 50, pixels: 3))
      windows.append(ColumnWindow(order: .values(2), from: -3, until: 5, pixels: 3))
      for window in windows {
        await made.note("statistics in \(window)") { () throws(ColumnFailure) in
          T.lines(
            try await table.statistics(of: [2, 5], in: window, histogramOf: 2, bins: 3, keeping: []))
        }
        await made.note("density in \(window)") { () throws(ColumnFailure) in
          let grid = ColumnGrid(x: 2, y: 1, across: -8...8, upright: -30...45.5, columns: 4, rows: 3)
          return T.lines(try await table.density(grid, in: window, keeping: Self.filters[1]), 4)
        }
      }
      await made.note("density over times") { () throws(ColumnFailure) in
        let grid = ColumnGrid(
          x: 7, y: 4, across: 1_700_000_010_000_000...1_700_000_200_000_000, upright: 0...1e19, columns: 3,
          rows: 2)
        return T.lines(try await table.density(grid, in: Self.windows[0], keeping: []), 3)
      }
      await made.note("correlations") { () throws(ColumnFailure) in
        let found =
          try await table.correlations(of: columns + [3], with: 0) + table.correlations(of: [0, 2], with: 1)
          + table.correlations(of: [1], with: 3)
        return found.map { "\($0)" }
      }
      for column in [2, 3, 6, 99] {
        await made.note("texts of \(column)") { () throws(ColumnFailure) in
          T.lines(try await table.texts(of: column))
        }
      }
      for order: ColumnOrder in [.rows, .ranks(2), .ranks(1)] {
        for (column, filters) in [(3, []), (6, Self.filters[1]), (3, Self.filters[2])] {
          await made.note("counts of texts of \(column) in the order of \(order)") {
            () throws(ColumnFailure) in
            let window = ColumnWindow(
              order: order, from: order == .rows ? -90 : 10, until: order == .rows ? 120 : 75, pixels: 4)
            let top = column == 3 ? [Array("ab".utf8), [], Array("it's".utf8)] : [Array("1970-01-10".utf8)]
            return try await table.textCounts(of: column, top: top, in: window, keeping: filters).map {
              "\($0)"
            }
          }
        }
      }
      await made.note("counts of no texts") { () throws(ColumnFailure) in
        try await table.textCounts(of: 3, top: [], in: Self.windows[0], keeping: []).map { "\($0)" }
      }
    }
  }

  @Test(arguments: ["", "?then=u"]) func picturesAreOfTheRowsThatAreKept(_ parameters: String) async throws {
    try await Self.compare("rows-pictures\(parameters.isEmpty ? "" : "-then")", parameters) { table, made in
      for window in Self.windows {
        for filters in Self.filters[..<(parameters.isEmpty ? 3 : 1)] {
          await made.note("\(window) \(filters)") { () throws(ColumnFailure) in
            let found = try await table.picture(of: [1, 2, 5], in: window, keeping: filters)
            Self.check(found, window, filters)
            return T.lines(found)
          }
        }
      }
      for (order, from, until, pixels): (ColumnOrder, Int64, Int64, Int) in [
        (.values(2), -9, 10, 5), (.values(7), 1_700_000_000_000, 1_700_000_300_000, 4),
        (.values(5), 0, 1 << 52, 6), (.values(5), 1 << 50, 1 << 51, 3), (.ranks(1), 0, 215, 5),
        (.ranks(2), 20, 120, 7), (.ranks(4), -30, 260, 6), (.ranks(6), 100, 110, 3), (.ranks(5), 235, 900, 4),
      ] {
        await made.note("\(order) from \(from) until \(until)") { () throws(ColumnFailure) in
          let window = ColumnWindow(order: order, from: from, until: until, pixels: pixels)
          return T.lines(try await table.picture(of: [1, 2], in: window, keeping: []))
        }
      }
      // The server converts values to ticks before it knows which rows have one.
      for filters in Self.filters[1...3] {
        await made.note("values of v, \(filters)") { () throws(ColumnFailure) in
          let window = ColumnWindow(order: .values(1), from: 0, until: 1 << 52, pixels: 5)
          return T.lines(try await table.picture(of: [1, 2], in: window, keeping: filters))
        }
      }
      await made.note("no coarse pictures of few rows") { () throws(ColumnFailure) in
        var found: [ColumnPicture?] = []
        for order: ColumnOrder in [.rows, .ranks(1)] {
          found.append(
            try await table.coarsePicture(
              of: [1], in: ColumnWindow(order: order, from: 0, until: 100, pixels: 5), keeping: []))
        }
        return ["\(found.compactMap { $0 }.count)"]
      }
    }
  }

  /// Compares what does not depend on the order of rows with the same x with all rows, one by one.
  private static func check(_ picture: ColumnPicture, _ window: ColumnWindow, _ filters: [ColumnFilter]) {
    guard filters.isEmpty else { return }
    let map = window.map
    for pixel in 0..<window.pixels {
      let rows = RecordedRow.all.filter {
        $0.x >= map.start(ofColumn: pixel) && $0.x < map.start(ofColumn: pixel + 1)
      }
      let lanes = [
        rows.map(\.v).filter(\.isFinite), rows.compactMap { $0.n.map { Double($0) } },
        rows.map { Double($0.cents) / 100 },
      ]
      for (lane, values) in zip(picture.lanes, lanes) {
        let found = lane.buckets[pixel]
        #expect(Int(found.rowCount) == rows.count && Int(found.count) == values.count)
        guard let least = values.min(), let greatest = values.max() else { continue }
        #expect(found.minimum == least && found.maximum == greatest)
        #expect(values.contains(found.first) && values.contains(found.last))
      }
    }
  }

  @Test func lensesChoosePoints() async throws {
    try await Self.compare("rows-lenses") { table, made in
      for window in Self.windows {
        for (lens, threshold) in [
          (Lens.minMax, 9), (.mean, 5), (.minMaxLTTB, 5), (.minMaxLTTB, 60), (.lttb, 9),
        ] {
          await made.note("\(lens) \(threshold) in \(window)") { () throws(ColumnFailure) in
            T.lines(
              try await table.points(
                of: [1, 2], through: ColumnLens(lens, threshold: threshold), in: window, keeping: [],
                knowing: nil))
          }
        }
      }
      await made.note("with filters") { () throws(ColumnFailure) in
        var lines: [String] = []
        for (lens, threshold) in [(Lens.minMax, 9), (.mean, 0), (.minMaxLTTB, 3)] {
          lines += T.lines(
            try await table.points(
              of: [1], through: ColumnLens(lens, threshold: threshold), in: Self.windows[0],
              keeping: Self.filters[3], knowing: nil))
        }
        return lines
      }
      await made.note("of a picture") { () throws(ColumnFailure) in
        let picture = try await table.picture(of: [1, 2], in: Self.windows[1], keeping: [])
        return T.lines(
          try await table.points(
            of: [1, 2], through: ColumnLens(.minMax, threshold: 9), in: Self.windows[1], keeping: [],
            knowing: picture))
      }
    }
  }
}

extension Transcript {
  /// Adds what a table says of itself.
  mutating func note(_ table: ClickHouseColumns) {
    add(["\(table.info.name) \(table.info.columns.map { "\($0.name) \($0.kind)" })"])
    add(table.info.notes.map { $0.replacing(#/127.0.0.1:\d+/#, with: "127.0.0.1:PORT") })
    add(table.abilities.reasons + ["x is \(table.abilities.xColumn ?? -1)"])
  }
}
