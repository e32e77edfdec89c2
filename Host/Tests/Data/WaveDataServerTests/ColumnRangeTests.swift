import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats

@testable import WaveDataServer

/// What is known of the values of a table that is too large to look at all of them.
@Suite struct ColumnRangeTests {
  private static func bucket(_ low: Double, _ high: Double) -> ColumnBucket {
    ColumnBucket(
      rowCount: 2, count: 2, firstTick: 0, lastTick: 1, first: low, minimum: low, maximum: high, last: high)
  }

  @Test func picturesWidenRangesOfAPart() {
    let host = RemoteTableHost(
      number: 0, name: "t", open: { () async throws(ColumnFailure) in throw .cancelled },
      logger: Logger(label: "test"))
    let column = TableColumn(name: "v", kind: .real)
    let known = Statistics(
      count: 9, missingCount: 1, infiniteCount: 0, minimum: -1, maximum: 1, mean: 0.25, squaredDeviations: 4)
    host.state.withLock { state in
      state.table.columns = [TableColumns.Column(kind: .real, timeDigits: 0, name: [0x76])]
      state.table.summaries = [0: ColumnSummary(column, offset: 0, counted: known)]
      state.table.columns[0].setStatistics(of: ColumnSummary(column, offset: 0, counted: known))
    }
    let picture = ColumnPicture(
      lanes: [
        ColumnPicture.Lane(
          buckets: [Self.bucket(0, 7), .empty, Self.bucket(-0.5, 0)], before: .empty, after: .empty)
      ], rowCount: 4, seenCount: 4, isExact: true)
    // Where every value was read, a picture adds nothing.
    host.widen([0], by: picture)
    #expect(host.state.withLock { $0.table.columns[0].maximum } == 1)
    host.keepPartRanges()
    host.widen([0], by: picture)
    host.state.withLock { state in
      #expect(state.table.columns[0].maximum == 7 && state.table.columns[0].minimum == -1)
      #expect(state.table.columns[0].mean == 0.25 && state.table.columns[0].missing == 1)
      #expect(String(decoding: state.table.description.detail, as: UTF8.self).hasPrefix("Least, greatest"))
    }
  }

  @Test func aColumnWithoutKnownValuesGetsARange() {
    var summary = ColumnSummary(TableColumn(name: "t", kind: .real), offset: nil, counted: Statistics())
    #expect(summary.widen(3, 4) && !summary.widen(3, 4) && summary.widen(2, 4))
    #expect(summary.statistics.minimum == 2 && summary.statistics.maximum == 4)
    #expect(summary.statistics.mean?.isNaN == true)
  }
}
