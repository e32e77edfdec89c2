import WaveSensorsWire
import WaveUnits

extension Testbed.Setting {
  /// Creates the load that a source generates; nil if it has no streams.
  init?(_ source: StreamSource) {
    guard let first = source.groups.first else { return nil }
    self.init(streams: source.channelCount, rateHertz: Int(saturating: first.rateHertz))
  }

  /// The load as text, such as "13 streams, 1000 Hz".
  var text: [UInt8] {
    TextWriter("\(streams)\(streams == 1 ? " stream" : " streams"), \(rateHertz) Hz").bytes
  }
}

extension Testbed {
  /// Returns a latency as text, such as "8.4 ms" or "1.2 s".
  static func milliseconds(_ microseconds: Double) -> [UInt8] {
    microseconds >= 1e6
      ? TextWriter("\(microseconds / 1e6, decimals: 1) s").bytes
      : TextWriter("\(microseconds / 1000, decimals: microseconds < 9950 ? 1 : 0) ms").bytes
  }

  /// The results of the last run for a screen reader; empty if there are none.
  var reading: [UInt8] {
    guard !isRunning, let last = results(of: .streams).last else { return [] }
    let end: StaticString = wasCancelled ? "test cancelled" : "test done"
    let most = Self.milliseconds(last.figures.percentile99)
    return TextWriter(", \(end): \(last.setting.text), 99 % within \(most)").bytes
  }
}
