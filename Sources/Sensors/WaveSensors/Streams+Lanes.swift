import WaveSensorsWire

/// The layout of streams on the screen.
extension Streams {
  /// Returns the layouts in which a source can be shown.
  func choices(of source: StreamSource?) -> [SensorsModel.Layout] {
    var choices: [SensorsModel.Layout] = [.lanes, .overlaid]
    if source?.channel(of: .ii) != nil || source?.channel(of: .i) != nil { choices.append(.paper) }
    if crossedPair(of: source) != nil { choices.append(.xy) }
    return choices
  }

  /// Returns the streams on the horizontal and vertical axes of the X-Y layout: the first pair of visible
  /// streams in the same group.
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

  /// Returns the streams that the server has to send.
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

  /// Returns the lanes of the streams, from top to bottom.
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
      // Streams in the same lane share its range of values.
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
        // Zero is in the middle, unless the user has moved the lead.
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

  /// Returns the group of a channel, and its index among that group's visible channels.
  private func place(of channel: Int, in source: StreamSource, _ shown: ChannelSet) -> (
    group: Int, place: Int
  )? {
    source.group(of: channel).map { group in
      (group.index, (group.first..<channel).count { shown.contains($0) })
    }
  }

  /// Returns the smallest range of values that covers the scales of several streams.
  private func range(of channels: [Int]) -> (center: Double, span: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for channel in channels {
      low = Swift.min(low, scales[channel].center - scales[channel].span / 2)
      high = Swift.max(high, scales[channel].center + scales[channel].span / 2)
    }
    return ((low + high) / 2, high - low)
  }
}
