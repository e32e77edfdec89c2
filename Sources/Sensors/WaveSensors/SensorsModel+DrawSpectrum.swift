import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The panel of the spectrum, below the lanes.
extension SensorsModel {
  /// The whole panel.
  var spectrumPanel: Rect {
    Rect(x: 0, y: screen.height, width: outer.width, height: Swift.max(0, outer.height - screen.height))
  }

  /// Where the spectrum itself is drawn: below the title, above the axis, right of the levels.
  var spectrumPlot: Rect {
    let panel = spectrumPanel
    let left = outer.left + 44 * outer.type
    let right = outer.right - 14 * outer.scale
    let top = panel.y + 50 * outer.type
    let bottom = panel.bottom - 24 * outer.type - outer.insets.bottom * outer.scale
    return Rect(
      x: left.rounded(), y: top.rounded(), width: Swift.max(1, (right - left).rounded()),
      height: Swift.max(1, (bottom - top).rounded()))
  }

  private var closeCentre: (x: Float, y: Float) {
    (outer.right - 22 * outer.scale, spectrumPanel.y + 22 * outer.type)
  }

  func isOnClose(x: Float, y: Float) -> Bool {
    let (centreX, centreY) = closeCentre
    return (x - centreX).magnitude < 24 * outer.scale && (y - centreY).magnitude < 24 * outer.type
  }

  func drawSpectrum(into list: inout DrawList) {
    guard let channel = spectrum.channel, let info = channelInfo(channel) else { return }
    let panel = spectrumPanel
    let plot = spectrumPlot
    list.layer(LayerID.spectrum, bounds: panel) { list in
      list.rectangle(panel, color: theme.ground)
      list.rectangle(
        Rect(x: 0, y: panel.y, width: panel.width, height: Swift.max(1, outer.scale)), color: theme.hairline)
      drawSpectrumTitle(info, into: &list)
      drawSpectrumAxes(plot, into: &list)
      guard let answer = spectrum.answer else { return }
      if answer.averageCount == 0 {
        list.text(
          Texts.bytes("Too few samples without a gap. Show a longer time."), x: plot.x + plot.width / 2,
          baseline: plot.y + plot.height / 2, style: labelStyle, color: theme.quiet, alignment: .center)
        return
      }
      drawDensity(answer, plot, into: &list)
      drawReading(answer, info, plot, into: &list)
    }
  }

  private func drawSpectrumTitle(_ info: StreamChannel, into list: inout DrawList) {
    let panel = spectrumPanel
    let x = outer.left + 10 * outer.scale
    var title = TextWriter()
    title.append("Spectrum of ")
    title.append(bytes: info.label)
    title.append(spectrum.scale == .level ? ", dB" : ", ")
    if spectrum.scale == .level {
      if !info.unit.isEmpty {
        title.append(" (")
        title.append(bytes: info.unit)
        title.append(")")
      }
    } else {
      title.append(bytes: info.unit)
      title.append("/\u{221A}Hz")
    }
    list.text(title.bytes, x: x, baseline: panel.y + 19 * outer.type, style: titleStyle, color: theme.text)
    list.text(
      spectrumDetail, x: x, baseline: panel.y + 36 * outer.type, style: labelStyle, color: theme.quiet)
    let (centreX, centreY) = closeCentre
    let arm = 6 * outer.scale
    for sign: Float in [-1, 1] {
      list.polyline(width: 1.6 * outer.scale, color: theme.quiet) { put in
        put(centreX - arm, centreY - arm * sign)
        put(centreX + arm, centreY + arm * sign)
      }
    }
  }

  /// "Hann · RBW 0.73 Hz · mean of 8 · 10 s".
  private var spectrumDetail: [UInt8] {
    var text = TextWriter()
    text.append(bytes: windowName)
    guard let answer = spectrum.answer, answer.averageCount > 0 else { return text.bytes }
    text.append(" \u{00B7} RBW ")
    text.append(bytes: FrequencyText.bytes(hertz: answer.rbwHertz, stepHertz: answer.rbwHertz / 50))
    text.append(answer.averageCount == 1 ? " \u{00B7} " : " \u{00B7} mean of ")
    if answer.averageCount > 1 {
      text.append(integer: Int(answer.averageCount))
      text.append(" \u{00B7} ")
    }
    text.append(Double(answer.untilMicroseconds - answer.fromMicroseconds) / 1e6, decimals: 1)
    text.append(" s")
    if answer.leftOutCount > 0 {
      text.append(" \u{00B7} ")
      text.append(integer: Int(answer.leftOutCount))
      text.append(" left out for gaps")
    }
    return text.bytes
  }

