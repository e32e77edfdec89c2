import WaveDisplay
import WaveInteraction

/// The layout of the spectrum panel, in device pixels.
struct SpectrumLayout {
  /// The whole screen.
  let outer: Screen
  /// The bottom of the lanes, where the panel begins.
  let top: Float

  /// The area of the panel.
  var panel: Rect { Rect(x: 0, y: top, width: outer.width, height: Swift.max(0, outer.height - top)) }

  /// The area of the spectrum itself: below the title, above the frequency axis, right of the level labels.
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

  /// The centre of the button that closes the panel.
  var closeCentre: (x: Float, y: Float) { (outer.right - 22 * outer.scale, top + 22 * outer.type) }

  /// Returns whether a point is on the close button.
  func isOnClose(x: Float, y: Float) -> Bool {
    let (centreX, centreY) = closeCentre
    return (x - centreX).magnitude < 24 * outer.scale && (y - centreY).magnitude < 24 * outer.type
  }
}
