import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A renderer for the spectrum panel below the lanes.
struct SpectrumPicture {
  let canvas: Canvas
  let layout: SpectrumLayout
  /// The description of the stream whose spectrum is drawn.
  let info: StreamChannel
  let band: ClosedRange<Double>
  let levels: SpectrumLevels
  let scale: SpectrumPanel.Scale

  private var outer: Screen { layout.outer }
  private var plot: Rect { layout.plot }
  private var theme: Theme { canvas.theme }

  func draw(_ panel: SpectrumPanel, into list: inout DrawList) {
    let place = layout.panel
    list.rectangle(place, color: theme.ground)
    list.rectangle(place.row(at: place.y, height: Swift.max(1, outer.scale)), color: theme.hairline)
    drawTitle(panel, into: &list)
    drawAxes(into: &list)
    guard let answer = panel.answer else { return }
    if answer.averageCount == 0 {
      list.text(
        Texts.bytes("Too few samples without a gap. Show a longer time."), x: plot.x + plot.width / 2,
        baseline: plot.y + plot.height / 2, style: canvas.labelStyle, color: theme.quiet, alignment: .center)
      return
    }
    drawDensity(answer, into: &list)
    drawReading(answer, panel.marker, into: &list)
  }

  private func drawTitle(_ panel: SpectrumPanel, into list: inout DrawList) {
    let top = layout.top
    let x = outer.left + 10 * outer.scale
    let title: TextWriter =
      scale == .density
      ? "Spectrum of \(info.label), \(info.unit)/\u{221A}Hz"
      : info.unit.isEmpty
        ? "Spectrum of \(info.label), dB" : "Spectrum of \(info.label), dB (\(info.unit))"
    list.text(title.bytes, x: x, baseline: top + 19 * outer.type, style: canvas.titleStyle, color: theme.text)
    list.text(
      detail(of: panel), x: x, baseline: top + 36 * outer.type, style: canvas.labelStyle, color: theme.quiet)
    let (centreX, centreY) = layout.closeCentre
    let arm = 6 * outer.scale
    for sign: Float in [-1, 1] {
      list.polyline(width: 1.6 * outer.scale, color: theme.quiet) { point in
        point(centreX - arm, centreY - arm * sign)
        point(centreX + arm, centreY + arm * sign)
      }
    }
  }

  /// Returns the details of the spectrum, such as "Hann · RBW 0.73 Hz · mean of 8 · 10 s".
  private func detail(of panel: SpectrumPanel) -> [UInt8] {
    let window = SpectrumPanel.windowNames[Int(panel.window)]
    guard let answer = panel.answer, answer.averageCount > 0 else { return window }
    let bandwidth = FrequencyText.bytes(hertz: answer.rbwHertz, stepHertz: answer.rbwHertz / 50)
    let mean: TextWriter = answer.averageCount > 1 ? "mean of \(Int(answer.averageCount)) \u{00B7} " : ""
    let gaps: TextWriter =
      answer.leftOutCount > 0 ? " \u{00B7} \(Int(answer.leftOutCount)) left out for gaps" : ""
    let seconds = Double(answer.untilMicroseconds - answer.fromMicroseconds) / 1e6
    let text: TextWriter =
      "\(window) \u{00B7} RBW \(bandwidth) \u{00B7} \(mean.bytes)\(seconds, decimals: 1) s\(gaps.bytes)"
    return text.bytes
  }

  private func drawAxes(into list: inout DrawList) {
    let width = band.upperBound - band.lowerBound
    let step = Ticks.niceStep(atLeast: width * Double(72 * outer.type / plot.width))
    let base = plot.bottom + 16 * outer.type
    for tick in Ticks.multiples(of: step, from: band.lowerBound, to: band.upperBound) {
      let x = x(tick)
      list.rectangle(plot.column(at: x.rounded(.down), width: outer.hairline), color: theme.hairline)
      let text = FrequencyText.bytes(hertz: tick, stepHertz: step)
      let half = canvas.advances.width(of: text, style: canvas.labelStyle) / 2
      list.text(
        text,
        x: Swift.max(outer.left + 4 * outer.scale + half, Swift.min(x, outer.right - 4 * outer.scale - half)),
        baseline: base, style: canvas.labelStyle, color: theme.quiet, alignment: .center)
    }
    let isLevel = scale == .level
    let wanted = levels.span * Double(26 * outer.type / plot.height)
    let rise = isLevel ? Ticks.niceStep(atLeast: wanted) : Swift.max(20, (wanted / 20).rounded(.up) * 20)
    for tick in Ticks.multiples(of: rise, from: levels.bottom, to: levels.top) {
      let y = y(tick)
      list.rectangle(plot.row(at: y.rounded(.down), height: outer.hairline), color: theme.hairline)
      let text: TextWriter =
        isLevel ? "\(tick, decimals: Canvas.decimals(rise))" : Self.amplitude(decibels: tick)
      list.text(
        text.bytes, x: plot.x - 6 * outer.scale, baseline: y + canvas.labelStyle.size * 0.35,
        style: canvas.labelStyle, color: theme.quiet, alignment: .trailing)
    }
  }

