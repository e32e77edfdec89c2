import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// How streams are looked at, for the server's recording of them, and of a recording that is played.
struct LookState: Sendable {
  /// What was sent last.
  var sent: StreamLook?
  var sentMicroseconds: Int64 = .min / 2
  /// A look whose parts are coming.
  var pending: StreamLook?
  /// How each source was looked at while it was recorded.
  var recorded: [StreamLook] = []
}

extension SensorsModel {
  /// The server's control that records, as Documentation/wire.md has it.
  static let recordControl: UInt8 = 203
  /// The control of a folder of recordings that picks one; its first choice is none.
  static let pickControl: UInt8 = 199
  /// How often the server is told how streams are looked at.
  static let lookIntervalMicroseconds: Int64 = 1_000_000

  /// Whether the server records the source on the screen.
  var isRecording: Bool { sourceControls.contains { $0.id == Self.recordControl && $0.value != 0 } }

  /// How the source on the screen is looked at.
  private var look: StreamLook? {
    guard let source else { return nil }
    var look = StreamLook(
      source: source.source, layout: StreamLook.Layout(rawValue: layout.rawValue) ?? .lanes,
      motion: StreamLook.Motion(rawValue: motion.rawValue) ?? .scroll,
      form: StreamLook.Form(rawValue: paper.form.rawValue) ?? .threeByFour, isLinked: isLinked,
      windowSeconds: windowSeconds, speed: Float(paper.speed), gain: Float(paper.gain),
      channels: order.compactMap { channel in
        let scale = scales[channel]
        let low = Self.told(scale.center - scale.span / 2)
        let high = Self.told(scale.center + scale.span / 2)
        guard channel < WireLimits.channels, low < high else { return nil }
        let band = alarms.indices.contains(channel) ? alarms[channel] : nil
        return StreamLook.Channel(
          channel: UInt8(truncatingIfNeeded: channel), isShown: !hidden.contains(channel),
          isAutomatic: scale.isAutomatic, low: low, high: high,
          alarm: band.map { StreamLook.Band(low: Self.told($0.low), high: Self.told($0.high)) })
      })
    look.trigger = StreamLook.Trigger(
      channel: trigger.channel.flatMap { $0 < WireLimits.channels ? UInt8(truncatingIfNeeded: $0) : nil },
      level: trigger.level.map { Self.told($0) }, isFalling: trigger.isFalling,
      holdOffSeconds: Float(trigger.holdOffSeconds))
    return look
  }

  /// A value as it is told: finite.
  private static func told(_ value: Double) -> Float {
    let limit = 1e30
    return Float(Swift.max(-limit, Swift.min(limit, value)))
  }

  /// Tells the server how streams are looked at, while it records them.
  mutating func sendLook(at now: Int64) {
    guard isRecording, let look else {
      looks.sent = nil
      return
    }
    guard look != looks.sent else { return }
    guard now - looks.sentMicroseconds >= Self.lookIntervalMicroseconds else {
      return wake(at: looks.sentMicroseconds + Self.lookIntervalMicroseconds)
    }
    looks.sent = look
    looks.sentMicroseconds = now
    for part in look.parts { send(.setLook(part)) }
  }

  /// Takes how a recording was looked at, part by part.
  mutating func receive(_ message: StreamLookPart, at now: Int64) {
    guard let part = try? StreamLook(message) else { return }
    if part.firstPlace == 0 { looks.pending = part } else { looks.pending?.append(part) }
    guard let look = looks.pending, look.isWhole else { return }
    looks.pending = nil
    looks.recorded.removeAll { $0.source == look.source }
    looks.recorded.append(look)
    if look.source == source?.source { showAsRecorded(at: now) }
  }

  /// Shows the source on the screen as it was seen while it was recorded.
  mutating func showAsRecorded(at now: Int64) {
    guard let look = looks.recorded.first(where: { $0.source == source?.source }) else { return }
    let known = look.channels.filter { Int($0.channel) < scales.count }
    guard !known.isEmpty else { return }
    let places = known.map { Int($0.channel) }
    order = places + scales.indices.filter { !places.contains($0) }
    hidden = ChannelSet()
    for channel in known where !channel.isShown { hidden.insert(Int(channel.channel)) }
    alarms = [AlarmBand?](repeating: nil, count: scales.count)
    for channel in known {
      alarms[Int(channel.channel)] = channel.alarm.map {
        AlarmBand(low: Double($0.low), high: Double($0.high))
      }
      scales[Int(channel.channel)].center = (Double(channel.low) + Double(channel.high)) / 2
      scales[Int(channel.channel)].span = Double(channel.high) - Double(channel.low)
      scales[Int(channel.channel)].isAutomatic = channel.isAutomatic
    }
    trigger = Trigger(
      channel: look.trigger.channel.flatMap { scales.indices.contains(Int($0)) ? Int($0) : nil },
      level: look.trigger.level.map { Double($0) }, isFalling: look.trigger.isFalling,
      holdOffSeconds: Self.holdOffs.first { Float($0) == look.trigger.holdOffSeconds }
        ?? Double(look.trigger.holdOffSeconds))
    isLinked = look.isLinked
    paper.form = PaperSettings.Form(rawValue: look.form.rawValue) ?? .threeByFour
    if PaperSettings.speeds.contains(Double(look.speed)) { paper.speed = Double(look.speed) }
    if PaperSettings.gains.contains(Double(look.gain)) { paper.gain = Double(look.gain) }
    let wanted = Layout(rawValue: look.layout.rawValue) ?? .lanes
    layout = layoutChoices.contains(wanted) ? wanted : .lanes
    if layout == .paper {
      arrangePaper()
    } else {
      windowSeconds = Swift.max(
        Self.windows[0], Swift.min(Self.windows[Self.windows.count - 1], look.windowSeconds))
    }
    strip.drawn = 0..<0
    setMotion(Motion(rawValue: look.motion.rawValue) ?? .scroll, at: now)
    redraw()
  }

  // MARK: - Picking a recording

  /// What picks a recording, where the source is a folder of them.
  private var picker: SourceControl? {
    sourceControls.first { $0.id == Self.pickControl && $0.kind == .choice }
  }

  /// Whether nothing is picked of a folder of recordings.
  var isShelf: Bool { source.map { $0.groups.isEmpty && $0.flags.contains(.recording) } ?? false }

  /// Opens the drawer where there is nothing to be seen before a recording is picked.
  mutating func offerRecordings() { if isShelf { isDrawerOpen = true } }

  /// The recordings of a folder, the newest first.
  func appendRecordings(to list: inout ControlListBuilder<SensorsAction>) {
    guard let picker, picker.texts.count > 1 else {
      if isShelf {
        list.fact(label: "Recordings", text: Texts.bytes("None in this folder yet"))
      }
      return
    }
    list.choices(
      .chooseRecording, label: "Recordings", options: Array(picker.texts.dropFirst()),
      selected: picker.value >= 1 ? Int(saturating: picker.value) - 1 : nil, style: .entries)
  }

  /// Plays a recording of the folder; the one that is played already, from its beginning.
  mutating func pick(_ index: Int, at now: Int64) {
    guard let source, let picker, index >= 0, index + 1 < picker.texts.count else { return }
    isDrawerOpen = false
    if Int(saturating: picker.value) == index + 1 {
      send(.command(.seek(source: source.source, seconds: 0)))
    } else {
      send(.command(.adjust(source: source.source, control: Self.pickControl, value: Double(index + 1))))
    }
    goLive(at: now)
  }
}
