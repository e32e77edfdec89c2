import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

/// The newest row of the spectrum over a grid of frequencies and levels.
struct SpectrumPicture {
  /// The levels from the top edge to the bottom edge.
  let levels: LevelWindow
  /// The newest row; nil if no row has arrived.
  let trace: Trace?
  /// The artefacts of the receiver; nil if none have been reported.
  let artefacts: Artefacts?
  /// The annotations in view.
  let annotations: AnnotationLayout

  /// Draws the picture.
  ///
  /// - Complexity: O(columns).
  func draw(on plot: Plot, into list: inout DrawList) {
    let (screen, theme) = (plot.screen, plot.theme)
    let bounds = screen.plot
    let ticks = levelTicks(on: screen)
    list.layer(LayerID.grid, bounds: bounds) { list in
      plot.drawFrequencyGrid(into: &list, color: theme.hairline)
      for tick in ticks {
        list.rectangle(
          Rect(
            x: 0, y: (levels.fraction(ofLevel: tick) * bounds.height).rounded(.down), width: bounds.width,
            height: screen.hairline),
          color: theme.hairline)
      }
    }
    if let trace {
      list.layer(LayerID.trace, bounds: bounds) { list in
        list.clip(bounds)
        drawMissing(trace, on: plot, into: &list)
        let line = TraceLine(
          trace: trace, band: plot.band, levels: levels, width: bounds.width, height: bounds.height)
        if let start = trace.start(of: .hold) {
          list.polyline(width: Swift.max(1, screen.scale), color: theme.held) { line.forEachPoint(start, $0) }
        }
        if let start = trace.start(of: .mean) {
          list.area(base: bounds.bottom, top: 0, topColor: theme.fillTop, baseColor: theme.fillBase) {
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
      annotations.draw(on: plot, into: &list)
      drawLevelLabels(ticks, on: plot, into: &list)
      if trace?.start(of: .hold) != nil { drawHeldLegend(on: plot, into: &list) }
      plot.drawArtefacts(artefacts, into: &list)
      plot.drawFrequencyAxis(into: &list)
    }
  }

  /// Names the line of the held maximum in the top right corner.
  private func drawHeldLegend(on plot: Plot, into list: inout DrawList) {
    let (screen, type) = (plot.screen, plot.screen.type)
    let text = Texts.bytes("max hold")
    let (swatch, gap) = ((16 * type).rounded(), (6 * type).rounded())
    let width = plot.advances.width(of: text, style: plot.labelStyle) + swatch + gap + 10 * type
    let x = (screen.right - width - 6 * screen.scale).rounded()
    let middle = screen.head + (16 * type).rounded()
    plot.drawLabel(
      text, x: x + swatch + gap, middle: middle, color: plot.theme.text, into: &list)
    let thickness = Swift.max(1, (2 * screen.scale).rounded())
    list.rectangle(
      Rect(x: x + 5 * type, y: middle - thickness / 2, width: swatch, height: thickness),
      color: plot.theme.held)
  }

  /// Shades columns without data, so that a gap is not mistaken for a low level.
  private func drawMissing(_ trace: Trace, on plot: Plot, into list: inout DrawList) {
    guard let start = trace.start(of: .max) else { return }
    let (screen, gap) = (plot.screen, plot.theme.gap)
    let left = plot.pixel(ofHertz: trace.band.low)
    let right = plot.pixel(ofHertz: trace.band.high)
    let height = screen.plot.height
    if left > 1 { list.rectangle(Rect(x: 0, y: 0, width: left, height: height), color: gap) }
    if right < screen.width - 1 {
      list.rectangle(Rect(x: right, y: 0, width: screen.width - right, height: height), color: gap)
    }
    let width = Float(trace.band.width / Double(trace.columns) / plot.band.width) * screen.width
    var run: Int?
    for column in 0...trace.columns {
      let isGap = column < trace.columns && trace.values[start + column] == RowMessage.gap
      if isGap, run == nil { run = column }
      guard !isGap, let first = run else { continue }
      run = nil
      let x = plot.pixel(ofHertz: trace.hertz(of: first)) - width / 2
      list.rectangle(Rect(x: x, y: 0, width: Float(column - first) * width, height: height), color: gap)
    }
  }

  /// Returns ticks at 1-2-5 steps, spaced at least about 56 points apart.
  private func levelTicks(on screen: Screen) -> [Double] {
    let step = Ticks.niceStep(
      atLeast: levels.span * Double(56 * screen.type / Swift.max(1, screen.plot.height)))
    return Ticks.multiples(of: step, from: levels.bottom, to: levels.top)
  }

  private func drawLevelLabels(_ ticks: [Double], on plot: Plot, into list: inout DrawList) {
    guard let unit = plot.unit else { return }
    let screen = plot.screen
    let step = ticks.count > 1 ? ticks[1] - ticks[0] : 1
    var isTop = true
    for tick in ticks.reversed() {
      let y = levels.fraction(ofLevel: tick) * screen.plot.height
      // The top corner is reserved for the status chip.
      guard y > screen.head, y < plot.labelBottom(above: artefacts) - 12 * screen.type else { continue }
      var text = Texts.level(tick, decimals: step < 1 ? 1 : 0, unit: unit)
      if isTop, unit == .relative { text += Texts.bytes(", uncalibrated") }
      isTop = false
      plot.drawLabel(
        text, x: screen.left + 6 * screen.scale, middle: y, color: plot.theme.quiet, into: &list)
    }
  }
}

/// Converts a row's planes to lines on a plot.
private struct TraceLine {
  let trace: Trace
  let band: Band
  let levels: LevelWindow
  let width: Float
  let height: Float

  /// Calls a closure with each point of a plane in view, plus one neighbour on either side.
  ///
  /// The y-coordinate is NaN if there are no data.
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
