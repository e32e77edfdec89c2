import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// Where streams stand on the plot.
extension SensorsModel {
  /// Where the plot's lanes begin: below the chip.
  var lanesTop: Float { screen.head }

  /// Device pixels in a millimetre of the paper.
  var pixelsPerMillimetre: Float { paper.pointsPerMillimetre * screen.scale }

  /// The channel of a lead, if the source has it.
  func channel(of lead: ECGLead) -> Int? {
    guard let source else { return nil }
    var index = 0
    for group in source.groups {
      for channel in group.channels {
        if channel.lead == lead { return index }
        index += 1
      }
    }
    return nil
  }

  /// A stream of the source.
  func channelInfo(_ channel: Int) -> StreamChannel? {
    guard let source, channel >= 0 else { return nil }
    var first = 0
    for group in source.groups {
      if channel < first + group.channels.count { return group.channels[channel - first] }
      first += group.channels.count
    }
    return nil
  }

  /// Rows and columns of leads on the paper.
  private var paperRows: [[ECGLead]] {
    switch paper.form {
    case .threeByFour:
      [[.i, .aVR, .v1, .v4], [.ii, .aVL, .v2, .v5], [.iii, .aVF, .v3, .v6], [.ii]]
    case .sixByTwo: [[.i, .v1], [.ii, .v2], [.iii, .v3], [.aVR, .v4], [.aVL, .v5], [.aVF, .v6]]
    case .twelve: ECGLead.allCases.map { [$0] }
    }
  }

  /// The channels that are on the paper.
  var paperChannels: [Int] { paperRows.flatMap { $0.compactMap { channel(of: $0) } } }

  /// Leads that the paper has a place for, and the source does not have.
  var missingLeads: [ECGLead] {
    var missing: [ECGLead] = []
    for lead in paperRows.joined() where channel(of: lead) == nil && !missing.contains(lead) {
      missing.append(lead)
    }
    return missing
  }

  /// Time across the paper follows from its speed.
  mutating func arrangePaper() {
    guard layout == .paper, screen.width > 0 else { return }
    windowSeconds = Double(Float(plotColumns) / pixelsPerMillimetre) / paper.speed
  }

  /// The group of a channel, and its place among the shown ones of that group.
  private func place(of channel: Int, shown: ChannelSet) -> (group: Int, place: Int)? {
    guard let source else { return nil }
    var first = 0
    for (index, group) in source.groups.enumerated() {
      let end = first + group.channels.count
      if channel < end { return (index, (first..<channel).count { shown.contains($0) }) }
      first = end
    }
    return nil
  }

  /// The streams' places, from top to bottom.
  func lanes() -> [Lane] {
    let shown = shownChannels
    let top = lanesTop
    let height = Swift.max(1, screen.plot.height - top)
    if layout == .xy { return [] }
    if layout == .paper { return paperLanes(shown, top: top, height: height) }
    let channels = order.filter { shown.contains($0) }
    let count = layout == .overlaid ? 1 : Swift.max(1, channels.count)
    let each = height / Float(count)
    return channels.enumerated().compactMap { index, channel in
      guard let (group, place) = place(of: channel, shown: shown) else { return nil }
      let row = layout == .overlaid ? 0 : index
      // Streams that share a lane share its values.
      let scale = layout == .overlaid ? overlaidScale(channels) : scales[channel]
      return Lane(
        channel: channel, group: group, place: place, y: top + Float(row) * each, height: each,
        columns: 0..<plotColumns, color: layout == .overlaid ? index : 0, center: scale.center,
        span: scale.span)
    }
  }

  /// The values that all streams fit into.
  private func overlaidScale(_ channels: [Int]) -> ChannelScale {
    guard let first = channels.first else { return ChannelScale() }
    var (low, high) = (Double.infinity, -Double.infinity)
    for channel in channels {
      low = Swift.min(low, scales[channel].center - scales[channel].span / 2)
      high = Swift.max(high, scales[channel].center + scales[channel].span / 2)
    }
    var scale = scales[first]
    scale.center = (low + high) / 2
    scale.span = high - low
    return scale
  }

  private func paperLanes(_ shown: ChannelSet, top: Float, height: Float) -> [Lane] {
    let rows = paperRows
    let each = height / Float(rows.count)
    var lanes: [Lane] = []
    for (index, row) in rows.enumerated() {
      for (column, lead) in row.enumerated() {
        guard let channel = channel(of: lead), let (group, place) = place(of: channel, shown: shown) else {
          continue
        }
        let from = plotColumns * column / row.count
        let until = plotColumns * (column + 1) / row.count
        lanes.append(
          Lane(
            channel: channel, group: group, place: place, y: top + Float(index) * each, height: each,
            columns: from..<until, color: 0, center: paperCenter(channel),
            span: Double(each / pixelsPerMillimetre) / paper.gain / millivolts(channel)))
      }
    }
    return lanes
  }

  /// Where the finger has moved a lead to; else zero is in the middle.
  private func paperCenter(_ channel: Int) -> Double {
    scales[channel].isAutomatic ? 0 : scales[channel].center
  }

  /// Millivolts in a unit of a channel.
  func millivolts(_ channel: Int) -> Double {
    guard let unit = channelInfo(channel)?.unit, let last = unit.last, last == 0x56 else { return 1 }
    switch unit.count > 1 ? unit[unit.count - 2] : 0 {
    case 0: return 1000
    // "uV", and "µV" in its two spellings, each of which ends so before the V.
    case 0x75, 0xB5, 0xBC: return 0.001
    default: return 1
    }
  }

  /// The lane under a point.
  func lane(x: Float, y: Float) -> Lane? {
    lanes().first {
      y >= $0.y && y < $0.y + $0.height && $0.columns.contains(Int(saturating: Swift.max(0, x - plotLeft)))
    }
  }
}
