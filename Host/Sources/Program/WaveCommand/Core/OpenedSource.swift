import WaveReceivers
import WaveSensorSources

/// A source of either kind, opened and not started.
enum OpenedSource: Sendable {
  /// What makes rows of power.
  case spectrum(any SpectrumSource)
  /// What makes streams of samples.
  case sensor(any SensorSource)
}
