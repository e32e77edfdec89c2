/// Limits that every decoder checks before allocating or computing.
public enum WireLimits {
  /// The maximum number of columns in a row.
  public static let columns = 2048
  /// The maximum number of bytes in a text field.
  public static let text = 1024
  /// The maximum number of bytes in a message from a client, including its header.
  public static let clientMessageBytes = 256
  /// The maximum number of bytes in a message from a server, including its header.
  public static let serverMessageBytes = 65_536
  /// The maximum magnitude of a time in microseconds, so that sums of a few times cannot overflow.
  public static let microseconds: Int64 = 1 << 53
  /// The maximum magnitude of a frequency in hertz.
  public static let hertz = 1e15
  /// The maximum row rate that a view can request, in rows per second.
  public static let rowsPerSecond = 60
  /// The maximum magnitude of a level in decibels.
  public static let decibels: Float = 10_000
  /// The maximum magnitude of a position in a recording, in seconds.
  public static let seconds = 9e9
  /// The maximum number of controls of a source.
  public static let controls = 32
  /// The maximum number of option texts in a control.
  public static let choices = 64
  /// The maximum playback speed, as a factor.
  public static let speed = 1e6
}
