/// The version of this program.
public enum ProgramVersion {
  /// The released version.
  public static let text = "1.0.0"
}
