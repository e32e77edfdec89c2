/// Numbers of the controls that every instrument has; no control of a drawer has them.
public enum ShellControl {
  /// The handle, which opens and closes the drawer.
  public static let handle: UInt8 = 20
  /// The chip, which goes back to now, or to the whole.
  public static let chip: UInt8 = 21
  /// The error over the plot, which is put away.
  public static let alert: UInt8 = 22
}
