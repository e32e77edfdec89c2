/// The part of the screen that a finger grabbed at the start of a gesture.
package enum DataGrab: Equatable, Sendable {
  case plot
  /// A lane grabbed by its name, with the column and the finger's vertical position in device pixels, which
  /// is nil until the finger moves.
  case label(Int, y: Float?)
  /// The overview strip.
  case overview
  /// The cursor.
  case cursor
}
