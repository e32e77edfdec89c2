import WaveServer
import WaveSpectrumWire
import WaveWire

extension SourceHealth {
  /// Starts with a source of spectra.
  init(info: SourceInfo, at now: Int64) {
    self.init(isRecording: false, things: "rows", at: now)
    take(info)
  }

  /// Takes note of what the source is now.
  mutating func take(_ info: SourceInfo) {
    describe(isRecording: info.flags.contains(.recording), rowSeconds: info.rowSeconds)
  }
}
