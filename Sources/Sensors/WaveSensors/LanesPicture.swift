import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A renderer for the lanes without their traces: the grid, the time axis, and the labels.
struct LanesPicture {
  let names: NamePlacement
  let lanes: [Lane]
  let lattice: TimeLattice
  /// The duration from the left edge to the right edge, in seconds.
  let windowSeconds: Double
  /// Whether the right edge of the plot shows the current time.
  let isNow: Bool
  let readings: [StreamReadings.Reading]
  /// The time of each group's newest sample; empty if the plot does not show the newest samples.
  let newestMicroseconds: [Double]
  /// The streams with values outside their lane.
  let offScale: OffScale

  private var canvas: Canvas { names.canvas }
  private var isShared: Bool { names.layout == .overlaid }
  /// The lanes at distinct positions: only the first one if all streams share one lane.
  private var distinctLanes: ArraySlice<Lane> { isShared ? lanes.prefix(1) : lanes[...] }

  // MARK: - The grid

  /// Draws hairlines at round values in each lane, and at round times.
  func drawGrid(into list: inout DrawList) {
    let plot = canvas.screen.plot
    let thin = canvas.screen.hairline
    let color = canvas.theme.hairline
    for lane in distinctLanes {
      list.rectangle(plot.row(at: lane.y, height: thin), color: color)
      for tick in valueTicks(lane) where lane.height >= 60 * canvas.screen.type {
        list.rectangle(plot.row(at: lane.y(of: tick).rounded(.down), height: thin), color: color)
      }
    }
    for tick in timeTicks {
      list.rectangle(names.plot.area.column(at: timeX(tick).rounded(.down), width: thin), color: color)
    }
  }

  /// Returns round values in a lane, at least 28 points apart.
  private func valueTicks(_ lane: Lane) -> [Double] {
    let share = Double(28 * canvas.screen.type / Swift.max(1, lane.height))
    return Ticks.multiples(
      of: Ticks.niceStep(atLeast: lane.span * Swift.max(share, 0.2)), from: lane.center - lane.span * 0.47,
      to: lane.center + lane.span * 0.47)
  }

  // MARK: - Time

  /// The interval between labels of the time axis, in seconds.
  private var timeStep: Double {
    Ticks.timeStep(
      atLeast: windowSeconds * Double(64 * canvas.screen.type / Swift.max(1, canvas.screen.width)))
  }

  /// The labelled times in seconds, measured back from the right edge or, in a sweep, forward from the left
  /// edge.
  private var timeTicks: [Double] { Ticks.multiples(of: timeStep, from: 0, to: windowSeconds) }

  private func timeX(_ seconds: Double) -> Float {
    let share = Float(seconds / windowSeconds) * canvas.screen.width
    return lattice.motion == .scroll ? canvas.screen.width - share : share
  }

  /// Draws the time labels below the plot.
  private func drawTimes(into list: inout DrawList) {
    let screen = canvas.screen
    let axis = screen.axis
    let style = canvas.labelStyle
    list.rectangle(axis, color: canvas.theme.ground)
    list.rectangle(axis.row(at: axis.y, height: screen.hairline), color: canvas.theme.hairline)
    let baseline = axis.y + (18.5 * screen.type).rounded()
    // Labels at the ends are clamped to the screen, where they can overlap their neighbours.
    var last: ClosedRange<Float>?
    for tick in timeTicks {
      let text = timeText(tick)
      let width = canvas.advances.width(of: text, style: style)
      let x = Swift.max(
        screen.left + 6 * screen.scale,
        Swift.min(timeX(tick) - width / 2, screen.right - 6 * screen.scale - width))
      let place = x...x + width + 8 * screen.type
      if let last, last.overlaps(place) { continue }
      last = place
      list.text(text, x: x, baseline: baseline, style: style, color: canvas.theme.quiet)
    }
  }

  /// Returns the label for a time on the axis.
  ///
  /// A fraction of a second is written with as many decimals as the step requires.
  private func timeText(_ seconds: Double) -> [UInt8] {
    let isBefore = lattice.motion == .scroll
    if isBefore, seconds == 0 { return Texts.bytes(isNow ? "now" : "0") }
    let step = timeStep
    let sign: StaticString = isBefore ? "\u{2212}" : ""
    return seconds < 120 && step < 1
      ? TextWriter("\(sign)\(seconds, decimals: step < 0.1 ? 2 : 1) s").bytes
      : TextWriter("\(sign)\(TimeText.ago(seconds: seconds))").bytes
  }

  // MARK: - Labels

  /// Draws the names, units and values of the streams, and the time axis.
  ///
  /// - Returns: The areas that the labels in the lanes cover.
  func drawLabels(into list: inout DrawList) -> [Rect] {
    drawTimes(into: &list)
    var covered: [Rect] = []
    // If names are taller than their lanes, draw only every nth name.
    let size = 9 * canvas.screen.type
    let step = isShared ? 1 : Swift.max(1, Int(saturating: (size / (lanes.first?.height ?? 1)).rounded(.up)))
    for (index, lane) in lanes.enumerated() where index % step == 0 {
      covered += drawName(of: lane, index, into: &list)
    }
    for lane in distinctLanes { covered += drawOffScale(lane, into: &list) }
    for lane in distinctLanes where lane.height >= 60 * canvas.screen.type {
      covered += drawValues(lane, into: &list)
    }
    return covered
  }

