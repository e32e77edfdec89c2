import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// Draws the overview strip, which shows the whole table with the visible part marked.
struct OverviewPicture {
  let look: Appearance
  let view: AxisView

  /// Draws the picture into the overview strip of the draw-list player unless the strip already contains it.
  func fill(_ spans: LaneSpans?, _ cache: inout StripCache, into list: inout DrawList) {
    let area = look.screen.overviewRect
    let width = Int(saturating: area.width)
    let height = Int(saturating: area.height)
    guard let spans, spans.tops.count == width, Int(spans.pixels) == height else { return }
    let content = StripContent(
      lane: LaneKey(column: Int(spans.column)), view: spans.view, count: spans.rowCount,
      flags: spans.flags.intersection(.coarse),
      window: TickWindow(start: 0, width: 0), range: ValueRange(low: 0, high: 1), width: width,
      height: height, isDark: look.theme == .dark, isPinned: false)
    guard cache.drawOverview(content) else { return }
    list.createStrip(PlayerID.overviewStrip, columns: width, height: height)
    let covered = spans.columnSpans(height: height, grow: 0)
    list.stripSpans(PlayerID.overviewStrip, color: look.theme.quiet, first: 0, spans: covered[...])
  }

  func draw(hasStrip: Bool, into list: inout DrawList) {
    let (screen, theme) = (look.screen, look.theme)
    let area = screen.overviewRect
    let left = Float(view.window.start / view.ticks) * area.width
    let right = Float(view.window.end / view.ticks) * area.width
    list.layer(LayerID.overview, bounds: area) { list in
      list.rectangle(area, color: theme.ground)
      if hasStrip {
        list.strip(PlayerID.overviewStrip, first: 0, count: Int(saturating: area.width), x: 0, y: area.y)
      }
      let shade = theme.ground.faded(0xB000_0000)
      if left > 0 { list.rectangle(Rect(x: 0, y: area.y, width: left, height: area.height), color: shade) }
      if right < area.width {
        list.rectangle(
          Rect(x: right, y: area.y, width: area.width - right, height: area.height), color: shade)
      }
      let line = Swift.max(2, (2 * screen.scale).rounded())
      list.rectangle(
        Rect(x: left, y: area.y, width: Swift.max(3 * line, right - left), height: line), radius: line / 2,
        color: view.isWhole ? theme.hairline : theme.accent)
    }
  }
}
