import WaveDisplay
import WaveInteraction
import WaveUnits

extension SpectrumModel {
  func drawWaterfall(into list: inout DrawList, at now: Int64) {
    let axis = timeAxis(at: now)
    drawWaterfallLayers(into: &list, axis: axis, topPixel: axis.topPixel, at: now)
  }

  private func drawWaterfallLayers(
    into list: inout DrawList, axis: TimeAxis, topPixel: Double, at now: Int64
  ) {
    let plot = screen.plot
    list.layer(LayerID.field, bounds: plot) { list in
      list.clip(plot)
      // The map runs from near black to near white: its ground is dark in any theme.
      list.rectangle(plot, color: plotTheme.ground)
      drawRows(into: &list, topPixel: topPixel, microsecondsPerPixel: axis.microsecondsPerPixel, at: now)
    }
    list.layer(LayerID.grid, bounds: plot) { list in
      drawFrequencyGrid(into: &list, color: Color(0xFFFFFF, opacity: 0.07))
    }
    list.layer(LayerID.labels, bounds: screen.bounds) { list in
      drawAnnotations(into: &list, at: now)
      drawTimeLabels(into: &list, at: now)
      drawArtefacts(into: &list)
      drawFrequencyAxis(into: &list)
      drawLegend(into: &list)
    }
  }

  /// Draws runs of slots with the same band, newest first, and gaps as gaps.
  private func drawRows(
    into list: inout DrawList, topPixel: Double, microsecondsPerPixel: Double, at now: Int64
  ) {
    let store = waterfall.store
    let visible = store.slots(of: timeAxis(at: now))
    guard visible.upperBound - visible.lowerBound < Int64(WaterfallStore.capacity) else { return }
    let slotPixels = Double(store.slotMicroseconds) / microsecondsPerPixel
    func top(_ slot: Int64) -> Float {
      Float(topPixel - Double(store.start(of: slot + 1)) / microsecondsPerPixel)
    }
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
      let height = Float(Double(count) * slotPixels)
      if entry.isGap {
        drawGap(Rect(x: 0, y: top(slot), width: screen.width, height: height), into: &list)
      } else {
        let left = pixel(ofHertz: entry.band.low)
        list.field(
          PlayerRing.field, firstRow: PlayerRing.row(of: slot), rowCount: count, sourceX: 0,
          sourceWidth: Float(entry.columns),
          rect: Rect(x: left, y: top(slot), width: pixel(ofHertz: entry.band.high) - left, height: height))
      }
      slot = last - 1
    }
  }

  private func drawGap(_ rect: Rect, into list: inout DrawList) {
    list.rectangle(rect, color: plotTheme.gap)
    let top = Swift.max(0, rect.y)
    let bottom = Swift.min(screen.plot.height, rect.bottom)
    guard bottom - top > 24 * screen.type else { return }
    var baseline = (top + bottom) / 2 + labelStyle.size / 3
    let text = Texts.bytes("no data")
    let width = advances.width(of: text, style: labelStyle)
    // The middle, but beside the times.
    let times = screen.left + advances.width(of: Texts.bytes("00:00 min earlier"), style: labelStyle)
    let x = Swift.max((screen.left + screen.right - width) / 2, times + 20 * screen.type)
    guard x + width < screen.right else { return }
    let reach = 54 * screen.scale
    let isBesideHandle =
      baseline > screen.height / 2 - reach && baseline - labelStyle.size < screen.height / 2 + reach
    if isBesideHandle, x + width > screen.right - 56 * screen.scale {
      // Under the handle, or above it, as far as the gap goes.
      baseline = screen.height / 2 + reach + labelStyle.size
      if baseline + labelStyle.size / 3 > bottom {
        baseline = screen.height / 2 - reach - labelStyle.size / 3
      }
      guard baseline - labelStyle.size > top else { return }
    }
    list.text(
      text, x: x.rounded(), baseline: baseline.rounded(), style: labelStyle, color: plotTheme.quiet)
  }

  /// Seconds ago, and the clock under it.
  private func drawTimeLabels(into list: inout DrawList, at now: Int64) {
    let plotHeight = Double(Swift.max(1, screen.plot.height))
    let axis = timeAxis(at: now)
    let present = time.present(at: moment(at: now))
    let base = Double(present - axis.top) / 1e6
    let step = Ticks.timeStep(atLeast: periodSeconds * Double(84 * screen.type) / plotHeight)
    let small = TextStyle(size: (11 * screen.type).rounded())
    let left = screen.left + 10 * screen.scale
    let firstAgo = (base / step).rounded(.up) * step
    var ago = firstAgo
    while ago <= base + periodSeconds, (ago - firstAgo) / step < 200 {
      let y = Float((ago - base) / periodSeconds * plotHeight)
      defer { ago += step }
      guard y > screen.head, y < labelBottom - 26 * screen.type else {
        continue
      }
      list.rectangle(
        Rect(x: 0, y: y.rounded(), width: left - 4 * screen.scale, height: screen.hairline),
        color: plotTheme.text)
      let moment = present - Int64(saturating: ago * 1e6)
      let recorded = recordedMicroseconds(at: moment)
      if isTimeStretched, let recorded {
        // Seconds of playback mean nothing there: the recording's own clock does.
        drawLabel(
          clockText(recorded), x: left, middle: y, color: plotTheme.text, style: labelStyle,
          into: &list)
        continue
      }
      var text = TimeText.ago(seconds: ago)
      text.append(contentsOf: Texts.bytes(isPaused ? " earlier" : " ago"))
      drawLabel(
        text, x: left, middle: y, color: plotTheme.text, style: labelStyle, into: &list)
      guard let recorded else { continue }
      drawLabel(
        clockText(recorded), x: left, middle: y + 17 * screen.type, color: plotTheme.quiet,
        style: small,
        into: &list)
    }
  }
}
