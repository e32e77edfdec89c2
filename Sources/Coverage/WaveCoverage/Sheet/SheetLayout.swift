import WaveDisplay
import WaveInteraction

/// The path sheet at the bottom of the map.
struct SheetLayout: Sendable {
  let reading: CoverageReading
  let text: SheetText
  /// The height of the sheet in pixels.
  let height: Float
  /// The distance from the close button's centre to the right edge of the area for text, in pixels.
  let close: Float
  /// The canvas above the sheet.
  let canvas: MapCanvas

  init(_ words: borrowing SheetWords, on free: MapCanvas) {
    reading = words.reading
    let (screen, type) = (free.screen, free.screen.type)
    var close = 26 * type
    var text = SheetText(words, on: free, corner: close + 20 * type)
    var height = Self.height(of: text, on: screen)
    // On a low screen, the close button avoids the drawer's handle.
    let top = screen.height - height - screen.insets.bottom * screen.scale
    if top + 10 * type < free.handleMiddle + 46 * screen.scale {
      close += 44 * screen.scale
      text = SheetText(words, on: free, corner: close + 20 * type)
      height = Self.height(of: text, on: screen)
    }
    (self.text, self.height, self.close) = (text, height, close)
    canvas = MapCanvas(free, above: height)
  }

  private static func height(of text: SheetText, on screen: Screen) -> Float {
    let type = screen.type
    let whole = text.lastBaseline + 170 * type
    // The map keeps more than half of the screen unless large text then leaves too little room for the
    // profile. Text is never cut off.
    let low = Swift.min(screen.height * 0.6, text.lastBaseline + 96 * type)
    let height = Swift.min(whole, Swift.max(screen.height * 0.45, low))
    return Swift.max(height, text.lastBaseline + 12 * type).rounded()
  }

  /// The top edge of the sheet, in pixels from the top of the screen.
  var top: Float { canvas.bottom }

  /// The x coordinate of the centre of the close button, in pixels.
  private var closeX: Float { canvas.screen.right - close }

  /// Returns whether a finger hits the sheet.
  func contains(x: Float, y: Float) -> Bool { y >= top && x < canvas.screen.width }

  /// Returns whether a finger hits the close button, with a generous margin.
  func isOnClose(x: Float, y: Float) -> Bool {
    x > closeX - 30 * canvas.screen.type && y < top + 56 * canvas.screen.type
  }

  // MARK: - Drawing

  func draw(into list: inout DrawList) {
    let (screen, theme, type) = (canvas.screen, canvas.theme, canvas.screen.type)
    let bounds = Rect(x: 0, y: top, width: canvas.screen.width, height: screen.height - top)
    list.beginLayer(LayerID.sheet, bounds: bounds)
    list.rectangle(
      Rect(x: 0, y: top, width: canvas.screen.width, height: bounds.height + 30 * type), radius: 20 * type,
      color: theme.ground.opacity(0.96))
    let left = screen.left + 18 * type
    let right = canvas.screen.right - 18 * type
    canvas.dot(x: closeX, y: top + 26 * type, radius: 14 * type, color: theme.hairline, into: &list)
    canvas.cross(
      x: closeX, y: top + 26 * type, arm: 6 * type, width: 2 * screen.scale, color: theme.quiet, into: &list)
    for line in text.lines {
      list.text(line.text, x: line.x, baseline: top + line.baseline, style: line.style, color: line.color)
    }
    if let path = reading.path {
      let above = top + text.lastBaseline + 14 * type
      let bottom = screen.height - screen.insets.bottom * screen.scale - 26 * type
      let plot = Rect(x: left, y: above, width: right - left, height: Swift.max(0, bottom - above))
      ProfilePlot(path, in: plot, on: canvas)?.draw(into: &list)
    }
    list.endLayer(bounds: bounds)
  }
}
