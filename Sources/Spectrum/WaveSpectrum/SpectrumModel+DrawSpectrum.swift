import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

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
    if let trace = reception.trace {
      list.layer(LayerID.trace, bounds: plot) { list in
        list.clip(plot)
        drawMissing(trace, into: &list)
        let line = TraceLine(trace: trace, band: band, levels: levels, width: plot.width, height: plot.height)
        if let start = trace.start(of: .hold) {
          list.polyline(width: Swift.max(1, screen.scale), color: theme.held) { line.forEachPoint(start, $0) }
        }
        if let start = trace.start(of: .mean) {
          list.area(base: plot.bottom, top: 0, topColor: theme.fillTop, baseColor: theme.fillBase) {
            line.forEachPoint(start, $0)
          }
        }
        if let start = trace.start(of: .max) {
          list.polyline(width: (1.25 * screen.scale).rounded(), color: theme.trace) {
            line.forEachPoint(start, $0)
          }
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
      atLeast: window.span * Double(56 * screen.type / Swift.max(1, screen.plot.height)))
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
      guard y > screen.head, y < labelBottom - 12 * screen.type else {
        continue
      }
      var text = TextWriter()
      text.append(tick, decimals: step < 1 ? 1 : 0)
      text.append(" ")
      text.append(unit.name)
      if isTop, unit == .relative { text.append(", uncalibrated") }
      isTop = false
      drawLabel(
        text.bytes, x: screen.left + 6 * screen.scale, middle: y, color: theme.quiet, style: labelStyle,
        into: &list)
    }
  }

  /// Where labels along the left edge end: above those of the receiver's faults.
  var labelBottom: Float { screen.plot.height - (artefacts == nil ? 0 : 46 * screen.type) }

  /// Says which spikes the receiver made itself, one above the other.
  func drawArtefacts(into list: inout DrawList) {
    guard let artefacts else { return }
    var spike = Texts.bytes("DC spike of the receiver")
    let room = screen.right - screen.left - 10 * screen.type
    if advances.width(of: spike, style: labelStyle) > room { spike = Texts.bytes("DC spike") }
    drawArtefact(at: artefacts.spikeHertz, spike, line: 0, into: &list)
    drawArtefact(at: artefacts.imageHertz, Texts.bytes("mirror image"), line: 1, into: &list)
  }

  private func drawArtefact(at hertz: Double, _ text: [UInt8], line: Float, into list: inout DrawList) {
    guard hertz.isFinite, hertz > band.low, hertz < band.high else { return }
    let width = advances.width(of: text, style: labelStyle) + 10 * screen.type
    let x = Swift.max(screen.left, Swift.min(screen.right - width, pixel(ofHertz: hertz) - width / 2))
    drawLabel(
      text, x: x.rounded(), middle: screen.plot.height - (16 + 20 * line) * screen.type,
      color: plotTheme.quiet, style: labelStyle, into: &list)
  }
}

/// A row's planes as lines on a plot.
private struct TraceLine {
  let trace: Trace
  let band: Band
  let levels: LevelWindow
  let width: Float
  let height: Float

  /// The points of a plane in view, with one neighbour on either side, NaN where there are no data.
  func forEachPoint(_ start: Int, _ point: (Float, Float) -> Void) {
    let pixelsPerColumn = Float(trace.band.width / Double(trace.columns) / band.width) * width
    let first = Float((trace.hertz(of: 0) - band.low) / band.width) * width
    guard pixelsPerColumn > 0 else { return }
    let low = Swift.max(
      0, Int(saturating: Swift.max(-1e6, Swift.min(1e6, (-first / pixelsPerColumn).rounded(.down)))))
    let high = Swift.min(
      trace.columns - 1,
      Int(saturating: Swift.max(-1e6, Swift.min(1e6, ((width - first) / pixelsPerColumn).rounded(.up)))))
    guard low <= high else { return }
    let pixelsPerDecibel = height / Float(levels.span)
    let top = Float(levels.top)
    for column in low...high {
      let y = (top - trace.decibels(start + column)) * pixelsPerDecibel
      point(first + Float(column) * pixelsPerColumn, y)
    }
  }
}
