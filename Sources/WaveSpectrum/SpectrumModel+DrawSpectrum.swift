import WaveDisplay
import WaveUnits
import WaveWire

extension SpectrumModel {
  func drawSpectrum(into list: inout DrawList, at now: Int64) {
    let plot = screen.plot
    list.layer(LayerID.grid, bounds: plot) { list in
      drawFrequencyGrid(into: &list, color: theme.hairline)
      for tick in levelTicks(levels) {
        list.rectangle(
          Rect(x: 0, y: y(ofLevel: tick), width: plot.width, height: screen.hairline), color: theme.hairline)
      }
    }
    if let trace {
      list.layer(LayerID.trace, bounds: plot) { list in
        list.clip(plot)
        drawMissing(trace, into: &list)
        if let start = trace.start(of: .hold) {
          drawLine(trace, start, width: Swift.max(1, screen.scale), color: theme.held, into: &list)
        }
        if let start = trace.start(of: .mean) {
          list.area(base: plot.bottom, top: 0, topColor: theme.fillTop, baseColor: theme.fillBase) { point in
            forEachPoint(trace, start, point)
          }
        }
        if let start = trace.start(of: .max) {
          drawLine(trace, start, width: (1.25 * screen.scale).rounded(), color: theme.trace, into: &list)
        }
      }
    }
    list.layer(LayerID.labels, bounds: screen.bounds) { list in
      drawAnnotations(into: &list, at: now)
      drawLevelLabels(levels, into: &list)
      drawArtefacts(into: &list)
      drawFrequencyAxis(into: &list)
    }
  }

  private func drawLine(_ trace: Trace, _ start: Int, width: Float, color: Color, into list: inout DrawList) {
    list.polyline(width: width, color: color) { point in forEachPoint(trace, start, point) }
  }

  /// The points of a plane in view, with one neighbour on either side, NaN where there are no data.
  private func forEachPoint(_ trace: Trace, _ start: Int, _ point: (Float, Float) -> Void) {
    let pixelsPerColumn = Float(trace.band.width / Double(trace.columns) / band.width) * screen.width
    let first = pixel(ofHertz: trace.hertz(of: 0))
    guard pixelsPerColumn > 0 else { return }
    let low = Swift.max(0, Int(Swift.max(-1e6, Swift.min(1e6, (-first / pixelsPerColumn).rounded(.down)))))
    let high = Swift.min(
      trace.columns - 1,
      Int(Swift.max(-1e6, Swift.min(1e6, ((screen.width - first) / pixelsPerColumn).rounded(.up)))))
    guard low <= high else { return }
    let pixelsPerCentibel = screen.plot.height / Float(levels.span * 10)
    let top = Float(levels.top * 10)
    for column in low...high {
      let value = trace.values[start + column]
      let y = value == RowMessage.gap ? Float.nan : (top - Float(value)) * pixelsPerCentibel
      point(first + Float(column) * pixelsPerColumn, y)
    }
  }

  /// Marks where the row has no data, so that a hole is not taken for silence.
  private func drawMissing(_ trace: Trace, into list: inout DrawList) {
    guard let start = trace.start(of: .max) else { return }
    let left = pixel(ofHertz: trace.band.low)
    let right = pixel(ofHertz: trace.band.high)
    let height = screen.plot.height
    if left > 1 { list.rectangle(Rect(x: 0, y: 0, width: left, height: height), color: theme.gap) }
    if right < screen.width - 1 {
      list.rectangle(Rect(x: right, y: 0, width: screen.width - right, height: height), color: theme.gap)
    }
    let width = Float(trace.band.width / Double(trace.columns) / band.width) * screen.width
    var run: Int?
    for column in 0...trace.columns {
      let isGap = column < trace.columns && trace.values[start + column] == RowMessage.gap
      if isGap, run == nil { run = column }
      guard !isGap, let first = run else { continue }
      run = nil
      let x = pixel(ofHertz: trace.hertz(of: first)) - width / 2
      list.rectangle(
        Rect(x: x, y: 0, width: Float(column - first) * width, height: screen.plot.height), color: theme.gap)
    }
  }

  /// Levels 1-2-5 apart, about 56 points or more.
  func levelTicks(_ window: LevelWindow) -> [Double] {
    let step = Ticks.niceStep(
      atLeast: window.span * Double(56 * screen.scale / Swift.max(1, screen.plot.height)))
    return Ticks.multiples(of: step, from: window.bottom, to: window.top)
  }

  func y(ofLevel level: Double) -> Float {
    (Float((levels.top - level) / levels.span) * screen.plot.height).rounded(.down)
  }

  func drawLevelLabels(_ window: LevelWindow, into list: inout DrawList) {
    guard let unit = source?.unit else { return }
    let ticks = levelTicks(window)
    let step = ticks.count > 1 ? ticks[1] - ticks[0] : 1
    var isTop = true
    for tick in ticks.reversed() {
      let y = Float((window.top - tick) / window.span) * screen.plot.height
      // The chip has the corner to itself.
      guard y > (64 + screen.insetTop) * screen.scale, y < screen.plot.height - 12 * screen.scale else {
        continue
      }
      var text = TextWriter()
      text.append(tick, decimals: step < 1 ? 1 : 0)
      text.append(" ")
      text.append(unit.name)
      if isTop, unit == .relative { text.append(", uncalibrated") }
      isTop = false
      drawLabel(
        text.bytes, x: 6 * screen.scale, middle: y, color: theme.quiet, style: labelStyle, into: &list)
    }
  }

  /// Says which spikes the receiver made itself.
  func drawArtefacts(into list: inout DrawList) {
    guard let artefacts else { return }
    drawArtefact(at: artefacts.spikeHertz, Texts.bytes("DC spike of the receiver"), into: &list)
    drawArtefact(at: artefacts.imageHertz, Texts.bytes("mirror image"), into: &list)
  }

  private func drawArtefact(at hertz: Double, _ text: [UInt8], into list: inout DrawList) {
    guard hertz.isFinite, hertz > band.low, hertz < band.high else { return }
    let width = advances.width(of: text, style: labelStyle) + 10 * screen.scale
    let x = Swift.max(0, Swift.min(screen.width - width, pixel(ofHertz: hertz) - width / 2))
    drawLabel(
      text, x: x.rounded(), middle: screen.plot.height - 16 * screen.scale, color: plotTheme.quiet,
      style: labelStyle,
      into: &list)
  }
}
