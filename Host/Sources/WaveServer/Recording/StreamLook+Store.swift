import WaveStore
import WaveWire

extension StreamLook {
  /// A look as a store has it.
  ///
  /// - Parameter groups: The source's groups, through which channels are counted here.
  /// - Returns: The look; channels that are in no group are left out.
  func view(groups: [StreamSource.Group]) -> StoreView {
    let mode: StoreView.Mode = layout == .paper ? .paper : motion == .sweep ? .sweep : .scroll
    var row: UInt32 = 0
    var view = StoreView(
      mode: mode, windowSeconds: windowSeconds, speedMillimetersPerSecond: Double(speed),
      gainMillimetersPerMillivolt: Double(gain),
      channels: channels.compactMap { channel in
        guard let place = Self.place(of: Int(channel.channel), in: groups) else { return nil }
        defer { if channel.isShown, layout != .overlaid { row += 1 } }
        return StoreView.Channel(
          group: place.group, channel: place.channel, isShown: channel.isShown,
          isAutomatic: channel.isAutomatic, row: row, low: Double(channel.low), high: Double(channel.high))
      })
    view.form = StoreView.Form(rawValue: form.rawValue) ?? .threeByFour
    view.isTriggered = motion == .trigger
    view.isSwept = motion == .sweep
    view.isLinked = isLinked
    view.isCrossed = layout == .crossed
    return view
  }

  /// A look that a store has; nil where it is of other channels.
  init?(_ view: StoreView, source: UInt16, groups: [StreamSource.Group]) {
    var channels: [Channel] = []
    for channel in view.channels {
      guard groups.indices.contains(channel.group),
        groups[channel.group].channels.indices.contains(channel.channel)
      else { continue }
      let number = groups[..<channel.group].reduce(0) { $0 + $1.channels.count } + channel.channel
      let (low, high) = (Float(channel.low), Float(channel.high))
      guard number < WireLimits.channels, low.isFinite, high.isFinite, low < high,
        !channels.contains(where: { $0.channel == UInt8(number) })
      else { continue }
      channels.append(
        Channel(
          channel: UInt8(number), isShown: channel.isShown, isAutomatic: channel.isAutomatic, low: low,
          high: high))
    }
    let rows = Set(view.channels.filter(\.isShown).map(\.row))
    let isOverlaid = rows.count == 1 && view.channels.count(where: \.isShown) > 1
    let layout: Layout =
      view.mode == .paper ? .paper : view.isCrossed ? .crossed : isOverlaid ? .overlaid : .lanes
    let motion: Motion =
      view.isTriggered ? .trigger : view.isSwept || view.mode == .sweep ? .sweep : .scroll
    guard view.windowSeconds > 0, view.windowSeconds <= WireLimits.seconds else { return nil }
    func positive(_ value: Double, else usual: Float) -> Float {
      Float(value).isFinite && value > 0 ? Float(value) : usual
    }
    self.init(
      source: source, layout: layout, motion: motion,
      form: Form(rawValue: view.form.rawValue) ?? .threeByFour,
      isLinked: view.isLinked, windowSeconds: view.windowSeconds,
      speed: positive(view.speedMillimetersPerSecond, else: 25),
      gain: positive(view.gainMillimetersPerMillivolt, else: 10), channels: channels)
  }

  private static func place(
    of number: Int, in groups: [StreamSource.Group]
  ) -> (group: Int, channel: Int)? {
    var first = 0
    for (index, group) in groups.enumerated() {
      if number < first + group.channels.count { return (index, number - first) }
      first += group.channels.count
    }
    return nil
  }
}
