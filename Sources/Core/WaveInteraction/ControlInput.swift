/// User input to a control.
public enum ControlInput: Equatable, Sendable {
  /// An option was selected by its index, a switch was set to 1 (on) or 0 (off), or a button was pressed.
  case set(Int)
  /// A finger touched a control's track, moved or was lifted.
  ///
  /// `fraction` is the position along the track, and `distance` is the distance from the track in points.
  case drag(Touch.Phase, fraction: Double, distance: Double)
  /// A key moved a thumb by a number of steps; negative steps move it down.
  case step(thumb: Int, steps: Int)
  /// The row of a list was scrolled into view, or out of it.
  case seen(Bool)
  /// Text was typed.
  case text([UInt8])
}
