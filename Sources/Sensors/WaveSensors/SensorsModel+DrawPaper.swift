import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The paper of an electrocardiogram: squares of 1 and 5 mm, and what is printed on it.
extension SensorsModel {
  var paperGround: Color { theme == .dark ? Color(0x100B0D) : Color(0xFFF7F3) }
  private var thinLine: Color {
    theme == .dark ? Color(0xFF8A80, opacity: 0.10) : Color(0xE7A79B, opacity: 0.42)
  }
  private var thickLine: Color {
    theme == .dark ? Color(0xFF8A80, opacity: 0.24) : Color(0xDD8A78, opacity: 0.75)
  }
  private var ink: Color { theme == .dark ? Color(0xFFD9D2) : Color(0x14181D) }
  private var quietInk: Color { theme == .dark ? Color(0xE0A79C) : Color(0x7A3B2C) }

  /// Squares over the whole screen, from the left edge and the top of the lanes on.
  func drawPaper(_ lanes: [Lane], into list: inout DrawList) {
    let step = pixelsPerMillimetre
    guard step >= 1 else { return }
    let bottom = screen.height
    // Thin lines nearer than three points would be a tint.
    let showsThin = step >= 2.5 * screen.scale
    // A thick line stands where traces begin.
    var index = -Int(saturating: (plotLeft / step).rounded(.down))
    while plotLeft + Float(index) * step < screen.width {
      let isThick = index % 5 == 0
      if isThick || showsThin {
        list.rectangle(
          Rect(x: (plotLeft + Float(index) * step).rounded(), y: 0, width: screen.hairline, height: bottom),
          color: isThick ? thickLine : thinLine)
      }
      index += 1
    }
    let first = -Int(saturating: (lanesTop / step).rounded(.down))
    index = first
    while lanesTop + Float(index) * step < bottom {
      let isThick = index % 5 == 0
      if isThick || showsThin {
        list.rectangle(
          Rect(
            x: 0, y: (lanesTop + Float(index) * step).rounded(),
            width: screen.width, height: screen.hairline),
          color: isThick ? thickLine : thinLine)
      }
      index += 1
    }
    drawPulses(lanes, into: &list)
  }

  /// A calibration pulse at the left of each row: 1 mV for 0.2 s.
  private func drawPulses(_ lanes: [Lane], into list: inout DrawList) {
    let step = pixelsPerMillimetre
    let width = Float(0.2 * paper.speed) * step
    let height = Float(paper.gain) * step
    let line = Swift.max(1, screen.scale)
    for lane in lanes where lane.columns.lowerBound == 0 && isOnPaper(lane) {
      let base = zeroLine(of: lane)
      let left = screen.left + step
      let points: [(Float, Float)] = [
        (left - step * 0.8, base), (left, base), (left, base - height), (left + width, base - height),
        (left + width, base), (left + width + step * 0.8, base),
      ]
      list.polyline(width: line, color: quietInk) { put in for (x, y) in points { put(x, y) } }
    }
  }

  /// Where a lead has zero, wherever a finger has moved it on the paper.
  private func zeroLine(of lane: Lane) -> Float {
    let place = y(of: 0, in: lane)
    return Swift.max(lanesTop, Swift.min(screen.plot.y + screen.plot.height, place.isFinite ? place : lane.y))
  }

  /// Whether a lead's line is on the paper: of one that is not, its name would be taken for that of what is
  /// there.
  func isOnPaper(_ lane: Lane) -> Bool { y(of: 0, in: lane) == zeroLine(of: lane) }

  /// Names of leads, and speed, gain and filters at the bottom.
  func drawPaperLabels(_ lanes: [Lane], into list: inout DrawList) {
    for lane in lanes {
      guard let lead = channelInfo(lane.channel)?.lead, isOnPaper(lane) else { continue }
      let (x, baseline) = namePlace(lane, 0)
      if hasLens { drawLens(x: x, y: baseline - titleStyle.size * 0.35, color: quietInk, into: &list) }
      list.text(lead.label, x: x + lensRoom, baseline: baseline, style: titleStyle, color: ink)
    }
    drawOffScaleOnPaper(lanes, into: &list)
    drawPrinted(into: &list)
  }

