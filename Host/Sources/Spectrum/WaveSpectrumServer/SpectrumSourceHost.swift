import CoreMetrics
import Logging
import ServiceLifecycle
import Synchronization
import WaveReceivers
import WaveSpectrumFeed
import WaveServer
import WaveSpectra
import WaveSpectrumWire
import WaveSystem
import WaveWire

/// An event that is sent from a source to all clients.
enum SpectrumEvent: SourceEventing {
  case row(SharedRow)
  case info(SourceInfo)
  case timeMap(TimeMap)
  case artefacts(Artefacts)
  case annotations(Annotations)
  case controls(SourceControls)
  case notice(Notice)
  case steering(holder: ClientID?, viewers: UInt16)

  var isRow: Bool { if case .row = self { true } else { false } }
}

/// Owns one source: appends its rows to the history, and passes them to every event loop that has clients.
///
/// Each source has a single host, so each row is computed only once, however many clients watch.
final class SpectrumSourceHost: Service, ObservedSource {
  private enum Order: Sendable {
    case perform(Command)
    case resolve(stepHertz: Double)
  }

  private struct State {
    var description: SpectrumFeed.Source
    var history = SpectrumHistory()
    var health: SourceHealth
    /// The clients that are watching, each with the width of its columns in hertz.
    var audience = SourceAudience<Double>()
    var resolution = ResolutionRequest()

    /// Stores a notice for clients that connect later, if it reports a failure or arrives before the first
    /// row.
    mutating func keep(_ notice: Notice) {
      guard history.count == 0 || notice.severity == .failure else { return }
      if description.persistentNotices.count == SpectrumFeed.noticesLimit {
        description.persistentNotices.removeFirst()
      }
      description.persistentNotices.append(notice)
    }
  }

  /// The maximum number of pending requests to the source; older requests are dropped.
  private static let ordersLimit = 64

  let number: UInt16
  let kind: String? = nil
  private let source: any SpectrumSource
  let publisher: EventPublisher<SpectrumSession>
  private let state: Mutex<State>
  private let orders: AsyncStream<Order>
  private let order: AsyncStream<Order>.Continuation
  private let logger: Logger
  private let metrics: SourceMetrics

