import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// What the legend says in words: that the map is modelled, and by what, and how measured points are told from it.
extension CoverageModel {
  /// How high the words are; 0 where there is no map.
  var legendTitleHeight: Float {
    guard plan != nil else { return 0 }
    return (measured == nil ? 17 : 34) * screen.type
  }

  func drawLegendTitles(in box: Rect, into list: inout DrawList) {
    let type = screen.type
    let style = TextStyle(size: (11 * type).rounded())
    let quiet = panelQuiet
    var text = TextWriter()
    text.append("modelled \u{00B7} ")
    // What is seen, not what is being computed.
    if let name = ModelChoice.of((shown?.plan ?? plan ?? settings).model)?.name { text.append(name) }
    let x = box.x + 10 * type
    list.text(text.bytes, x: x, baseline: box.y + 16 * type, style: style, color: quiet)
    guard measured != nil else { return }
    // As the points are drawn: a square with a white edge, and a dark one around that.
    let middle = box.y + 29 * type
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
