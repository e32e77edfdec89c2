import WaveCoverage
import WaveCoverageWire
import WaveData
import WaveDataWire
import WaveInteraction
import WaveSensors
import WaveSensorsWire
import WaveSpectrum
import WaveSpectrumWire
import WaveWire

/// An instrument with a screen, and a server that says what a test has it say.
struct Subject<Model: Instrument> {
  /// What its server says, made of what every server says.
  struct Server {
    var welcome: (Welcome) -> Model.Message
    var notice: (Notice) -> Model.Message
    var clockReply: (ClockReply) -> Model.Message
    /// Something to show.
    var content: Model.Message
  }

  var model: Model
  let server: Server
  /// What the chip says until there is something to show.
  let waiting: String
  var now: Int64 = 1_000_000

  init(_ model: Model, waiting: String, server: Server) {
    self.model = model
    self.waiting = waiting
    self.server = server
    handle(.resize(width: 800, height: 600, scale: 1))
  }

  @discardableResult
  mutating func handle(_ intent: ViewIntent) -> [Model.Effect] { model.handle(intent, at: now) }

  @discardableResult
  mutating func receive(_ message: Model.Message) -> [Model.Effect] { model.receive(message, at: now) }

  /// Connects to a server that has something to show.
  mutating func connect() {
    handle(.connection(isOpen: true))
    receive(server.welcome(Welcome(sourceCount: 1, serverMicroseconds: now)))
    receive(server.content)
  }

  /// Lets time pass in ticks of 50 ms.
  mutating func pass(seconds: Double, _ look: (Self, [Model.Effect]) -> Void = { _, _ in }) {
    let end = now + Int64(seconds * 1e6)
    while now < end {
      now += 50_000
      let effects = handle(.tick)
      look(self, effects)
    }
  }

  /// What stands around the plot.
  var words: Around { Around(model.controls.bytes) }
}

/// What a control list says around the plot.
struct Around {
  var tone: ControlList.Tone?
  var strong = ""
  var quiet = ""
  var alert = ""
  var isDrawerOpen: Bool?

  /// Reads a list up to its drawer.
  init(_ bytes: [UInt8]) {
    var at = 0
    func text() -> String {
      let count = Int(bytes[at]) | Int(bytes[at + 1]) << 8
      at += 2 + count
      return String(decoding: bytes[at - count..<at], as: UTF8.self)
    }
    while at < bytes.count, isDrawerOpen == nil {
      let (kind, flags) = (ControlList.Kind(rawValue: bytes[at]), bytes[at + 2])
      at += 3
      switch kind {
      case .chip: (tone, strong, quiet) = (ControlList.Tone(rawValue: flags), text(), text())
      case .alert: alert = text()
      case .drawer: isDrawerOpen = flags == 1
      default: _ = text()
      }
    }
  }
}

enum Subjects {
  static var spectrum: Subject<SpectrumModel> {
    Subject(
      SpectrumModel(), waiting: "waiting for a source",
      server: .init(
        welcome: { .welcome($0) }, notice: { .notice($0) }, clockReply: { .clockReply($0) },
        content: .source(
          SourceInfo(
            source: 0, flags: .simulated, unit: .fullScale, lowHertz: 90e6, highHertz: 110e6,
            tuneLowHertz: 90e6, tuneHighHertz: 110e6, stepHertz: 10_000, rbwHertz: 9000, enbwHertz: 10_000,
            rowSeconds: 1.0 / 30, durationSeconds: 0, startMicroseconds: 0, levelLow: -100, levelHigh: 0,
            name: [0x61], detail: []))))
  }

  static var sensors: Subject<SensorsModel> {
    let channel = StreamChannel(label: [0x61], unit: [], low: -1, high: 1)
    return Subject(
      SensorsModel(), waiting: "waiting for a source",
      server: .init(
        welcome: { .welcome($0) }, notice: { .notice($0) }, clockReply: { .clockReply($0) },
        content: .source(
          StreamSource(
            source: 0, flags: .simulated, name: [0x61], detail: [],
            groups: [StreamSource.Group(rateHertz: 100, channels: [channel])]))))
  }

  static var data: Subject<DataModel> {
    Subject(
      DataModel(), waiting: "waiting for a table",
      server: .init(
        welcome: { .welcome($0) }, notice: { .notice($0) }, clockReply: { .clockReply($0) },
        content: .table(
          TableDescription(
            source: 0, flags: .complete, rowCount: 10, columnCount: 1, name: [0x61], detail: []))))
  }

  static var coverage: Subject<CoverageModel> {
    let tile = TerrainDescription(
      northDegrees: 47, westDegrees: 10, latitudeStepDegrees: 0.01, longitudeStepDegrees: 0.01, rowCount: 101,
      columnCount: 101, name: [0x61])
    return Subject(
      CoverageModel(), waiting: "waiting for terrain",
      server: .init(
        welcome: { .welcome($0) }, notice: { .notice($0) }, clockReply: { .clockReply($0) },
        content: .tiles(TerrainList(first: 0, total: 1, tiles: [tile]))))
  }
}
