package import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// Layers of the picture, painted in rising order.
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
  /// Draws the picture, and gives the server credit for its blocks.
  ///
  /// - Complexity: O(new columns × streams); O(columns × streams) where all is drawn anew.
  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    let plot = screen.plot
    list.layer(LayerID.ground, bounds: screen.bounds) {
      $0.rectangle(screen.bounds, color: layout == .paper ? paperGround : theme.ground)
    }
    if source != nil, layout == .xy {
      drawXY(into: &list, at: now)
    } else if source != nil {
      drawStrip(into: &list, at: now)
      let lanes = strip.lanes
      if layout == .paper { placeNames(lanes, at: now) }
      lookBeyondScales(lanes, at: now)
      list.layer(LayerID.grid, bounds: screen.bounds) { list in
        if layout == .paper { drawPaper(lanes, into: &list) } else { drawGrid(lanes, into: &list) }
      }
      let first = motion == .sweep ? 0 : ringColumn(strip.drawn.lowerBound)
      let changed = strip.changed.map {
        Rect(x: Float($0.lowerBound) + plotLeft, y: 0, width: Float($0.count), height: plot.height)
      }
      list.layer(LayerID.traces, bounds: plot) {
        if let changed { $0.limitDamage(to: changed) }
        $0.strip(Self.stripID, first: first, count: plotColumns, x: plotLeft, y: 0)
      }
      let labels = drawLabels(lanes, into: &list, at: now)
      drawMarks(beside: labels, into: &list, at: now)
      if motion == .trigger { drawTrigger(into: &list) }
      if hasAlarms, layout == .lanes { drawAlarms(lanes, into: &list, at: now) }
      if isMeasuring, !isFittingCard { drawCalipers(lanes, into: &list) }
    }
    drawSpectrum(into: &list)
    drawTestbed(into: &list)
    if isFittingCard { drawCard(into: &list) }
    strip.drawnAt = now
    noteLatency(at: now)
    acknowledge()
  }

  /// From the newest sample's arrival at the server to its being drawn.
  private mutating func noteLatency(at now: Int64) {
    let arrival = isPaused ? nil : newestArrival
    shell.latency.note(arrival.map { serverTime(now) - $0 - delayMicroseconds })
    newestArrival = nil
  }

  /// Gives the server credit for what was drawn: for the first of a view at once, which frees the credit of
  /// the view before, then for two at a time, since every message costs the browser a tenth of a frame.
  private mutating func acknowledge() {
    let isFirst = acknowledged.view != creditedView && acknowledged.liveRows > 0
    guard isFirst || acknowledged.liveRows > 1 || acknowledged.fetchedRows > 0 else { return }
    creditedView = acknowledged.view
    if link.isConnected { send(.acknowledge(acknowledged)) }
    acknowledged.liveRows = 0
    acknowledged.fetchedRows = 0
  }

  var labelStyle: TextStyle { TextStyle(size: (12 * screen.type).rounded()) }
  var titleStyle: TextStyle { TextStyle(size: (13 * screen.type).rounded(), isBold: true) }

  /// Hairlines at round values in each lane, and at round times.
  private func drawGrid(_ lanes: [Lane], into list: inout DrawList) {
    let plot = screen.plot
    for lane in distinct(lanes) {
      list.rectangle(
        Rect(x: 0, y: lane.y, width: plot.width, height: screen.hairline), color: theme.hairline)
      for tick in valueTicks(lane) where lane.height >= 60 * screen.type {
        list.rectangle(
          Rect(x: 0, y: y(of: tick, in: lane).rounded(.down), width: plot.width, height: screen.hairline),
          color: theme.hairline)
      }
    }
    let step = timeStep
    for tick in timeTicks(step) {
      list.rectangle(
        Rect(
          x: timeX(tick).rounded(.down), y: lanesTop, width: screen.hairline, height: plot.height - lanesTop),
        color: theme.hairline)
    }
  }

  /// One lane of those that stand in the same place.
  private func distinct(_ lanes: [Lane]) -> [Lane] { layout == .overlaid ? Array(lanes.prefix(1)) : lanes }

  func y(of value: Double, in lane: Lane) -> Float {
    lane.y + lane.height / 2 - Float((value - lane.center) / lane.span) * lane.height
  }

  /// Round values in a lane, at least 28 points apart.
  private func valueTicks(_ lane: Lane) -> [Double] {
    Ticks.multiples(
      of: valueStep(lane), from: lane.center - lane.span * 0.47, to: lane.center + lane.span * 0.47)
  }

  private func valueStep(_ lane: Lane) -> Double {
    let share = Double(28 * screen.type / Swift.max(1, lane.height))
    return Ticks.niceStep(atLeast: lane.span * Swift.max(share, 0.2))
  }

  /// Decimals that tell a step.
  static func decimals(_ step: Double) -> Int {
    var decimals = 0
    var step = step
    while step < 0.999, decimals < 6 {
      step *= 10
      decimals += 1
    }
    return decimals
  }

  /// A text on a ground of its own, so that it can be read over traces.
  private func drawText(
    _ text: [UInt8], right: Float, baseline: Float, into list: inout DrawList
  ) {
    let width = advances.width(of: text, style: labelStyle)
    drawBacking(x: right - width, baseline: baseline, width: width, style: labelStyle, into: &list)
    list.text(text, x: right - width, baseline: baseline, style: labelStyle, color: theme.quiet)
  }

  func drawBacking(
    x: Float, baseline: Float, width: Float, style: TextStyle, into list: inout DrawList
  ) {
    list.rectangle(
      backing(x: x, baseline: baseline, width: width, style: style), radius: 3 * screen.scale,
      color: theme.backing)
  }

  /// What a text covers, with a margin at either end.
  func backing(x: Float, baseline: Float, width: Float, style: TextStyle) -> Rect {
    let margin = 3 * screen.scale
    return Rect(
      x: x - margin, y: baseline - style.size * 0.95, width: width + 2 * margin, height: style.size * 1.25)
  }

  /// Seconds between labels of the axis.
  private var timeStep: Double {
    Ticks.timeStep(atLeast: windowSeconds * Double(64 * screen.type / Swift.max(1, screen.width)))
  }

  /// Seconds on the axis: before the right edge, or from the left edge in a sweep.
  private func timeTicks(_ step: Double) -> [Double] {
    Ticks.multiples(of: step, from: 0, to: windowSeconds)
  }

  private func timeX(_ seconds: Double) -> Float {
    let share = Float(seconds / windowSeconds) * screen.width
    return motion == .scroll ? screen.width - share : share
  }

  /// The strip of times under the plot.
  private func drawTimes(into list: inout DrawList, at now: Int64) {
    let isNow = isNow(at: now)
    let axis = screen.axis
    list.rectangle(axis, color: theme.ground)
    list.rectangle(Rect(x: 0, y: axis.y, width: axis.width, height: screen.hairline), color: theme.hairline)
    let baseline = axis.y + (18.5 * screen.type).rounded()
    let step = timeStep
    // Labels at the ends are held within the screen, where they can meet their neighbours.
    var taken: ClosedRange<Float>?
    for tick in timeTicks(step) {
      var text = TextWriter()
      if motion == .scroll, tick == 0 {
        text.append(isNow ? "now" : "0")
      } else {
        if motion == .scroll { text.append("\u{2212}") }
        text.append(bytes: TimeText.ago(seconds: tick))
        if tick < 120, step < 1 { text = fine(tick, step) }
      }
      let width = advances.width(of: text.bytes, style: labelStyle)
      let x = Swift.max(
        screen.left + 6 * screen.scale,
        Swift.min(timeX(tick) - width / 2, screen.right - 6 * screen.scale - width))
      let place = x...x + width + 8 * screen.type
      if let taken, taken.overlaps(place) { continue }
      taken = place
      list.text(text.bytes, x: x, baseline: baseline, style: labelStyle, color: theme.quiet)
    }
  }

  /// A part of a second, with as many decimals as the step has.
  private func fine(_ seconds: Double, _ step: Double) -> TextWriter {
    var text = TextWriter()
    if motion == .scroll { text.append("\u{2212}") }
    text.append(seconds, decimals: step < 0.1 ? 2 : 1)
    text.append(" s")
    return text
  }

  /// Names, units, values and what the axes say.
  ///
  /// - Returns: What the texts in the lanes cover.
  private func drawLabels(_ lanes: [Lane], into list: inout DrawList, at now: Int64) -> [Rect] {
    var covered: [Rect] = []
    list.layer(LayerID.labels, bounds: screen.bounds) { list in
      if layout == .paper {
        drawPaperLabels(lanes, into: &list)
      } else {
        drawTimes(into: &list, at: now)
        // Names of lanes that are lower than they are: one of several.
        let step =
          layout == .overlaid
          ? 1 : Swift.max(1, Int(saturating: (9 * screen.type / (lanes.first?.height ?? 1)).rounded(.up)))
        for (index, lane) in lanes.enumerated() where index % step == 0 {
          covered += drawLabel(lane, index, into: &list, at: now)
        }
        for lane in distinct(lanes) { covered += drawOffScale(lane, into: &list) }
        for lane in distinct(lanes) where lane.height >= 60 * screen.type {
          covered += drawValues(lane, into: &list)
        }
      }
    }
    return covered
  }

  /// A stream's name and unit, its newest value, and its extremes and RMS where there is room.
  ///
  /// - Returns: What they cover.
  private func drawLabel(_ lane: Lane, _ index: Int, into list: inout DrawList, at now: Int64) -> [Rect] {
    guard let info = channelInfo(lane.channel) else { return [] }
    let isShared = layout == .overlaid
    let line = (17 * screen.type).rounded()
    var style = titleStyle
    style.size = isShared ? titleStyle.size : nameSize(lane)
    // Handles at the edge keep their place.
    let (left, baseline) = namePlace(lane, index)
    guard !isShared || baseline < lane.y + lane.height else { return [] }
    let x = left + (lane.height >= Self.lensHeight * screen.type ? lensRoom : 0)
    var text = TextWriter()
    text.append(bytes: info.label)
    let width = advances.width(of: text.bytes, style: style)
    // Of a window that has emptied there is no value.
    let isEmpty = delayMicroseconds == 0 && !isPaused && hasEmptied(lane.group, at: now)
    let reading = isEmpty ? nil : readings?.readings.first { Int($0.channel) == lane.channel }
    var value = TextWriter()
    if let reading { append(reading.value, of: lane, to: &value) }
    if !info.unit.isEmpty {
      value.append(" ")
      value.append(bytes: info.unit)
    }
    let bold = style
    style.isBold = false
    let all = x - left + width + 8 * screen.type + advances.width(of: value.bytes, style: style)
    let covered = backing(x: left, baseline: baseline, width: all, style: style)
    list.rectangle(covered, radius: 3 * screen.scale, color: theme.backing)
    if x > left { drawLens(x: left, y: baseline - style.size * 0.35, color: theme.quiet, into: &list) }
    list.text(
      text.bytes, x: x, baseline: baseline, style: bold, color: isShared ? color(of: lane) : theme.text)
    list.text(
      value.bytes, x: x + width + 8 * screen.type, baseline: baseline, style: style,
      color: isShared ? theme.quiet : theme.text)
    guard let reading, !isShared, lane.height >= 48 * screen.type else { return [covered] }
    var more = TextWriter()
    append(reading.minimum, of: lane, to: &more)
    more.append(" \u{2026} ")
    append(reading.maximum, of: lane, to: &more)
    more.append(" \u{00B7} RMS ")
    append(reading.rootMeanSquare, of: lane, to: &more)
    let below = backing(
      x: x, baseline: baseline + line, width: advances.width(of: more.bytes, style: labelStyle),
      style: labelStyle)
    list.rectangle(below, radius: 3 * screen.scale, color: theme.backing)
    list.text(more.bytes, x: x, baseline: baseline + line, style: labelStyle, color: theme.quiet)
    return [covered, below]
  }

  /// Lanes that are lower, in points of text, have no lens: none could be met.
  static let lensHeight: Float = 20

  /// The left edge of a stream's name, its lens included, and its baseline.
  func namePlace(_ lane: Lane, _ index: Int) -> (x: Float, baseline: Float) {
    guard layout != .paper else { return paperNamePlace(lane) }
    let isShared = layout == .overlaid
    let size = isShared ? titleStyle.size : nameSize(lane)
    let line = (17 * screen.type).rounded()
    // Handles at the edge keep their place.
    let x = screen.left + (hasAlarms || motion == .trigger ? 28 : 10) * screen.scale
    return (x, lane.y + size * 1.15 + (isShared ? Float(index) * line : 0))
  }

  private func nameSize(_ lane: Lane) -> Float {
    Swift.min(titleStyle.size, Swift.max(7 * screen.type, lane.height * 0.8))
  }

  /// A value with as many decimals as the lane's scale tells apart.
  func append(_ value: Float, of lane: Lane, to text: inout TextWriter) {
    guard value.isFinite else { return text.append("\u{2013}") }
    text.append(Double(value), decimals: Self.decimals(lane.span / 100))
  }

  /// Values at the lane's right edge, or left of the drawer's handle.
  ///
  /// - Returns: What they cover.
  private func drawValues(_ lane: Lane, into list: inout DrawList) -> [Rect] {
    var covered: [Rect] = []
    for tick in valueTicks(lane) {
      let y = y(of: tick, in: lane)
      guard y > lane.y + 8 * screen.type, y < lane.y + lane.height - 4 * screen.type else { continue }
      var text = TextWriter()
      append(Float(tick), of: lane, to: &text)
      let isBesideHandle = (y - screen.height / 2).magnitude < 58 * screen.scale
      let right = screen.right - (isBesideHandle ? 54 : 8) * screen.scale
      let baseline = y + labelStyle.size * 0.35
      let width = advances.width(of: text.bytes, style: labelStyle)
      covered.append(backing(x: right - width, baseline: baseline, width: width, style: labelStyle))
      list.text(
        text.bytes, x: right, baseline: baseline, style: labelStyle, color: theme.quiet, alignment: .trailing)
    }
    return covered
  }
}
