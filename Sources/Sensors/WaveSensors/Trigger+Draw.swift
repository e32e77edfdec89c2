import WaveDisplay
import WaveInteraction

extension Trigger {
  /// Draws the trigger level in a lane, and the position of the crossing in the window.
  func draw(in lane: Lane, on plot: Plot, _ canvas: Canvas, into list: inout DrawList) {
    let screen = canvas.screen
    let color = canvas.theme.accent
    // Limit the position, since a recording can contain any level.
    let far: Float = 1e6
    let y = Swift.max(-far, Swift.min(far, lane.y(of: level(in: lane))))
    let x = (plot.left + Float(Double(plot.columns) * Self.before)).rounded()
    let size = 8 * screen.scale
    list.rectangle(Rect(x: 0, y: y.rounded(), width: screen.width, height: screen.hairline), color: color)
    list.rectangle(Rect(x: x, y: lane.y, width: screen.hairline, height: lane.height), color: color)
    // The slope is shown as a line that rises or falls through the crossing.
    let rise = isFalling ? -size : size
    list.polyline(width: 2 * screen.scale, color: color) { point in
      point(x - size, y + rise)
      point(x, y + rise)
      point(x, y - rise)
      point(x + size, y - rise)
    }
    let radius = 9 * screen.scale
    list.rectangle(
      Rect(x: 0, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius, color: color)
  }

  /// Returns whether a point is on the handle of the trigger level.
  func isHandle(x: Float, y: Float, of lane: Lane, scale: Float) -> Bool {
    x < 44 * scale && (lane.y(of: level(in: lane)) - y).magnitude < 24 * scale
  }
}
