import WaveDisplay
import WaveInteraction
import WaveSensorsWire

/// The position selected for the name of each lead on paper.
struct LeadNames: Sendable {
  private static let intervalMicroseconds: Int64 = 250_000

  private(set) var places: [Int] = []
  private var placedAt: Int64 = .min / 2

  /// Resets all names to their preferred position when the source changes.
  mutating func reset() { places = [] }

  /// Checks four times a second whether names overlap traces, and moves overlapping names to a free position.
  ///
  /// A name that overlaps nothing is not moved, so that names do not wander.
  mutating func update(_ lanes: [Lane], _ names: NamePlacement, _ extents: TraceExtents, at now: Int64) {
    guard now - placedAt >= Self.intervalMicroseconds else { return }
    placedAt = now
    let streamCount = names.source.channelCount
    if places.count != streamCount { places = [Int](repeating: 0, count: streamCount) }
    let size = names.canvas.titleStyle.size
    for lane in lanes where lane.channel < streamCount {
      let x = names.paperPlace(of: lane, places[lane.channel]).x
      let width = names.width(of: names.source.channel(lane.channel)?.label ?? [])
      var spans: [ClosedRange<Float>] = []
      // Names of other leads are obstacles as well.
      var others: [Float] = []
      for other in lanes {
        if other.columns.contains(lane.columns.lowerBound),
          let span = extents.heights(
            of: other, x: x..<x + width, every: Swift.max(1, names.canvas.screen.scale))
        {
          spans.append(span)
        }
        if other.columns.lowerBound == lane.columns.lowerBound, other.channel != lane.channel,
          other.channel < streamCount, names.isOnPaper(other)
        {
          others.append(names.paperPlace(of: other, places[other.channel]).baseline)
        }
      }
      let baselines = names.paperBaselines(of: lane)
      let current = Swift.min(places[lane.channel], baselines.count - 1)
      var (best, least, isFree) = (current, Int.max, false)
      for (index, baseline) in baselines.enumerated() {
        var crossings = 0
        for span in spans where span.upperBound > baseline - size && span.lowerBound < baseline + 0.25 * size
        { crossings += 1 }
        for other in others where (other - baseline).magnitude < 1.3 * size { crossings += 1 }
        if crossings < least { (best, least) = (index, crossings) }
        if index == current { isFree = crossings == 0 }
      }
      if !isFree { places[lane.channel] = best }
    }
  }
}
