import TestSupport
import WaveCoverage
import WaveCoverageWire
import WaveData
import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveSensors
import WaveSensorsWire
import WaveSpectrum
import WaveSpectrumWire
import WaveWire

/// An instrument with a screen, and a server whose messages a test chooses.
struct Subject<Model: Instrument> {
  /// Makes messages that all servers send as messages of this instrument.
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

  /// What the list of controls has.
  var listed: [ListedControl] { ListedControl.all(in: model.controls.bytes) }

  /// The numbers of all that can be operated, in the list's order.
  var numbers: [UInt16] { listed.map(\.number).filter { $0 > 0 } }

  /// What stands around the plot.
  var words: Around { Around(listed) }

  /// What follows something done to a control: what is to be done outside, what is listed and what is drawn.
  struct Outcome: Equatable {
    var effects: [Model.Effect]
    var controls: ControlList
    var picture: [UInt32]
  }

  /// What would follow from something done to the control that has a number.
  func outcome(of input: ControlInput, number: UInt16) -> Outcome {
    var copy = self
    var effects = copy.handle(.control(number: number, input))
    var list = DrawList()
    effects += copy.model.draw(into: &list, at: now)
    return Outcome(effects: effects, controls: copy.model.controls, picture: list.words)
  }
}

/// What a control list says around the plot.
struct Around {
  var tone: ControlList.Tone?
  var strong = ""
  var quiet = ""
  var alert = ""
  var isDrawerOpen: Bool?

  init(_ listed: [ListedControl]) {
    for control in listed {
      switch ControlList.Kind(rawValue: control.kind) {
      case .chip:
        tone = ControlList.Tone(rawValue: control.flags)
        (strong, quiet) = (control.texts[0], control.texts[1])
      case .alert: alert = control.texts[0]
      case .drawer: isDrawerOpen = control.flags == 1
      default: break
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
