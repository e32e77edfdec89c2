/// The part of the screen that a finger grabbed at the start of a gesture.
package enum DataGrab: Equatable, Sendable {
  case plot
  /// The lane of a column, grabbed by its name.
  ///
  /// `y` is the vertical position of the finger in device pixels, or nil until the finger moves.
  case label(Int, y: Float?)
  /// The overview strip.
  case overview
  /// The cursor.
  case cursor
}
