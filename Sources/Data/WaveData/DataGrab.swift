/// The object that a finger has grabbed.
package enum DataGrab: Equatable, Sendable {
  case plot
  /// A lane grabbed by its name; `y` is the finger's position in device pixels, or nil until the finger
  /// moves.
  case label(Int, y: Float?)
  /// The overview strip.
  case overview
  /// The cursor.
  case cursor
}
