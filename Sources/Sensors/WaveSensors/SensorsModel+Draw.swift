import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The layers of the display, painted in ascending order.
enum LayerID {
  static let ground: UInt32 = 0
  static let grid: UInt32 = 1
  static let traces: UInt32 = 2
  static let labels: UInt32 = 3
  static let marks: UInt32 = 4
  static let calipers: UInt32 = 5
  static let trigger: UInt32 = 6
  static let alarms: UInt32 = 7
  static let spectrum: UInt32 = 8
  static let testbed: UInt32 = 9
}

extension SensorsModel {
  /// Draws a frame, adding the new columns to the strip.
  ///
  /// - Complexity: O(new columns × streams); O(columns × streams) if everything is redrawn.
  func draw(
    _ lanes: [Lane], _ lattice: TimeLattice, _ update: Strip.Update, into list: inout DrawList, at now: Int64
  ) {
    let canvas = canvas
    list.layer(LayerID.ground, bounds: screen.bounds) {
      $0.rectangle(
        screen.bounds, color: layout == .paper ? PaperPicture.ground(isDark: canvas.isDark) : theme.ground)
    }
    if let source {
      if layout == .xy {
        drawCrossed(source, lattice, canvas, into: &list)
      } else {
        drawStreams(source, lanes, lattice, update, into: &list, at: now)
      }
    }
    if let channel = spectrum.channel, let info = source?.channel(channel) {
      let picture = SpectrumPicture(
        canvas: canvas, layout: spectrumLayout, info: info, band: spectrum.shownBand, levels: spectrum.levels,
        scale: spectrum.scale)
      list.layer(LayerID.spectrum, bounds: spectrumLayout.panel) { picture.draw(spectrum, into: &$0) }
    }
    if let testbed {
      let picture = TestbedPicture(canvas: canvas, isUpright: isUpright)
      list.layer(LayerID.testbed, bounds: screen.axis) { picture.draw(testbed, into: &$0) }
    }
    if view.paper.isFittingCard {
      list.layer(LayerID.calipers, bounds: screen.bounds) {
        CardPicture(canvas: canvas, plot: plot).draw(into: &$0)
      }
    }
  }

  /// Draws one stream against another.
  private func drawCrossed(
    _ source: StreamSource, _ lattice: TimeLattice, _ canvas: Canvas, into list: inout DrawList
  ) {
    guard let pair = view.streams.crossedPair(of: source), let store = intake.blocks.stores[pair.group]
    else { return }
    let picture = CrossedPicture(canvas, plot, source, (pair.x, pair.y), view.streams.scales)
    list.layer(LayerID.grid, bounds: screen.bounds) { picture.drawGrid(into: &$0) }
    list.layer(LayerID.traces, bounds: screen.plot) {
      picture.drawLine(
        store, sources.clocks[pair.group], from: lattice.edge - windowSeconds * 1e6, until: lattice.edge,
        into: &$0)
    }
  }

  /// Draws streams in lanes or on paper, including the grid, the labels and the marks.
  private func drawStreams(
    _ source: StreamSource, _ lanes: [Lane], _ lattice: TimeLattice, _ update: Strip.Update,
    into list: inout DrawList, at now: Int64
  ) {
    let names = names(of: source)
    let (canvas, plot) = (names.canvas, names.plot)
    let traces = TracesPicture(canvas: canvas, lattice: lattice, layout: layout, lanes: lanes)
    traces.draw(update, intake.blocks, sources.clocks, into: &list)
    var marksBottom = screen.plot.height - 6 * screen.type
    var labels: [Rect] = []
    if layout == .paper {
      let print = PaperPrint(
        canvas, view.paper, sources.controls, missing: view.paper.missingLeads(of: source))
      marksBottom = screen.height - (screen.insets.bottom * screen.scale + print.height) - 6 * screen.type
      let picture = PaperPicture(
        names: names, lanes: lanes, paper: view.paper, print: print, offScale: frames.offScale)
      list.layer(LayerID.grid, bounds: screen.bounds) { picture.drawGrid(into: &$0) }
      list.layer(LayerID.traces, bounds: screen.plot) { traces.show(update, into: &$0) }
      list.layer(LayerID.labels, bounds: screen.bounds) { picture.drawLabels(into: &$0) }
    } else {
      let picture = LanesPicture(
        names: names, lanes: lanes, lattice: lattice, windowSeconds: windowSeconds, isNow: isNow(at: now),
        readings: shownReadings,
        newestMicroseconds: view.time.isLive ? intake.recency.newestMicroseconds : [],
        offScale: frames.offScale)
      list.layer(LayerID.grid, bounds: screen.bounds) { picture.drawGrid(into: &$0) }
      list.layer(LayerID.traces, bounds: screen.plot) { traces.show(update, into: &$0) }
      list.layer(LayerID.labels, bounds: screen.bounds) { labels = picture.drawLabels(into: &$0) }
    }
    list.layer(LayerID.marks, bounds: screen.plot) {
      MarksPicture(names: names, lattice: lattice, bottom: marksBottom).draw(
        sources, beside: labels, into: &$0)
    }
    if motion == .trigger, let lane = view.trigger.lane(among: lanes) {
      list.layer(LayerID.trigger, bounds: screen.plot) {
        view.trigger.draw(in: lane, on: plot, canvas, into: &$0)
      }
    }
    if view.alarms.areOn, layout == .lanes {
      list.layer(LayerID.alarms, bounds: screen.plot) { view.alarms.draw(lanes, canvas, at: now, into: &$0) }
    }
    if isMeasuring, !view.paper.isFittingCard {
      let picture = CalipersPicture(
        names: names, lanes: lanes, lattice: lattice, windowSeconds: windowSeconds)
      list.layer(LayerID.calipers, bounds: screen.plot) { picture.draw(calipers, into: &$0) }
    }
  }

  /// Returns whether the right edge of the plot is known to show the current time.
  private func isNow(at now: Int64) -> Bool {
    guard view.time.isLive, motion != .trigger || view.trigger.edge == nil else { return false }
    if source?.isRecording == true { return playback.newest?.speed != 0 }
    return intake.recency.newest != nil && intake.recency.silentSeconds(at: now) == nil
  }
}
