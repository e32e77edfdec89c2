/// Limits that every decoder checks before it allocates or computes.
public enum WireLimits {
  /// Columns in a row.
  public static let columns = 2048
  /// Bytes in a text.
  public static let text = 1024
  /// Bytes in one message from a client, header included.
  public static let clientMessageBytes = 256
  /// Bytes in one message from a server, header included.
  public static let serverMessageBytes = 65_536
  /// Largest magnitude of a time in microseconds; sums of a few such times stay far from overflow.
  public static let microseconds: Int64 = 1 << 53
  /// Largest magnitude of a frequency in hertz.
  public static let hertz = 1e15
  /// Rows a second that a view can ask for.
  public static let rowsPerSecond = 60
  /// Largest magnitude of a level in decibels.
  public static let decibels: Float = 10_000
  /// Largest magnitude of a position in a recording, in seconds.
  public static let seconds = 9e9
  /// Controls of a source.
  public static let controls = 32
  /// Names that a control offers.
  public static let choices = 64
  /// Fastest playback.
  public static let speed = 1e6
}
