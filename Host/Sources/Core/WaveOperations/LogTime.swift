import WaveSystem

/// Timestamps for log lines.
enum LogTime {
  /// Returns a time in RFC 3339 format, in UTC, with millisecond precision.
  static func text(microseconds: Int64) -> String {
    // Adding 1000 keeps the leading zeros of the milliseconds.
    let milliseconds = String(1000 + microseconds / 1000 % 1000).dropFirst()
    return "\(DateText.text(microseconds).replacing(" ", with: "T")).\(milliseconds)Z"
  }
}
