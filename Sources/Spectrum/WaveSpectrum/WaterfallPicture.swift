import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

/// The waterfall: past rows, newest at the top, with time labels and a colour legend.
struct WaterfallPicture {
  /// The time axis of the plot.
  let axis: TimeAxis
  /// The server time from which ages are measured.
  let present: Int64
  /// Whether the user has paused the display.
  let isPaused: Bool
  /// Whether playback is faster or slower than the recording.
  let isStretched: Bool
  /// The mapping from server time to recorded time.
  let playback: Playback
  /// The number of the source.
  let source: UInt16?
  /// The levels of the darkest and brightest colours.
  let levels: LevelWindow
  /// The artefacts of the receiver; nil if none have been reported.
  let artefacts: Artefacts?
  /// The annotations in view.
  let annotations: AnnotationLayout

  /// Draws the waterfall from the rows stored in the draw-list player.
  func draw(_ store: WaterfallStore, hasLegend: Bool, on plot: Plot, into list: inout DrawList) {
    let screen = plot.screen
    list.layer(LayerID.field, bounds: screen.plot) { list in
      list.clip(screen.plot)
      // The colour map runs from near black to near white, so the background is dark in every theme.
      list.rectangle(screen.plot, color: plot.plotTheme.ground)
      drawRows(of: store, on: plot, into: &list)
    }
    list.layer(LayerID.grid, bounds: screen.plot) { list in
      plot.drawFrequencyGrid(into: &list, color: Color(0xFFFFFF, opacity: 0.07))
    }
    list.layer(LayerID.labels, bounds: screen.bounds) { list in
      annotations.draw(on: plot, into: &list)
      drawTimeLabels(on: plot, into: &list)
      plot.drawArtefacts(artefacts, into: &list)
      plot.drawFrequencyAxis(into: &list)
      if hasLegend { drawLegend(on: plot, into: &list) }
    }
  }

  /// Draws runs of slots that have the same band, newest first, and shades gaps.
  private func drawRows(of store: WaterfallStore, on plot: Plot, into list: inout DrawList) {
    let visible = store.slots(of: axis)
    guard visible.upperBound - visible.lowerBound < Int64(WaterfallStore.capacity) else { return }
    let perPixel = axis.microsecondsPerPixel
    let (topPixel, slotPixels) = (axis.topPixel, Double(store.slotMicroseconds) / perPixel)
    var slot = visible.upperBound
    while slot >= visible.lowerBound {
      guard let entry = store.entry(slot) else {
        slot -= 1
        continue
      }
      var last = slot
      while last > visible.lowerBound, let next = store.entry(last - 1), next.isGap == entry.isGap,
        next.band == entry.band, next.columns == entry.columns
      { last -= 1 }
      let count = Int(slot - last + 1)
      let top = Float(topPixel - Double(store.start(of: slot + 1)) / perPixel)
      let height = Float(Double(count) * slotPixels)
      if entry.isGap {
        drawGap(Rect(x: 0, y: top, width: plot.screen.width, height: height), on: plot, into: &list)
      } else {
        let left = plot.pixel(ofHertz: entry.band.low)
        list.field(
          PlayerRing.field, firstRow: PlayerRing.row(of: slot), rowCount: count, sourceX: 0,
          sourceWidth: Float(entry.columns),
          rect: Rect(x: left, y: top, width: plot.pixel(ofHertz: entry.band.high) - left, height: height))
      }
      slot = last - 1
    }
  }

  private func drawGap(_ rect: Rect, on plot: Plot, into list: inout DrawList) {
    let (screen, style) = (plot.screen, plot.labelStyle)
    list.rectangle(rect, color: plot.plotTheme.gap)
    let top = Swift.max(0, rect.y)
    let bottom = Swift.min(screen.plot.height, rect.bottom)
    guard bottom - top > 24 * screen.type else { return }
    var baseline = (top + bottom) / 2 + style.size / 3
    let text = Texts.bytes("no data")
    let width = plot.advances.width(of: text, style: style)
    // The text is centred, but does not cover the time labels.
    let times = screen.left + plot.advances.width(of: Texts.bytes("00:00 min earlier"), style: style)
    let x = Swift.max((screen.left + screen.right - width) / 2, times + 20 * screen.type)
    guard x + width < screen.right else { return }
    let reach = 54 * screen.scale
    let isBesideHandle =
      baseline > screen.height / 2 - reach && baseline - style.size < screen.height / 2 + reach
    if isBesideHandle, x + width > screen.right - 56 * screen.scale {
      // The text is placed below the drawer's handle or, if the gap ends too soon, above it.
      baseline = screen.height / 2 + reach + style.size
      if baseline + style.size / 3 > bottom { baseline = screen.height / 2 - reach - style.size / 3 }
      guard baseline - style.size > top else { return }
    }
    list.text(text, x: x.rounded(), baseline: baseline.rounded(), style: style, color: plot.plotTheme.quiet)
  }

