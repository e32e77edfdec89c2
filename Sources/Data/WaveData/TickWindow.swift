/// The part of x that is shown: ticks from the axis's first one on.
struct TickWindow: Equatable, Sendable {
  /// The left edge, in ticks from the axis's first one.
  let start: Double
  /// Ticks from edge to edge.
  let width: Double

  var end: Double { start + width }
}
