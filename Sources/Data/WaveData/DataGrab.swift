/// What the finger holds.
package enum DataGrab: Equatable, Sendable {
  case plot
  /// A lane, by its name; where it has been dragged to, in device pixels, or nil until it moves.
  case label(Int, y: Float?)
  /// The strip that shows the whole table.
  case overview
  /// The line that reads values.
  case cursor
}