  /// Where a lead's name stands: 6 mm above its line, or where no trace stood when it was looked at last.
  func paperNamePlace(_ lane: Lane) -> (x: Float, baseline: Float) {
    let places = paperBaselines(lane)
    let place = paperNames.indices.contains(lane.channel) ? paperNames[lane.channel] : 0
    let baseline = places[Swift.min(place, places.count - 1)]
    var x = plotLeft + Float(lane.columns.lowerBound) + 6 * screen.scale
    if (baseline - screen.height / 2).magnitude < 50 * screen.scale + titleStyle.size,
      let label = channelInfo(lane.channel)?.lead?.label
    {
      let width = lensRoom + advances.width(of: label, style: titleStyle)
      x = Swift.min(x, screen.right - 54 * screen.scale - width)
    }
    return (x, baseline)
  }

  /// Whether names are small enough to be moved without meeting those of other lanes, or marks.
  var hasRoomForNames: Bool { screen.textScale < 1.5 }

  /// Where it may stand, the best place first.
  func paperBaselines(_ lane: Lane) -> [Float] {
    let size = titleStyle.size
    let middle = zeroLine(of: lane)
    let step = pixelsPerMillimetre
    // The name goes with a lead that was moved, over another's row too.
    let moved = middle - (lane.y + lane.height / 2)
    let top = lane.y + moved
    let usual = top + Swift.max(size, lane.height / 2 - 6 * step)
    let foot = top + lane.height - 2 * screen.scale
    let places = [
      usual, Swift.min(foot, middle + 6 * step + size), top + size, foot, middle - 2 * step,
      middle + 2 * step + size,
    ]
    let bottom = screen.plot.y + screen.plot.height - 2 * screen.scale
    return (hasRoomForNames ? places : [usual]).map {
      Swift.max(lanesTop + size, Swift.min(bottom, $0))
    }
  }

  /// Looks four times a second whether names stand on traces, and moves those that do to where none is.
  ///
  /// A name stays while it stands free, so that it does not wander.
  mutating func placeNames(_ lanes: [Lane], at now: Int64) {
    guard now - namesPlacedAt >= 250_000 else { return }
    namesPlacedAt = now
    let count = scales.count
    if paperNames.count != count { paperNames = [Int](repeating: 0, count: count) }
    let size = titleStyle.size
    for lane in lanes where lane.channel < count {
      let (x, _) = paperNamePlace(lane)
      let label = channelInfo(lane.channel)?.label ?? []
      let width = lensRoom + advances.width(of: label, style: titleStyle)
      let spans = lanes.filter { $0.columns.contains(lane.columns.lowerBound) }.compactMap {
        extent(of: $0, x: x..<x + width, every: Swift.max(1, screen.scale), at: now)
      }
      // Names of other leads are as much in the way as traces.
      let names = lanes.filter {
        $0.columns.lowerBound == lane.columns.lowerBound && $0.channel != lane.channel && isOnPaper($0)
      }.map { paperNamePlace($0).baseline }
      let crossings = paperBaselines(lane).map { baseline in
        spans.count { $0.upperBound > baseline - size && $0.lowerBound < baseline + 0.25 * size }
          + names.count { ($0 - baseline).magnitude < 1.3 * size }
      }
      guard crossings[Swift.min(paperNames[lane.channel], crossings.count - 1)] > 0,
        let least = crossings.min()
      else { continue }
      paperNames[lane.channel] = crossings.firstIndex(of: least) ?? 0
    }
  }

