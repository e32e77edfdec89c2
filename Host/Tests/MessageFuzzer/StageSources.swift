import Dispatch
import Synchronization
import WaveSensorsWire
import WaveSimulation
import WaveSpectrumWire
import WaveWire

@testable import WaveReceivers
@testable import WaveSensorSources

/// The stage's clock, which steps turn.
final class StageClock: Sendable {
  private let microseconds: Atomic<Int64>

  init(_ start: Int64) { microseconds = Atomic(start) }

  var now: Int64 {
    get { microseconds.load(ordering: .relaxed) }
    set { microseconds.store(newValue, ordering: .relaxed) }
  }
}

/// What is behind a source of spectra, beside what steps say of it.
///
/// Each is held behind one lock from its beginning on.
enum StageReceiver: @unchecked Sendable {
  case script
  /// A recording, played by the stage's clock.
  case playback(Playback)
  /// The simulated band, by the stage's clock.
  case simulated(SimulatedSource)
  /// A receiver that nobody answers for: it is only asked.
  case dongle(RTLTCPSource)
}

/// A source of spectra that gives what steps say, and what its receiver makes of commands.
final class StageSpectrum: SpectrumSource {
  let feeder = Feeder<SourceEvent>()
  let asked = DispatchSemaphore(value: 0)
  private let clock: StageClock
  private let receiver: Mutex<StageReceiver>
  private let dongle: RTLTCPSource?
  private let name: String

  init(_ name: String, clock: StageClock, receiver: StageReceiver) {
    self.name = name
    self.clock = clock
    dongle = if case .dongle(let dongle) = receiver { dongle } else { nil }
    self.receiver = Mutex(receiver)
    change { receiver in
      switch receiver {
      case .playback(var playback):
        defer { receiver = .playback(playback) }
        return playback.start(at: clock.now)
      case .simulated(var simulated):
        defer { receiver = .simulated(simulated) }
        simulated.start(at: clock.now)
        return []
      default: return []
      }
    }
  }

  var info: SourceInfo {
    get async {
      if let dongle { return await dongle.info }
      return receiver.withLock { receiver in
        switch receiver {
        case .playback(let playback): playback.info
        case .simulated(let simulated): simulated.info
        default: Self.info(name)
        }
      }
    }
  }

  static func info(_ name: String) -> SourceInfo {
    SourceInfo(
      source: 0, flags: [.simulated, .tunable], unit: .fullScale, lowHertz: 88e6, highHertz: 108e6,
      tuneLowHertz: 24e6, tuneHighHertz: 1.7e9, stepHertz: 1, rbwHertz: 1e5, enbwHertz: 1.5e5,
      rowSeconds: 1 / 30,
      durationSeconds: 0, startMicroseconds: 0, levelLow: -100, levelHigh: 0, name: Array(name.utf8),
      detail: [])
  }

  func events() -> AsyncStream<SourceEvent> { feeder.events }

  func perform(_ command: Command) async {
    if case .speed(_, Stage.sentinel) = command {
      asked.signal()
      return
    }
    if let dongle { await dongle.perform(command) }
    change { receiver in
      switch receiver {
      case .playback(var playback):
        defer { receiver = .playback(playback) }
        return playback.perform(command, at: clock.now)
      case .simulated(var simulated):
        defer { receiver = .simulated(simulated) }
        return simulated.perform(command) ? [.changed(simulated.info)] : []
      default: return []
      }
    }
  }

  func resolve(stepHertz: Double) async {
    if let dongle { await dongle.resolve(stepHertz: stepHertz) }
    change { receiver in
      guard case .playback(var playback) = receiver else { return [] }
      defer { receiver = .playback(playback) }
      return playback.resolve(stepHertz: stepHertz, at: clock.now)
    }
  }

