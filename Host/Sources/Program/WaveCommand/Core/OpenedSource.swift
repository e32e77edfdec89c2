import WaveReceivers
import WaveSensorSources

/// A source of either kind, opened but not started.
enum OpenedSource: Sendable {
  /// A source of power rows.
  case spectrum(any SpectrumSource)
  /// A source of sensor streams.
  case sensor(any SensorSource)
}
