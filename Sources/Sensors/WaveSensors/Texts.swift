import WaveSensorsWire
import WaveUnits

/// Functions that format the text shown by the instrument.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// Returns a delay as text, such as "−12.3 s".
  static func behind(microseconds: Int64) -> [UInt8] {
    var text = TextWriter()
    text.append("\u{2212}")
    let seconds = Double(microseconds) / 1e6
    if seconds < 120 {
      text.append(seconds, decimals: 1)
      text.append(" s")
    } else {
      text.append(bytes: TimeText.ago(seconds: seconds))
    }
    return text.bytes
  }

  /// Returns the difference between two clocks as text, such as "12 ms", "37.2 s" or "5.0 h".
  static func clockDifference(microseconds: UInt64) -> [UInt8] {
    let seconds = Double(microseconds) / 1e6
    var text = TextWriter()
    if seconds < 1 {
      text.append(seconds * 1000, decimals: 0)
      text.append(" ms")
    } else if seconds < 120 {
      text.append(seconds, decimals: 1)
      text.append(" s")
    } else if seconds < 7200 {
      text.append(seconds / 60, decimals: 0)
      text.append(" min")
    } else if seconds < 172_800 {
      text.append(seconds / 3600, decimals: 1)
      text.append(" h")
    } else {
      text.append(seconds / 86_400, decimals: 0)
      text.append(" days")
    }
    return text.bytes
  }

  /// Returns the sample counts as text, such as "1200 came, 3 missing".
  static func counts(_ readings: StreamReadings) -> [UInt8] {
    var text = TextWriter()
    text.append(integer: Int64(clamping: readings.receivedCount))
    text.append(" came, ")
    text.append(integer: Int64(clamping: readings.missingCount))
    text.append(" missing")
    return text.bytes
  }

  /// Returns a comparison of two clocks as text, such as "server’s 12 ms ahead of this device’s, known within
  /// ±0.4 ms".
  ///
  /// The uncertainty is half the round trip. If the difference is nil, only the uncertainty is given.
  static func clock(ahead microseconds: Int64?, roundTrip: Int64) -> [UInt8] {
    var text = TextWriter()
    if let microseconds {
      text.append("server\u{2019}s ")
      text.append(bytes: clockDifference(microseconds: microseconds.magnitude))
      text.append(microseconds < -500 ? " behind this device\u{2019}s, " : " ahead of this device\u{2019}s, ")
    }
    text.append("known within \u{00B1}")
    text.append(Double(roundTrip) / 2000, decimals: roundTrip < 20_000 ? 1 : 0)
    text.append(" ms")
    return text.bytes
  }
}
