import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// What the legend says in words: that the map is modelled, by what and how far off that is, and how measured
/// points look.
extension CoverageModel {
  /// How wide the legend is, in pixels: less than usual where large texts leave no more room, or where the
  /// sheet lifts it beside the drawer's handle.
  var legendWidth: Float {
    let handle = reading == nil || mapBottom < handleMiddle - 58 * screen.scale ? 0 : 40 * screen.scale
    return Swift.min(210 * screen.type, screen.right - screen.left - 24 * screen.type - handle)
  }

  /// Whether the map shows enough of itself for a legend.
  var hasLegend: Bool { mapBottom - 88 * screen.type - legendTitleHeight >= screen.head }

  private var titleStyle: TextStyle { TextStyle(size: (11 * screen.type).rounded()) }

  /// The notes on the model, broken into lines that fit the legend.
  private var noteLines: [[UInt8]] {
    modelNotes.flatMap {
      advances.lines(of: $0, style: titleStyle, width: legendWidth - 20 * screen.type)
    }
  }

  /// How high the words are; 0 where there is no map.
  var legendTitleHeight: Float {
    guard plan != nil else { return 0 }
    let lines = Float(noteLines.count)
    return ((measured == nil ? 17 : 34) + 14 * lines) * screen.type
  }

  func drawLegendTitles(in box: Rect, into list: inout DrawList) {
    let type = screen.type
    let style = titleStyle
    let quiet = panelQuiet
    var text = TextWriter()
    text.append("modelled \u{00B7} ")
    // What is seen, not what is being computed.
    if let name = ModelChoice.of((shown?.plan ?? plan ?? settings).model)?.name { text.append(name) }
    let x = box.x + 10 * type
    list.text(text.bytes, x: x, baseline: box.y + 16 * type, style: style, color: quiet)
    let notes = noteLines
    for (index, line) in notes.enumerated() {
      list.text(
        line, x: x, baseline: box.y + (30 + 14 * Float(index)) * type, style: style, color: panelText)
    }
    guard measured != nil else { return }
    // As the points are drawn: a square with a white edge, and a dark one around that.
    let middle = box.y + (29 + 14 * Float(notes.count)) * type
    let side = (7 * type).rounded()
    let edge = Swift.max(1, screen.scale)
    for (wide, color) in [
      (side + 4 * edge, Color(0x000000, opacity: 0.75)), (side + 2 * edge, Color(0xFFFFFF)),
      (side, Color(0x14181F)),
    ] as [(Float, Color)] {
      list.rectangle(
        Rect(x: x + 5 * type - wide / 2, y: middle - wide / 2, width: wide, height: wide), color: color)
    }
    list.text(
      Texts.bytes("measured"), x: x + 16 * type, baseline: middle + 4 * type, style: style, color: quiet)
  }

  /// Draws the scale of how sure the map is.
  func drawScaleOfSureness(in box: Rect, into list: inout DrawList) {
    let type = screen.type
    let bar = Rect(
      x: box.x + 10 * type, y: box.y + 9 * type, width: box.width - 20 * type, height: 9 * type)
    // Who is sure is white, as a panel may be.
    let (edge, line) = (screen.hairline, 2 * screen.hairline)
    list.rectangle(
      Rect(x: bar.x - edge, y: bar.y - edge, width: bar.width + line, height: bar.height + line),
      color: panelQuiet.opacity(0.5))
    let steps = 50
    for step in 0..<steps {
      let (x, end) = (
        (bar.x + bar.width * Float(step) / Float(steps)).rounded(),
        (bar.x + bar.width * Float(step + 1) / Float(steps)).rounded()
      )
      list.rectangle(
        Rect(x: x, y: bar.y, width: end - x, height: bar.height),
        color: CoveragePalette.sureness(100 * step / (steps - 1)))
    }
    var middle = TextWriter()
    middle.append("sure of ")
    middle.append(budget.sensitivityDecibelMilliwatts, decimals: 0)
    middle.append(" dBm")
    let style = TextStyle(size: (11 * type).rounded())
    func label(_ text: [UInt8], at share: Float, _ alignment: TextAlignment) {
      list.text(
        text, x: bar.x + bar.width * share, baseline: box.bottom - 8 * type, style: style,
        color: panelQuiet, alignment: alignment)
    }
    label(Texts.bytes("0 %"), at: 0, .leading)
    label(middle.bytes, at: 0.5, .center)
    label(Texts.bytes("100 %"), at: 1, .trailing)
  }
}
