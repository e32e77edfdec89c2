import WaveUnits

extension Testbed.Setting {
  /// Appends the load as text, such as "13 streams, 1000 Hz".
  func append(to text: inout TextWriter) {
    text.append(integer: streams)
    text.append(streams == 1 ? " stream, " : " streams, ")
    text.append(integer: rateHertz)
    text.append(" Hz")
  }
}

extension Testbed {
  /// Returns a latency as text, such as "8.4 ms" or "1.2 s".
  static func milliseconds(_ microseconds: Double) -> [UInt8] {
    var text = TextWriter()
    if !(microseconds >= 1e6) {
      text.append(microseconds / 1000, decimals: microseconds < 9950 ? 1 : 0)
      text.append(" ms")
    } else {
      text.append(microseconds / 1e6, decimals: 1)
      text.append(" s")
    }
    return text.bytes
  }

  /// Appends the results of the last run for a screen reader.
  func appendReading(to text: inout TextWriter) {
    guard !isRunning, let last = results(of: .streams).last else { return }
    text.append(wasCancelled ? ", test cancelled" : ", test done")
    text.append(": ")
    last.setting.append(to: &text)
    text.append(", 99 % within ")
    text.append(bytes: Self.milliseconds(last.figures.percentile99))
  }
}