  /// Draws the age of rows in seconds, and the clock time below it.
  private func drawTimeLabels(on plot: Plot, into list: inout DrawList) {
    let (screen, theme) = (plot.screen, plot.plotTheme)
    let period = axis.periodSeconds
    let plotHeight = Double(Swift.max(1, screen.plot.height))
    let base = Double(present - axis.top) / 1e6
    let step = Ticks.timeStep(atLeast: period * Double(84 * screen.type) / plotHeight)
    let small = TextStyle(size: (11 * screen.type).rounded())
    let left = screen.left + 10 * screen.scale
    let firstAgo = (base / step).rounded(.up) * step
    var ago = firstAgo
    while ago <= base + period, (ago - firstAgo) / step < 200 {
      let y = Float((ago - base) / period * plotHeight)
      defer { ago += step }
      guard y > screen.head, y < plot.labelBottom(above: artefacts) - 26 * screen.type else { continue }
      list.rectangle(
        Rect(x: 0, y: y.rounded(), width: left - 4 * screen.scale, height: screen.hairline),
        color: theme.text)
      let moment = present - Int64(saturating: ago * 1e6)
      let recorded = playback.recordedMicroseconds(at: moment, of: source)
      // If playback is faster or slower than the recording, ages in seconds are meaningless, so only clock
      // times are shown.
      let clock = recorded.map { plot.clockText($0) }
      var text = clock ?? []
      if clock == nil || !isStretched {
        text = TimeText.ago(seconds: ago) + Texts.bytes(isPaused ? " earlier" : " ago")
      }
      plot.drawLabel(text, x: left, middle: y, color: theme.text, into: &list)
      guard let clock, !isStretched else { continue }
      plot.drawLabel(
        clock, x: left, middle: y + 17 * screen.type, color: theme.quiet, style: small, into: &list)
    }
  }

  private func drawLegend(on plot: Plot, into list: inout DrawList) {
    let bar = plot.legendBar
    guard bar.width > 0, let unit = plot.unit else { return }
    list.field(PlayerRing.legendField, firstRow: 0, rowCount: 1, sourceX: 0, sourceWidth: 256, rect: bar)
    let (type, style, color) = (plot.screen.type, plot.labelStyle, plot.theme.quiet)
    let baseline = (bar.y + 7.5 * type).rounded()
    let gap = 8 * type
    list.text(
      Texts.number(levels.bottom, decimals: 0), x: bar.x - gap, baseline: baseline, style: style,
      color: color, alignment: .trailing)
    list.text(
      Texts.level(levels.top, decimals: 0, unit: unit), x: bar.right + gap, baseline: baseline, style: style,
      color: color)
  }
}

extension Plot {
  /// The rectangle of the colour legend below the frequency axis, from the lowest level on the left to the
  /// highest on the right.
  var legendBar: Rect {
    let (scale, type) = (screen.scale, screen.type)
    let width = Swift.max(0, Swift.min(320 * scale, screen.right - screen.left - 160 * type)).rounded()
    return Rect(
      x: ((screen.left + screen.right - width) / 2).rounded(), y: screen.axis.y + (32 * type).rounded(),
      width: width, height: (7 * type).rounded())
  }

  /// Returns a horizontal distance in pixels as a fraction of the legend's width.
  func legendFraction(ofPixels x: Float) -> Double { Double(x / Swift.max(1, legendBar.width)) }

  /// Returns whether a touch is on the legend: on its line, or within 44 points of the bottom of the
  /// touchable area.
  func isOnLegend(y: Float) -> Bool {
    let reach = screen.height - (44 + screen.insets.bottom) * screen.scale
    return mode == .waterfall && y >= Swift.min(screen.axis.y + 26 * screen.type, reach)
  }
}
