import WaveDisplay
import WaveInteraction

/// Where the panel of a spectrum is, in device pixels.
struct SpectrumLayout {
  /// The whole screen.
  let outer: Screen
  /// Where the lanes end and the panel begins.
  let top: Float

  /// The whole panel.
  var panel: Rect { Rect(x: 0, y: top, width: outer.width, height: Swift.max(0, outer.height - top)) }

  /// Where the spectrum itself is drawn: below the title, above the axis, right of the levels.
  var plot: Rect {
    let panel = panel
    let left = outer.left + 44 * outer.type
    let right = outer.right - 14 * outer.scale
    let top = panel.y + 50 * outer.type
    let bottom = panel.bottom - 24 * outer.type - outer.insets.bottom * outer.scale
    return Rect(
      x: left.rounded(), y: top.rounded(), width: Swift.max(1, (right - left).rounded()),
      height: Swift.max(1, (bottom - top).rounded()))
  }

  /// The middle of the cross that closes the panel.
  var closeCentre: (x: Float, y: Float) { (outer.right - 22 * outer.scale, top + 22 * outer.type) }

  /// Whether a finger is on the cross.
  func isOnClose(x: Float, y: Float) -> Bool {
    let (centreX, centreY) = closeCentre
    return (x - centreX).magnitude < 24 * outer.scale && (y - centreY).magnitude < 24 * outer.type
  }
}
