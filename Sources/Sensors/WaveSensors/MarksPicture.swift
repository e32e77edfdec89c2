import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A renderer for the marks that were set while streaming: their lines, and their names at the bottom.
struct MarksPicture {
  let names: NamePlacement
  let lattice: TimeLattice
  /// The baseline of the bottom row of names, in device pixels.
  let bottom: Float

  private var canvas: Canvas { names.canvas }

  /// Draws the visible marks.
  ///
  /// Each name is next to its line, or up to two rows higher if other labels cover that position.
  func draw(_ sources: SourceCatalog, beside labels: [Rect], into list: inout DrawList) {
    var covered = labels
    for mark in sources.marks {
      guard let moment = sources.microseconds(of: mark), let x = lattice.x(of: moment)?.rounded(.down)
      else { continue }
      list.rectangle(names.plot.area.column(at: x, width: canvas.screen.hairline), color: canvas.theme.accent)
      // On paper with large text, lead names need the space, so mark names are omitted.
      guard !mark.text.isEmpty, names.layout != .paper || names.hasRoom else { continue }
      drawName(UTF8Text.prefix(mark.text, limit: 40), at: x, &covered, into: &list)
    }
  }

  /// Draws a name to the right or, if there is no room, to the left of its line.
  ///
  /// A name that fits on neither side is omitted.
  private func drawName(_ text: [UInt8], at x: Float, _ covered: inout [Rect], into list: inout DrawList) {
    let screen = canvas.screen
    let style = canvas.labelStyle
    let width = canvas.advances.width(of: text, style: style)
    let gap = 4 * screen.scale
    for row in 0..<3 {
      let baseline = bottom - Float(row) * canvas.line
      for left in [x + gap, x - gap - width] where left >= screen.left && left + width <= screen.right {
        let place = canvas.backing(x: left, baseline: baseline, width: width, style: style)
        if covered.contains(where: { $0.overlaps(place) }) { continue }
        // Above the bottom line, the name can overlap a trace.
        if names.layout != .paper {
          canvas.drawBacking(x: left, baseline: baseline, width: width, style: style, into: &list)
        }
        list.text(text, x: left, baseline: baseline, style: style, color: canvas.theme.accent)
        covered.append(place)
        return
      }
    }
  }
}
