/// The peaks that the marker has visited, in order.
///
/// Each peak is visited once, strongest first, even if levels change between visits.
struct PeakTour: Equatable, Sendable {
  private var visited: [Double] = []

  /// Clears the visited peaks if the marker is no longer at the last of them.
  mutating func go(on marker: Double?) {
    if marker == nil || marker != visited.last { visited = [] }
  }

  /// Returns whether a peak within `reachHertz` of a frequency has been visited.
  func hasVisited(_ hertz: Double, reachHertz: Double) -> Bool {
    for place in visited where (place - hertz).magnitude <= reachHertz { return true }
    return false
  }

  /// Records a visited peak. If `isAnew` is true, the earlier ones are cleared first.
  mutating func visit(_ hertz: Double, isAnew: Bool) {
    if isAnew { visited = [] }
    visited.append(hertz)
  }
}
