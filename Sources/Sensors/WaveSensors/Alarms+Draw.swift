import WaveDisplay
import WaveInteraction

extension Alarms {
  /// Draws the edges of the alarm bands, and tints the lanes with an active alarm.
  func draw(_ lanes: [Lane], _ canvas: Canvas, at now: Int64, into list: inout DrawList) {
    let screen = canvas.screen
    let color = Color(canvas.isDark ? 0xFF6B5E : 0xC62817)
    for lane in lanes {
      guard let band = band(of: lane.channel) else { continue }
      let isRaised = band.isRaised(at: now)
      let isCrowded = isCrowded(lane, screen.scale)
      if isRaised { list.rectangle(lane.rect, color: color.faded(to: 0x2A)) }
      for edge in [band.low, band.high] {
        let y = lane.y(of: edge)
        guard lane.contains(y: y) else { continue }
        list.rectangle(
          screen.bounds.row(at: y.rounded(), height: screen.hairline),
          color: isCrowded && !isRaised ? color.faded(to: 0x60) : color)
        let radius = isCrowded ? Swift.max(3.5 * screen.scale, lane.height * 0.11) : 7 * screen.scale
        let left = isCrowded && edge == band.low ? 2 * radius + 3 * screen.scale : 0
        list.rectangle(
          Rect(x: left, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius, color: color)
      }
    }
  }

  /// Returns which edge of a lane's alarm band has its handle at a point.
  ///
  /// Handles are at the left of the lane.
  ///
  /// - Returns: True for the upper edge, false for the lower one; nil if there is no handle.
  func edge(x: Float, y: Float, of lane: Lane, scale: Float) -> Bool? {
    guard x < 44 * scale, let band = band(of: lane.channel) else { return nil }
    let high = (lane.y(of: band.high) - y).magnitude
    let low = (lane.y(of: band.low) - y).magnitude
    guard Swift.min(high, low) < 24 * scale else { return nil }
    // In a short lane, a finger covers both handles, so they are drawn side by side, with the handle of the
    // upper edge on the left.
    guard isCrowded(lane, scale), (high - low).magnitude < 8 * scale else { return high < low }
    return x < 18 * scale
  }

  /// Returns whether a lane is so short that its two handles would overlap.
  private func isCrowded(_ lane: Lane, _ scale: Float) -> Bool { lane.height < 64 * scale }
}
