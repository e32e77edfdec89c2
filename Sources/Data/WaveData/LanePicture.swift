import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// A lane's picture from the server, with the window and value range for which it was drawn.
struct LanePicture: Sendable {
  let view: UInt16
  let window: TickWindow
  let range: ValueRange
  /// The generation of the rows in the picture, which increases whenever the set or order of rows changes.
  let rows: UInt32
  let spans: LaneSpans
  let band: LaneSpans?

  /// Draws the picture into an empty strip of the draw-list player.
  ///
  /// - Parameters:
  ///   - id: The identifier of the strip.
  ///   - content: The window, value range and size that the strip must show.
  ///   - look: The screen and the colors.
  ///   - list: The draw list to append to.
  func draw(_ id: UInt32, _ content: StripContent, _ look: Appearance, into list: inout DrawList) {
    if let band {
      let covered = coveredSpans(by: band, in: content, grow: 0)
      list.stripSpans(id, color: look.theme.fillBase, first: 0, spans: covered[...])
    }
    let covered = coveredSpans(by: spans, in: content, grow: Int(saturating: look.screen.scale / 2))
    var color = content.isPinned ? look.theme.accent : look.theme.trace
    // Coarse pictures are drawn paler.
    if spans.flags.contains(.coarse) { color = color.faded(0x8000_0000) }
    list.stripSpans(id, color: color, first: 0, spans: covered[...])
  }

  /// Returns the covered pixel rows in each pixel column of the screen.
  ///
  /// A picture made for a different window, range or size is moved and stretched until the new picture
  /// arrives. `grow` adds half the line width above and below each span.
  private func coveredSpans(by source: LaneSpans, in content: StripContent, grow: Int) -> [ColumnSpan] {
    let (width, height) = (content.width, content.height)
    var found = [ColumnSpan](repeating: .none, count: width)
    let count = source.tops.count
    guard count > 0 else { return found }
    if window == content.window, count == width, Int(source.pixels) == height, range == content.range {
      return source.columnSpans(height: height, grow: grow)
    }
    let perColumn = content.window.width / Double(width)
    let scale = Double(count) / window.width
    let rows = Double(Swift.max(1, source.pixels))
    func row(_ old: Int16) -> Int {
      let value = range.high - Double(old) / rows * range.span
      let y = (content.range.high - value) / content.range.span * Double(height)
      return Int(saturating: Swift.max(-1e6, Swift.min(1e6, y.rounded())))
    }
    for column in 0..<width {
      let left = (content.window.start + Double(column) * perColumn - window.start) * scale
      let right = left + perColumn * scale
      guard right > 0, left < Double(count) else { continue }
      let first = Swift.max(0, Int(saturating: left))
      let last = Swift.max(first, Swift.min(count - 1, Int(saturating: right.rounded(.up)) - 1))
      var top = Int16.max
      var bottom = Int16.min
      for index in first...last where source.tops[index] != LaneSpans.none {
        top = Swift.min(top, source.tops[index])
        bottom = Swift.max(bottom, source.bottoms[index])
      }
      guard top < bottom else { continue }
      found[column] = ColumnSpan(row(top), Swift.max(row(top) + 1, row(bottom)), height: height, grow: grow)
    }
    return found
  }
}
