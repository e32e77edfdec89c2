/// What was done to a control.
public enum ControlInput: Equatable, Sendable {
  /// It was set to an index, or switched to 1 or 0, or pressed.
  case set(Int)
  /// A finger is on its track: fraction along it, and distance from it in points.
  case drag(Touch.Phase, fraction: Double, distance: Double)
  /// A key moved a thumb of it by steps up or down.
  case step(thumb: Int, steps: Int)
  /// A text was typed into it.
  case text([UInt8])
}