  init(
    number: UInt16, source: any SpectrumSource, logger: Logger, metrics: ServerMetrics = ServerMetrics()
  ) async {
    self.metrics = SourceMetrics(source: number, in: metrics.factory)
    self.number = number
    self.source = source
    publisher = EventPublisher(source: number)
    self.logger = logger
    (orders, order) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.ordersLimit))
    var info = await source.info
    info.source = number
    let isReadable = Message.source(info).isReadable
    if !isReadable { info = info.withoutNumbers }
    var description = SpectrumFeed.Source(info: info)
    if !isReadable { description.persistentNotices = [.unreadableSource] }
    let slotCache = SlotCache()
    description.slots = { slotCache.row(index: $0, slotMicroseconds: $1, $2) }
    if !info.flags.contains(.recording) {
      description.timeMap = TimeMap(
        source: number, serverMicroseconds: MonotonicClock.microseconds,
        recordedMicroseconds: WallClock.microseconds, speed: 1)
    }
    state = Mutex(
      State(description: description, health: SourceHealth(info: info, at: MonotonicClock.microseconds)))
    metrics.observe(self)
  }

  /// The health of the source, for operators of the server.
  var condition: (state: SourceHealth.State, name: String, reason: String?) {
    let now = MonotonicClock.microseconds
    let (health, name) = state.withLock { ($0.health, $0.description.info.name) }
    return (health.state(at: now), String(decoding: name, as: UTF8.self), health.reason(at: now))
  }

  /// A snapshot of the current history.
  var history: SpectrumHistory { state.withLock { $0.history } }

  /// The current description of the source, for a new client.
  var description: SpectrumFeed.Source {
    state.withLock {
      var description = $0.description
      description.steering = $0.audience.steering(of: number)
      return description
    }
  }

  /// Removes a client that has disconnected.
  func leave(_ client: ClientID, at now: Int64) { change(at: now) { $0.audience.leave(client) } }

  /// Records the column width at which a client shows the source.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - stepHertz: The width of the client's columns in hertz; infinity if it shows no columns, nil if it
  ///     shows nothing.
  ///   - now: Server time.
  func watch(_ client: ClientID, stepHertz: Double?, at now: Int64) {
    change(at: now) {
      $0.audience.watch(client, stepHertz)
      // If columns become wider, the timer later requests a lower resolution.
      guard let stepHertz, stepHertz < $0.resolution.stepHertz,
        let settled = $0.resolution.settle(on: stepHertz, at: now)
      else { return }
      order.yield(.resolve(stepHertz: settled))
    }
  }

  /// Carries out a client's command if the client has control or can be granted it.
  /// - Returns: Whether the command was accepted.
  func perform(_ command: Command, for client: ClientID, at now: Int64) -> Bool {
    change(at: now) {
      guard $0.audience.admits(command, of: client, at: now) else { return false }
      if case .takeControl = command { return true }
      order.yield(.perform(command))
      return true
    }
  }

  /// Changes the state, and notifies all clients if control or the number of viewers has changed.
  private func change<Result>(at now: Int64, _ body: (inout State) -> Result) -> Result {
    let (result, news) = state.withLock { (body(&$0), $0.audience.news(at: now)) }
    if let news { publisher.post(.steering(holder: news.holder, viewers: news.viewers)) }
    return result
  }

  /// Processes the source's events until the source ends or the server stops.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.work() }
      group.addTask { await self.keepTime() }
      for await event in source.events().cancelOnGracefulShutdown() { receive(event) }
      if !Task.isShuttingDownGracefully, !Task.isCancelled {
        state.withLock { $0.health.end() }
        receive(
          .notice(Notice(severity: .failure, text: "The source has ended. Start it again to continue.")))
        // The server continues without the source, because received data can still be viewed.
        try? await gracefulShutdown()
      }
      group.cancelAll()
    }
  }

  /// Carries out the pending requests to the source, one at a time.
  private func work() async {
    for await order in orders {
      switch order {
      case .perform(let command): await source.perform(command)
      case .resolve(let stepHertz): await source.resolve(stepHertz: stepHertz)
      }
    }
  }

  /// Handles changes that depend only on time: releases expired control of the source, and requests lower
  /// resolutions.
  private func keepTime() async {
    var reported = SourceHealth.State.starting
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(500), tolerance: .milliseconds(250))
      let now = MonotonicClock.microseconds
      change(at: now) { state in
        state.audience.expire(at: now)
        let finest = state.audience.views.values.min() ?? .infinity
        if let settled = state.resolution.settle(on: finest, at: now) {
          order.yield(.resolve(stepHertz: settled))
        }
      }
      report(&reported, to: logger)
    }
  }

  func receive(_ event: SourceEvent) {
    switch event {
    case .row(let row):
      guard WireLimits.sourceMicroseconds.contains(row.startMicroseconds), row.axis.isReadable else {
        let isFirst = state.withLock { $0.health.refuseRow() }
        return isFirst ? receive(.notice(.unreadableRows)) : ()
      }
      let now = MonotonicClock.microseconds
      let (isTaken, isWatched, missing) = state.withLock {
        (
          $0.history.append(row), !$0.audience.views.isEmpty,
          $0.health.recordRow(sequence: row.sequence, at: now)
        )
      }
      metrics.rows.increment()
      if missing > 0 { metrics.rowsLost.increment(by: missing) }
      guard isTaken else {
        return logger.debug(
          "a row is malformed or late", metadata: ["source": "\(number)", "sequence": "\(row.sequence)"])
      }
      publisher.post(.row(isWatched ? SharedRow(building: row) : SharedRow(row)))
    case .changed(var info):
      info.source = number
      guard Message.source(info).isReadable else { return receive(.notice(.unreadableSource)) }
      publish(.info(info)) { [info] in
        $0.description.info = info
        $0.health.record(info)
      }
    case .timeMap(var map):
      map.source = number
      guard Message.timeMap(map).isReadable else { return receive(.notice(.unreadableTimes)) }
      publish(.timeMap(map)) { [map] in
        $0.description.timeMap = map
        $0.health.record(map)
      }
    case .artefacts(var artefacts):
      artefacts.source = number
      publish(.artefacts(artefacts)) { [artefacts] in $0.description.artefacts = artefacts }
    case .annotations(let received):
      var annotations = received.readable
      annotations.source = number
      publish(.annotations(annotations)) { [annotations] in $0.description.annotations = annotations }
    case .controls(let received):
      var controls = received.readable
      controls.source = number
      publish(.controls(controls)) { [controls] in $0.description.controls = controls }
    case .notice(let notice):
      let now = MonotonicClock.microseconds
      state.withLock {
        $0.keep(notice)
        $0.health.record(notice, at: now)
      }
      publisher.post(.notice(notice))
    case .lost(let rows):
      logger.info("rows lost before the server", metadata: ["source": "\(number)", "rows": "\(rows)"])
    case .samplesLost(let count):
      if let count { metrics.samplesLost.increment(by: count) } else { metrics.reconnects.increment() }
    }
  }

  /// Publishes an event, and stores it for clients that connect later.
  private func publish(_ event: SpectrumEvent, keep: @Sendable (inout State) -> Void) {
    state.withLock { keep(&$0) }
    publisher.post(event)
  }
}