  /// Draws a stream's name and unit, its newest value, and, if there is room, its extremes and RMS.
  ///
  /// - Returns: The covered areas.
  private func drawName(of lane: Lane, _ index: Int, into list: inout DrawList) -> [Rect] {
    guard let info = names.source.channel(lane.channel) else { return [] }
    let theme = canvas.theme
    let type = canvas.screen.type
    let bold = names.style(of: lane)
    var style = bold
    style.isBold = false
    let (left, baseline) = names.place(of: lane, index)
    guard !isShared || baseline < lane.y + lane.height else { return [] }
    let x = left + (lane.height >= NamePlacement.lensHeight * type ? names.lensRoom : 0)
    let width = canvas.advances.width(of: info.label, style: bold)
    // If all samples of the group have left the window, there is no value to show.
    let reading = hasEmptied(lane.group) ? nil : readings.first { Int($0.channel) == lane.channel }
    let value = (reading.map { text($0.value, of: lane) } ?? []) + info.spacedUnit
    let gap = 8 * type
    let all = x - left + width + gap + canvas.advances.width(of: value, style: style)
    let covered = canvas.drawBacking(x: left, baseline: baseline, width: all, style: style, into: &list)
    if x > left { names.drawLens(x: left, y: baseline - style.size * 0.35, color: theme.quiet, into: &list) }
    list.text(
      info.label, x: x, baseline: baseline, style: bold,
      color: isShared ? canvas.color(of: lane, .overlaid) : theme.text)
    list.text(
      value, x: x + width + gap, baseline: baseline, style: style, color: isShared ? theme.quiet : theme.text)
    guard let reading, !isShared, lane.height >= 48 * type else { return [covered] }
    let (low, high) = (text(reading.minimum, of: lane), text(reading.maximum, of: lane))
    let more: TextWriter = "\(low) \u{2026} \(high) \u{00B7} RMS \(text(reading.rootMeanSquare, of: lane))"
    return [covered, drawText(more.bytes, x: x, baseline: baseline + canvas.line, theme.quiet, into: &list)]
  }

  /// Draws a label on top of traces.
  ///
  /// - Returns: The covered area.
  private func drawText(
    _ text: [UInt8], x: Float, baseline: Float, _ color: Color, into list: inout DrawList
  ) -> Rect {
    let style = canvas.labelStyle
    let width = canvas.advances.width(of: text, style: style)
    let covered = canvas.drawBacking(x: x, baseline: baseline, width: width, style: style, into: &list)
    list.text(text, x: x, baseline: baseline, style: style, color: color)
    return covered
  }

  /// Returns whether a group's newest sample has left the window.
  private func hasEmptied(_ group: Int) -> Bool {
    guard newestMicroseconds.indices.contains(group) else { return false }
    let newest = newestMicroseconds[group]
    return newest.isFinite && newest < lattice.edge - windowSeconds * 1e6
  }

  /// Returns a value with as many decimals as the lane's scale can resolve.
  private func text(_ value: Float, of lane: Lane) -> [UInt8] {
    guard value.isFinite else { return Texts.bytes("\u{2013}") }
    return TextWriter("\(Double(value), decimals: Canvas.decimals(lane.span / 100))").bytes
  }

  /// Draws scale values at the lane's right edge, or to the left of the drawer's handle.
  ///
  /// - Returns: The covered areas.
  private func drawValues(_ lane: Lane, into list: inout DrawList) -> [Rect] {
    var covered: [Rect] = []
    let screen = canvas.screen
    let style = canvas.labelStyle
    for tick in valueTicks(lane) {
      let y = lane.y(of: tick)
      guard y > lane.y + 8 * screen.type, y < lane.y + lane.height - 4 * screen.type else { continue }
      let text = text(Float(tick), of: lane)
      let isBesideHandle = (y - screen.height / 2).magnitude < 58 * screen.scale
      let right = screen.right - (isBesideHandle ? 54 : 8) * screen.scale
      let baseline = y + style.size * 0.35
      let width = canvas.advances.width(of: text, style: style)
      covered.append(canvas.backing(x: right - width, baseline: baseline, width: width, style: style))
      list.text(
        text, x: right, baseline: baseline, style: style, color: canvas.theme.quiet, alignment: .trailing)
    }
    return covered
  }

  /// Draws notes at a lane's edges if values are off scale.
  ///
  /// - Returns: The covered areas.
  private func drawOffScale(_ lane: Lane, into list: inout DrawList) -> [Rect] {
    let screen = canvas.screen
    let size = canvas.labelStyle.size
    guard lane.height >= 48 * screen.type else { return [] }
    var covered: [Rect] = []
    func note(_ text: StaticString, baseline: Float) {
      let text = Texts.bytes(text)
      let width = canvas.advances.width(of: text, style: canvas.labelStyle)
      let x = ((screen.left + screen.right - width) / 2).rounded()
      covered.append(drawText(text, x: x, baseline: baseline, canvas.theme.text, into: &list))
    }
    // The arrows are at the edges, so leave room for them.
    let inset = 6 * screen.scale
    if offScale.above.contains(lane.channel) { note("\u{2191} off scale", baseline: lane.y + inset + size) }
    if offScale.below.contains(lane.channel) {
      note("\u{2193} off scale", baseline: lane.y + lane.height - inset - size * 0.3)
    }
    return covered
  }
}
