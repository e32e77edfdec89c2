import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

extension SpectrumModel {
  /// One number, one bar over the whole width: height and colour say the same.
  ///
  /// The ground is dark in any theme, so that the bar is the brightest thing in the room.
  func drawMeter(into list: inout DrawList) {
    let bounds = screen.bounds
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
    list.layer(LayerID.labels, bounds: bounds) { list in
      let caption = meterCaption
      let number = meterNumber(caption)
      let highest = meter.maximum.map { drawMeterMaximum($0, around: number, into: &list) } ?? .empty
      drawMeterScale(around: number, highest, into: &list)
      let middle = (screen.left + screen.right) / 2
      var baseline = numberBaseline
      list.text(
        meter.text, x: middle, baseline: baseline, style: numberStyle, color: plotTheme.text,
        alignment: .center)
      baseline += 40 * screen.type
      for line in caption {
        list.text(
          line, x: middle, baseline: baseline, style: captionStyle, color: plotTheme.text, alignment: .center)
        baseline += 25 * screen.type
      }
    }
  }

  private func meterFraction(_ level: Double) -> Float {
    Float(Swift.max(0, Swift.min(1, (level - meterLevels.bottom) / meterLevels.span)))
  }

  private var numberStyle: TextStyle {
    // Beside the handle, and below the chip.
    let room = Swift.min(
      (screen.right - screen.left - 100 * screen.scale) * 0.3, screen.height * 0.55 - screen.head * 1.25)
    return TextStyle(
      size: Swift.min(84 * screen.type, Swift.max(24 * screen.type, room)).rounded(), isBold: true)
  }

  /// Above the middle, and lower where a chip of several lines would lie over it; digits are 0.7 of their
  /// size high.
  private var numberBaseline: Float {
    Swift.max(screen.height * 0.44, screen.head + 0.7 * numberStyle.size).rounded()
  }

  private var captionStyle: TextStyle { TextStyle(size: (17 * screen.type).rounded()) }

  /// Where the number and its captions stand, and nothing else.
  private func meterNumber(_ caption: [[UInt8]]) -> Rect {
    let middle = (screen.left + screen.right) / 2
    var half = advances.width(of: meter.text, style: numberStyle) / 2
    for line in caption { half = Swift.max(half, advances.width(of: line, style: captionStyle) / 2) }
    let top = numberBaseline - numberStyle.size
    let height = numberStyle.size + (20 + 25 * Float(caption.count)) * screen.type
    return Rect(x: middle - half, y: top, width: 2 * half, height: height)
  }

  private func drawMeterScale(around number: Rect, _ highest: Rect, into list: inout DrawList) {
    guard let unit = source?.unit else { return }
    let height = screen.bounds.height
    let step = Ticks.niceStep(atLeast: meterLevels.span * Double(64 * screen.type / Swift.max(1, height)))
    for tick in Ticks.multiples(of: step, from: meterLevels.bottom, to: meterLevels.top) {
      let y = (1 - meterFraction(tick)) * height
      guard y > screen.head, y < height - 16 * screen.type - screen.insets.bottom * screen.scale else {
        continue
      }
      list.rectangle(
        Rect(x: 0, y: y.rounded(), width: screen.left + 8 * screen.scale, height: screen.hairline),
        color: plotTheme.text)
      var text = TextWriter()
      text.append(tick, decimals: step < 1 ? 1 : 0)
      text.append(" ")
      text.append(unit.name)
      let x = screen.left + 12 * screen.scale
      let half = 9 * screen.type
      let width = advances.width(of: text.bytes, style: labelStyle) + 10 * screen.type
      let box = Rect(x: x, y: y - half, width: width, height: 2 * half)
      guard !box.overlaps(number), !box.overlaps(highest) else { continue }
      drawLabel(text.bytes, x: x, middle: y, color: plotTheme.text, style: labelStyle, into: &list)
    }
  }

  /// Draws the highest level's line, and its label clear of the number; gives the label's place.
  private func drawMeterMaximum(_ maximum: Int16, around number: Rect, into list: inout DrawList) -> Rect {
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
    let type = screen.type
    let width = advances.width(of: text.bytes, style: labelStyle) + 10 * type
    let x = (screen.right - width - 64 * screen.scale).rounded()
    var middle = Swift.max(y - 14 * type, screen.head)
    if x < number.right, middle + 9 * type > number.y, middle - 9 * type < number.bottom {
      let isAbove = middle < (number.y + number.bottom) / 2 && number.y - 20 * type > screen.head
      middle = isAbove ? number.y - 10 * type : number.bottom + 10 * type
    }
    drawLabel(text.bytes, x: x, middle: middle, color: plotTheme.text, style: labelStyle, into: &list)
    return Rect(x: x, y: middle - 9 * type, width: width, height: 18 * type)
  }

  /// What the number is, in lines that the screen holds.
  private var meterCaption: [[UInt8]] {
    guard let source else { return [] }
    var unit = TextWriter()
    unit.append(source.unit.name)
    unit.append(source.unit == .relative ? ", uncalibrated total power" : " total power")
    var text = TextWriter()
    text.append("in ")
    text.append(
      bytes: Texts.band(
        band, stepHertz: Swift.max(1, band.width / 100), prefix: frequencyUnit(forHertz: band.high)))
    let room = screen.right - screen.left - 100 * screen.scale
    return advances.lines(of: unit.bytes, style: captionStyle, width: room)
      + advances.lines(of: text.bytes, style: captionStyle, width: room)
  }
}
