import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// Marks that were set while streaming, and the lines that measure.
extension SensorsModel {
  /// Marks of the source on the screen.
  var marks: [StreamMarks.Mark] { allMarks.first { $0.source == source?.source }?.marks ?? [] }

  /// When a mark's sample was made, in source time.
  func microseconds(of mark: StreamMarks.Mark) -> Double? {
    guard allClocks.indices.contains(sourceIndex), Int(mark.group) < allClocks[sourceIndex].count else {
      return nil
    }
    let clock = allClocks[sourceIndex][Int(mark.group)]
    return clock.isEmpty ? nil : clock.microseconds(of: Double(mark.sequence))
  }

  /// Lines of marks, and their names beside them at the bottom, or up to two lines higher where other texts
  /// stand.
  func drawMarks(beside labels: [Rect], into list: inout DrawList, at now: Int64) {
    list.layer(LayerID.marks, bounds: screen.plot) { list in
      // Where text is large, a lead's name stands where a mark's would.
      let hasRoom = layout != .paper || hasRoomForNames
      let printed = screen.insets.bottom * screen.scale + printedHeight
      let bottom = (layout == .paper ? screen.height - printed : screen.plot.height) - 6 * screen.type
      let line = (17 * screen.type).rounded()
      var covered = labels
      for mark in marks {
        guard let moment = microseconds(of: mark), let x = x(of: moment, at: now)?.rounded(.down) else {
          continue
        }
        list.rectangle(
          Rect(x: x, y: lanesTop, width: screen.hairline, height: screen.plot.height - lanesTop),
          color: theme.accent)
        guard !mark.text.isEmpty, hasRoom else { continue }
        let text = Array(mark.text.prefix(UTF8Text.validCount(mark.text, limit: 40)))
        let width = advances.width(of: text, style: labelStyle)
        let gap = 4 * screen.scale
        // At the right of its line, else at its left. A name without room is left out; the line stays.
        placing: for baseline in [bottom, bottom - line, bottom - 2 * line] {
          for left in [x + gap, x - gap - width] where left >= screen.left && left + width <= screen.right {
            let place = backing(x: left, baseline: baseline, width: width, style: labelStyle)
            if covered.contains(where: { $0.overlaps(place) }) { continue }
            // A line higher it may stand on a trace.
            if layout != .paper {
              drawBacking(x: left, baseline: baseline, width: width, style: labelStyle, into: &list)
            }
            list.text(text, x: left, baseline: baseline, style: labelStyle, color: theme.accent)
            covered.append(place)
            break placing
          }
        }
      }
    }
  }

  /// Two lines, what lies between them, and what that comes to.
  func drawCalipers(_ lanes: [Lane], into list: inout DrawList) {
    let plot = screen.plot
    let top = lanesTop
    let height = plot.height - top
    let line = Swift.max(1, 1.5 * screen.scale).rounded()
    let xs = calipers.x.map { ($0 * screen.width).rounded() }
    let ys = calipers.y.map { top + ($0 * height).rounded() }
    let left = Swift.min(xs[0], xs[1])
    let right = Swift.max(xs[0], xs[1])
    list.layer(LayerID.calipers, bounds: plot) { list in
      var shade = theme.accent
      shade.rgba = shade.rgba & 0x00FF_FFFF | 0x1E00_0000
      list.rectangle(Rect(x: left, y: top, width: right - left, height: height), color: shade)
      for x in xs {
        list.rectangle(Rect(x: x - line / 2, y: top, width: line, height: height), color: theme.accent)
      }
      for (x, y) in zip(xs, ys) {
        list.rectangle(
          Rect(
            x: left - 24 * screen.scale, y: y - line / 2, width: right - left + 48 * screen.scale,
            height: line),
          color: theme.accent)
        list.rectangle(
          Rect(
            x: x - 9 * screen.scale, y: y - 9 * screen.scale, width: 18 * screen.scale,
            height: 18 * screen.scale),
          radius: 9 * screen.scale, color: theme.accent)
      }
      drawMeasured(lanes, left: left, right: right, ys: ys, into: &list)
    }
  }

