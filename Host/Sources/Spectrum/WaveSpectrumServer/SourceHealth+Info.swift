import WaveServer
import WaveSpectrumWire
import WaveWire

extension SourceHealth {
  /// Creates the health of a source of spectra that has sent nothing yet.
  init(info: SourceInfo, at now: Int64) {
    self.init(isRecording: false, things: "rows", at: now)
    record(info)
  }

  /// Records a new description of the source.
  mutating func record(_ info: SourceInfo) {
    describe(isRecording: info.flags.contains(.recording), rowSeconds: info.rowSeconds)
  }
}
