import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The legend, which explains the map's colours, model and accuracy, and shows a scale bar.
struct MapLegend: Sendable {
  /// The screen, including a path sheet if one is open.
  let canvas: MapCanvas
  let sites: Sites
  /// The quantity that the map's colours show.
  let display: CoverageDisplay
  /// The colour scale of the map.
  let colors: CoverageColors
  /// The legend's bottom edge in pixels from the top, above any offer at the bottom of the screen.
  let bottom: Float
  /// The legend's width in pixels, which is reduced if large text leaves less room, or if an open sheet moves
  /// the legend beside the drawer's handle.
  let width: Float
  /// The notes on the model, wrapped into lines.
  private let notes: [[UInt8]]

  /// Lays out the legend.
  ///
  /// - Parameters:
  ///   - canvas: The screen, including a path sheet if one is open.
  ///   - sites: The transmitters.
  ///   - display: The quantity that the map's colours show.
  ///   - colors: The colour scale of the map.
  ///   - hasSheet: Whether a path sheet is open.
  ///   - hasOffer: Whether an offer is shown at the bottom of the screen.
  init(
    on canvas: MapCanvas, sites: Sites, display: CoverageDisplay, colors: CoverageColors, hasSheet: Bool,
    hasOffer: Bool
  ) {
    (self.canvas, self.sites, self.display, self.colors) = (canvas, sites, display, colors)
    let (screen, type) = (canvas.screen, canvas.screen.type)
    bottom = canvas.bottom - (hasOffer ? 66 : 12) * type
    let handle = !hasSheet || canvas.bottom < canvas.handleMiddle - 58 * screen.scale ? 0 : 40 * screen.scale
    let width = Swift.min(210 * type, screen.right - screen.left - 24 * type - handle)
    self.width = width
    notes =
      sites.plan == nil
      ? []
      : sites.notes.flatMap {
        canvas.advances.lines(of: $0, style: Self.style(canvas), width: width - 20 * type)
      }
  }

  private static func style(_ canvas: MapCanvas) -> TextStyle {
    TextStyle(size: (11 * canvas.screen.type).rounded())
  }

  /// The height of the legend's text; 0 if there is no map.
  var titleHeight: Float {
    guard sites.plan != nil else { return 0 }
    return ((canvas.hasPoints ? 34 : 17) + 14 * Float(notes.count)) * canvas.screen.type
  }

  /// Whether enough of the map is visible to show a legend.
  var isShown: Bool { canvas.bottom - 88 * canvas.screen.type - titleHeight >= canvas.screen.head }

  // MARK: - Drawing

  /// Draws the legend.
  ///
  /// - Parameters:
  ///   - isSimulated: Whether to note that the ground is simulated.
  ///   - list: Receives the layer's drawing commands.
  func draw(isSimulated: Bool, into list: inout DrawList) {
    guard isShown else { return }
    let type = canvas.screen.type
    let left = canvas.screen.left + 12 * type
    let bounds = Rect(
      x: 0, y: bottom - 96 * type - titleHeight, width: 260 * type + left, height: 108 * type + titleHeight)
    list.beginLayer(LayerID.legend, bounds: bounds)
    var base = bottom
    if sites.plan != nil {
      let box = Rect(x: left, y: base - 40 * type, width: width, height: 40 * type)
      let whole = Rect(x: left, y: box.y - titleHeight, width: box.width, height: box.height + titleHeight)
      list.rectangle(whole, radius: 10 * type, color: canvas.panel)
      drawTitles(in: whole, into: &list)
      switch display {
      case .server, .overlap: drawSites(in: box, into: &list)
      case .sureness: drawSureness(in: box, into: &list)
      case .loss, .level, .strongest: drawColors(in: box, into: &list)
      }
      base = whole.y - 8 * type
    }
    drawLength(left: left, bottom: base, isSimulated: isSimulated, into: &list)
    list.endLayer(bounds: bounds)
  }

