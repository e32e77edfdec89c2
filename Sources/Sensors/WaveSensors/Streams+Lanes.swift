import WaveSensorsWire

/// Where streams are drawn.
extension Streams {
  /// Layouts that a source can be shown in.
  func choices(of source: StreamSource?) -> [SensorsModel.Layout] {
    var choices: [SensorsModel.Layout] = [.lanes, .overlaid]
    if source?.channel(of: .ii) != nil || source?.channel(of: .i) != nil { choices.append(.paper) }
    if crossedPair(of: source) != nil { choices.append(.xy) }
    return choices
  }

  /// The streams that are drawn across and upright: the first that is shown, and the next one of its group.
  func crossedPair(of source: StreamSource?) -> (x: Int, y: Int, group: Int, rateHertz: Double)? {
    guard let source else { return nil }
    let shown = visible
    for x in shown {
      guard let (index, first) = source.group(of: x) else { continue }
      let group = source.groups[index]
      let channels = first..<first + group.channels.count
      guard let y = shown.first(where: { $0 != x && channels.contains($0) }) else { continue }
      return (x, y, index, group.rateHertz)
    }
    return nil
  }

  /// The streams that the server has to send.
  func shown(of source: StreamSource, on paper: Paper) -> ChannelSet {
    var set = ChannelSet()
    let channels =
      switch layout {
      case .lanes, .overlaid: order
      case .paper: paper.channels(of: source)
      case .xy: crossedPair(of: source).map { [$0.x, $0.y] } ?? []
      }
    for channel in channels where !hidden.contains(channel) { set.insert(channel) }
    return set
  }

  /// The streams' places, from top to bottom.
  func lanes(of source: StreamSource?, on plot: Plot, _ paper: Paper) -> [Lane] {
    guard let source, layout != .xy else { return [] }
    let shown = shown(of: source, on: paper)
    if layout == .paper { return paperLanes(source, shown, plot, paper) }
    let isShared = layout == .overlaid
    let channels = order.filter { shown.contains($0) }
    let each = plot.height / Float(isShared ? 1 : Swift.max(1, channels.count))
    let whole = isShared ? range(of: channels) : (center: 0, span: 1)
    return channels.enumerated().compactMap { index, channel in
      guard let (group, place) = place(of: channel, in: source, shown) else { return nil }
      // Streams that share a lane share its values.
      let (center, span) = isShared ? whole : (scales[channel].center, scales[channel].span)
      return Lane(
        channel: channel, group: group, place: place, y: plot.top + (isShared ? 0 : Float(index) * each),
        height: each, columns: 0..<plot.columns, color: isShared ? index : 0, center: center, span: span)
    }
  }

  private func paperLanes(
    _ source: StreamSource, _ shown: ChannelSet, _ plot: Plot, _ paper: Paper
  ) -> [Lane] {
    let rows = paper.rows
    let each = plot.height / Float(rows.count)
    var lanes: [Lane] = []
    for (index, row) in rows.enumerated() {
      for (column, lead) in row.enumerated() {
        guard let channel = source.channel(of: lead), let info = source.channel(channel),
          let (group, place) = place(of: channel, in: source, shown)
        else { continue }
        let columns = plot.columns * column / row.count..<plot.columns * (column + 1) / row.count
        // Zero is in the middle, unless a finger has moved the lead.
        let center = scales[channel].isAutomatic ? 0 : scales[channel].center
        lanes.append(
          Lane(
            channel: channel, group: group, place: place, y: plot.top + Float(index) * each, height: each,
            columns: columns, color: 0, center: center,
            span: Double(each / plot.pixelsPerMillimetre) / paper.gain / info.millivolts))
      }
    }
    return lanes
  }

  /// The group of a channel, and its place among the shown ones of that group.
  private func place(of channel: Int, in source: StreamSource, _ shown: ChannelSet) -> (
    group: Int, place: Int
  )? {
    source.group(of: channel).map { group in
      (group.index, (group.first..<channel).count { shown.contains($0) })
    }
  }

  /// The values that all of some streams fit into.
  private func range(of channels: [Int]) -> (center: Double, span: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for channel in channels {
      low = Swift.min(low, scales[channel].center - scales[channel].span / 2)
      high = Swift.max(high, scales[channel].center + scales[channel].span / 2)
    }
    return ((low + high) / 2, high - low)
  }
}
