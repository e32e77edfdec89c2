/// What this program is.
public enum ProgramVersion {
  /// Its version, as it is released.
  public static let text = "1.0.0"
}
