import WaveSensorsWire
import WaveUnits

/// Functions that format the text shown by the instrument.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// Returns a delay as text, such as "−12.3 s".
  static func behind(microseconds: Int64) -> [UInt8] {
    let seconds = Double(microseconds) / 1e6
    return seconds < 120
      ? TextWriter("\u{2212}\(seconds, decimals: 1) s").bytes
      : TextWriter("\u{2212}\(TimeText.ago(seconds: seconds))").bytes
  }

  /// Returns the difference between two clocks as text, such as "12 ms", "37.2 s" or "5.0 h".
  static func clockDifference(microseconds: UInt64) -> [UInt8] {
    let seconds = Double(microseconds) / 1e6
    let text: TextWriter =
      switch seconds {
      case ..<1: "\(seconds * 1000, decimals: 0) ms"
      case ..<120: "\(seconds, decimals: 1) s"
      case ..<7200: "\(seconds / 60, decimals: 0) min"
      case ..<172_800: "\(seconds / 3600, decimals: 1) h"
      default: "\(seconds / 86_400, decimals: 0) days"
      }
    return text.bytes
  }

  /// Returns the sample counts as text, such as "1200 came, 3 missing".
  static func counts(_ readings: StreamReadings) -> [UInt8] {
    let received = Int64(clamping: readings.receivedCount)
    return TextWriter("\(received) came, \(Int64(clamping: readings.missingCount)) missing").bytes
  }

  /// Returns a comparison of two clocks as text, such as "server’s 12 ms ahead of this device’s, known within
  /// ±0.4 ms".
  ///
  /// The uncertainty is half the round trip. If the difference is nil, only the uncertainty is given.
  static func clock(ahead microseconds: Int64?, roundTrip: Int64) -> [UInt8] {
    let known: TextWriter =
      "known within \u{00B1}\(Double(roundTrip) / 2000, decimals: roundTrip < 20_000 ? 1 : 0) ms"
    guard let microseconds else { return known.bytes }
    let difference = clockDifference(microseconds: microseconds.magnitude)
    let way: StaticString = microseconds < -500 ? "behind" : "ahead of"
    return TextWriter("server\u{2019}s \(difference) \(way) this device\u{2019}s, \(known.bytes)").bytes
  }
}
