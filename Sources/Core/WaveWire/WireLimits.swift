/// Limits that every decoder checks before it allocates or computes.
public enum WireLimits {
  /// The maximum number of columns in a row.
  public static let columns = 2048
  /// The maximum number of bytes in a text.
  public static let text = 1024
  /// The maximum number of bytes in a message from a client, header included.
  public static let clientMessageBytes = 256
  /// The maximum number of bytes in a message from a server, header included.
  public static let serverMessageBytes = 65_536
  /// The largest magnitude of a time in microseconds; sums of a few of these times cannot overflow.
  public static let microseconds: Int64 = 1 << 53
  /// The largest magnitude of a frequency in hertz.
  public static let hertz = 1e15
  /// The maximum rate of rows that a view can request, a second.
  public static let rowsPerSecond = 60
  /// The largest magnitude of a level in decibels.
  public static let decibels: Float = 10_000
  /// The largest magnitude of a position in a recording, in seconds.
  public static let seconds = 9e9
  /// The maximum number of controls of a source.
  public static let controls = 32
  /// The maximum number of names that a control offers.
  public static let choices = 64
  /// The fastest playback, as a factor.
  public static let speed = 1e6
}
