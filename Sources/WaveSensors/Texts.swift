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
}
