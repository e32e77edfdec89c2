import WaveReceivers
import WaveSensorSources

/// A source of spectra or sensor streams that is open but not started.
enum OpenedSource: Sendable {
  /// A source of spectra.
  case spectrum(any SpectrumSource)
  /// A source of sensor streams.
  case sensor(any SensorSource)
}
