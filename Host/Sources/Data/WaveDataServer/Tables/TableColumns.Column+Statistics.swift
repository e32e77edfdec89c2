import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveUnits

extension TableColumns.Column {
  /// Sets the statistics of the column's values.
  mutating func setStatistics(of summary: ColumnSummary) {
    let statistics = summary.statistics
    missing = UInt64(clamping: statistics.missingCount.saturatingAdding(statistics.infiniteCount))
    guard let mean = statistics.mean else { return }
    minimum = statistics.minimum
    maximum = statistics.maximum
    self.mean = mean
    deviation = statistics.standardDeviation ?? 0
  }
}
