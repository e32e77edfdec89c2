package import WaveDataFeed
import WaveSeries
import WaveUnits

extension ColumnPicture {
  /// Creates a picture of all rows of a window, whose number is that of the rows in the first lane.
  package init(_ lanes: [Lane], isExact: Bool) {
    let rows = lanes.first?.buckets.lazy.map(\.rowCount).saturatingSum() ?? 0
    self.init(lanes: lanes, rowCount: rows, seenCount: rows, isExact: isExact)
  }
}
