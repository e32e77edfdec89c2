/// What the finger holds.
package enum DataGrab: Equatable, Sendable {
  case plot
  /// A lane, by its name.
  case label(Int)
  /// The strip that shows the whole table.
  case overview
  /// The line that reads values.
  case cursor
}
