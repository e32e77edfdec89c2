import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// A renderer for electrocardiogram paper without traces: squares of 1 and 5 mm, and the printed text.
struct PaperPicture {
  let names: NamePlacement
  let lanes: [Lane]
  let paper: Paper
  let print: PaperPrint
  /// The streams with values outside the paper.
  let offScale: OffScale

  /// Returns the colour of the paper.
  static func ground(isDark: Bool) -> Color { isDark ? Color(0x100B0D) : Color(0xFFF7F3) }

  private var canvas: Canvas { names.canvas }
  private var thinLine: Color {
    canvas.isDark ? Color(0xFF8A80, opacity: 0.10) : Color(0xE7A79B, opacity: 0.42)
  }
  private var thickLine: Color {
    canvas.isDark ? Color(0xFF8A80, opacity: 0.24) : Color(0xDD8A78, opacity: 0.75)
  }
  private var ink: Color { canvas.isDark ? Color(0xFFD9D2) : Color(0x14181D) }

  /// Draws squares over the whole screen, aligned to the left edge and the top of the lanes, and a
  /// calibration pulse in each row.
  func drawGrid(into list: inout DrawList) {
    let screen = canvas.screen
    guard names.plot.pixelsPerMillimetre >= 1 else { return }
    // Thick lines pass through the left end of the traces and the top of the lanes.
    drawLines(from: names.plot.left, until: screen.width, into: &list) {
      Rect(x: $0, y: 0, width: screen.hairline, height: screen.height)
    }
    drawLines(from: names.plot.top, until: screen.height, into: &list) {
      Rect(x: 0, y: $0, width: screen.width, height: screen.hairline)
    }
    drawPulses(into: &list)
  }

  /// Draws lines one millimetre apart; every fifth line is thick.
  private func drawLines(
    from origin: Float, until end: Float, into list: inout DrawList, _ line: (Float) -> Rect
  ) {
    let step = names.plot.pixelsPerMillimetre
    // Thin lines closer than 2.5 points would look like a tint.
    let showsThin = step >= 2.5 * canvas.screen.scale
    var index = -Int(saturating: (origin / step).rounded(.down))
    while origin + Float(index) * step < end {
      let isThick = index % 5 == 0
      if isThick || showsThin {
        list.rectangle(line((origin + Float(index) * step).rounded()), color: isThick ? thickLine : thinLine)
      }
      index += 1
    }
  }

  /// Draws a calibration pulse, 1 mV high and 0.2 s long, to the left of each row.
  private func drawPulses(into list: inout DrawList) {
    let step = names.plot.pixelsPerMillimetre
    let width = Float(0.2 * paper.speed) * step
    let height = Float(paper.gain) * step
    for lane in lanes where lane.columns.lowerBound == 0 && names.isOnPaper(lane) {
      let base = names.zeroLine(of: lane)
      let left = canvas.screen.left + step
      let points: [(Float, Float)] = [
        (left - step * 0.8, base), (left, base), (left, base - height), (left + width, base - height),
        (left + width, base), (left + width + step * 0.8, base),
      ]
      list.polyline(width: Swift.max(1, canvas.screen.scale), color: PaperPrint.ink(isDark: canvas.isDark)) {
        point in for (x, y) in points { point(x, y) }
      }
    }
  }

  /// Draws the names of the leads, and the text printed at the bottom.
  func drawLabels(into list: inout DrawList) {
    let style = canvas.titleStyle
    for lane in lanes {
      guard let lead = names.source.channel(lane.channel)?.lead, names.isOnPaper(lane) else { continue }
      let (x, baseline) = names.place(of: lane, 0)
      if names.hasLens {
        names.drawLens(
          x: x, y: baseline - style.size * 0.35, color: PaperPrint.ink(isDark: canvas.isDark), into: &list)
      }
      list.text(lead.label, x: x + names.lensRoom, baseline: baseline, style: style, color: ink)
    }
    drawOffScale(into: &list)
    print.draw(on: canvas, into: &list)
  }

  /// Returns whether a text would lie on the name of a lead.
  private func isOnName(x: Float, width: Float, baseline: Float, size: Float) -> Bool {
    lanes.contains { lane in
      guard let lead = names.source.channel(lane.channel)?.lead, names.isOnPaper(lane) else { return false }
      let (left, line) = names.place(of: lane, 0)
      let right = left + names.lensRoom + canvas.advances.width(of: lead.label, style: canvas.titleStyle)
      return x < right && x + width > left && baseline - size < line
        && baseline > line - canvas.titleStyle.size
    }
  }

  /// Draws notes at the paper's edges that name the leads with values off scale.
  private func drawOffScale(into list: inout DrawList) {
    let screen = canvas.screen
    let style = canvas.labelStyle
    let line = (1.5 * style.size).rounded()
    let foot = screen.height - screen.insets.bottom * screen.scale - print.height - 8 * screen.scale
    for (arrow, isAbove) in [("\u{2191} ", true), ("\u{2193} ", false)] as [(StaticString, Bool)] {
      var counts: [Int: Int] = [:]
      // A lead that appears twice on the paper is named only once.
      let beyond = isAbove ? offScale.above : offScale.below
      var named = ChannelSet()
      for lane in lanes where beyond.contains(lane.channel) && !named.contains(lane.channel) {
        named.insert(lane.channel)
        let info = names.source.channel(lane.channel)
        let text: TextWriter = "\(arrow)\(info?.lead?.label ?? info?.label ?? []) off scale"
        // Stack the notes of leads in the same columns.
        let place = Float(counts[lane.columns.lowerBound, default: 0]) * line
        counts[lane.columns.lowerBound, default: 0] += 1
        let width = canvas.advances.width(of: text.bytes, style: style)
        let middle = names.plot.left + Float(lane.columns.lowerBound + lane.columns.count / 2)
        let end = 6 * screen.scale
        func x(at baseline: Float) -> Float {
          let right = screen.textRight(baseline: baseline, size: style.size)
          return Swift.max(screen.left + end, Swift.min(right - end - width, middle - width / 2))
        }
        var baseline = isAbove ? names.plot.top + 8 * screen.scale + style.size + place : foot - place
        // A note never lies on the name of a lead.
        for _ in 0..<4
        where isOnName(x: x(at: baseline), width: width, baseline: baseline, size: style.size) {
          baseline += isAbove ? line : -line
        }
        let left = x(at: baseline)
        canvas.drawBacking(x: left, baseline: baseline, width: width, style: style, into: &list)
        list.text(text.bytes, x: left, baseline: baseline, style: style, color: canvas.theme.text)
      }
    }
  }
}
