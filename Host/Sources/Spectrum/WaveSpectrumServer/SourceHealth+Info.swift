import WaveServer
import WaveSpectrumWire
import WaveWire

extension SourceHealth {
  /// Creates the initial health of a spectrum source, before it has sent any rows.
  init(info: SourceInfo, at now: Int64) {
    self.init(isRecording: false, dataNoun: "rows", at: now)
    record(info)
  }

  /// Records a new description of the source.
  mutating func record(_ info: SourceInfo) {
    describe(isRecording: info.flags.contains(.recording), rowSeconds: info.rowSeconds)
  }
}
