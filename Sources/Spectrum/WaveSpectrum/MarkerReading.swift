import WaveDisplay
import WaveInteraction
import WaveSpectrumWire

/// The layout of the marker on the screen: its lines and its text box.
struct MarkerReading {
  /// The distance from the marker within which a touch grabs it, in points.
  private static let reachPoints: Float = 24

  /// The horizontal position of the marker in pixels.
  private let x: Float
  /// The vertical position of the marker in pixels; nil if the marker has no level.
  private let y: Float?
  private let lines: [[UInt8]]
  private let box: Rect

  /// Computes the layout of the marker.
  ///
  /// - Parameters:
  ///   - lines: The lines of text.
  ///   - x: The horizontal pixel of the marker's frequency.
  ///   - y: The vertical pixel of the marker's time in a waterfall, or of its level in a spectrum; nil if it
  ///     has no level.
  ///   - plot: The plot.
  init(_ lines: [[UInt8]], x: Float, y: Float?, on plot: Plot) {
    let screen = plot.screen
    let (scale, type) = (screen.scale, screen.type)
    var width = 126 * type
    for (index, line) in lines.enumerated() {
      // The close button is next to the first line.
      let text =
        plot.advances.width(of: line, style: Self.style(line: index, type)) + (index == 0 ? 24 * type : 0)
      width = Swift.max(width, text)
    }
    width = (width + 24 * type).rounded()
    let height = Float(12 + 18 * Swift.max(3, lines.count)) * type
    let left = screen.left + 8 * scale
    // In a spectrum, the box is placed next to the point rather than over it.
    var preferredX = x - width / 2
    if plot.mode == .spectrum {
      preferredX = x - width - 14 * scale
      if preferredX < left { preferredX = x + 14 * scale }
    }
    var boxX = Swift.max(left, Swift.min(screen.right - width - 8 * scale, preferredX))
    var boxY = screen.head
    if plot.mode == .waterfall, let y {
      boxY = Swift.max(boxY, Swift.min(screen.plot.height - height - 8 * scale, y + 16 * scale))
    }
    // The middle of the right edge is reserved for the drawer's handle.
    let middle = screen.height / 2
    if boxY < middle + 54 * scale, boxY + height > middle - 54 * scale {
      boxX = Swift.min(boxX, screen.right - width - 56 * scale)
      if boxX < left {
        boxX = left
        boxY = middle + 54 * scale
        if boxY + height > screen.plot.height { boxY = Swift.max(screen.head, middle - 54 * scale - height) }
      }
    }
    (self.lines, self.x, self.y) = (lines, x, y)
    box = Rect(x: boxX.rounded(), y: boxY.rounded(), width: width, height: height)
  }

  private static func style(line: Int, _ type: Float) -> TextStyle {
    TextStyle(size: ((line == 0 ? 16 : 13) * type).rounded(), isBold: line == 0)
  }

  /// Returns whether a touch is on the close button in the box's corner, whose hit area is large enough for a
  /// finger.
  func isOnCross(x: Float, y: Float, scale: Float) -> Bool {
    let side = 44 * scale
    return Rect(x: box.right - side, y: box.y, width: side, height: Swift.min(side, box.height))
      .contains(x: x, y: y)
  }

  /// Returns whether a touch grabs the marker: a touch on its box, except on the close button, or near its
  /// lines.
  func isHeld(x: Float, y: Float, on plot: Plot) -> Bool {
    let scale = plot.screen.scale
    if box.contains(x: x, y: y) { return !isOnCross(x: x, y: y, scale: scale) }
    let reach = Self.reachPoints * scale
    guard abs(self.x - x) < reach else { return false }
    guard plot.mode == .waterfall, let lineY = self.y else { return true }
    return abs(lineY - y) < reach
  }

  /// Draws the marker.
  func draw(on plot: Plot, into list: inout DrawList) {
    let (screen, theme) = (plot.screen, plot.plotTheme)
    let (scale, type) = (screen.scale, screen.type)
    list.layer(LayerID.marker, bounds: screen.plot) { list in
      list.clip(screen.plot)
      let line = Swift.max(1, (1.5 * scale).rounded())
      list.rectangle(
        Rect(x: (x - line / 2).rounded(), y: 0, width: line, height: screen.plot.height),
        color: theme.accent.opacity(0.75))
      if let y {
        if plot.mode == .waterfall {
          list.rectangle(
            Rect(x: 0, y: (y - line / 2).rounded(), width: screen.width, height: line),
            color: theme.accent.opacity(0.4))
        }
        let radius = 6 * scale
        list.rectangle(
          Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius,
          color: theme.accent)
      }
      list.rectangle(box, radius: 10 * type, color: theme.ground.opacity(0.9))
      var baseline = box.y + 20 * type
      for (index, line) in lines.enumerated() {
        list.text(
          line, x: box.x + 12 * type, baseline: baseline, style: Self.style(line: index, type),
          color: index == 0 ? theme.text : index == 1 ? theme.accent : theme.quiet)
        baseline += 18 * type
      }
      list.text(
        Texts.bytes("\u{00D7}"), x: box.right - 18 * type, baseline: box.y + 20 * type,
        style: Self.style(line: 0, type), color: theme.quiet, alignment: .center)
    }
  }
}
