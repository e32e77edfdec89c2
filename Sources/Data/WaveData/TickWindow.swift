/// The visible part of the x axis, in ticks from the beginning of the axis.
struct TickWindow: Equatable, Sendable {
  /// The left edge.
  let start: Double
  /// The number of ticks from edge to edge.
  let width: Double

  var end: Double { start + width }
}
