import WaveDataWire
import WaveDisplay
import WaveInteraction

/// Draws the marked range, with a histogram of its values.
struct RangePicture {
  let look: Appearance
  let layout: LaneLayout
  let columns: [DataColumn]
  let range: MarkedRange
  let view: AxisView

  func draw(_ lanes: [DataLane], into list: inout DrawList) {
    let screen = look.screen
    let left = Swift.max(0, view.x(ofTick: range.low, width: screen.width)).rounded()
    let right = Swift.min(screen.width, view.x(ofTick: range.high, width: screen.width)).rounded()
    guard right >= left else { return }
    let area = screen.lanesRect
    list.layer(LayerID.cursor, bounds: area) { list in
      list.clip(area)
      let accent = look.theme.accent
      list.rectangle(
        Rect(x: left, y: area.y, width: right - left, height: area.height), color: accent.faded(0x2600_0000))
      for x in [left, right - look.line] {
        list.rectangle(Rect(x: x, y: area.y, width: look.line, height: area.height), color: accent)
      }
      drawHistogram(lanes, left: left, right: right, into: &list)
    }
  }

  /// Draws a histogram, with bars that start at the left edge of the range and bins along the lane's value
  /// scale.
  private func drawHistogram(_ lanes: [DataLane], left: Float, right: Float, into list: inout DrawList) {
    guard let summary = range.summary, let most = summary.counts.max(), most > 0,
      let lane = lanes.first(where: { $0.column == Int(summary.histogramColumn) })
    else { return }
    let shown = columns[lane.column].shown
    let top = layout.top(of: lane)
    let scale = look.screen.scale
    let width = Swift.max(24 * scale, Swift.min(right - left, 160 * scale))
    let step = (summary.high - summary.low) / Double(summary.counts.count)
    for (bin, count) in summary.counts.enumerated() where count > 0 {
      let from = Swift.max(top, lane.y(of: summary.low + Double(bin + 1) * step, in: shown))
      let until = Swift.min(lane.bottom, lane.y(of: summary.low + Double(bin) * step, in: shown))
      guard until > from else { continue }
      list.rectangle(
        Rect(x: left, y: from, width: width * Float(count) / Float(most), height: Swift.max(1, until - from)),
        color: look.theme.accent.faded(0xA000_0000))
    }
  }
}
