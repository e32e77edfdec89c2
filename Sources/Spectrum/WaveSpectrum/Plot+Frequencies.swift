import WaveDisplay
import WaveInteraction
import WaveUnits

/// The frequency axis of the plot.
extension Plot {
  private var frequencyScale: LinearScale {
    LinearScale(
      startValue: band.low, endValue: band.high, startPixel: 0, endPixel: Double(Swift.max(1, screen.width)))
  }

  /// Draws hairlines at the frequency ticks.
  func drawFrequencyGrid(into list: inout DrawList, color: Color) {
    for tick in frequencyTicks().values {
      let x = Float(frequencyScale.pixel(fromValue: tick)).rounded(.down)
      list.rectangle(Rect(x: x, y: 0, width: screen.hairline, height: screen.plot.height), color: color)
    }
  }

  /// Returns ticks at 1-2-5 steps, as closely spaced as their labels allow.
  private func frequencyTicks() -> (values: [Double], step: Double, prefix: FrequencyText.Prefix) {
    let prefix = frequencyUnit(forHertz: Swift.max(band.low.magnitude, band.high.magnitude))
    var step = Ticks.niceStep(atLeast: band.width * Double(44 * screen.type / Swift.max(1, screen.width)))
    for _ in 0..<6 {
      let widest = advances.width(
        of: frequencyLabel(band.high, step: step, prefix: prefix), style: labelStyle)
      if Float(step / band.width) * screen.width >= widest + 18 * screen.type { break }
      step = Ticks.niceStep(atLeast: step * 1.5)
    }
    return (Ticks.multiples(of: step, from: band.low, to: band.high), step, prefix)
  }

  private func frequencyLabel(_ hertz: Double, step: Double, prefix: FrequencyText.Prefix) -> [UInt8] {
    Texts.number(
      hertz / prefix.factor, decimals: FrequencyText.decimals(stepHertz: step, factor: prefix.factor))
  }

  /// Draws the frequency axis below the plot.
  ///
  /// The last label includes the unit.
  func drawFrequencyAxis(into list: inout DrawList) {
    let axis = screen.axis
    list.rectangle(axis, color: theme.ground)
    list.rectangle(Rect(x: 0, y: axis.y, width: axis.width, height: screen.hairline), color: theme.hairline)
    let ticks = frequencyTicks()
    let baseline = axis.y + (18.5 * screen.type).rounded()
    var right = screen.right - 6 * screen.scale
    var needsUnit = true
    for tick in ticks.values.reversed() {
      let x = Float(frequencyScale.pixel(fromValue: tick))
      let plain = frequencyLabel(tick, step: ticks.step, prefix: ticks.prefix)
      var label = plain
      if needsUnit {
        label += Texts.bytes(" ") + Texts.bytes(ticks.prefix.unit)
      }
      // The unit is added to the last label that has room for it.
      let hasRoom = x + advances.width(of: label, style: labelStyle) / 2 <= right
      if !hasRoom { label = plain }
      let width = advances.width(of: label, style: labelStyle)
      guard x - width / 2 >= screen.left + 6 * screen.scale, x + width / 2 <= right else { continue }
      list.text(
        label, x: (x - width / 2).rounded(), baseline: baseline, style: labelStyle, color: theme.quiet)
      right = x - width / 2 - 10 * screen.type
      if hasRoom { needsUnit = false }
    }
  }
}
