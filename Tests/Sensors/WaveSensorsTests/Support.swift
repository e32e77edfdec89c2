import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

/// A server of made-up streams and a screen, without anything between them: the protocol as
/// Documentation/wire.md has it.
struct Bench {
  var model: SensorsModel
  var list = DrawList()
  var scene = DrawScene()
  var now: Int64 = 100_000_000
  var source: StreamSource
  /// Samples of a channel; NaN is missing.
  var value: (_ channel: Int, _ sequence: Int64) -> Float
  /// Server time of the streams' first sample: the server's clock is the client's.
  let start: Int64
  var shown: ShowStreams?
  var sent: [SensorsMessage] = []
  var effects: [SensorsModel.Effect] = []
  /// Whether live messages are sent.
  var isStreaming = true
  /// Recorded seconds in a second of the server; 1 of what is live.
  let pace: Double
  /// The next block of each group.
  private var next: [UInt64] = []
  private var newestSample: Int64 = 0

  init(
    channels: Int = 2, rateHertz: Double = 1000, leads: [ECGLead] = [], width: Float = 400,
    height: Float = 300, secondsBefore: Double = 60, pace: Double = 1, isStreaming: Bool = true,
    windowSeconds: Double = 10, source given: StreamSource? = nil, on screen: Screen? = nil,
    value: @escaping (_ channel: Int, _ sequence: Int64) -> Float = { channel, sequence in
      Float(channel) + Float((sequence * 7919) % 1000) / 1000
    }
  ) {
    model = SensorsModel(windowSeconds: windowSeconds)
    let names = (0..<channels).map { index in
      StreamChannel(
        label: Array("ch\(index)".utf8), unit: Array("mV".utf8), low: -2, high: 4,
        lead: index < leads.count ? leads[index] : nil)
    }
    source =
      given
      ?? StreamSource(
        source: 0, flags: .simulated, name: Array("bench".utf8), detail: [],
        groups: [StreamSource.Group(rateHertz: rateHertz, channels: names)])
    self.value = value
    self.isStreaming = isStreaming
    self.pace = pace
    if pace != 1 { source.flags = .recording }
    start = now - Int64(secondsBefore * 1e6)
    resize(to: screen ?? Screen(width: width, height: height))
    send(.appearance(isDark: true, reducesMotion: true))
    send(.connection(isOpen: true))
    receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: now)))
    receive(.clockReply(ClockReply(clientMicroseconds: now, serverMicroseconds: now)))
    receive(.source(source))
    if pace != 1 {
      receive(
        .timeMap(TimeMap(source: 0, serverMicroseconds: start, recordedMicroseconds: 0, speed: pace)))
    }
    receive(
      .times(
        SampleTimes(
          source: 0, group: 0, reason: .start, sequence: 0, microseconds: start, rateHertz: servedHertz)))
    answer()
  }

  var rateHertz: Double { source.groups[0].rateHertz }

  /// Samples in a second of the server.
  private var servedHertz: Double { rateHertz * pace }

  /// Gives the model a screen.
  mutating func resize(to screen: Screen) {
    send(
      .resize(
        width: screen.width, height: screen.height, scale: screen.scale, insets: screen.insets,
        textScale: screen.textScale, headPoints: screen.headPoints))
  }

  /// Hands in an intent and performs what it asks for.
  mutating func send(_ intent: ViewIntent) {
    perform(model.handle(intent, at: now))
  }

  /// Does something to a control, and performs what it asks for.
  mutating func perform(_ action: SensorsAction, _ input: ControlInput) {
    perform(model.perform(action, input, at: now))
  }

  /// Hands in a message of the server, and performs what it asks for.
  mutating func receive(_ message: SensorsMessage) { perform(model.receive(message, at: now)) }

  private mutating func perform(_ next: [SensorsModel.Effect]) {
    effects += next
    for case .send(let message) in next { sent.append(message) }
  }

  /// Answers what the client has asked, and sends what is new.
  mutating func answer() {
    while !sent.isEmpty {
      let messages = sent
      sent = []
      for message in messages {
        switch message {
        case .show(let view):
          shown = view
          next = [firstBlock(at: view.fromMicroseconds)]
        case .fetch(let fetch):
          guard fetch.view == shown?.view else { continue }
          let first = firstBlock(at: fetch.fromMicroseconds)
          let last = firstBlock(at: min(fetch.untilMicroseconds, now))
          sendBlocks(first...max(first, last), isFetched: true)
          receive(
            .fetched(
              Fetched(view: fetch.view, fromMicroseconds: fetch.fromMicroseconds, oldestMicroseconds: start)))
        case .clockRequest(let request):
          receive(
            .clockReply(
              ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
        default: break
        }
      }
    }
    live()
  }

  /// Takes a client that cannot keep up to the newest.
  mutating func skip() { next = [UInt64(max(0, newest)) >> UInt64(level)] }

  private var level: Int {
    StreamColumns.level(rateHertz: rateHertz, columnMicroseconds: shown?.columnMicroseconds ?? 1)
  }

  private func firstBlock(at microseconds: Int64) -> UInt64 {
    UInt64(max(0, Double(microseconds - start) * servedHertz / 1e6)) >> UInt64(level)
  }

  /// The sample that is the newest one that a view may have now.
  private var newest: Int64 {
    Int64(Double(now - (shown?.delayMicroseconds ?? 0) - start) * servedHertz / 1e6)
  }

  private mutating func live() {
    guard isStreaming, let shown, shown.isShowing, newest >= 0, !next.isEmpty else { return }
    let last = UInt64(newest) >> UInt64(level)
    guard last >= next[0] else { return }
    sendBlocks(next[0]...last, isFetched: false)
    next[0] = last
  }

  /// Sends blocks, each worked out from its samples one by one.
  private mutating func sendBlocks(_ blocks: ClosedRange<UInt64>, isFetched: Bool) {
    guard let shown else { return }
    let channels = source.groups[0].channels.indices.filter { shown.channels.contains($0) }
    var blocks = blocks
    let limit = UInt64(StreamColumns.blockLimit(channels: channels.count, level: level))
    while !blocks.isEmpty {
      let part = blocks.prefix(Int(min(limit, UInt64(blocks.count))))
      var values: [Float] = []
      for channel in channels {
        for block in part {
          let first = Int64(block) << Int64(level)
          let samples = (first..<first + 1 << Int64(level)).filter { $0 <= newest || isFetched }.map {
            value(channel, $0)
          }.filter { !$0.isNaN }
          values.append(samples.min() ?? .nan)
          if level > 0 { values.append(samples.max() ?? .nan) }
        }
      }
      receive(
        .columns(
          StreamColumns(
            view: shown.view, source: 0, group: 0, level: UInt8(level), isFetched: isFetched,
            channelCount: UInt8(channels.count), firstBlock: part.first ?? 0, blockCount: UInt16(part.count),
            arrivalMicroseconds: now, values: values)))
      guard let end = part.last, end < blocks.upperBound else { return }
      blocks = end + 1...blocks.upperBound
    }
  }

  /// Draws a frame and plays it.
  mutating func draw() throws {
    perform(model.draw(into: &list, at: now))
    try scene.play(list.words)
    answer()
  }

  /// Lets time go by, a frame each 16 ms.
  mutating func run(seconds: Double) throws {
    for _ in 0..<Int(seconds / 0.016) {
      now += 16_000
      send(.tick)
      answer()
      try draw()
    }
  }

  mutating func tap(x: Float = 200, y: Float = 200) {
    touch(.began, x, y)
    touch(.ended, x, y)
    now += 400_000
    send(.tick)
    answer()
  }

  mutating func touch(_ phase: Touch.Phase, _ x: Float, _ y: Float, id: Int32 = 1) {
    now += 1000
    send(.touch(Touch(id: id, phase: phase, x: x, y: y, microseconds: now)))
    answer()
  }

  mutating func drag(from: (Float, Float), to: (Float, Float)) {
    touch(.began, from.0, from.1)
    for step in 1...10 {
      let share = Float(step) / 10
      touch(.moved, from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    }
    now += 200_000
    touch(.ended, to.0, to.1)
  }

  /// The strip as it is kept.
  var strip: DrawScene.Strip? { scene.strips.first }

  /// The columns of the screen in time.
  var lattice: TimeLattice { model.view.lattice(model.context(at: now)) }

  /// What the strip holds in the columns that are seen, from left to right.
  var columns: [[DrawScene.Strip.Mark]] {
    guard let strip else { return [] }
    return lattice.visible.map { strip.columns[lattice.ringColumn($0)] }
  }

  /// Holds the picture still with a moment at its right edge.
  mutating func hold(at microseconds: Double) { model.change(.time(.hold(microseconds)), at: now) }

  /// Has streams looked at in another way, as a recording does.
  mutating func look(_ change: (inout StreamLook) -> Void) {
    var look = model.view.look(of: source.source)
    change(&look)
    for part in look.parts { receive(.look(part)) }
  }

  /// Gives a stream a scale that does not follow its data.
  mutating func setScale(of channel: Int, center: Double, span: Double? = nil) {
    let span = span ?? model.view.streams.scales[channel].span
    look { look in
      for place in look.channels.indices where Int(look.channels[place].channel) == channel {
        look.channels[place].isAutomatic = false
        look.channels[place].low = Float(center - span / 2)
        look.channels[place].high = Float(center + span / 2)
      }
    }
  }

  /// Gives streams alarm bands, by their numbers; nil for none.
  mutating func setBands(_ band: (_ channel: Int) -> StreamLook.Band?) {
    look { look in
      for place in look.channels.indices {
        look.channels[place].alarm = band(Int(look.channels[place].channel))
      }
    }
  }

  /// The texts on the screen.
  var texts: [String] {
    scene.layers.flatMap(\.marks).compactMap { mark in
      guard case .text(let text, _, _, _, _, _) = mark else { return nil }
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension SensorsModel {
  func edgeMicroseconds(at now: Int64) -> Double { view.edge(context(at: now)) }

  func positionSeconds(at now: Int64) -> Double? { sources.positionSeconds(at: edgeMicroseconds(at: now)) }

  /// Where the names of the source's streams are.
  var names: NamePlacement { names(of: source ?? StreamSource(source: 0, name: [], detail: [], groups: [])) }
}