  /// Time has passed.
  func advance() {
    change { receiver in
      switch receiver {
      case .playback(var playback):
        defer { receiver = .playback(playback) }
        return (try? playback.advance(to: clock.now)) ?? []
      case .simulated(var simulated):
        defer { receiver = .simulated(simulated) }
        guard simulated.dueMicroseconds <= clock.now, let turn = simulated.nextTurn(at: clock.now) else {
          return []
        }
        return [.lost(rows: turn.lost)] + (turn.row.map { [.row($0)] } ?? [])
      default: return []
      }
    }
  }

  private func change(_ body: (inout StageReceiver) -> [SourceEvent]) {
    let events = receiver.withLock { body(&$0) }
    for event in events { feeder.give(event) }
  }
}

/// What makes the events of a source of streams.
enum StageSensor: Sendable {
  case script(StreamSource)
  case phyphox(PhyphoxPhone)
  case sensorLogger(SensorLoggerPhone)
  case lines(SampledLines)
  case playback(SignalPlayback)

  var info: StreamSource {
    switch self {
    case .script(let info): info
    case .phyphox(let phone): phone.info
    case .sensorLogger(let phone): phone.info
    case .lines(let lines): lines.info
    case .playback(let playback): playback.info
    }
  }
}

/// A source of streams that gives what steps, a phone's answers, lines or a recording say.
final class StageStreams: SensorSource {
  let feeder = Feeder<SensorEvent>()
  let asked = DispatchSemaphore(value: 0)
  let isTimed: Bool
  private let clock: StageClock
  private let sensor: Mutex<StageSensor>

  init(_ sensor: StageSensor, isTimed: Bool, clock: StageClock) {
    self.sensor = Mutex(sensor)
    self.isTimed = isTimed
    self.clock = clock
    change { sensor in
      guard case .playback(var playback) = sensor else { return [] }
      let events = playback.start(at: clock.now)
      sensor = .playback(playback)
      return events
    }
  }

  var info: StreamSource { get async { sensor.withLock { $0.info } } }

  func events() -> AsyncStream<SensorEvent> { feeder.events }

  func perform(_ command: Command) async {
    if case .speed(_, Stage.sentinel) = command {
      asked.signal()
      return
    }
    change { sensor in
      guard case .playback(var playback) = sensor else { return [] }
      let events = playback.perform(command, at: clock.now)
      sensor = .playback(playback)
      return events
    }
  }

  /// Time has passed.
  func advance() {
    change { sensor in
      switch sensor {
      case .playback(var playback):
        let events = (try? playback.advance(to: clock.now)) ?? []
        sensor = .playback(playback)
        return events
      case .lines(var lines):
        let events = lines.tick(at: clock.now)
        sensor = .lines(lines)
        return events
      default: return []
      }
    }
  }

  /// A phone or a broker says something.
  ///
  /// - Parameters:
  ///   - bytes: What.
  ///   - manner: 1: unasked; 2: behind an answer that was too long, or a lost connection; 3: both, or as a
  ///     whole.
  func hear(_ bytes: [UInt8], manner: UInt64) {
    let now = clock.now
    change { sensor in
      switch sensor {
      case .phyphox(var phone):
        defer { sensor = .phyphox(phone) }
        if manner & 2 != 0 { phone.leaveOut() }
        guard phone.isKnown, !bytes.starts(with: Array(#"{"title""#.utf8)) else {
          _ = phone.readConfiguration(bytes)
          return []
        }
        if manner & 1 == 0 { _ = phone.request(at: now) }
        return phone.receive(bytes, at: now) ?? []
      case .sensorLogger(var phone):
        defer { sensor = .sensorLogger(phone) }
        return phone.receive(bytes, at: now).events
      case .lines(var lines):
        defer { sensor = .lines(lines) }
        if manner & 2 != 0 { lines.interrupt(at: now) }
        return lines.receive(bytes, isWhole: manner & 1 != 0, at: now)
      default: return []
      }
    }
  }

  private func change(_ body: (inout StageSensor) -> [SensorEvent]) {
    let events = sensor.withLock { body(&$0) }
    for event in events { feeder.give(event) }
  }
}
