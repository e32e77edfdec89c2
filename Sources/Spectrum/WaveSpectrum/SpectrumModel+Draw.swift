import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Layers of the picture, painted in rising order.
enum LayerID {
  static let ground: UInt32 = 0
  static let field: UInt32 = 1
  static let grid: UInt32 = 2
  static let trace: UInt32 = 3
  static let labels: UInt32 = 4
  static let marker: UInt32 = 5
}

extension SpectrumModel {
  /// The unit that suits a frequency: of samples whose rate is unknown, a part of the rate.
  @inline(never)
  func frequencyUnit(forHertz hertz: Double) -> FrequencyText.Prefix {
    source?.flags.contains(.rateUnknown) == true
      ? FrequencyText.Prefix(factor: 1e6, unit: "\u{00D7} rate") : FrequencyText.prefix(forHertz: hertz)
  }

  /// A frequency with its unit, resolved to a step.
  @inline(never)
  func frequencyText(_ hertz: Double, stepHertz: Double) -> [UInt8] {
    FrequencyText.bytes(hertz: hertz, stepHertz: stepHertz, prefix: frequencyUnit(forHertz: hertz))
  }

  var frequencyScale: LinearScale {
    LinearScale(
      startValue: band.low, endValue: band.high, startPixel: 0, endPixel: Double(Swift.max(1, screen.width)))
  }

  /// Colours of what stands on the plot: waterfall and meter are dark in any theme.
  @inline(never) var plotTheme: Theme { mode == .waterfall || mode == .meter ? .dark : theme }

  var labelStyle: TextStyle { TextStyle(size: (12 * screen.type).rounded()) }

  /// Hairlines at the frequency ticks.
  func drawFrequencyGrid(into list: inout DrawList, color: Color) {
    for tick in frequencyTicks().values {
      let x = Float(frequencyScale.pixel(fromValue: tick)).rounded(.down)
      list.rectangle(
        Rect(x: x, y: 0, width: screen.hairline, height: screen.plot.height), color: color)
    }
  }

  /// Ticks 1-2-5, as near as their labels allow.
  func frequencyTicks() -> (values: [Double], step: Double, prefix: FrequencyText.Prefix) {
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
    var text = TextWriter()
    text.append(
      hertz / prefix.factor, decimals: FrequencyText.decimals(stepHertz: step, factor: prefix.factor))
    return text.bytes
  }

  /// The strip of frequencies under the plot; the last label carries the unit.
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
        label.append(0x20)
        ticks.prefix.unit.withUTF8Buffer { label.append(contentsOf: $0) }
      }
      // The unit goes to the last label that has room for it.
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

  /// A label on its backing, so that it can be read on any signal.
  func drawLabel(
    _ text: [UInt8], x: Float, middle: Float, color: Color, style: TextStyle, into list: inout DrawList
  ) {
    let type = screen.type
    let width = advances.width(of: text, style: style)
    let height = (style.size * 1.5).rounded()
    list.rectangle(
      Rect(x: x, y: (middle - height / 2).rounded(), width: (width + 10 * type).rounded(), height: height),
      radius: 5 * type, color: plotTheme.backing)
    list.text(
      text, x: x + 5 * type, baseline: (middle + style.size * 0.35).rounded(), style: style, color: color)
  }

  func drawMarker(into list: inout DrawList, at now: Int64) {
    guard let marker, let unit = source?.unit else { return }
    let x = pixel(ofHertz: marker.hertz)
    let isWaterfall = mode == .waterfall
    let y = isWaterfall ? timeAxis(at: now).pixel(ofServerTime: marker.microseconds) : markerLevelPixel()
    let scale = screen.scale
    list.layer(LayerID.marker, bounds: screen.plot) { list in
      list.clip(screen.plot)
      let line = Swift.max(1, (1.5 * scale).rounded())
      list.rectangle(
        Rect(x: (x - line / 2).rounded(), y: 0, width: line, height: screen.plot.height),
        color: plotTheme.accent.opacity(0.75))
      if let y {
        if isWaterfall {
          list.rectangle(
            Rect(x: 0, y: (y - line / 2).rounded(), width: screen.width, height: line),
            color: plotTheme.accent.opacity(0.4))
        }
        let radius = 6 * scale
        list.rectangle(
          Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius,
          color: plotTheme.accent)
      }
      drawReading(marker, unit: unit, into: &list, at: now)
    }
  }

  func markerLevelPixel() -> Float? {
    guard let level = markerDecibels() else { return nil }
    return Float((levels.top - level) / levels.span) * screen.plot.height
  }

  private func drawReading(_ marker: Marker, unit: LevelUnit, into list: inout DrawList, at now: Int64) {
    let type = screen.type
    let box = markerBox(at: now)
    list.rectangle(box, radius: 10 * type, color: plotTheme.ground.opacity(0.9))
    var baseline = box.y + 20 * type
    for (index, line) in markerLines(at: now).enumerated() {
      list.text(
        line, x: box.x + 12 * type, baseline: baseline, style: readingStyle(line: index),
        color: index == 0 ? plotTheme.text : index == 1 ? plotTheme.accent : plotTheme.quiet)
      baseline += 18 * type
    }
    list.text(
      Texts.bytes("\u{00D7}"), x: box.right - 18 * type, baseline: box.y + 20 * type,
      style: readingStyle(line: 0), color: plotTheme.quiet, alignment: .center)
  }

  /// Wall-clock time of a recorded moment: as recorded where the zone is unknown, else in the zone here.
  ///
  /// Samples whose rate is unknown have no times: there it is how far into the file the moment is.
  @inline(never)
  func clockText(_ microseconds: Int64) -> [UInt8] {
    let flags = source?.flags ?? []
    if flags.contains(.rateUnknown) {
      var text = TextWriter()
      text.append(100 * recordedShare(microseconds), decimals: 0)
      text.append(" % of the file")
      return text.bytes
    }
    let zone = flags.contains(.zoneUnknown) ? 0 : shell.appearance.zoneSeconds
    return TimeText.clock(microseconds: microseconds + zone * 1_000_000)
  }
}
