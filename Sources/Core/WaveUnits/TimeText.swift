/// Functions that write times and durations as text.
public enum TimeText {
  /// Returns a duration as text, such as "45 s" or "1.5 min".
  ///
  /// Durations from 60 s up are written in minutes, unless `isInSeconds` is true.
  public static func duration(seconds: Double, isInSeconds: Bool = false) -> [UInt8] {
    var text = TextWriter()
    let inMinutes = seconds >= 60 && !isInSeconds
    let value = inMinutes ? seconds / 60 : seconds
    let isWhole = (value - value.rounded()).magnitude <= 0.001 * value
    text.append(value, decimals: isWhole ? 0 : 1)
    text.append(inMinutes ? " min" : " s")
    return text.bytes
  }

  /// Returns an elapsed time as text for axis labels, to the second, such as "70 s", "2 min" or "2:30 min".
  public static func ago(seconds: Double) -> [UInt8] {
    guard seconds >= 120 else { return duration(seconds: Swift.min(seconds, 119.9), isInSeconds: true) }
    let whole = Int(saturating: Swift.min(seconds.rounded(), 1e6))
    var text = TextWriter()
    text.append(integer: whole / 60)
    if whole % 60 != 0 {
      text.append(":")
      text.append(integer: whole % 60, digits: 2)
    }
    text.append(" min")
    return text.bytes
  }

  /// Returns a time of day as text, such as "20:15:40".
  public static func clock(microseconds: Int64) -> [UInt8] {
    let seconds = (microseconds / 1_000_000) % 86_400
    var text = TextWriter()
    text.append(secondsOfDay: Int(seconds < 0 ? seconds + 86_400 : seconds))
    return text.bytes
  }
}
