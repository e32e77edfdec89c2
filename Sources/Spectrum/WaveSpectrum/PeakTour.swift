/// A way from peak to peak, the strongest first: each is visited once, though levels change meanwhile.
struct PeakTour: Equatable, Sendable {
  private var visited: [Double] = []

  /// Begins anew where the marker has left the tour.
  mutating func go(on marker: Double?) {
    if marker == nil || marker != visited.last { visited = [] }
  }

  /// Whether a peak, or one nearer to it than `reachHertz`, was visited.
  func hasVisited(_ hertz: Double, reachHertz: Double) -> Bool {
    for place in visited where (place - hertz).magnitude <= reachHertz { return true }
    return false
  }

  /// Notes the peak that comes next; one that was visited before begins the tour anew.
  mutating func visit(_ hertz: Double, isAnew: Bool) {
    if isAnew { visited = [] }
    visited.append(hertz)
  }
}
