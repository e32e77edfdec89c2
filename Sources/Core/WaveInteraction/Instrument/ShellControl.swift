/// A control around the plot that all instruments have.
///
/// These controls are fixed elements of the page, so no `ControlList` assigns them a number.
public enum ShellControl: UInt8, Sendable {
  /// Toggles the drawer.
  case handle = 0
  /// Returns to live data, or zooms out to the full extent.
  case chip = 1
  /// Dismisses the error over the plot.
  case alert = 2
}
