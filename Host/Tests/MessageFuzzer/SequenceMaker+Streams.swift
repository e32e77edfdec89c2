import WaveSensorsWire
import WaveWire

extension SequenceMaker {
  mutating func append(streamsOf client: inout Client, to bytes: inout [UInt8]) {
    let message: SensorsMessage
    switch draw.below(40) {
    case 0..<10:
      client.view &+= 1
      message = .show(
        ShowStreams(
          view: draw.chance(0.98) ? client.view : draw.field(0...20), source: source(Stage.streamCount),
          isShowing: draw.chance(0.9), messagesPerSecond: draw.field(1...60),
          columnMicroseconds: draw.chance(0.3) ? draw.number(1...1e9) : draw.number(100...20_000),
          delayMicroseconds: draw.chance(0.7) ? 0 : draw.integer(0...5_000_000), fromMicroseconds: time(),
          channels: channels(), windowMicroseconds: draw.chance(0.5) ? 0 : draw.integer(0...60_000_000)))
    case 10..<15: message = .acknowledge(acknowledgement(client))
    case 15..<17: message = .clockRequest(ClockRequest(clientMicroseconds: time()))
    case 17..<23: message = .command(command(Stage.streamCount))
    case 23..<26: message = .fetch(fetch(client))
    case 26..<29:
      message = .setMark(
        SetMark(
          source: source(Stage.streamCount), mark: draw.chance(0.5) ? 0 : draw.field(0...30),
          group: draw.field(0...2), sequence: UInt64(bitPattern: draw.integer(0...5000)),
          text: draw.chance(0.2) ? [] : draw.text(120)))
    case 29..<34: message = .setMixture(mixture())
    case 34..<36: message = .setLook(look())
    case 36..<39:
      let low = draw.number(0...100)
      message = .showSpectrum(
        ShowSpectrum(
          view: draw.field(0...20), source: source(Stage.streamCount), channel: draw.field(0...6),
          window: draw.field(0...4), parts: draw.field(1...64), columns: draw.field(16...2048),
          lowHertz: low, highHertz: draw.chance(0.3) ? WireLimits.hertz : low + draw.number(0.1...500),
          untilMicroseconds: draw.chance(0.4) ? WireLimits.microseconds : time(),
          windowMicroseconds: draw.integer(1...20_000_000)))
    default: message = .hello(SensorsHello())
    }
    message.encodeFromClient(into: &bytes)
  }

  private mutating func channels() -> ChannelSet {
    if draw.chance(0.5) { return ChannelSet(first: draw.pick([1, 3, 8, 255, 256])) }
    var set = ChannelSet()
    for _ in 0..<draw.below(6) { set.insert(draw.below(draw.chance(0.2) ? 256 : 8)) }
    return set
  }

  private mutating func mixture() -> SetMixture {
    let source = source(Stage.streamCount)
    guard draw.chance(0.75) else { return .remove(source: source, channel: draw.field(0...12)) }
    let hasSecond = draw.chance(0.7)
    return .make(
      source: source,
      StreamMixture.Formula(
        first: draw.field(0...5), firstFactor: draw.number(-3...3), second: draw.field(0...5),
        secondFactor: hasSecond ? draw.number(-3...3) : 0, offset: draw.number(-10...10)),
      label: draw.chance(0.95) ? Array("made \(draw.below(100))".utf8) : draw.text(64), unit: draw.text(8))
  }

  private mutating func look() -> StreamLookPart {
    let channels = (0..<draw.below(8)).map { channel in
      StreamLook.Channel(
        channel: draw.field(channel...channel), isShown: draw.chance(0.8), isAutomatic: draw.chance(0.5),
        low: draw.single(-5...0), high: draw.single(0...5),
        alarm: draw.chance(0.2) ? StreamLook.Band(low: draw.single(-1...0), high: draw.single(0...1)) : nil)
    }
    var look = StreamLook(
      source: source(Stage.streamCount), layout: draw.pick([.lanes, .overlaid, .paper, .xy]),
      motion: draw.pick([.sweep, .scroll, .trigger]), form: .sixByTwo, isLinked: draw.chance(0.5),
      windowSeconds: draw.number(0.1...60), speed: draw.single(10...50), gain: draw.single(1...20),
      channels: channels)
    look.trigger = StreamLook.Trigger(
      channel: draw.chance(0.5) ? draw.field(0...8) : nil,
      level: draw.chance(0.5) ? draw.single(-1...1) : nil,
      isFalling: draw.chance(0.5), holdOffSeconds: draw.single(0...2))
    return draw.pick(look.parts)
  }
}
