/// The part of the x axis that is shown, in ticks from the axis's first one.
struct TickWindow: Equatable, Sendable {
  /// The left edge.
  let start: Double
  /// The number of ticks from edge to edge.
  let width: Double

  var end: Double { start + width }
}