  private func drawSpectrumAxes(_ plot: Rect, into list: inout DrawList) {
    let band = shownBand
    let width = band.upperBound - band.lowerBound
    let step = Ticks.niceStep(atLeast: width * Double(72 * outer.type / plot.width))
    let base = plot.bottom + 16 * outer.type
    for tick in Ticks.multiples(of: step, from: band.lowerBound, to: band.upperBound) {
      let x = spectrumX(tick, plot)
      list.rectangle(
        Rect(x: x.rounded(.down), y: plot.y, width: outer.hairline, height: plot.height),
        color: theme.hairline)
      let text = FrequencyText.bytes(hertz: tick, stepHertz: step)
      let half = advances.width(of: text, style: labelStyle) / 2
      list.text(
        text,
        x: Swift.max(outer.left + 4 * outer.scale + half, Swift.min(x, outer.right - 4 * outer.scale - half)),
        baseline: base, style: labelStyle, color: theme.quiet, alignment: .center)
    }
    let span = spectrum.top - spectrum.bottom
    let isLevel = spectrum.scale == .level
    let wanted = span * Double(26 * outer.type / plot.height)
    let rise = isLevel ? Ticks.niceStep(atLeast: wanted) : Swift.max(20, (wanted / 20).rounded(.up) * 20)
    for tick in Ticks.multiples(of: rise, from: spectrum.bottom, to: spectrum.top) {
      let y = spectrumY(tick, plot)
      list.rectangle(
        Rect(x: plot.x, y: y.rounded(.down), width: plot.width, height: outer.hairline), color: theme.hairline
      )
      var text = TextWriter()
      if isLevel {
        text.append(tick, decimals: Self.decimals(rise))
      } else {
        Self.append(decade: tick, to: &text)
      }
      list.text(
        text.bytes, x: plot.x - 6 * outer.scale, baseline: y + labelStyle.size * 0.35, style: labelStyle,
        color: theme.quiet, alignment: .trailing)
    }
  }

  /// What so many decibels are as an amplitude, on whole decades: "0.01", "1e−7".
  private static func append(decade decibels: Double, to text: inout TextWriter) {
    let decade = Int(saturating: (decibels / 20).rounded())
    if decade >= -3, decade <= 3 {
      var value = 1.0
      for _ in 0..<decade.magnitude { value *= 10 }
      text.append(decade < 0 ? 1 / value : value, decimals: Swift.max(0, -decade))
    } else {
      text.append("1e")
      text.append(integer: decade)
    }
  }

  private func spectrumX(_ hertz: Double, _ plot: Rect) -> Float {
    let band = shownBand
    return plot.x + Float((hertz - band.lowerBound) / (band.upperBound - band.lowerBound)) * plot.width
  }

  private func spectrumY(_ decibels: Double, _ plot: Rect) -> Float {
    let share = (spectrum.top - decibels) / Swift.max(1, spectrum.top - spectrum.bottom)
    return plot.y + Float(Swift.max(-0.1, Swift.min(1.1, share))) * plot.height
  }

  private func drawDensity(_ answer: StreamSpectrum, _ plot: Rect, into list: inout DrawList) {
    list.clip(plot)
    list.polyline(width: Swift.max(1, 1.3 * outer.scale), color: theme.trace) { put in
      for (index, density) in answer.density.enumerated() {
        let hertz = answer.firstHertz + Double(index) * answer.stepHertz
        put(spectrumX(hertz, plot), density.isNaN ? .nan : spectrumY(decibels(density, answer), plot))
      }
    }
    list.clip(outer.bounds)
  }

