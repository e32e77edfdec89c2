import WaveCoverageWire
import WaveDataWire
import WaveSensorsWire
import WaveSpectrumWire
import WaveWire

extension SequenceMaker {
  mutating func append(hello instrument: Client.Instrument, to bytes: inout [UInt8]) {
    let version: UInt16 = draw.chance(0.01) ? draw.field(0...3) : WireVersion.current
    switch instrument {
    case .spectrum: Message.hello(Hello(version: version)).encodeFromClient(into: &bytes)
    case .streams: SensorsMessage.hello(SensorsHello(version: version)).encodeFromClient(into: &bytes)
    case .tables: DataMessage.hello(DataHello(version: version)).encodeFromClient(into: &bytes)
    case .terrain: CoverageMessage.hello(CoverageHello(version: version)).encodeFromClient(into: &bytes)
    }
  }

  mutating func append(spectrumOf client: inout Client, to bytes: inout [UInt8]) {
    let message: Message
    switch draw.below(20) {
    case 0..<7:
      client.view &+= 1
      let low = draw.number(80e6...105e6)
      message = .show(
        ShowView(
          view: draw.chance(0.98) ? client.view : draw.field(0...20), source: source(Stage.spectrumCount),
          mode: draw.pick([.spectrum, .spectrum, .waterfall, .waterfall, .meter, .nothing]),
          planes: PlaneSet(rawValue: draw.field(1...31)), columns: draw.field(1...2048),
          rowsPerSecond: draw.field(1...60), slotMicroseconds: draw.field(100_000...2_000_000),
          frozenSequence: draw.chance(0.7) ? 0 : draw.field(0...2000), lowHertz: low,
          highHertz: draw.chance(draw.wildness) ? draw.wildNumber() : low + draw.number(1...20e6),
          levels: draw.chance(0.5) ? levels() : nil))
    case 7..<11: message = .acknowledge(acknowledgement(client))
    case 11: message = .clockRequest(ClockRequest(clientMicroseconds: time()))
    case 12..<17: message = .command(command(Stage.spectrumCount))
    case 19 where draw.chance(0.1): message = .hello(Hello())
    default: message = .fetch(fetch(client))
    }
    message.encodeFromClient(into: &bytes)
  }

  /// Levels that are seen, and now and then none that anybody could see.
  private mutating func levels() -> LevelAxis {
    let top = Float(draw.number(-150...50))
    return LevelAxis(
      bottom: draw.chance(draw.wildness) ? Float(draw.wildNumber()) : top - Float(draw.number(0.1...200)),
      top: top, rows: draw.field(0...9000))
  }

  /// The number of a source that is on the stage, and now and then of one that is not.
  mutating func source(_ count: Int) -> UInt16 {
    draw.chance(0.02) ? draw.field(0...count) : UInt16(draw.below(count))
  }

  mutating func acknowledgement(_ client: Client) -> Acknowledge {
    Acknowledge(
      view: view(client), liveRows: draw.field(0...4), fetchedRows: draw.field(0...8),
      sequence: draw.field(0...5000))
  }

  mutating func fetch(_ client: Client) -> Fetch {
    let from = time()
    return Fetch(
      view: view(client), fromMicroseconds: from,
      untilMicroseconds: draw.chance(draw.wildness) ? time() : from &+ draw.integer(0...30_000_000))
  }

  mutating func command(_ sources: Int) -> Command {
    let source = source(sources)
    switch draw.below(12) {
    case 0, 1: return .speed(source: source, factor: draw.number(0...20))
    case 2, 3: return .seek(source: source, seconds: draw.number(0...100))
    case 4, 5:
      let low = draw.number(80e6...100e6)
      return .tune(source: source, lowHertz: low, highHertz: low + draw.number(1...10e6))
    case 6: return .resetHold(source: source)
    case 7, 8: return .takeControl(source: source)
    default:
      // Filter, notch, record, and those of sources.
      let control: UInt8 = draw.pick([200, 200, 200, 201, 201, 203, 199, 0, 1, draw.field(0...255)])
      return .adjust(
        source: source, control: control,
        value: draw.chance(0.8) ? Double(draw.below(6)) : draw.number(0...300))
    }
  }
}
