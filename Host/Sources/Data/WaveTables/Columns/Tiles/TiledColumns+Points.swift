import Synchronization
public import WaveDataFeed
import WaveSeries

/// Points chosen by lenses. They are not divided into tiles, since a lens chooses different points in each
/// window.
extension TiledColumns {
  /// Returns the points that a lens chooses in each column, from a cache of recent responses if possible.
  public func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    let request = WindowRequest(columns: columns, lens: lens, window: window, filters: filters)
    return try await cached({ $0.points.answer(request) }, store: { $0.points.store($1, request) }) {
      () async throws(ColumnFailure) in
      try await source.points(of: columns, through: lens, in: window, keeping: filters, knowing: picture)
    }
  }
}
