import WaveDisplay
import WaveInteraction
import WaveSensorsWire

/// The streams whose visible values extend beyond their lane.
struct OffScale: Equatable, Sendable {
  private static let intervalMicroseconds: Int64 = 250_000

  private(set) var above = ChannelSet()
  private(set) var below = ChannelSet()
  private var lookedAt: Int64 = .min / 2
  private var lanes: [Lane] = []

  /// Determines which lanes have values that are off scale.
  ///
  /// This is done immediately if a scale has changed, and otherwise four times a second.
  ///
  /// On paper, traces can extend into other rows, and are limited only by the plot. Streams that share a lane
  /// are reported once.
  /// - Complexity: O(streams × blocks of the window).
  mutating func update(
    _ lanes: [Lane], _ extents: TraceExtents, _ layout: SensorsModel.Layout, on plot: Plot, at now: Int64
  ) {
    guard now - lookedAt >= Self.intervalMicroseconds || self.lanes != lanes else { return }
    self = OffScale()
    lookedAt = now
    self.lanes = lanes
    for lane in lanes {
      if layout == .paper {
        guard !lane.columns.isEmpty else { continue }
        let left = plot.left + Float(lane.columns.lowerBound)
        let x = left..<left + Float(lane.columns.count - 1)
        guard let heights = extents.heights(of: lane, x: x, every: 1) else { continue }
        if heights.lowerBound < plot.screen.plot.y { above.insert(lane.channel) }
        if heights.upperBound > plot.bottom { below.insert(lane.channel) }
      } else {
        guard let values = extents.values(of: lane) else { continue }
        let channel = layout == .overlaid ? lanes[0].channel : lane.channel
        if Double(values.upperBound) > lane.center + lane.span / 2 { above.insert(channel) }
        if Double(values.lowerBound) < lane.center - lane.span / 2 { below.insert(channel) }
      }
    }
  }
}
