import Logging
import ServiceLifecycle
import Synchronization
import WaveDevices
import WaveSignal
import WaveStreams
import WaveWire

/// Owns one source: takes its rows into the history and hands them to every session.
///
/// There is one of these for each source, however many clients look at it.
final class SourceStation: Service {
  private struct State {
    var description: SpectrumFeed.Source
    var history = SpectrumHistory()
    var sessions: [ObjectIdentifier: ClientSession] = [:]

    /// Keeps what was said before the first row, and failures, for who comes later.
    mutating func keep(_ notice: Notice) {
      guard history.count == 0 || notice.severity == .failure else { return }
      if description.standing.count == SpectrumFeed.noticesLimit { description.standing.removeFirst() }
      description.standing.append(notice)
    }
  }

  let number: UInt16
  private let source: any SpectrumSource
  private let state: Mutex<State>
  private let logger: Logger

  init(number: UInt16, source: any SpectrumSource, logger: Logger) async {
    self.number = number
    self.source = source
    self.logger = logger
    var info = await source.info
    info.source = number
    var description = SpectrumFeed.Source(info: info)
    if !info.flags.contains(.recording) {
      description.timeMap = TimeMap(
        source: number, serverMicroseconds: MonotonicClock.microseconds,
        recordedMicroseconds: WallClock.microseconds, speed: 1)
    }
    state = Mutex(State(description: description))
  }

  /// The past as it is now; a copy that does not change.
  var history: SpectrumHistory { state.withLock { $0.history } }

  /// Hands rows and events to a session from now on.
  /// - Returns: What the source is at this moment.
  func join(_ session: ClientSession) -> SpectrumFeed.Source {
    state.withLock {
      $0.sessions[ObjectIdentifier(session)] = session
      return $0.description
    }
  }

  func leave(_ session: ClientSession) {
    state.withLock { _ = $0.sessions.removeValue(forKey: ObjectIdentifier(session)) }
  }

  func perform(_ command: Command) async { await source.perform(command) }

  /// Takes what the source makes until it ends or the server stops.
  func run() async {
    for await event in source.events().cancelOnGracefulShutdown() { take(event) }
    guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
    take(.notice(Notice(severity: .failure, text: "The source has ended. Start it again to go on.")))
    // The server goes on without it: what was received can still be looked at.
    try? await gracefulShutdown()
  }

  private func take(_ event: SourceEvent) {
    switch event {
    case .row(let row):
      let isTaken = state.withLock { $0.history.append(row) }
      guard isTaken else {
        return logger.warning("source \(number): row \(row.sequence) is malformed or late")
      }
      publish { [number] in $0.accept(row, source: number) }
    case .changed(var info):
      info.source = number
      state.withLock { $0.description.info = info }
      publish { [info] in $0.accept(info) }
    case .timeMap(var map):
      map.source = number
      state.withLock { $0.description.timeMap = map }
      publish { [map] in $0.accept(map) }
    case .artefacts(var artefacts):
      artefacts.source = number
      state.withLock { $0.description.artefacts = artefacts }
      publish { [artefacts] in $0.accept(artefacts) }
    case .annotations(var annotations):
      annotations.source = number
      state.withLock { $0.description.annotations = annotations }
      publish { [annotations] in $0.accept(annotations) }
    case .notice(let notice):
      state.withLock { $0.keep(notice) }
      publish { $0.accept(notice) }
    case .lost(let rows): logger.info("source \(number): \(rows) rows lost before the server")
    }
  }

  /// Never called under the lock: a session's lock is taken before a station's, never after.
  private func publish(_ change: @escaping ClientSession.Change) {
    let sessions = state.withLock { Array($0.sessions.values) }
    for session in sessions { session.update(change) }
  }
}
