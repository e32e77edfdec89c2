/// User input to a control.
public enum ControlInput: Equatable, Sendable {
  /// The control was set to an index, switched to 1 or 0, or pressed.
  case set(Int)
  /// A finger is on the track, at a fraction along it and a distance from it in points.
  case drag(Touch.Phase, fraction: Double, distance: Double)
  /// A key moved a thumb by a number of steps; negative steps move it down.
  case step(thumb: Int, steps: Int)
  /// Text was typed.
  case text([UInt8])
}
