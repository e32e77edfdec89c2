/// A way from peak to peak, the strongest first: each is visited once, though levels change meanwhile.
struct PeakTour: Equatable, Sendable {
  /// A peak of the newest row.
  struct Peak: Equatable, Sendable {
    var hertz: Double
    var level: Int16
  }

  private var visited: [Double] = []

  /// Gives the peak that comes next: the strongest that has not been visited, or, after the last, the strongest of all.
  ///
  /// - Parameters:
  ///   - peaks: The peaks in view, by rising frequency.
  ///   - marker: Where the marker stands; a tour that it has left begins anew.
  ///   - reachHertz: What is nearer to a visited peak counts as that one.
  /// - Returns: The peak; nil where there is none.
  /// - Complexity: O(peaks × visited ones).
  mutating func next(among peaks: [Peak], marker: Double?, reachHertz: Double) -> Peak? {
    if marker == nil || marker != visited.last { visited = [] }
    let fresh = peaks.filter { peak in !visited.contains { ($0 - peak.hertz).magnitude <= reachHertz } }
    if fresh.isEmpty { visited = [] }
    // Of equal ones the lower frequency comes first.
    var strongest: Peak?
    for peak in fresh.isEmpty ? peaks : fresh where peak.level > strongest?.level ?? .min { strongest = peak }
    if let strongest { visited.append(strongest.hertz) }
    return strongest
  }
}
