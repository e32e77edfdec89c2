/// A control that all instruments have around the plot.
///
/// These are fixed elements of the page, so no `ControlList` assigns them a number.
public enum ShellControl: UInt8, Sendable {
  /// Opens or closes the drawer.
  case handle = 0
  /// Returns to live data, or to the whole view.
  case chip = 1
  /// Dismisses the error over the plot.
  case alert = 2
}
