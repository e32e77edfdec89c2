import WaveDisplay
import WaveUnits
import WaveWire

extension SpectrumModel {
  /// One number, one bar over the whole width: height and colour say the same.
  ///
  /// The ground is dark in any theme, so that the bar is the brightest thing in the room.
  mutating func drawMeter(into list: inout DrawList, at now: Int64) {
    let bounds = screen.bounds
    let scale = screen.scale
    let fraction = meter.millibels.map { meterFraction(Double($0) / 100) }
    list.layer(LayerID.field, bounds: bounds) { list in
      list.rectangle(bounds, color: plotTheme.ground)
      guard let fraction else { return }
      let y = ((1 - fraction) * bounds.height).rounded()
      let bar = Rect(x: 0, y: y, width: bounds.width, height: bounds.height - y)
      let top = Color(rgba: ColorMap.meter.color(at: fraction))
      let bottom = Color(rgba: ColorMap.meter.color(at: Swift.max(0, fraction - 0.25)))
      list.gradient(bar, top: top, bottom: bottom)
    }
    updateMeterText(at: now)
    list.layer(LayerID.labels, bounds: bounds) { list in
      drawMeterScale(into: &list)
      if let maximum = meter.maximum { drawMeterMaximum(maximum, into: &list) }
      let middle = (bounds.height * 0.44).rounded()
      let size = Swift.min(84 * scale, bounds.width * 0.22).rounded()
      let big = TextStyle(size: size, isBold: true)
      let text = meter.shownText
      list.text(
        text, x: bounds.width / 2, baseline: middle, style: big, color: plotTheme.text, alignment: .center)
      drawMeterCaption(baseline: middle + 40 * scale, into: &list)
    }
  }

  private func meterFraction(_ level: Double) -> Float {
    Float(Swift.max(0, Swift.min(1, (level - meterLevels.bottom) / meterLevels.span)))
  }

  /// The number follows five times a second: faster cannot be read.
  private mutating func updateMeterText(at now: Int64) {
    guard now - meter.shownAt >= 200_000 || isPaused || meter.shownText.isEmpty else {
      redrawDue = meter.shownAt + 200_000
      return
    }
    meter.shownAt = now
    var text = TextWriter()
    text.append(meter.millibels.map { Double($0) / 100 } ?? .nan, decimals: 1)
    meter.shownText = text.bytes
  }

  private func drawMeterScale(into list: inout DrawList) {
    guard let unit = source?.unit else { return }
    let height = screen.bounds.height
    let step = Ticks.niceStep(atLeast: meterLevels.span * Double(64 * screen.scale / Swift.max(1, height)))
    for tick in Ticks.multiples(of: step, from: meterLevels.bottom, to: meterLevels.top) {
      let y = (1 - meterFraction(tick)) * height
      guard y > (64 + screen.insetTop) * screen.scale, y < height - 16 * screen.scale else { continue }
      list.rectangle(
        Rect(x: 0, y: y.rounded(), width: 8 * screen.scale, height: screen.hairline), color: plotTheme.text)
      var text = TextWriter()
      text.append(tick, decimals: step < 1 ? 1 : 0)
      text.append(" ")
      text.append(unit.name)
      drawLabel(
        text.bytes, x: 12 * screen.scale, middle: y, color: plotTheme.text, style: labelStyle, into: &list)
    }
  }

  private func drawMeterMaximum(_ maximum: Int16, into list: inout DrawList) {
    let bounds = screen.bounds
    let y = ((1 - meterFraction(Double(maximum) / 100)) * bounds.height).rounded()
    let thickness = Swift.max(2, (2 * screen.scale).rounded())
    list.rectangle(
      Rect(x: 0, y: y - thickness, width: bounds.width, height: thickness), color: plotTheme.text)
    var text = TextWriter()
    text.append("highest ")
    text.append(Double(maximum) / 100, decimals: 1)
    text.append(" ")
    text.append((source?.unit ?? .relative).name)
    let width = advances.width(of: text.bytes, style: labelStyle) + 10 * screen.scale
    let middle = y < 40 * screen.scale ? y + 14 * screen.scale : y - 14 * screen.scale
    drawLabel(
      text.bytes, x: (bounds.width - width - 64 * screen.scale).rounded(), middle: middle,
      color: plotTheme.text,
      style: labelStyle, into: &list)
  }

  private func drawMeterCaption(baseline: Float, into list: inout DrawList) {
    guard let source else { return }
    var unit = TextWriter()
    unit.append(source.unit.name)
    unit.append(source.unit == .relative ? ", uncalibrated total power" : " total power")
    var text = TextWriter()
    text.append("in ")
    text.append(bytes: Texts.band(band, stepHertz: Swift.max(1, band.width / 100)))
    for (index, line) in [unit.bytes, text.bytes].enumerated() {
      list.text(
        line, x: screen.bounds.width / 2, baseline: baseline + Float(index) * 25 * screen.scale,
        style: TextStyle(size: (17 * screen.scale).rounded()), color: plotTheme.text, alignment: .center)
    }
  }
}
