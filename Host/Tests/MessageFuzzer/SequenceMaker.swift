/// Makes a sequence of steps from a seed: the same seed gives the same steps on every machine.
///
/// It knows what is on the stage and what a client would do next, and nothing of what the server answers.
struct SequenceMaker {
  /// What a client has said so far.
  struct Client {
    enum Instrument: CaseIterable { case spectrum, streams, tables, terrain }

    var instrument: Instrument
    var hasGreeted = false
    var view: UInt16 = 0
    /// The table that it shows.
    var table: UInt16 = 0
  }

  /// Clients that are there at a time.
  static let clientCount = 6

  var draw: Draw
  /// The time on the stage, as far as steps have turned it.
  var now = Stage.startMicroseconds
  private(set) var steps: [Step] = []
  /// Messages in all frames.
  private(set) var messageCount = 0
  private var clients = [Client?](repeating: nil, count: clientCount)
  private let instruments: [Client.Instrument]
  private let isCalm: Bool
  /// What sources have made so far.
  private var sources: SourceModels

  /// Makes a sequence.
  ///
  /// - Parameters:
  ///   - seed: Which one.
  ///   - messages: How many messages clients send, at least.
  init(seed: UInt64, messages: Int) {
    var draw = Draw(seed: seed)
    // One sequence in three has one instrument alone: it goes deeper into that.
    instruments =
      draw.chance(0.35)
      ? [draw.pick(Client.Instrument.allCases)] : Client.Instrument.allCases
    isCalm = draw.chance(0.3)
    let stage = Step(.stage, words: (0..<8).map { _ in draw.random.next() })
    sources = SourceModels(stage: stage)
    steps = [stage]
    self.draw = draw
    while messageCount < messages { next() }
    steps.append(Step(.settle))
    for client in clients.indices { steps.append(Step(.collect, client)) }
  }

  private mutating func next() {
    switch draw.below(100) {
    case 0..<62: frame()
    case 62..<78: add(sources.stimulus(&draw, at: now, isCalm: isCalm))
    case 78..<88: add(Step(.collect, draw.below(Self.clientCount)))
    case 88..<94:
      let wait = draw.wildly(0.02) { $0.integer($0.chance(0.2) ? 0...5_000_000 : 0...50_000) }
      // Clocks go on: ten years are far enough.
      let microseconds = min(max(0, wait), 315_360_000_000_000)
      now = min(1 << 52, now + microseconds)
      add(Step(.wait, words: [UInt64(microseconds)]))
    case 94..<97: add(Step(.settle, words: draw.chance(0.3) ? [] : [Stage.withoutEngine]))
    case 97: leave()
    case 98: add(Step(.engine, words: [draw.random.next()]))
    default:
      let client = draw.below(Self.clientCount)
      leave(client)
      open(client)
    }
  }

  mutating func add(_ step: Step) { steps.append(step) }

  private mutating func add(_ new: [Step]) { steps += new }

  private mutating func open(_ place: Int) {
    clients[place] = Client(instrument: draw.pick(instruments))
    add(Step(.open, place, words: [UInt64(draw.chance(0.3) ? draw.below(4) : 3)]))
  }

  private mutating func leave() { leave(draw.below(Self.clientCount)) }

  private mutating func leave(_ place: Int) {
    guard clients[place] != nil else { return }
    clients[place] = nil
    add(Step(.leave, place))
  }

  /// A frame of one message or several, now and then with a bit of it turned.
  private mutating func frame() {
    let place = draw.below(Self.clientCount)
    if clients[place] == nil { open(place) }
    guard var client = clients[place] else { return }
    var bytes: [UInt8] = []
    let count = draw.chance(0.75) ? 1 : 1 + draw.below(4)
    for _ in 0..<count {
      draw.wildness = isCalm || draw.chance(0.5) ? 0 : draw.pick([0.05, 0.2, 0.6])
      var message: [UInt8] = []
      if !client.hasGreeted {
        if draw.chance(0.98) { client.hasGreeted = true }
        append(hello: client.instrument, to: &message)
      } else {
        append(messageOf: &client, to: &message)
      }
      // A frame from a client holds 256 bytes at most.
      guard bytes.count + message.count <= 256 else { break }
      bytes += message
      messageCount += 1
    }
    if draw.chance(isCalm ? 0.002 : 0.02), !bytes.isEmpty { mutate(&bytes) }
    clients[place] = client
    add(Step(.frame, place, bytes: bytes))
    // An engine's answers take time, and a question of the same kind takes the place of one that waits.
    if client.instrument == .tables, client.table == Stage.engine, draw.chance(0.3) {
      add(Step(.settle, words: [Stage.engineOnly]))
    }
    if draw.chance(0.3) { add(Step(.collect, place)) }
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = draw.below(bytes.count)
    switch draw.below(5) {
    case 0: bytes[place] = UInt8(draw.below(256))
    case 1: bytes[place] ^= 1 << UInt8(draw.below(8))
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(UInt8(draw.below(256)), at: place)
    default:
      bytes.replaceSubrange(place..., with: bytes[place...].map { _ in draw.pick([0, 0x7F, 0x80, 0xFF]) })
    }
    if bytes.count > 256 { bytes.removeLast(bytes.count - 256) }
  }

  private mutating func append(messageOf client: inout Client, to bytes: inout [UInt8]) {
    switch client.instrument {
    case .spectrum: append(spectrumOf: &client, to: &bytes)
    case .streams: append(streamsOf: &client, to: &bytes)
    case .tables: append(tablesOf: &client, to: &bytes)
    case .terrain: append(terrainOf: &client, to: &bytes)
    }
  }

  /// The view that a client shows, and now and then another.
  mutating func view(_ client: Client) -> UInt16 {
    draw.chance(0.05) ? draw.field(0...20) : client.view
  }

  /// A time near now, or an extreme.
  mutating func time() -> Int64 {
    draw.chance(draw.wildness) ? draw.wildInteger() : now &+ draw.integer(-60_000_000...5_000_000)
  }
}
