import Synchronization
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// From where to where the values of columns reach: of a table that is too large to look at every value
/// before it is seen.
extension ColumnStation {
  /// Values of a table that are all looked at when it is opened.
  private static let readCount = 1e9
  private static let partText =
    "Least, greatest and mean values, and how many are missing, are those of a part of the rows."

  /// Looks at all values of some columns, where these are not too many.
  ///
  /// - Returns: Nil where they are, or took longer than a question may.
  func exactExtents(
    of drawn: [Int], _ source: any ColumnSource, rowCount: UInt64
  ) async throws(ColumnFailure) -> [ColumnExtent]? {
    guard Double(rowCount) * Double(drawn.count) <= Self.readCount else { return nil }
    do throws(ColumnFailure) {
      return try await source.extents(of: drawn, isCoarse: false)
    } catch .tooMuch {
      return nil
    }
  }

  /// Says that ranges are those of a part of the rows, until pictures show more.
  func keepPartRanges() {
    state.withLock { state in
      state.rangesArePart = true
      state.description.detail +=
        Array((state.description.detail.isEmpty ? "" : " ").utf8) + Array(Self.partText.utf8)
    }
  }

  /// Takes note of values beyond what was known, so that they are not drawn at a lane's edge.
  func widen(_ columns: [Int], by picture: ColumnPicture) {
    let changed: (table: TableDescription, columns: [TableColumns.Column])? = state.withLock { state in
      guard state.rangesArePart else { return nil }
      var isWider = false
      for (column, lane) in zip(columns, picture.lanes) {
        guard var summary = state.summaries[column] else { continue }
        let buckets = lane.buckets.filter { $0.count > 0 }
        guard let low = buckets.map(\.minimum).min(), let high = buckets.map(\.maximum).max(),
          summary.widen(low, high)
        else { continue }
        isWider = true
        state.summaries[column] = summary
        state.columns[column].take(summary)
      }
      return isWider ? (state.description, state.columns) : nil
    }
    guard let changed else { return }
    tell(.columns(TableStation.told(changed.columns, number)))
    tell(.table(changed.table))
  }
}
