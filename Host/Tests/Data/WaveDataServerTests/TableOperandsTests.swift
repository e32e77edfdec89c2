import Dispatch
import Logging
import Synchronization
import TestSupport
import Testing
import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveDataServer

/// What formulas are computed from: the values in memory, exact ones of a pass, and the cells of single rows.
@Suite struct TableOperandsTests {
  private static let rowCount = 70_000

  private func host(_ table: any TableSource) -> LoadedTableHost {
    let host = LoadedTableHost(
      number: 0, opening: RowsOpening(name: "t", open: { _ in table }), logger: Logger(label: "test"))
    host.read()
    return host
  }

  private func formula(_ text: String, _ host: LoadedTableHost) throws -> ColumnFormula {
    try .parse(Array(text.utf8), columns: host.state.withLock { $0.table.operands })
  }

  @Test func valuesOutsideTheTableAreMissing() throws {
    let table = DemoTable(seed: 9, rowCount: Self.rowCount)
    let host = host(table)
    let operands = try #require(host.state.withLock { TableOperands([0, 1, 2], of: $0) })
    #expect(operands.rowCount == Self.rowCount && operands.isComplete && operands.reals == [2])
    var exact: [[Double]] = [[], [], []]
    try table.scan([0, 1, 2], progress: { _ in true }) { chunk in
      for place in exact.indices { exact[place] += chunk.values[place] }
    }
    let ranges = [
      0..<5, -4..<3, 65_530..<65_545, Self.rowCount - 3..<Self.rowCount + 4, -9 ..< -2,
      Self.rowCount + 1..<Self.rowCount + 5, 7..<7, -2..<Self.rowCount + 2,
    ]
    for rows in ranges {
      for column in 0..<3 {
        let found = operands.kept(column, rows)
        #expect(found.count == rows.count, "\(rows)")
        for (row, value) in zip(rows, found) {
          let isInside = exact[column].indices.contains(row)
          #expect(value.isNaN == !isInside, "\(column) \(row)")
          // Times and counts are exact, and the walk is as exact as it is drawn.
          let limit = column == 2 ? 1e-3 : 0
          if isInside { #expect(abs(value - exact[column][row]) <= limit, "\(column) \(row)") }
        }
      }
      #expect(operands.kept(5, rows).count == rows.count && operands.kept(5, rows).allSatisfy { $0.isNaN })
    }
    for row in [0, 65_536, Self.rowCount - 1] {
      #expect(operands.cells(ofRow: row) == table.row(key: Int64(row)))
    }
    #expect(operands.cells(ofRow: -1) == nil && operands.cells(ofRow: Self.rowCount) == nil)
    // The exact integers are used only if those of all rows are in memory.
    host.state.withLock { _ = $0.integers[1]?.removeLast() }
    #expect(host.state.withLock { TableOperands([0, 1, 2], of: $0) }?.reals == [1, 2])
    host.state.withLock { $0.source = nil }
    #expect(host.state.withLock { TableOperands([0], of: $0) } == nil)
  }

  /// Formulas of exact numbers that reach over the ends of chunks, against numbers computed row by row.
  @Test func derivedColumnsAreThoseOfTheExactValues() throws {
    let table = DemoTable(seed: 10, rowCount: Self.rowCount)
    let rows = MappedRows(host: host(table))
    var (walk, count): ([Double], [Double]) = ([], [])
    try table.scan([2, 1], progress: { _ in true }) { chunk in
      walk += chunk.values[0]
      count += chunk.values[1]
    }
    func at(_ values: [Double], _ row: Int) -> Double { values.indices.contains(row) ? values[row] : .nan }
    let known: [(text: String, value: (Int) -> Double)] = [
      ("walk - lag(walk, 5)", { walk[$0] - at(walk, $0 - 5) }),
      ("lag(walk, -7) + count", { at(walk, $0 + 7) + count[$0] }),
      ("lag(walk, 40000) * 2", { at(walk, $0 - 40_000) * 2 }),
      ("count - lag(count)", { count[$0] - at(count, $0 - 1) }),
    ]
    for (text, value) in known {
      let formula = try formula(text, rows.host)
      var made: [Double] = []
      let isDone = try rows.pass([formula], goesOn: { _ in true }, each: { made += $1 })
      #expect(isDone && made.count == Self.rowCount)
      let wrong = made.indices.first { row in
        let expected = value(row)
        return made[row].isNaN ? !expected.isNaN : made[row] != expected
      }
      #expect(wrong == nil, "\(text)")
      // The same, of single rows.
      _ = rows.answer(.derive([FormulaColumn(name: "d", formula: formula)]))
      _ = rows.answer(.extents([10], isCoarse: false))
      var single = try #require(rows.derivedRows)
      for row in [0, 4, 5, 6, 65_535, 65_536, 65_541, 69_992, 69_993, 69_999] {
        let cells = try #require(table.row(key: Int64(row)))
        let expected = value(row)
        let found = single.cells(row, cells: cells)
        guard case .real(let one) = found[0] else {
          #expect(expected.isNaN && found == [.null], "\(text) \(row)")
          continue
        }
        // A formula that reaches too far has the values that are drawn.
        #expect(abs(one - expected) <= (text.contains("40000") ? 1e-3 : 0), "\(text) \(row)")
      }
    }
  }

  @Test func severalFormulasShareAPassThatCanBeEnded() throws {
    let rows = MappedRows(host: host(DemoTable(seed: 11, rowCount: Self.rowCount)))
    let texts = ["walk * 2", "count + 1", "lag(sine, -3)"]
    let formulas = try texts.map { try formula($0, rows.host) }
    var parts: [[Int]] = formulas.map { _ in [] }
    var progress: [Double] = []
    let isDone = try rows.pass(
      formulas,
      goesOn: { part in
        progress.append(part)
        return true
      }, each: { place, values in parts[place].append(values.count) })
    #expect(isDone && parts[0] == [65_536, 4464] && parts[1] == parts[0] && parts[2] == parts[0])
    #expect(progress.allSatisfy { (0...1).contains($0) } && progress.contains { $0 > 0.5 })
    for end in [1, progress.count / 2, progress.count - 1] {
      var left = end
      let isWhole = try rows.pass(
        formulas,
        goesOn: { _ in
          left -= 1
          return left > 0
        }, each: { _, _ in })
      #expect(!isWhole, "\(end)")
    }
    // Columns of integers need no pass: their progress is that of chunks in memory.
    progress = []
    var made: [Int] = []
    let isMade = try rows.pass(
      [formulas[1]],
      goesOn: { part in
        progress.append(part)
        return true
      }, each: { made.append($1.count) })
    #expect(isMade && made == [65_536, 4464] && progress.contains(0) && progress.contains(65_536 / 70_000))
    #expect(progress == progress.sorted())
    var isOn = true
    let isWhole = try rows.pass([formulas[1]], goesOn: { _ in isOn }) { _, _ in isOn = false }
    #expect(!isWhole)
  }

  @Test func aMakerWaitsForTheRowsBehindAChunk() throws {
    let formula = try ColumnFormula.parse(
      Array("lag(x, -10) - lag(x, 3)".utf8), columns: [.init(name: Array("x".utf8))])
    #expect(formula.reachBefore == 3 && formula.reachAfter == 10)
    let capacity = SeriesChunk.capacity
    for (available, isEnd, counts) in [
      (capacity - 1, false, []), (capacity, false, []), (capacity + 9, false, []),
      (capacity + 10, false, [capacity]), (2 * capacity + 9, false, [capacity]),
      (2 * capacity + 10, false, [capacity, capacity]), (capacity, true, [capacity]), (0, true, []),
      (capacity + 4, true, [capacity, 4]), (5, true, [5]),
    ] as [(Int, Bool, [Int])] {
      var maker = DerivedMaker(formula)
      #expect(maker.firstNeeded == 0)
      var made: [Int] = []
      let goesOn = maker.make(
        available: available, isEnd: isEnd, goesOn: { true }, operand: { _, rows in rows.map { Double($0) } },
        each: { values in
          #expect(values.allSatisfy { $0 == 13 || $0.isNaN })
          made.append(values.count)
        })
      #expect(goesOn && made == counts, "\(available)")
      let count = counts.reduce(0, +)
      #expect(maker.rowCount == count && maker.firstNeeded == max(0, count - 3))
    }
    var maker = DerivedMaker(formula)
    let isOn = maker.make(
      available: 10, isEnd: true, goesOn: { false }, operand: { _, rows in rows.map { Double($0) } },
      each: { _ in Issue.record("ended, and yet made") })
    #expect(!isOn && maker.rowCount == 0)
  }

  @Test func aPaddedSeriesKeepsItsValues() {
    let capacity = SeriesChunk.capacity
    for (count, padded) in [
      (0, 5), (3, 3), (3, 2), (3, 10), (capacity - 1, capacity), (capacity, capacity + 1),
      (capacity + 5, capacity + 9), (capacity + 5, 3 * capacity), (5, 2 * capacity + 1),
    ] {
      let values = (0..<count).map { Float($0) }
      var series = Series()
      for part in values.parts(of: capacity) {
        let drawn = Array(part)
        series.append(SeriesChunk(drawn.span))
      }
      let made = series.padded(to: padded)
      #expect(made.count == max(count, padded) && made.validCount == count, "\(count) to \(padded)")
      #expect(made.values(from: 0, to: count) == values)
      #expect(made.values(from: count, to: made.count).allSatisfy { $0.isNaN })
      #expect(made.chunks.dropLast().allSatisfy { $0.count == capacity })
    }
  }
}
