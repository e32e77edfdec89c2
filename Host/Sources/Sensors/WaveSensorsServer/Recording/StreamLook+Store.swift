import WaveSensorsWire
import WaveStore
import WaveWire

extension StreamLook {
  /// Returns the appearance in the format used by recordings.
  ///
  /// - Parameter groups: The source's groups; channels in the appearance are numbered across all groups.
  /// - Returns: The appearance, without channels that belong to no group.
  func view(groups: [StreamSource.Group]) -> StoreView {
    let mode: StoreView.Mode = layout == .paper ? .paper : motion == .sweep ? .sweep : .scroll
    var row: UInt32 = 0
    var view = StoreView(
      mode: mode, windowSeconds: windowSeconds, speedMillimetersPerSecond: Double(speed),
      gainMillimetersPerMillivolt: Double(gain),
      channels: channels.compactMap { channel in
        guard let place = groups.place(of: Int(channel.channel)) else { return nil }
        defer { if channel.isShown, layout != .overlaid { row += 1 } }
        return StoreView.Channel(
          group: place.group, channel: place.channel, isShown: channel.isShown,
          isAutomatic: channel.isAutomatic, row: row, low: Double(channel.low), high: Double(channel.high))
      })
    view.form = StoreView.Form(rawValue: form.rawValue) ?? .threeByFour
    view.isTriggered = motion == .trigger
    view.isSwept = motion == .sweep
    view.isLinked = isLinked
    view.isCrossed = layout == .xy
    view.trigger = StoreView.Trigger(
      place: trigger.channel.flatMap { groups.place(of: Int($0)) }, level: trigger.level.map { Double($0) },
      isFalling: trigger.isFalling, holdOffSeconds: Double(trigger.holdOffSeconds))
    view.bands = channels.compactMap { channel in
      guard let alarm = channel.alarm, let place = groups.place(of: Int(channel.channel)) else { return nil }
      return StoreView.Band(place: place, low: Double(alarm.low), high: Double(alarm.high))
    }
    return view
  }

  /// Creates an appearance from the format used by recordings; nil if it refers to unknown channels.
  init?(_ view: StoreView, source: UInt16, groups: [StreamSource.Group]) {
    var channels: [Channel] = []
    for channel in view.channels {
      let place = StoreView.Place(group: channel.group, channel: channel.channel)
      let (low, high) = (Float(channel.low), Float(channel.high))
      guard let number = Self.number(of: place, in: groups), low.isFinite, high.isFinite, low < high,
        !channels.contains(where: { $0.channel == number })
      else { continue }
      channels.append(
        Channel(
          channel: number, isShown: channel.isShown, isAutomatic: channel.isAutomatic, low: low, high: high,
          alarm: Self.alarm(of: place, in: view)))
    }
    let rows = Set(view.channels.filter(\.isShown).map(\.row))
    let isOverlaid = rows.count == 1 && view.channels.count(where: \.isShown) > 1
    let layout: Layout =
      view.mode == .paper ? .paper : view.isCrossed ? .xy : isOverlaid ? .overlaid : .lanes
    let motion: Motion = view.isTriggered ? .trigger : view.isSwept || view.mode == .sweep ? .sweep : .scroll
    guard view.windowSeconds > 0, view.windowSeconds <= WireLimits.seconds else { return nil }
    func positive(_ value: Double, else usual: Float) -> Float {
      Float(value).isFinite && value > 0 ? Float(value) : usual
    }
    self.init(
      source: source, layout: layout, motion: motion,
      form: Form(rawValue: view.form.rawValue) ?? .threeByFour, isLinked: view.isLinked,
      windowSeconds: view.windowSeconds, speed: positive(view.speedMillimetersPerSecond, else: 25),
      gain: positive(view.gainMillimetersPerMillivolt, else: 10), channels: channels)
    trigger = Self.trigger(of: view, in: groups)
  }

  private static func alarm(of place: StoreView.Place, in view: StoreView) -> Band? {
    guard let band = view.bands.first(where: { $0.place == place }) else { return nil }
    let (low, high) = (Float(band.low), Float(band.high))
    return low.isFinite && high.isFinite && low <= high ? Band(low: low, high: high) : nil
  }

  private static func trigger(of view: StoreView, in groups: [StreamSource.Group]) -> Trigger {
    let level = view.trigger.level.map { Float($0) }
    let holdOff = Float(view.trigger.holdOffSeconds)
    return Trigger(
      channel: view.trigger.place.flatMap { number(of: $0, in: groups) },
      level: level.flatMap { $0.isFinite ? $0 : nil }, isFalling: view.trigger.isFalling,
      holdOffSeconds: holdOff.isFinite && holdOff > 0 ? holdOff : 0)
  }

  private static func number(of place: StoreView.Place, in groups: [StreamSource.Group]) -> UInt8? {
    guard groups.indices.contains(place.group), groups[place.group].channels.indices.contains(place.channel)
    else { return nil }
    let number = groups.firstNumber(ofGroup: place.group) + place.channel
    return number < WireLimits.channels ? UInt8(number) : nil
  }
}
