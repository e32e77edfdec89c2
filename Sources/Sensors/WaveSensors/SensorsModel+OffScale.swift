import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// Which streams have values beyond their lane, in the part that is seen.
struct OffScale: Equatable, Sendable {
  fileprivate var lookedAt: Int64 = .min / 2
  fileprivate var lanes: [Lane] = []
  fileprivate(set) var above = ChannelSet()
  fileprivate(set) var below = ChannelSet()
}

extension SensorsModel {
  /// Looks which lanes have values beyond their scale: at once where a scale changed, else four times a
  /// second.
  ///
  /// - Complexity: O(streams × blocks of the window).
  mutating func lookBeyondScales(_ lanes: [Lane], at now: Int64) {
    guard now - offScale.lookedAt >= 250_000 || offScale.lanes != lanes else { return }
    offScale = OffScale(lookedAt: now, lanes: lanes)
    if layout == .paper { return lookBeyondPaper(lanes, at: now) }
    for lane in lanes {
      guard let extremes = extremes(of: lane, at: now) else { continue }
      // Streams that share a lane say so once.
      let channel = layout == .overlaid ? lanes[0].channel : lane.channel
      if Double(extremes.upperBound) > lane.center + lane.span / 2 { offScale.above.insert(channel) }
      if Double(extremes.lowerBound) < lane.center - lane.span / 2 { offScale.below.insert(channel) }
    }
  }

  /// On paper traces may reach over other rows, and end with the paper.
  private mutating func lookBeyondPaper(_ lanes: [Lane], at now: Int64) {
    for lane in lanes where !lane.columns.isEmpty {
      let left = plotLeft + Float(lane.columns.lowerBound)
      let x = left..<left + Float(lane.columns.count - 1)
      guard let extent = extent(of: lane, x: x, every: 1, at: now) else { continue }
      if extent.lowerBound < screen.plot.y { offScale.above.insert(lane.channel) }
      if extent.upperBound > screen.plot.y + screen.plot.height { offScale.below.insert(lane.channel) }
    }
  }

  /// Says at the paper's edges which leads have values beyond them.
  func drawOffScaleOnPaper(_ lanes: [Lane], into list: inout DrawList) {
    let style = labelStyle
    let line = (1.5 * style.size).rounded()
    let foot = screen.height - screen.insets.bottom * screen.scale - printedHeight - 8 * screen.scale
    for (arrow, isAbove) in [("\u{2191} ", true), ("\u{2193} ", false)] as [(StaticString, Bool)] {
      var counts: [Int: Int] = [:]
      // A lead that has two places on the paper is named once.
      let beyond = isAbove ? offScale.above : offScale.below
      var named = ChannelSet()
      for lane in lanes where beyond.contains(lane.channel) && !named.contains(lane.channel) {
        named.insert(lane.channel)
        var text = TextWriter()
        text.append(arrow)
        let info = channelInfo(lane.channel)
        text.append(bytes: info?.lead?.label ?? info?.label ?? [])
        text.append(" off scale")
        // One above another where they share a part of the width.
        let place = Float(counts[lane.columns.lowerBound, default: 0]) * line
        counts[lane.columns.lowerBound, default: 0] += 1
        let width = advances.width(of: text.bytes, style: style)
        let x = plotLeft + Float(lane.columns.lowerBound + lane.columns.count / 2) - width / 2
        let baseline = isAbove ? lanesTop + 8 * screen.scale + style.size + place : foot - place
        drawBacking(x: x, baseline: baseline, width: width, style: style, into: &list)
        list.text(text.bytes, x: x, baseline: baseline, style: style, color: theme.text)
      }
    }
  }

  /// The least and the greatest value of what is seen of a stream; nil where there is none.
  private func extremes(of lane: Lane, at now: Int64) -> ClosedRange<Float>? {
    guard stores.indices.contains(lane.group), let store = stores[lane.group],
      allClocks.indices.contains(sourceIndex)
    else { return nil }
    let clock = allClocks[sourceIndex][lane.group]
    let visible = visibleColumns(at: now)
    let length = Double(Int64(1) << Int64(store.level))
    func block(_ column: Int64) -> Int64 {
      Int64(saturating: (clock.sequence(at: Double(column) * columnMicroseconds) / length).rounded(.up))
    }
    var range = ValueRange()
    var next = Swift.max(block(visible.lowerBound), store.oldest)
    let end = Swift.min(block(visible.upperBound), store.newest + 1)
    while next < end {
      range.include(store.bounds(lane.place, next))
      next += 1
    }
    return range.bounds
  }

  /// Says at a lane's edges that there are values beyond them.
  ///
  /// - Returns: What that covers.
  func drawOffScale(_ lane: Lane, into list: inout DrawList) -> [Rect] {
    guard lane.height >= 48 * screen.type else { return [] }
    var covered: [Rect] = []
    let style = labelStyle
    func say(_ text: [UInt8], baseline: Float) {
      let width = advances.width(of: text, style: style)
      let x = ((screen.left + screen.right - width) / 2).rounded()
      covered.append(backing(x: x, baseline: baseline, width: width, style: style))
      drawBacking(x: x, baseline: baseline, width: width, style: style, into: &list)
      list.text(text, x: x, baseline: baseline, style: style, color: theme.text)
    }
    // Below the arrows, which stand at the edges.
    let inset = 6 * screen.scale
    if offScale.above.contains(lane.channel) {
      say(Texts.bytes("\u{2191} off scale"), baseline: lane.y + inset + style.size)
    }
    if offScale.below.contains(lane.channel) {
      say(Texts.bytes("\u{2193} off scale"), baseline: lane.y + lane.height - inset - style.size * 0.3)
    }
    return covered
  }
}
