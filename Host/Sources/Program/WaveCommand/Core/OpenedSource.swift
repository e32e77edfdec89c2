import WaveReceivers
import WaveSensorSources

/// A source of spectra or sensor streams that is open but not started.
enum OpenedSource: Sendable {
  /// A source of spectra.
  case spectrum(any SpectrumSource)
  /// A source of sensor streams.
  case sensor(any SensorSource)

  /// The source of spectra; nil if it is one of sensor streams.
  var spectrum: (any SpectrumSource)? { if case .spectrum(let source) = self { source } else { nil } }

  /// The source of sensor streams; nil if it is one of spectra.
  var sensor: (any SensorSource)? { if case .sensor(let source) = self { source } else { nil } }
}
