/// The target of a finger that is down.
package enum DataGrab: Equatable, Sendable {
  case plot
  /// A lane, held by its name; `y` is the finger's position in device pixels, nil until it moves.
  case label(Int, y: Float?)
  /// The overview strip.
  case overview
  /// The cursor.
  case cursor
}