  /// Returns decibels as an amplitude, rounded to a power of ten: "0.01", "1e−7".
  private static func amplitude(decibels: Double) -> TextWriter {
    let decade = Int(saturating: (decibels / 20).rounded())
    guard decade >= -3, decade <= 3 else { return "1e\(decade)" }
    var value = 1.0
    for _ in 0..<decade.magnitude { value *= 10 }
    return "\(decade < 0 ? 1 / value : value, decimals: Swift.max(0, -decade))"
  }

  private func x(_ hertz: Double) -> Float {
    plot.x + Float((hertz - band.lowerBound) / (band.upperBound - band.lowerBound)) * plot.width
  }

  private func y(_ decibels: Double) -> Float {
    let share = (levels.top - decibels) / Swift.max(1, levels.span)
    return plot.y + Float(Swift.max(-0.1, Swift.min(1.1, share))) * plot.height
  }

  private func drawDensity(_ answer: StreamSpectrum, into list: inout DrawList) {
    list.clip(plot)
    list.polyline(width: Swift.max(1, 1.3 * outer.scale), color: theme.trace) { point in
      for (index, density) in answer.density.enumerated() {
        let hertz = answer.firstHertz + Double(index) * answer.stepHertz
        point(x(hertz), density.isNaN ? .nan : y(scale.decibels(density, answer)))
      }
    }
    list.clip(outer.bounds)
  }

  /// Draws the reading at the finger's frequency, or at the peak.
  private func drawReading(_ answer: StreamSpectrum, _ marker: Double?, into list: inout DrawList) {
    var hertz = answer.peakHertz
    var density = answer.peakDensity
    if let marker {
      guard band.contains(marker), let index = place(of: marker, in: answer) else { return }
      hertz = answer.firstHertz + Double(index) * answer.stepHertz
      density = answer.density[index]
      let line = plot.column(at: x(hertz).rounded(.down), width: Swift.max(1, outer.scale))
      list.rectangle(line, color: theme.accent)
    }
    guard hertz.isFinite, density > 0 else { return }
    let level = scale.decibels(density, answer)
    let (x, y) = (x(hertz), Swift.max(plot.y, Swift.min(plot.bottom, y(level))))
    let radius = 4 * outer.scale
    list.rectangle(
      Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius,
      color: theme.accent)
    let step = marker == nil ? answer.rbwHertz / 20 : answer.stepHertz / 2
    let frequency = FrequencyText.bytes(hertz: hertz, stepHertz: step)
    let text: TextWriter =
      "\(marker == nil ? "peak " : "")\(frequency) \u{00B7} \(self.text(of: level).bytes)"
    let width = canvas.advances.width(of: text.bytes, style: canvas.titleStyle)
    let margin = 8 * outer.scale
    let isRight = x + margin + width < plot.right
    let left = isRight ? x + margin : Swift.max(plot.x, x - margin - width)
    let baseline = Swift.max(plot.y + canvas.titleStyle.size * 1.1, y - margin)
    canvas.drawBacking(x: left, baseline: baseline, width: width, style: canvas.titleStyle, into: &list)
    list.text(text.bytes, x: left, baseline: baseline, style: canvas.titleStyle, color: theme.accent)
  }

  private func text(of level: Double) -> TextWriter {
    guard scale == .density else { return "\(level, decimals: 1) dB" }
    let amplitude = Decibels.power(fromDecibels: level / 2)
    var decimals = 0
    var size = amplitude
    while size < 99.5, decimals < 9 {
      size *= 10
      decimals += 1
    }
    return "\(amplitude, decimals: decimals) \(info.unit)/\u{221A}Hz"
  }

  /// Returns the index of the spectrum value nearest to a frequency; nil if the spectrum is empty.
  private func place(of hertz: Double, in answer: StreamSpectrum) -> Int? {
    guard !answer.density.isEmpty else { return nil }
    let place = ((hertz - answer.firstHertz) / answer.stepHertz).rounded()
    return Int(saturating: Swift.max(0, Swift.min(Double(answer.density.count - 1), place)))
  }
}
