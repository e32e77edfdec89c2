/// Limits that every decoder checks before it allocates.
public enum WireLimits {
  /// Columns in a row.
  public static let columns = 2048
  /// Planes in a row.
  public static let planes = 5
  /// Bytes in a text.
  public static let text = 1024
  /// Bytes in one message from a client.
  public static let clientMessageBytes = 256
  /// Bytes in one message from a server.
  public static let serverMessageBytes = 65_536
}
