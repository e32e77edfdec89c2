import CoreMetrics
import WaveOperations

/// The counters of one source of streams.
struct SensorsMetrics: Sendable {
  let samples: Counter
  let missing: Counter

  init(source: UInt16, in factory: PrometheusFactory) {
    func counter(_ name: String, _ help: String) -> Counter {
      factory.describe(name, help)
      return Counter(label: name, dimensions: [("source", String(source))], factory: factory)
    }
    samples = counter("waveglass_stream_samples_total", "Samples received of each channel, over groups.")
    missing = counter(
      "waveglass_stream_samples_missing_total", "Samples of each channel that are missing, by their numbers.")
  }
}
