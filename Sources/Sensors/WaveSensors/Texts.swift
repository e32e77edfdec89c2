import WaveUnits

/// What the instrument says in words.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// How far behind: "−12.3 s".
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

  /// By how much two clocks differ: "12 ms", "37.2 s", "5.0 h".
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
}