  private func label(
    _ text: [UInt8], x: Float, baseline: Float, _ alignment: TextAlignment, into list: inout DrawList
  ) {
    list.text(
      text, x: x, baseline: baseline, style: Self.style(canvas), color: canvas.panelQuiet,
      alignment: alignment)
  }

  private func drawTitles(in box: Rect, into list: inout DrawList) {
    let type = canvas.screen.type
    // The visible map's model, not that of the map being computed.
    let text: TextWriter = "modelled \u{00B7} \(ModelChoice.of(sites.seenPlan.model)?.name ?? "")"
    let x = box.x + 10 * type
    label(text.bytes, x: x, baseline: box.y + 16 * type, .leading, into: &list)
    for (index, line) in notes.enumerated() {
      list.text(
        line, x: x, baseline: box.y + (30 + 14 * Float(index)) * type, style: Self.style(canvas),
        color: canvas.panelText)
    }
    guard canvas.hasPoints else { return }
    // The same symbol as for measured points: a square with a white edge inside a dark one.
    let middle = box.y + (29 + 14 * Float(notes.count)) * type
    let side = (7 * type).rounded()
    let edge = Swift.max(1, canvas.screen.scale)
    for (wide, color) in [
      (side + 4 * edge, Color(0x000000, opacity: 0.75)), (side + 2 * edge, Color(0xFFFFFF)),
      (side, Color(0x14181F)),
    ] as [(Float, Color)] {
      list.rectangle(
        Rect(x: x + 5 * type - wide / 2, y: middle - wide / 2, width: wide, height: wide), color: color)
    }
    label(Texts.bytes("measured"), x: x + 16 * type, baseline: middle + 4 * type, .leading, into: &list)
  }

  /// Draws a colour bar in steps that meet at whole pixels.
  private func drawBar(_ bar: Rect, steps: Int, into list: inout DrawList, color: (Int) -> Color) {
    for step in 0..<steps {
      let x = (bar.x + bar.width * Float(step) / Float(steps)).rounded()
      let end = (bar.x + bar.width * Float(step + 1) / Float(steps)).rounded()
      list.rectangle(Rect(x: x, y: bar.y, width: end - x, height: bar.height), color: color(step))
    }
  }

  /// Returns the bounds of the colour bar in the legend's box.
  private func bar(in box: Rect) -> Rect {
    let type = canvas.screen.type
    return Rect(x: box.x + 10 * type, y: box.y + 9 * type, width: box.width - 20 * type, height: 9 * type)
  }

  private func drawColors(in box: Rect, into list: inout DrawList) {
    let type = canvas.screen.type
    let entries = colors.map.entries
    let bar = bar(in: box)
    let steps = 70
    drawBar(bar, steps: steps, into: &list) { step in
      // The best values are on the right, as on a meter.
      let entry = Color(rgba: entries[255 - 255 * step / (steps - 1)])
      return entry.opacity(Swift.min(1, Float(entry.alpha) / 255 * 1.5))
    }
    func label(_ value: Double, _ unit: StaticString, at share: Float, _ alignment: TextAlignment) {
      self.label(
        TextWriter("\(value, decimals: 0)\(unit)").bytes, x: bar.x + bar.width * share,
        baseline: box.bottom - 8 * type, alignment, into: &list)
    }
    guard display != .loss else {
      label(190, "", at: 0, .leading)
      label(120, " dB loss", at: 0.5, .center)
      return label(50, "", at: 1, .trailing)
    }
    let edge = sites.budget.sensitivityDecibelMilliwatts
    label(edge, " needed", at: 1 - ColorMap.levelEdge, .leading)
    label(edge + 60, " dBm", at: 1, .trailing)
    let x = (bar.x + bar.width * (1 - ColorMap.levelEdge)).rounded()
    list.rectangle(
      Rect(x: x, y: bar.y - 2 * type, width: canvas.screen.hairline, height: bar.height + 4 * type),
      color: canvas.panelQuiet)
  }

