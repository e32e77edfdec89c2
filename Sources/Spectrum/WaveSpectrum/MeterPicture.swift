import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

/// The power meter: a number, and a bar across the full width whose height and colour show the same level.
///
/// The background is dark in every theme, so that the bar is easy to see from across a room.
struct MeterPicture {
  /// The levels from the top of the bar to its bottom.
  let levels: LevelWindow
  /// The meter's reading.
  let meter: MeterReading

  /// Draws the meter.
  func draw(on plot: Plot, into list: inout DrawList) {
    let (screen, theme) = (plot.screen, plot.plotTheme)
    let bounds = screen.bounds
    list.layer(LayerID.field, bounds: bounds) { list in
      list.rectangle(bounds, color: theme.ground)
      guard let fraction = meter.millibels.map({ fraction(Double($0) / 100) }) else { return }
      let y = ((1 - fraction) * bounds.height).rounded()
      let bar = Rect(x: 0, y: y, width: bounds.width, height: bounds.height - y)
      let top = Color(rgba: ColorMap.meter.color(at: fraction))
      let bottom = Color(rgba: ColorMap.meter.color(at: Swift.max(0, fraction - 0.25)))
      list.gradient(bar, top: top, bottom: bottom)
    }
    list.layer(LayerID.labels, bounds: bounds) { list in
      let caption = caption(on: plot)
      let number = numberBox(caption, on: plot)
      let highest = meter.maximum.map { drawMaximum($0, around: number, on: plot, into: &list) } ?? .empty
      drawScale(around: number, highest, on: plot, into: &list)
      let middle = (screen.left + screen.right) / 2
      var baseline = plot.numberBaseline
      list.text(
        meter.text, x: middle, baseline: baseline, style: plot.numberStyle, color: theme.text,
        alignment: .center)
      baseline += 40 * screen.type
      for line in caption {
        list.text(
          line, x: middle, baseline: baseline, style: plot.captionStyle, color: theme.text, alignment: .center
        )
        baseline += 25 * screen.type
      }
    }
  }

  /// Returns the fraction of the bar that is filled at a level.
  private func fraction(_ level: Double) -> Float {
    Float(Swift.max(0, Swift.min(1, (level - levels.bottom) / levels.span)))
  }

  /// Returns the rectangle that encloses the number and its captions.
  private func numberBox(_ caption: [[UInt8]], on plot: Plot) -> Rect {
    let (screen, style, baseline) = (plot.screen, plot.numberStyle, plot.numberBaseline)
    let middle = (screen.left + screen.right) / 2
    var half = plot.advances.width(of: meter.text, style: style) / 2
    for line in caption {
      half = Swift.max(half, plot.advances.width(of: line, style: plot.captionStyle) / 2)
    }
    let top = baseline - style.size
    let height = style.size + (20 + 25 * Float(caption.count)) * screen.type
    return Rect(x: middle - half, y: top, width: 2 * half, height: height)
  }

  private func drawScale(around number: Rect, _ highest: Rect, on plot: Plot, into list: inout DrawList) {
    let (screen, theme) = (plot.screen, plot.plotTheme)
    guard let unit = plot.unit else { return }
    let height = screen.bounds.height
    let step = Ticks.niceStep(atLeast: levels.span * Double(64 * screen.type / Swift.max(1, height)))
    for tick in Ticks.multiples(of: step, from: levels.bottom, to: levels.top) {
      let y = (1 - fraction(tick)) * height
      guard y > screen.head, y < height - 16 * screen.type - screen.insets.bottom * screen.scale else {
        continue
      }
      list.rectangle(
        Rect(x: 0, y: y.rounded(), width: screen.left + 8 * screen.scale, height: screen.hairline),
        color: theme.text)
      let text = Texts.level(tick, decimals: step < 1 ? 1 : 0, unit: unit)
      let x = screen.left + 12 * screen.scale
      let half = 9 * screen.type
      let width = plot.advances.width(of: text, style: plot.labelStyle) + 10 * screen.type
      let box = Rect(x: x, y: y - half, width: width, height: 2 * half)
      guard !box.overlaps(number), !box.overlaps(highest) else { continue }
      plot.drawLabel(text, x: x, middle: y, color: theme.text, into: &list)
    }
  }

  /// Draws a line at the highest level, with a label that does not cover the number; returns the label's
  /// rectangle.
  private func drawMaximum(
    _ maximum: Int16, around number: Rect, on plot: Plot, into list: inout DrawList
  ) -> Rect {
    let (screen, theme) = (plot.screen, plot.plotTheme)
    let bounds = screen.bounds
    let y = ((1 - fraction(Double(maximum) / 100)) * bounds.height).rounded()
    let thickness = Swift.max(2, (2 * screen.scale).rounded())
    list.rectangle(Rect(x: 0, y: y - thickness, width: bounds.width, height: thickness), color: theme.text)
    let text = Texts.bytes("highest ") + Texts.level(Double(maximum) / 100, unit: plot.unit ?? .relative)
    let type = screen.type
    let width = plot.advances.width(of: text, style: plot.labelStyle) + 10 * type
    let x = (screen.right - width - 64 * screen.scale).rounded()
    // The label never leaves the screen, however low that is.
    let highest = Swift.max(screen.head, 10 * type)
    var middle = Swift.max(y - 14 * type, highest)
    if x < number.right, middle + 9 * type > number.y, middle - 9 * type < number.bottom {
      let isAbove = middle < (number.y + number.bottom) / 2 && number.y - 20 * type > highest
      middle = isAbove ? number.y - 10 * type : number.bottom + 10 * type
    }
    // On a very low screen, the number leaves no room for the label.
    guard middle + 9 * type <= screen.height - screen.insets.bottom * screen.scale else {
      return Rect(x: x, y: y, width: 0, height: 0)
    }
    plot.drawLabel(text, x: x, middle: middle, color: theme.text, into: &list)
    return Rect(x: x, y: middle - 9 * type, width: width, height: 18 * type)
  }

  /// Returns the caption that explains the number, in lines that fit on the screen.
  private func caption(on plot: Plot) -> [[UInt8]] {
    guard let levelUnit = plot.unit else { return [] }
    let screen = plot.screen
    let power: StaticString = levelUnit == .relative ? ", uncalibrated total power" : " total power"
    let (band, prefix) = (plot.band, plot.frequencyUnit(forHertz: plot.band.high))
    let place = Texts.band(band, stepHertz: Swift.max(1, band.width / 100), prefix: prefix)
    let room = screen.right - screen.left - 100 * screen.scale
    let unit = Texts.bytes(levelUnit.name) + Texts.bytes(power)
    return plot.advances.lines(of: unit, style: plot.captionStyle, width: room)
      + plot.advances.lines(of: Texts.bytes("in ") + place, style: plot.captionStyle, width: room)
  }
}

extension Plot {
  fileprivate var numberStyle: TextStyle {
    // The number must fit beside the drawer's handle and below the status chip.
    let room = Swift.min(
      (screen.right - screen.left - 100 * screen.scale) * 0.3, screen.height * 0.55 - screen.head * 1.25)
    return TextStyle(
      size: Swift.min(84 * screen.type, Swift.max(24 * screen.type, room)).rounded(), isBold: true)
  }

  /// The baseline of the number.
  ///
  /// It is above the middle, or lower if a status chip with several lines would cover the number. Digits are
  /// 0.7 times the font size high.
  fileprivate var numberBaseline: Float {
    Swift.max(screen.height * 0.44, screen.head + 0.7 * numberStyle.size).rounded()
  }

  fileprivate var captionStyle: TextStyle { TextStyle(size: (17 * screen.type).rounded()) }
}
