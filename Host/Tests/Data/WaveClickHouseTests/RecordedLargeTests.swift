import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// Queries for tables whose number or order of rows needs other queries than small tables.
@Suite struct RecordedLargeTests {
  private typealias T = Transcript

  /// Three million rows along x; k has few values, z has heaps of close ones.
  private static let large = [
    "CREATE DATABASE IF NOT EXISTS d", "DROP TABLE IF EXISTS d.large",
    """
    CREATE TABLE d.large (x Int64, f Float64, k UInt8, z Int64, w LowCardinality(String)) ENGINE = MergeTree \
    ORDER BY x
    """,
    """
    INSERT INTO d.large SELECT number * 3 - 70000, (number * 7919 % 10007) / 16, number % 7, (number % 30) * \
    1000000007 + intDiv(number, 30) % 16, toString(number % 3) FROM numbers(3000000)
    """,
  ]

  /// Twenty-one million rows, whose values are in forty heaps.
  private static let heaps = [
    "CREATE DATABASE IF NOT EXISTS d", "DROP TABLE IF EXISTS d.heaps",
    "CREATE TABLE d.heaps (x Int32, h Float64) ENGINE = MergeTree ORDER BY x",
    """
    INSERT INTO d.heaps SELECT number, number % 40 + (intDiv(number, 40) % 16) * 1e-9 FROM \
    numbers(21000000)
    """,
  ]

  /// Days and seconds, in no order that is known.
  private static let days = [
    "CREATE DATABASE IF NOT EXISTS d", "DROP TABLE IF EXISTS d.days",
    """
    CREATE TABLE d.days (s String, y Float32, day Date, t DateTime('Europe/Berlin'), b Bool, \
    e Enum8('low' = -1, 'high' = 1), i IPv4) ENGINE = MergeTree ORDER BY tuple()
    """,
    """
    INSERT INTO d.days SELECT toString(number), number % 11 / 8, 19000 + intDiv(number, 9), 1600000000 + \
    number * 3600, number % 2, number % 3 = 0 ? 1 : -1, toIPv4(number) FROM numbers(200)
    """,
  ]

  @Test func aLargeTableIsAskedForItsEndsAndForCoarsePictures() async throws {
    try await RecordedEngine.compare("large", "large", statements: Self.large) { table, made in
      made.note(table)
      await made.note("axis") { () throws(ColumnFailure) in
        [T.line(try await table.axis(of: .rows, keeping: []))]
      }
      await made.note("coarse extents") { () throws(ColumnFailure) in
        try await table.extents(of: [1, 2], isCoarse: true).map { T.line($0) }
      }
      for (from, until): (Int64, Int64) in [(-70_000, 8_930_000), (0, 8_000_000), (0, 3_000_000)] {
        await made.note("coarse picture from \(from) until \(until)") { () throws(ColumnFailure) in
          let window = ColumnWindow(order: .rows, from: from, until: until, pixels: 30)
          let one = try await table.coarsePicture(of: [1], in: window, keeping: [])
          let two = try await table.coarsePicture(
            of: [1, 2], in: window, keeping: [.values(column: 2, low: 0, high: 3)])
          return (one.map { T.lines($0) } ?? ["none"]) + (two.map { T.lines($0) } ?? ["none"])
        }
      }
      for place in [ColumnPlace.place(1_234_567), .tick(7_777_777), .tick(8_929_999)] {
        await made.note("rows at \(place)") { () throws(ColumnFailure) in
          T.lines(try await table.rows(place, count: 3, order: .rows, keeping: []))
            + T.lines(
              try await table.rows(
                place, count: 3, order: .rows, keeping: [.values(column: 2, low: 2, high: 3)]))
        }
      }
      for place: Int64 in [100_000, 428_570, 2_999_999] {
        await made.note("rows of one value, at \(place)") { () throws(ColumnFailure) in
          T.lines(try await table.rows(.place(place), count: 4, order: .ranks(2), keeping: []))
        }
      }
      for (column, pixels) in [(3, 5), (1, 6)] {
        await made.note("ranks of \(column)") { () throws(ColumnFailure) in
          let window = ColumnWindow(order: .ranks(column), from: 150_000, until: 2_345_678, pixels: pixels)
          let rows = try await table.rows(.place(1_500_000), count: 2, order: .ranks(column), keeping: [])
          return T.lines(try await table.picture(of: [2], in: window, keeping: [])) + T.lines(rows)
        }
      }
      await made.note("a part") { () throws(ColumnFailure) in
        let (rows, next) = try await table.part(
          of: ColumnWindow(order: .rows, from: 10, until: 90, pixels: 1),
          keeping: [.values(column: 2, low: 5, high: 5)])
        return rows.map { T.line($0) } + ["\(next)"]
      }
    }
  }

  @Test func heapsOfValuesAreShownCoarselyFirst() async throws {
    try await RecordedEngine.compare("heaps", "heaps", statements: Self.heaps) { table, made in
      for (from, until, pixels): (Int64, Int64, Int) in [
        (0, 21_000_000, 6), (3_000_001, 17_000_000, 5), (0, 21_000_000, 60), (10, 1_000, 5),
      ] {
        let window = ColumnWindow(order: .ranks(1), from: from, until: until, pixels: pixels)
        await made.note("coarse from \(from) until \(until), \(pixels)") { () throws(ColumnFailure) in
          try await table.coarsePicture(of: [1], in: window, keeping: []).map { T.lines($0) } ?? ["none"]
        }
      }
      await made.note("exact") { () throws(ColumnFailure) in
        let window = ColumnWindow(order: .ranks(1), from: 3_000_001, until: 17_000_000, pixels: 5)
        return T.lines(try await table.picture(of: [1], in: window, keeping: []))
      }
    }
  }

  @Test func timesOrderATableWithoutAKnownOrder() async throws {
    try await RecordedEngine.compare("days", "days", statements: Self.days) { table, made in
      made.note(table)
      for order: ColumnOrder in [
        .rows, .values(1), .values(2), .values(3), .values(4), .values(5), .ranks(1), .ranks(4),
      ] {
        await made.note("axis of \(order)") { () throws(ColumnFailure) in
          [T.line(try await table.axis(of: order, keeping: []))]
        }
      }
      await made.note("coarse extents") { () throws(ColumnFailure) in
        try await table.extents(of: [1], isCoarse: true).map { T.line($0) }
      }
      await made.note("extents") { () throws(ColumnFailure) in
        try await table.extents(of: [1, 2, 3, 4], isCoarse: false).map { T.line($0) }
      }
      for (order, from, until): (ColumnOrder, Int64, Int64) in [
        (.rows, 1_641_600_000, 1_643_500_800), (.values(3), 1_600_000_000, 1_600_500_000),
        (.values(1), 0, 1 << 52),
        (.ranks(1), 17, 120), (.ranks(4), 0, 200),
      ] {
        let window = ColumnWindow(order: order, from: from, until: until, pixels: 5)
        await made.note("picture of \(order)") { () throws(ColumnFailure) in
          T.lines(try await table.picture(of: [1, 4], in: window, keeping: []))
        }
        await made.note("rows of \(order)") { () throws(ColumnFailure) in
          T.lines(try await table.rows(.place(33), count: 2, order: order, keeping: []))
        }
        await made.note("parts of \(order)") { () throws(ColumnFailure) in
          let (rows, next) = try await table.part(of: window, keeping: [.values(column: 4, low: 1, high: 1)])
          return ["\(rows.count) \(rows.map(\.key)) \(next)"]
        }
      }
    }
  }
}