  /// Draws the scale of the reception probability.
  private func drawSureness(in box: Rect, into list: inout DrawList) {
    let bar = bar(in: box)
    // The edge separates the white end of the scale from a white panel.
    let (edge, line) = (canvas.screen.hairline, 2 * canvas.screen.hairline)
    list.rectangle(
      Rect(x: bar.x - edge, y: bar.y - edge, width: bar.width + line, height: bar.height + line),
      color: canvas.panelQuiet.opacity(0.5))
    let steps = 50
    drawBar(bar, steps: steps, into: &list) { CoveragePalette.sureness(100 * $0 / (steps - 1)) }
    let needed = sites.budget.sensitivityDecibelMilliwatts
    let middle: TextWriter = "sure of \(needed, decimals: 0) dBm"
    let baseline = box.bottom - 8 * canvas.screen.type
    label(Texts.bytes("0 %"), x: bar.x, baseline: baseline, .leading, into: &list)
    label(middle.bytes, x: bar.x + bar.width * 0.5, baseline: baseline, .center, into: &list)
    label(Texts.bytes("100 %"), x: bar.x + bar.width, baseline: baseline, .trailing, into: &list)
  }

  /// Draws the colours of integer values: the letters of transmitters, or the number of sufficient signals.
  private func drawSites(in box: Rect, into list: inout DrawList) {
    let type = canvas.screen.type
    let count = sites.list.count
    let isServer = display == .server
    let wide = (box.width - 20 * type) / Float(count)
    for place in 0..<count {
      let x = box.x + 10 * type + wide * Float(place)
      let color = isServer ? CoveragePalette.site(place) : CoveragePalette.overlap(place + 1, of: count)
      list.rectangle(
        Rect(x: x, y: box.y + 7 * type, width: wide - 2 * type, height: 14 * type), radius: 3 * type,
        color: color)
      list.text(
        isServer ? [CoverageSite.letter(place)] : TextWriter("\(place + 1)").bytes, x: x + wide / 2 - type,
        baseline: box.y + 18 * type, style: Self.style(canvas),
        color: CoveragePalette.ink(on: color), alignment: .center)
    }
    let needed = sites.budget.sensitivityDecibelMilliwatts
    let text: TextWriter = "\(isServer ? "strongest" : "how many are") above \(needed, decimals: 0) dBm"
    label(text.bytes, x: box.x + 10 * type, baseline: box.bottom - 7 * type, .leading, into: &list)
  }

  /// Draws the scale bar with the greatest length that fits and is 1, 2 or 5 times a power of ten.
  private func drawLength(left: Float, bottom: Float, isSimulated: Bool, into list: inout DrawList) {
    let (screen, view, type) = (canvas.screen, canvas.view, canvas.screen.type)
    let latitude = view.place(atX: view.width / 2, y: view.height / 2).latitudeDegrees
    let perPixel = view.metersPerPixel(atLatitude: latitude)
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
    var reach = Swift.max(wide, 6 * type + canvas.advances.width(of: text, style: style))
    var texts = [(text, inside + 6 * type, y - 10 * type)]
    var top = y - 26 * type
    if isSimulated {
      let note = Texts.bytes("simulated ground")
      let noteWidth = canvas.advances.width(of: note, style: style)
      if reach + 8 * type + noteWidth + 20 * type > screen.right - left {
        // Large text is placed in two lines.
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
      color: canvas.panel)
    list.polyline(width: 1.5 * screen.scale, color: canvas.panelText) { point in
      point(inside, y - 9 * type)
      point(inside, y - 4 * type)
      point(inside + wide, y - 4 * type)
      point(inside + wide, y - 9 * type)
    }
    for (text, x, baseline) in texts {
      list.text(text, x: x, baseline: baseline, style: style, color: canvas.panelText)
    }
  }
}
