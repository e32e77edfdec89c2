/// An input to a control.
public enum ControlInput: Equatable, Sendable {
  /// The control was set to an index, switched to 1 or 0, or pressed.
  case set(Int)
  /// A finger is on the track: the fraction along it, and the distance from it in points.
  case drag(Touch.Phase, fraction: Double, distance: Double)
  /// A key moved a thumb by a number of steps, up or down.
  case step(thumb: Int, steps: Int)
  /// A text was typed.
  case text([UInt8])
}
