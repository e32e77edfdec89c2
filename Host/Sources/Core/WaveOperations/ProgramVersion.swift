/// The version of this program.
public enum ProgramVersion {
  /// The version number of the current release.
  public static let text = "1.0.0"
}
