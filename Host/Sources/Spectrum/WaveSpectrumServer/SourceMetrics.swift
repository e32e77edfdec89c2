import CoreMetrics
import WaveOperations

/// The counters of one spectrum source in the server's metrics.
struct SourceMetrics: Sendable {
  let rows: Counter
  let rowsLost: Counter
  let samplesLost: Counter
  let reconnects: Counter

  init(source: UInt16, in factory: PrometheusFactory) {
    func counter(_ name: String, _ help: String) -> Counter {
      factory.describe(name, help)
      return Counter(label: name, dimensions: [("source", String(source))], factory: factory)
    }
    rows = counter("waveglass_source_rows_total", "Rows that a source produced.")
    rowsLost = counter("waveglass_source_rows_lost_total", "Rows that are missing between the produced rows.")
    samplesLost = counter(
      "waveglass_source_samples_lost_total", "Samples that a receiver lost or that were not read in time.")
    reconnects = counter(
      "waveglass_source_reconnects_total",
      "Times that a receiver's samples arrived again after silence or a lost connection.")
  }
}