  /// What the finger reads, or the peak.
  private func drawReading(
    _ answer: StreamSpectrum, _ info: StreamChannel, _ plot: Rect, into list: inout DrawList
  ) {
    var hertz = answer.peakHertz
    var density = answer.peakDensity
    var text = TextWriter()
    if let marker = spectrum.marker {
      guard shownBand.contains(marker), let index = place(of: marker, in: answer) else { return }
      hertz = answer.firstHertz + Double(index) * answer.stepHertz
      density = answer.density[index]
      list.rectangle(
        Rect(
          x: spectrumX(hertz, plot).rounded(.down), y: plot.y, width: Swift.max(1, outer.scale),
          height: plot.height),
        color: theme.accent)
    } else {
      text.append("peak ")
    }
    guard hertz.isFinite, density > 0 else { return }
    let level = decibels(density, answer)
    let (x, y) = (spectrumX(hertz, plot), Swift.max(plot.y, Swift.min(plot.bottom, spectrumY(level, plot))))
    let radius = 4 * outer.scale
    list.rectangle(
      Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius,
      color: theme.accent)
    text.append(
      bytes: FrequencyText.bytes(
        hertz: hertz, stepHertz: spectrum.marker == nil ? answer.rbwHertz / 20 : answer.stepHertz / 2))
    text.append(" \u{00B7} ")
    appendValue(level, info, to: &text)
    let width = advances.width(of: text.bytes, style: titleStyle)
    let margin = 8 * outer.scale
    let isRight = x + margin + width < plot.right
    let left = isRight ? x + margin : Swift.max(plot.x, x - margin - width)
    let baseline = Swift.max(plot.y + titleStyle.size * 1.1, y - margin)
    drawBacking(x: left, baseline: baseline, width: width, style: titleStyle, into: &list)
    list.text(text.bytes, x: left, baseline: baseline, style: titleStyle, color: theme.accent)
  }

  private func appendValue(_ level: Double, _ info: StreamChannel, to text: inout TextWriter) {
    if spectrum.scale == .level {
      text.append(level, decimals: 1)
      text.append(" dB")
    } else {
      let amplitude = Decibels.power(fromDecibels: level / 2)
      var decimals = 0
      var size = amplitude
      while size < 99.5, decimals < 9 {
        size *= 10
        decimals += 1
      }
      text.append(amplitude, decimals: decimals)
      text.append(" ")
      text.append(bytes: info.unit)
      text.append("/\u{221A}Hz")
    }
  }

  /// The value whose bins a frequency is nearest to.
  private func place(of hertz: Double, in answer: StreamSpectrum) -> Int? {
    guard !answer.density.isEmpty else { return nil }
    let place = ((hertz - answer.firstHertz) / answer.stepHertz).rounded()
    return Int(saturating: Swift.max(0, Swift.min(Double(answer.density.count - 1), place)))
  }

  // MARK: - The lens

  /// How large the lens beside a stream's name is, and how far the name stands from its left edge.
  var lensSize: Float { 11 * screen.type }
  var lensRoom: Float { hasLens ? lensSize + 7 * screen.type : 0 }

  /// Whether streams have a lens: their server makes spectra.
  var hasLens: Bool { mixtures != nil && (layout == .lanes || layout == .paper) }

  /// A magnifying glass, its left edge and its middle given.
  func drawLens(x: Float, y: Float, color: Color, into list: inout DrawList) {
    let radius = lensSize * 0.36
    let centreX = x + radius
    let centreY = y - radius * 0.3
    list.polyline(width: Swift.max(1, 1.3 * screen.scale), color: color) { put in
      for step in 0...12 {
        let turn = Turn.twelfth(step)
        put(centreX + radius * turn.x, centreY + radius * turn.y)
      }
    }
    list.polyline(width: Swift.max(1, 2 * screen.scale), color: color) { put in
      put(centreX + radius * 0.75, centreY + radius * 0.75)
      put(centreX + radius * 1.7, centreY + radius * 1.7)
    }
  }

  /// The stream whose lens is under a point.
  func lens(x: Float, y: Float) -> Int? {
    guard hasLens else { return nil }
    let reach = 20 * screen.scale
    // On paper a name goes with its lead, over another's row too.
    let candidates = layout == .paper ? lanes().filter { isOnPaper($0) } : lane(x: x, y: y).map { [$0] } ?? []
    var nearest: (channel: Int, distance: Float)?
    for lane in candidates {
      let (left, baseline) = namePlace(lane, 0)
      let distance = (y - baseline + titleStyle.size * 0.35).magnitude
      guard x < left + lensSize + reach * 0.6, x > left - reach, distance < reach else { continue }
      if distance < nearest?.distance ?? .infinity { nearest = (lane.channel, distance) }
    }
    return nearest?.channel
  }
}

/// Points on a circle.
private enum Turn {
  /// So many twelfths of a turn.
  static func twelfth(_ step: Int) -> (x: Float, y: Float) {
    let half: Float = 0.5
    let long: Float = 0.866_025_4
    switch step % 12 {
    case 0: return (1, 0)
    case 1: return (long, half)
    case 2: return (half, long)
    case 3: return (0, 1)
    case 4: return (-half, long)
    case 5: return (-long, half)
    case 6: return (-1, 0)
    case 7: return (-long, -half)
    case 8: return (-half, -long)
    case 9: return (0, -1)
    case 10: return (half, -long)
    default: return (long, -half)
    }
  }
}
