/// What every instrument has to press around its plot; it belongs to the page, and no list has it.
public enum ShellControl: UInt8, Sendable {
  /// The handle, which opens and closes the drawer.
  case handle = 0
  /// The chip, which goes back to now, or to the whole.
  case chip = 1
  /// The error over the plot, which is put away.
  case alert = 2
}
