import Testing

@testable import WaveSpectra

@Suite struct RowPacerTests {
  @Test func neitherDriftsNorSkips() {
    var pacer = RowPacer(rowsPerSecond: 30, startMicroseconds: 1000)
    #expect(pacer.nextRow(now: 1000) == nil)
    for row in 0..<3000 {
      let due = pacer.dueMicroseconds
      #expect(due == 1000 + (Int64(row) + 1) * 1_000_000 / 30)
      #expect(pacer.nextRow(now: due - 1) == nil)
      let turn = pacer.nextRow(now: due)
      #expect(turn?.row == Int64(row) && turn?.lost == 0)
    }
    #expect(pacer.start(of: 3000) == 100_001_000)
  }

  @Test func catchesUpWhenALittleLate() {
    var pacer = RowPacer(rowsPerSecond: 10, startMicroseconds: 0, patience: 8)
    for row in 0..<8 {
      let turn = pacer.nextRow(now: 850_000)
      #expect(turn?.row == Int64(row))
    }
    #expect(pacer.nextRow(now: 850_000) == nil)
  }

  @Test func givesUpRowsWhenVeryLate() {
    var pacer = RowPacer(rowsPerSecond: 10, startMicroseconds: 0, patience: 8)
    let turn = pacer.nextRow(now: 3_600_000_000)
    #expect(turn?.lost == 35_999 && turn?.row == 35_999)
    #expect(pacer.nextRow(now: 3_600_000_000) == nil)
    let next = pacer.nextRow(now: 3_600_100_000)
    #expect(next?.lost == 0)
  }
}
