import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// Value ranges of columns. They are approximate at first if the table is too large to read every value.
extension RemoteTableHost {
  /// The maximum number of values to read when a table is opened.
  private static let readCount = 1e9
  private static let partText =
    "Least, greatest and mean values, and the number of missing values, are those of only a part of the rows."

  /// Returns the exact statistics of columns, computed from all of their values.
  ///
  /// - Returns: The statistics, or nil if there are too many values or the request exceeded a limit of the
  ///   engine.
  func exactExtents(
    of drawn: [Int], _ source: any ColumnSource, rowCount: UInt64
  ) async throws(ColumnFailure) -> [ColumnExtent]? {
    guard Double(rowCount) * Double(drawn.count) <= Self.readCount else { return nil }
    do throws(ColumnFailure) {
      return try await source.extents(of: drawn, isCoarse: false)
    } catch .tooMuch { return nil }
  }

  /// Reports that the value ranges cover only some of the rows.
  ///
  /// From now on, pictures can widen the ranges.
  func keepPartRanges() {
    state.withLock { state in
      state.rangesArePart = true
      state.table.description.detail +=
        Array((state.table.description.detail.isEmpty ? "" : " ").utf8) + Array(Self.partText.utf8)
    }
  }

  /// Widens the columns' value ranges to include a picture's values, which would otherwise be clipped at the
  /// edge of a lane.
  func widen(_ columns: [Int], by picture: ColumnPicture) {
    let changed: FeedTable? = state.withLock { state in
      guard state.rangesArePart else { return nil }
      var isWider = false
      for (column, lane) in zip(columns, picture.lanes) {
        guard var summary = state.table.summaries[column] else { continue }
        let buckets = lane.buckets.filter { $0.count > 0 }
        guard let low = buckets.map(\.minimum).min(), let high = buckets.map(\.maximum).max(),
          summary.widen(low, high)
        else { continue }
        isWider = true
        state.table.set(summary, of: column)
      }
      return isWider ? state.table : nil
    }
    if let changed { notify(changed.columnsEvent, .table(changed.description)) }
  }
}
