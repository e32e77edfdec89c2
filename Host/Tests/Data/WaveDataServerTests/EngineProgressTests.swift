import Testing
import WaveDataWire
import WaveTables

@testable import WaveDataServer

@Suite struct EngineProgressTests {
  /// What an engine reports, and the progress that a client is sent: never an end, which the answer is.
  @Test(arguments: [
    (UInt64(0), UInt64(0), UInt64(0), UInt64(1)), (10, 0, 10, 11), (10, 100, 10, 100), (99, 100, 99, 100),
    (100, 100, 100, 101), (150, 100, 150, 151), (.max, 0, .max - 1, .max),
  ])
  func progressNeverReportsItsEnd(rowCount: UInt64, all: UInt64, done: UInt64, total: UInt64) {
    let work = EngineProgress.work(ColumnProgress(rowCount: rowCount, total: all), of: 3)
    #expect(work == TableWork(source: 3, stage: .asking, done: done, total: total))
    #expect(work.done < work.total)
  }
}