  /// From where to where a trace reaches upright, over a part of the width; nil where there is none.
  func extent(
    of lane: Lane, x: Range<Float>, every step: Float, at now: Int64
  ) -> ClosedRange<Float>? {
    guard stores.indices.contains(lane.group), let store = stores[lane.group],
      allClocks.indices.contains(sourceIndex)
    else { return nil }
    let clock = allClocks[sourceIndex][lane.group]
    let length = Double(Int64(1) << Int64(store.level))
    var range = ValueRange()
    var place = x.lowerBound
    while place <= x.upperBound {
      let block = Int64(
        saturating: (clock.sequence(at: microseconds(x: place, at: now)) / length).rounded(.down))
      range.include(store.bounds(lane.place, block))
      place += step
    }
    guard let bounds = range.bounds else { return nil }
    return y(of: Double(bounds.upperBound), in: lane)...y(of: Double(bounds.lowerBound), in: lane)
  }

  /// What is printed at the bottom, from the top down; beside the drawer while that is open.
  private func drawPrinted(into list: inout DrawList) {
    let right = printedRight - (isDrawerOpen ? 6 : 12) * screen.scale
    var baseline =
      screen.height - screen.insets.bottom * screen.scale - printedHeight + labelStyle.size * 1.1
    for (text, width) in printedLines {
      list.rectangle(
        Rect(
          x: right - width - 6 * screen.scale, y: baseline - labelStyle.size * 1.1,
          width: width + 12 * screen.scale, height: labelStyle.size * 1.5),
        radius: 4 * screen.scale,
        color: theme == .dark ? Color(0x100B0D, opacity: 0.8) : Color(0xFFF7F3, opacity: 0.85))
      list.text(text, x: right, baseline: baseline, style: labelStyle, color: quietInk, alignment: .trailing)
      baseline += labelStyle.size * 1.5
    }
  }

  /// Where what is printed has to end: at the drawer, as wide as the page has it, where that is open.
  private var printedRight: Float {
    isDrawerOpen ? screen.right - Swift.min(336 * screen.type, 0.66 * screen.width) : screen.right
  }

  /// Pixels from the top of what is printed to what the screen can show at the bottom.
  var printedHeight: Float { Float(printedLines.count) * labelStyle.size * 1.5 + 6 * screen.type }

  /// What is printed, in as many lines as it needs, and their widths.
  private var printedLines: [(text: [UInt8], width: Float)] {
    let room = printedRight - screen.left - 24 * screen.scale
    let space = advances.width(of: [0x20], style: labelStyle) * 3
    var lines: [(text: [UInt8], width: Float)] = []
    for text in printed {
      let width = advances.width(of: text, style: labelStyle)
      if let last = lines.last, last.width + space + width <= room {
        lines[lines.count - 1] = (last.text + [0x20, 0x20, 0x20] + text, last.width + space + width)
      } else {
        lines.append((text, width))
      }
    }
    return lines
  }

  /// What is printed on the paper: "25 mm/s", "10 mm/mV", "0.05–150 Hz", "not a medical device".
  private var printed: [[UInt8]] {
    var speed = TextWriter()
    speed.append(paper.speed, decimals: 0)
    speed.append(" mm/s")
    var gain = TextWriter()
    gain.append(paper.gain, decimals: 0)
    gain.append(" mm/mV")
    var texts = [speed.bytes, gain.bytes]
    for control in sourceControls where control.kind == .choice && control.value > 0 {
      var text = TextWriter()
      // A notch is a number of hertz, and needs its name.
      if control.name != Texts.bytes("Filter") {
        text.append(bytes: control.name)
        text.append(" ")
      }
      text.append(bytes: control.texts[Int(saturating: control.value)])
      texts.append(text.bytes)
    }
    if !missingLeads.isEmpty {
      var text = TextWriter()
      text.append("no lead")
      for lead in missingLeads {
        text.append(" ")
        text.append(bytes: lead.label)
      }
      texts.append(text.bytes)
    }
    texts.append(Texts.bytes("not a medical device"))
    return texts
  }
}
