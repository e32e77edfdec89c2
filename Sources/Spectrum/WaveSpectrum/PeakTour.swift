/// A tour from peak to peak, strongest first, which visits each peak once even if levels change in the
/// meantime.
struct PeakTour: Equatable, Sendable {
  private var visited: [Double] = []

  /// Continues the tour, or restarts it if the marker is no longer at the last peak visited.
  mutating func go(on marker: Double?) {
    if marker == nil || marker != visited.last { visited = [] }
  }

  /// Returns whether a peak within `reachHertz` of a frequency was visited.
  func hasVisited(_ hertz: Double, reachHertz: Double) -> Bool {
    for place in visited where (place - hertz).magnitude <= reachHertz { return true }
    return false
  }

  /// Adds a peak to the tour, restarting the tour first if `isAnew` is true.
  mutating func visit(_ hertz: Double, isAnew: Bool) {
    if isAnew { visited = [] }
    visited.append(hertz)
  }
}
