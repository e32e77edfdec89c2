import Testing
import WaveTables

@Suite struct DemoTableTests {
  @Test func isTheSameForEverySeed() throws {
    let (one, same, other) = (
      DemoTable(rowCount: 3000), DemoTable(rowCount: 3000), DemoTable(seed: 2, rowCount: 3000)
    )
    for column in 0..<9 {
      #expect(try one.values(column) == same.values(column))
      if column > 0, column != 3 { #expect(try one.values(column) != other.values(column)) }
    }
    #expect(one.info.isSimulated && one.info.columns.count == 10)
  }

  @Test func rowsAreWhatAPassGives() throws {
    let table = DemoTable()
    let chunks = try table.chunks(Array(0..<9))
    #expect(chunks.map(\.rowCount).reduce(0, +) == 200_000 && chunks.count == 4)
    #expect(chunks.flatMap(\.keys) == Array(0..<200_000))
    for row in [0, 1, 65_535, 65_536, 131_071, 199_999] {
      let (chunk, place) = (chunks[row / 65_536], row % 65_536)
      let cells = try #require(table.row(key: Int64(row)))
      #expect(cells[0] == .integer(try #require(chunk.integers[0])[place]))
      for column in 2..<9 {
        let value = chunk.values[column][place]
        #expect(cells[column] == (value.isNaN ? .null : .real(value)))
      }
    }
    let times = chunks.flatMap { $0.integers[0] ?? [] }
    #expect(
      zip(times, times.dropFirst()).allSatisfy { $1 > $0 } && times[100_000] - times[99_999] == 28_860_000)
    let gaps = chunks.flatMap { $0.values[6] }
    #expect(gaps.contains { $0.isNaN })
    #expect((1..<199_999).contains { gaps[$0 - 1].isNaN && !gaps[$0].isNaN && gaps[$0 + 1].isNaN })
    #expect(chunks.flatMap { $0.values[4] }.count { $0 > 9 } > 10)
    #expect(table.row(key: 200_000) == nil && table.row(key: -1) == nil)
    #expect(table.rows(from: 199_998, count: 9).map(\.key) == [199_998, 199_999])
  }

  @Test func endsAtOnce() throws {
    let table = DemoTable(rowCount: 100_000)
    var count = 0
    #expect(throws: TableError.cancelled) {
      try table.scan([2], progress: { $0.rowCount < 70_000 }, each: { count += $0.rowCount })
    }
    #expect(count == 70_656)
    count = 0
    #expect(throws: TableError.cancelled) {
      try table.scan(
        [2],
        progress: {
          if $0.rowCount == 10_240 { table.interrupt() }
          return true
        }, each: { count += $0.rowCount })
    }
    #expect(count == 10_240)
    #expect(try table.chunks([2]).count == 2)
  }
}