  /// The level that has to be crossed, and where in the window that is.
  func drawTrigger(into list: inout DrawList) {
    guard let lane = triggerLane else { return }
    // A recording may name any level.
    let far: Float = 1e6
    let level = Swift.max(-far, Swift.min(far, y(of: trigger.level ?? lane.center, in: lane)))
    let x = (plotLeft + Float(Double(plotColumns) * Trigger.before)).rounded()
    let size = 8 * screen.scale
    list.layer(LayerID.trigger, bounds: screen.plot) { list in
      list.rectangle(
        Rect(x: 0, y: level.rounded(), width: screen.width, height: screen.hairline), color: theme.accent)
      list.rectangle(
        Rect(x: x, y: lane.y, width: screen.hairline, height: lane.height), color: theme.accent)
      // The slope: the line goes up or down through the crossing.
      let rise = trigger.isFalling ? -size : size
      list.polyline(width: 2 * screen.scale, color: theme.accent) { put in
        put(x - size, level + rise)
        put(x, level + rise)
        put(x, level - rise)
        put(x + size, level - rise)
      }
      list.rectangle(
        Rect(x: 0, y: level - 9 * screen.scale, width: 18 * screen.scale, height: 18 * screen.scale),
        radius: 9 * screen.scale, color: theme.accent)
    }
  }

  private func drawMeasured(
    _ lanes: [Lane], left: Float, right: Float, ys: [Float], into list: inout DrawList
  ) {
    let lines = measured(ys: ys)
    let titleHeight = (20 * screen.type).rounded()
    let lineHeight = (17 * screen.type).rounded()
    let padding = 10 * screen.scale
    var big = titleStyle
    big.size = (16 * screen.type).rounded()
    var width = advances.width(of: lines[0], style: big)
    for text in lines.dropFirst() { width = Swift.max(width, advances.width(of: text, style: labelStyle)) }
    let card = Rect(
      x: Swift.max(
        screen.left + padding,
        Swift.min(
          (left + right - width) / 2 - padding, screen.right - width - 3 * padding - 30 * screen.scale)),
      y: lanesTop + padding, width: width + 2 * padding,
      height: titleHeight + Float(lines.count - 1) * lineHeight + padding)
    var ground = theme.ground
    ground.rgba = ground.rgba & 0x00FF_FFFF | 0xF000_0000
    list.rectangle(card, radius: 8 * screen.scale, color: ground)
    list.text(
      lines[0], x: card.x + padding, baseline: card.y + padding * 0.4 + titleHeight * 0.8, style: big,
      color: theme.accent)
    for (index, text) in lines.dropFirst().enumerated() {
      list.text(
        text, x: card.x + padding,
        baseline: card.y + padding * 0.4 + titleHeight + (Float(index) + 0.75) * lineHeight,
        style: labelStyle,
        color: theme.text)
    }
  }

  /// Time between the lines, how often that is in a minute, and the difference of values.
  private func measured(ys: [Float]) -> [[UInt8]] {
    let seconds = Double((calipers.x[1] - calipers.x[0]).magnitude * screen.width) * columnMicroseconds / 1e6
    var time = TextWriter()
    time.append(seconds, decimals: windowSeconds < 1 ? 4 : windowSeconds < 20 ? 3 : 2)
    time.append(" s")
    var rate = TextWriter()
    if seconds > 0 {
      rate.append(60 / seconds, decimals: 60 / seconds < 20 ? 1 : 0)
      rate.append(" per minute")
      if layout != .paper, seconds < 1 {
        rate.append(" \u{00B7} ")
        rate.append(bytes: FrequencyText.bytes(hertz: 1 / seconds, stepHertz: 0.01 / seconds))
      }
    }
    var lines = [time.bytes, rate.bytes]
    let middle = (calipers.x[0] + calipers.x[1]) / 2 * screen.width
    // Values are compared within one lane only.
    if let lane = lane(x: middle, y: ys[0]), lane == self.lane(x: middle, y: ys[1]),
      let info = channelInfo(lane.channel)
    {
      var amplitude = TextWriter()
      amplitude.append(
        Double((ys[0] - ys[1]).magnitude / lane.height) * lane.span, decimals: Self.decimals(lane.span / 500))
      amplitude.append(" ")
      amplitude.append(bytes: info.unit)
      amplitude.append(" \u{00B7} ")
      amplitude.append(bytes: info.label)
      lines.append(amplitude.bytes)
    }
    return lines
  }
}
