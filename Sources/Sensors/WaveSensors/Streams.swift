import WaveSensorsWire

/// The arrangement of a source's streams: their layout, order, visibility and scales.
struct Streams: Sendable {
  /// An input that changes the arrangement.
  enum Input {
    case layout(SensorsModel.Layout)
    /// Sets whether lanes with the same unit are scaled together.
    case link(Bool)
    /// Sets whether the scales of the lanes follow the data.
    case automatic(Bool)
    /// Shows or hides a stream; the last visible stream cannot be hidden.
    case show(Int, Bool)
    /// Moves a stream to the position of another stream.
    case reorder(Int, onto: Int)
    /// Scales the value range of one stream.
    case zoom(Int, by: Double)
    /// Scales the value ranges of all streams.
    case zoomAll(by: Double)
  }

  /// The layout of the streams.
  private(set) var layout = SensorsModel.Layout.lanes
  /// The numbers of the streams, in the order of their lanes.
  private(set) var order: [Int] = []
  private(set) var hidden = ChannelSet()
  private(set) var scales: [ChannelScale] = []
  /// Whether lanes with the same unit are scaled together.
  private(set) var isLinked = false

  /// The numbers of the visible streams, in the order of their lanes.
  var visible: [Int] { order.filter { !hidden.contains($0) } }

  /// Resets the arrangement for a newly opened source, showing all its streams in order.
  mutating func open(_ source: StreamSource) {
    let channels = source.groups.flatMap { $0.channels }
    hidden = ChannelSet()
    order = Array(channels.indices)
    scales = channels.map { channel in
      var scale = ChannelScale()
      if channel.low < channel.high { scale.fit(minimum: Double(channel.low), maximum: Double(channel.high)) }
      return scale
    }
    layout = channels.contains { $0.lead != nil } ? .paper : .lanes
  }

  /// Restores the arrangement stored in a recording, ignoring streams that the source does not have.
  ///
  /// - Returns: Whether the source has any of the streams.
  mutating func show(_ look: StreamLook, of source: StreamSource?) -> Bool {
    let known = look.channels.filter { Int($0.channel) < scales.count }
    guard !known.isEmpty else { return false }
    let places = known.map { Int($0.channel) }
    order = places + scales.indices.filter { !places.contains($0) }
    hidden = ChannelSet()
    for channel in known {
      if !channel.isShown { hidden.insert(Int(channel.channel)) }
      scales[Int(channel.channel)].show(channel)
    }
    isLinked = look.isLinked
    layout = choices(of: source).contains(look.layout) ? look.layout : .lanes
    return true
  }

  /// Preserves the arrangement of a source that has gained or lost streams.
  ///
  /// - Parameters:
  ///   - places: The new number of each previous stream; nil for a removed one.
  ///   - count: The current number of streams.
  /// - Returns: Whether any stream is new.
  mutating func keep(_ places: [Int?], count: Int) -> Bool {
    let kept = places.compactMap { $0 }
    let added = (0..<count).filter { !kept.contains($0) }
    var nextScales = [ChannelScale](repeating: ChannelScale(), count: count)
    var nextHidden = ChannelSet()
    for (old, place) in places.enumerated() {
      guard let place else { continue }
      nextScales[place] = scales[old]
      if hidden.contains(old) { nextHidden.insert(place) }
    }
    (scales, hidden) = (nextScales, nextHidden)
    order = order.compactMap { places[$0] } + added
    return !added.isEmpty
  }

  /// Adapts the automatic scales to the extremes of the visible data.
  mutating func follow(_ readings: [StreamReadings.Reading], at now: Int64) {
    for reading in readings where Int(reading.channel) < scales.count {
      _ = scales[Int(reading.channel)].follow(
        minimum: Double(reading.minimum), maximum: Double(reading.maximum), at: now)
    }
  }

  /// Switches every lane to automatic scaling, and fits it to the extremes of its visible data, if they are
  /// known.
  mutating func fit(_ readings: [StreamReadings.Reading]) {
    for index in scales.indices {
      scales[index].follow(true)
      guard let reading = readings.first(where: { Int($0.channel) == index }), reading.minimum.isFinite,
        reading.maximum.isFinite
      else { continue }
      scales[index].fit(minimum: Double(reading.minimum), maximum: Double(reading.maximum))
    }
  }

  /// Applies an input to the arrangement.
  ///
  /// - Returns: Whether the visible streams or the layout have changed.
  mutating func handle(_ input: Input, of source: StreamSource?) -> Bool {
    switch input {
    case .layout(let next):
      guard next != layout, next != .paper || source?.hasLead == true else { return false }
      layout = next
      return true
    case .show(let channel, let isShown): return show(channel, isShown)
    case .link(let isOn): isLinked = isOn
    case .automatic(let isOn): for index in scales.indices { scales[index].follow(isOn) }
    case .reorder(let channel, let target):
      guard let from = order.firstIndex(of: channel), let to = order.firstIndex(of: target) else { break }
      order.remove(at: from)
      order.insert(channel, at: to)
    case .zoom(let channel, let factor): scales[channel].zoom(by: factor)
    case .zoomAll(let factor): for index in scales.indices { scales[index].zoom(by: factor) }
    }
    return false
  }

  private mutating func show(_ channel: Int, _ isShown: Bool) -> Bool {
    guard order.contains(channel) else { return false }
    var next = ChannelSet()
    for other in order where other == channel ? !isShown : hidden.contains(other) { next.insert(other) }
    // At least one stream must remain visible.
    guard order.contains(where: { !next.contains($0) }) else { return false }
    hidden = next
    return true
  }

  /// Shifts the value range of a lane by a distance in pixels.
  mutating func drag(_ lane: Lane, dy: Float, of source: StreamSource?) {
    let fraction = Double(dy / lane.height)
    for channel in together(lane, source) {
      // Streams that share a lane move relative to the scale of the lane.
      let share = layout == .lanes ? fraction : fraction * lane.span / scales[channel].span
      scales[channel].move(byFraction: share, fromZero: layout == .paper)
    }
  }

  /// Scales the value range of a lane.
  mutating func zoom(_ lane: Lane, by factor: Double, of source: StreamSource?) {
    for channel in together(lane, source) { scales[channel].zoom(by: factor) }
  }

  /// Returns the numbers of the streams that are scaled together with a lane.
  ///
  /// These are the lane's own streams and, if lanes are linked, all streams with the same unit.
  private func together(_ lane: Lane, _ source: StreamSource?) -> [Int] {
    if layout == .overlaid { return visible }
    guard isLinked, layout == .lanes, let source, let unit = source.channel(lane.channel)?.unit
    else { return [lane.channel] }
    return order.filter { source.channel($0)?.unit == unit }
  }
}
