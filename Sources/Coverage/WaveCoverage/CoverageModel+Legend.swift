import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// How losses are coloured.
struct CoverageColors: Equatable, Sendable {
  var map: ColorMap
  var low: Int16
  var high: Int16
}

extension CoverageModel {
  /// Draws what colours mean, and how long a length is.
  func drawLegend(into list: inout DrawList) {
    guard hasLegend else { return }
    let type = screen.type
    let left = screen.left + 12 * type
    // What is offered at the foot stands there.
    let bottom = mapBottom - (hasSiteOffer ? 66 : 12) * type
    let titles = legendTitleHeight
    let bounds = Rect(
      x: 0, y: bottom - 96 * type - titles, width: 260 * type + left, height: 108 * type + titles)
    list.beginLayer(LayerID.legend, bounds: bounds)
    var base = bottom
    if plan != nil {
      let box = Rect(x: left, y: base - 40 * type, width: legendWidth, height: 40 * type)
      let whole = Rect(x: left, y: box.y - titles, width: box.width, height: box.height + titles)
      list.rectangle(whole, radius: 10 * type, color: panelColor)
      drawLegendTitles(in: whole, into: &list)
      switch effectiveDisplay {
      case .server, .overlap: drawScaleOfSites(in: box, into: &list)
      case .sureness: drawScaleOfSureness(in: box, into: &list)
      case .loss, .level, .strongest: drawScaleOfColors(in: box, into: &list)
      }
      base = whole.y - 8 * type
    }
    drawScaleBar(left: left, bottom: base, into: &list)
    list.endLayer(bounds: bounds)
  }

  private func drawScaleOfColors(in box: Rect, into list: inout DrawList) {
    let type = screen.type
    let entries = colors.map.entries
    let bar = Rect(
      x: box.x + 10 * type, y: box.y + 9 * type, width: box.width - 20 * type, height: 9 * type)
    let steps = 70
    for step in 0..<steps {
      // Best to the right, as on any meter.
      let entry = Color(rgba: entries[255 - 255 * step / (steps - 1)])
      let (x, end) = (
        (bar.x + bar.width * Float(step) / Float(steps)).rounded(),
        (bar.x + bar.width * Float(step + 1) / Float(steps)).rounded()
      )
      let opacity = Swift.min(1, Float(entry.alpha) / 255 * 1.5)
      list.rectangle(
        Rect(x: x, y: bar.y, width: end - x, height: bar.height), color: entry.opacity(opacity))
    }
    let style = TextStyle(size: (11 * type).rounded())
    let quiet = panelQuiet
    func label(_ value: Double, _ unit: StaticString, at share: Float, _ alignment: TextAlignment) {
      var text = TextWriter()
      text.append(value, decimals: 0)
      text.append(unit)
      list.text(
        text.bytes, x: bar.x + bar.width * share, baseline: box.bottom - 8 * type, style: style, color: quiet,
        alignment: alignment)
    }
    switch effectiveDisplay {
    case .loss:
      label(190, "", at: 0, .leading)
      label(120, " dB loss", at: 0.5, .center)
      label(50, "", at: 1, .trailing)
    default:
      let edge = budget.sensitivityDecibelMilliwatts
      label(edge, " needed", at: 1 - ColorMap.levelEdge, .leading)
      label(edge + 60, " dBm", at: 1, .trailing)
      let x = (bar.x + bar.width * (1 - ColorMap.levelEdge)).rounded()
      list.rectangle(
        Rect(x: x, y: bar.y - 2 * type, width: screen.hairline, height: bar.height + 4 * type), color: quiet)
    }
  }

  private func drawScaleBar(left: Float, bottom: Float, into list: inout DrawList) {
    let type = screen.type
    let latitude = view.place(atX: view.width / 2, y: view.height / 2).latitudeDegrees
    let perPixel = view.metersPerPixel(atLatitude: latitude)
    // The longest of 1, 2, 5 times a power of ten that is not too long.
    var length = 1.0
    for factor in [2.0, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2] {
      guard length * factor / perPixel < Double(96 * type) else { break }
      length *= factor
    }
    let wide = Float(length / perPixel)
    let text = Texts.length(length)
    let style = TextStyle(size: (11 * type).rounded(), isBold: true)
    let y = bottom - 4 * type
    let inside = left + 10 * type
    var reach = Swift.max(wide, 6 * type + advances.width(of: text, style: style))
    var texts = [(text, inside + 6 * type, y - 10 * type)]
    var top = y - 26 * type
    if isSimulated {
      let note = Texts.bytes("simulated ground")
      let noteWidth = advances.width(of: note, style: style)
      if reach + 8 * type + noteWidth + 20 * type > screen.right - left {
        // Large texts go one above the other.
        top -= 16 * type
        texts.append((note, inside, top + 16 * type))
        reach = Swift.max(reach, noteWidth)
      } else {
        texts.append((note, inside + reach + 8 * type, y - 10 * type))
        reach += 8 * type + noteWidth
      }
    }
    list.rectangle(
      Rect(x: left, y: top, width: reach + 20 * type, height: y + 4 * type - top), radius: 10 * type,
      color: panelColor)
    list.polyline(width: 1.5 * screen.scale, color: panelText) { point in
      point(inside, y - 9 * type)
      point(inside, y - 4 * type)
      point(inside + wide, y - 4 * type)
      point(inside + wide, y - 9 * type)
    }
    for (text, x, baseline) in texts {
      list.text(text, x: x, baseline: baseline, style: style, color: panelText)
    }
  }
}
