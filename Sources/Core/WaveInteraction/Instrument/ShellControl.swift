/// A control around the plot that all instruments have.
///
/// These controls are fixed elements of the page, so no `ControlList` assigns them a number.
public enum ShellControl: UInt8, Sendable {
  /// The drawer's handle, which opens or closes the drawer.
  case handle = 0
  /// The status chip, which returns to live data or zooms out to the full extent.
  case chip = 1
  /// The error over the plot, which a press dismisses.
  case alert = 2
}
