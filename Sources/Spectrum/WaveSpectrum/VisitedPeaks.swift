/// The peaks that the marker has visited, in order.
///
/// Each peak is visited once, strongest first, even if levels change between visits.
struct VisitedPeaks: Equatable, Sendable {
  private var visited: [Double] = []

  /// Clears the visited peaks if the marker is no longer at the last one.
  mutating func clear(unlessAt marker: Double?) {
    if marker == nil || marker != visited.last { visited = [] }
  }

  /// Returns whether a peak within `reachHertz` of a frequency has been visited.
  func contains(_ hertz: Double, reachHertz: Double) -> Bool {
    visited.contains { ($0 - hertz).magnitude <= reachHertz }
  }

  /// Records a visited peak.
  ///
  /// If `clearsEarlier` is true, the earlier ones are cleared first.
  mutating func append(_ hertz: Double, clearsEarlier: Bool) {
    if clearsEarlier { visited = [] }
    visited.append(hertz)
  }
}
