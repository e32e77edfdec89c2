import WaveDisplay
import WaveInteraction
import WaveSpectrumWire

extension SpectrumModel {
  /// The colours of the waterfall from its lowest level to its highest, under the frequencies.
  var legendBar: Rect {
    let scale = screen.scale
    let type = screen.type
    let width = Swift.max(0, Swift.min(320 * scale, screen.right - screen.left - 160 * type)).rounded()
    return Rect(
      x: ((screen.left + screen.right - width) / 2).rounded(), y: screen.axis.y + (32 * type).rounded(),
      width: width, height: (7 * type).rounded())
  }

  /// Whether a finger here holds the legend: on its line, and within 44 points of where the screen can be
  /// touched.
  func isOnLegend(y: Float) -> Bool {
    let reach = screen.height - (44 + screen.insets.bottom) * screen.scale
    return mode == .waterfall && y >= Swift.min(screen.axis.y + 26 * screen.type, reach)
  }

  /// Moves the levels so that the colour under the finger goes with it.
  mutating func moveLegend(dx: Float, at now: Int64) {
    changeLevels(.move(-Double(dx / Swift.max(1, legendBar.width))), at: now)
  }

  /// Stretches the levels about that under the fingers.
  mutating func zoomLegend(_ factor: Double, x: Float, at now: Int64) {
    let bar = legendBar
    let anchor = levels.bottom + Double((x - bar.x) / Swift.max(1, bar.width)) * levels.span
    changeLevels(.scale(1 / factor, about: anchor), at: now)
  }

  func drawLegend(into list: inout DrawList) {
    let bar = legendBar
    guard waterfall.isCreated, bar.width > 0, let unit = source?.unit else { return }
    list.field(
      PlayerRing.legendField, firstRow: 0, rowCount: 1, sourceX: 0, sourceWidth: 256, rect: bar)
    let baseline = (bar.y + 7.5 * screen.type).rounded()
    let gap = 8 * screen.type
    list.text(
      Texts.wholeLevel(levels.bottom, unit: nil), x: bar.x - gap, baseline: baseline, style: labelStyle,
      color: theme.quiet, alignment: .trailing)
    list.text(
      Texts.wholeLevel(levels.top, unit: unit), x: bar.right + gap, baseline: baseline, style: labelStyle,
      color: theme.quiet)
  }
}
