import CoreMetrics
import Logging
import ServiceLifecycle
import Synchronization
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveStore
import WaveStreams
import WaveSystem
import WaveUnits
import WaveWire

/// An event from a source of streams, sent to all its clients.
enum StreamEvent: SourceEventing {
  case samples
  case info(StreamSource)
  case timeMap(TimeMap)
  case controls(SourceControls)
  case marks(StreamMarks)
  case mixtures(StreamMixtures)
  case look([StreamLookPart])
  case notice(Notice)
  case steering(holder: ClientID?, viewers: UInt16)

  /// Whether the event only announces samples.
  ///
  /// Sessions read these samples from the host when they are ready to send.
  var isSignal: Bool { if case .samples = self { true } else { false } }
}

/// The host of one source of streams.
///
/// It stores the raw and filtered samples, their times, the marks and the controls.
///
/// Each source has one host, however many clients view it, so samples are filtered only once.
final class SensorSourceHost: Service, ObservedSource {
  /// The memory for a source's histories in bytes.
  ///
  /// Up to three histories use a third each: the raw one, the visible one, and the one being filtered.
  static let historyBytes = 256 << 20

  enum Order: Sendable {
    case perform(Command)
    case adjust(control: UInt8, value: Double)
    case look(RecordedLook)
    case record
    case restartRecording
  }

  struct State: ~Copyable {
    var description: SensorsFeed.Source
    var archive: StreamArchive
    /// The groups, without derived streams.
    var sourceGroups: [StreamSource.Group]
    var clocks: [ArrivalClock]
    /// The groups whose times are supplied by the source.
    var timedGroups: Set<Int> = []
    /// The offset that is added to each group's sample numbers, to compensate for devices that restart them.
    var offsets: [UInt64]
    var filters: StreamFilters
    var sourceControls: [SourceControl] = []
    var marks = MarkList()
    var hasNewMarks = false
    var recorder = Recorder()
    var health: SourceHealth
    var listener: (@Sendable (StreamEvent) -> Void)?
    var audience = SourceAudience<Void>()
  }

  /// The maximum number of requests queued for the source; older ones are dropped.
  private static let ordersLimit = 64

  let number: UInt16
  let kind: String? = "streams"
  private let source: any SensorSource
  let publisher: EventPublisher<SensorsSession>
  let state: Mutex<State>
  /// The folder for recordings; nil if clients may not record.
  let folder: RecordingFolder?
  private let historyBytes: Int
  /// The streams to derive from other streams when the source starts.
  private let sums: [StreamSum]
  private let orders: AsyncStream<Order>
  private let order: AsyncStream<Order>.Continuation
  let logger: Logger
  private let metrics: SensorsMetrics

  init(
    number: UInt16, source: any SensorSource, logger: Logger, metrics: ServerMetrics = ServerMetrics(),
    folder: RecordingFolder? = nil, sums: [StreamSum] = [], historyBytes: Int = SensorSourceHost.historyBytes
  ) async {
    self.folder = folder
    self.sums = sums
    self.historyBytes = historyBytes
    self.number = number
    self.source = source
    publisher = EventPublisher(source: number)
    self.logger = logger
    self.metrics = SensorsMetrics(source: number, in: metrics.factory)
    (orders, order) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.ordersLimit))
    var info = await source.info
    info.source = number
    let isReadable = SensorsMessage.source(info).isReadable
    if !isReadable { info = info.withoutNumbers }
    let mixtures = info.addLimbLeads()
    let filters = StreamFilters(info, own: source.filters)
    var archive = StreamArchive(of: info, mixtures, filters, historyBytes)
    let sourceGroups = info.groups
    let refusals = StreamMixing.make(sums, info: &info, archive: &archive)
    var description = SensorsFeed.Source(info: info)
    description.persistentNotices =
      (isReadable ? [] : [.unreadableSource]) + refusals.map { Self.refusal($0) }
    description.controls = SourceControls(
      source: number,
      controls: filters.controls
        + Self.recordingControls(Recorder(), mayRecord: folder != nil, info, at: MonotonicClock.microseconds))
    let clocks = info.groups.map { ArrivalClock(rateHertz: $0.rateHertz) }
    let health = SourceHealth(
      isRecording: info.flags.contains(.recording), dataNoun: "samples", at: MonotonicClock.microseconds)
    state = Mutex(
      State(
        description: description, archive: archive, sourceGroups: sourceGroups, clocks: clocks,
        offsets: clocks.map { _ in 0 }, filters: filters, health: health))
    metrics.observe(self)
  }

  /// The health of the source, as shown to operators.
  var condition: (state: SourceHealth.State, name: String, reason: String?) {
    let now = MonotonicClock.microseconds
    return state.withLock {
      let name = String(decoding: $0.description.info.name, as: UTF8.self)
      return ($0.health.state(at: now), name, $0.health.reason(at: now))
    }
  }

  /// Sets a listener that receives the source's events without being a client.
  func hear(_ listener: @escaping @Sendable (StreamEvent) -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// The current description of the source, as sent to a new client.
  var description: SensorsFeed.Source {
    state.withLock {
      var description = $0.description
      description.steering = $0.audience.steering(of: number)
      description.marks = $0.marks.list(source: number)
      description.times = $0.archive.times(source: number)
      description.timesRevisions = $0.archive.groups.map(\.timesRevision)
      return description
    }
  }

  /// The derived streams of the source.
  var mixtures: StreamMixtures { state.withLock { StreamMixing.list($0.description.info, $0.archive) } }

  /// Calls a closure with the archive while holding the lock.
  func read(_ body: (borrowing StreamArchive) -> Void) { state.withLock { body($0.archive) } }

  /// Processes the source's events until it ends or the server stops.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.work() }
      group.addTask { await self.keepTime() }
      if folder?.recordsFromStart == true { enqueue(.record) }
      for await event in source.events().cancelOnGracefulShutdown() { receive(event) }
      await endRecording()
      if !Task.isShuttingDownGracefully, !Task.isCancelled {
        state.withLock { $0.health.end() }
        receive(
          .notice(Notice(severity: .failure, text: "The source has ended. Start it again to continue.")))
        // The server continues without the source: data that was received can still be viewed.
        try? await gracefulShutdown()
      }
      group.cancelAll()
    }
  }

  /// Queues a request; requests are performed in the order in which they were queued.
  func enqueue(_ order: Order) { self.order.yield(order) }

  /// Passes requests to the source one after another, except for filter changes, which the host performs.
  private func work() async {
    for await order in orders {
      switch order {
      case .perform(let command): await source.perform(command)
      case .adjust(Self.recordControl, let value):
        if value == 0 { await endRecording() } else { await record() }
      case .adjust(let control, let value): await adjust(control, to: value)
      case .look(let look): await adopt(look)
      case .record: await record()
      case .restartRecording: await restartRecording()
      }
    }
  }

  /// Sends the current controls to all clients.
  func publishControls() { publish(.controls(state.withLock { controls(&$0) })) }

  private func controls(_ state: inout State) -> SourceControls {
    let controls = SourceControls(
      source: number,
      controls: state.sourceControls + state.filters.controls
        + Self.recordingControls(
          state.recorder, mayRecord: folder != nil, state.description.info, at: MonotonicClock.microseconds))
    state.description.controls = controls
    return controls
  }

  /// Performs periodic tasks: ends control that has expired, publishes new marks and the recording's
  /// progress, and logs changes in the source's health.
  private func keepTime() async {
    var reported = SourceHealth.State.starting
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(500), tolerance: .milliseconds(250))
      change(at: MonotonicClock.microseconds) { $0.audience.expire(at: MonotonicClock.microseconds) }
      let marks = state.withLock { state -> StreamMarks? in
        guard state.hasNewMarks else { return nil }
        state.hasNewMarks = false
        return state.marks.list(source: number)
      }
      if let marks { publish(.marks(marks)) }
      await keepRecording()
      report(&reported, to: logger)
    }
  }

  func receive(_ event: SensorEvent) {
    switch event {
    case .block(let group, let block): receive(block, group)
    case .times(let times):
      state.withLock {
        guard Int(times.group) < $0.archive.groups.count else { return }
        $0.timedGroups.insert(Int(times.group))
        $0.archive.groups[Int(times.group)].addTimes(
          from: times.sequence &+ $0.offsets[Int(times.group)], microseconds: times.microseconds,
          rateHertz: times.rateHertz, reason: times.reason)
        Self.noteTimes(group: Int(times.group), arrivalMicroseconds: nil, &$0)
      }
    case .restarted(let group):
      state.withLock {
        guard group < $0.clocks.count else { return }
        $0.clocks[group].restart()
        $0.offsets[group] = .max
      }
    case .changed(let info): receive(info)
    case .timeMap(var map):
      map.source = number
      guard SensorsMessage.timeMap(map).isReadable else { return receive(.notice(.unreadableTimes)) }
      state.withLock { [map] in
        $0.description.append(map)
        $0.health.record(map)
      }
      publish(.timeMap(map))
    case .controls(let controls):
      state.withLock {
        $0.sourceControls = controls.readable.controls.filter { $0.id < SensorControls.firstOfServer }
      }
      publishControls()
    case .mark(let group, let sequence, let text):
      state.withLock {
        guard group < $0.offsets.count else { return }
        let text = text.wholeCharacters(limit: WireLimits.markText)
        let sequence = sequence &+ $0.offsets[group]
        guard let mark = $0.marks.set(0, group: UInt8(clamping: group), sequence: sequence, text: text) else {
          return
        }
        $0.hasNewMarks = true
        Self.noteMark(mark, group: group, sequence: sequence, text: text, $0)
      }
    case .look(let look): enqueue(.look(look))
    case .notice(let notice):
      let now = MonotonicClock.microseconds
      state.withLock {
        $0.health.record(notice, at: now)
        guard $0.archive.receivedCount == 0 || notice.severity == .failure else { return }
        if $0.description.persistentNotices.count == SensorsFeed.noticesLimit {
          $0.description.persistentNotices.removeFirst()
        }
        $0.description.persistentNotices.append(notice)
      }
      publish(.notice(notice))
    }
  }

  private func receive(_ block: SampleBlock, _ group: Int) {
    let isTimed = source.isTimed
    let (count, missing) = state.withLock { state -> (Int, UInt64) in
      guard group < state.archive.groups.count else { return (0, 0) }
      var block = block
      let times = WireLimits.sourceMicroseconds
      block.arrivalMicroseconds = min(max(block.arrivalMicroseconds, times.lowerBound), times.upperBound)
      if state.offsets[group] == .max {
        // If the device restarts its sample numbers, those of the host continue.
        state.offsets[group] = state.archive.groups[group].endSequence &- block.sequence
      }
      block.sequence &+= state.offsets[group]
      // Sample numbers beyond the limit of a history are refused below, so they must not update the clock.
      let isHeld = block.sequence <= EnvelopePyramid.sequenceLimit - UInt64(clamping: block.count)
      if isHeld, !isTimed, !state.timedGroups.contains(group), block.count > 0,
        block.sequence >= state.archive.groups[group].endSequence
      {
        state.clocks[group].receive(block, into: &state.archive.groups[group])
      }
      let before = state.archive.groups[group].receivedCount
      guard let missing = state.archive.groups[group].append(block) else { return (0, 0) }
      Self.note(block, group: group, &state)
      state.health.recordSamples(at: block.arrivalMicroseconds)
      return (Int(state.archive.groups[group].receivedCount - before), missing)
    }
    guard count > 0 else {
      return logger.debug(
        "a block is malformed or late", metadata: ["source": "\(number)", "sequence": "\(block.sequence)"])
    }
    metrics.samples.increment(by: count)
    if missing > 0 { metrics.missing.increment(by: Int(clamping: missing)) }
    publish(.samples)
  }

  private func receive(_ changed: StreamSource) {
    var info = changed
    info.source = number
    guard SensorsMessage.source(info).isReadable else { return receive(.notice(.unreadableSource)) }
    let mixtures = info.addLimbLeads()
    let (updated, made, controls, wasRecording, refusals) = state.withLock { [info] state in
      var updated = info
      let isOther = state.description.info.name != info.name
      guard state.sourceGroups != info.groups || isOther else {
        updated.groups = state.description.info.groups
        state.description.info = updated
        return (updated, StreamMixing.list(updated, state.archive), SourceControls?.none, false, [String]())
      }
      let recipes = isOther ? [] : StreamMixing.recipes(state.description.info, state.archive)
      state.sourceGroups = info.groups
      var filters = StreamFilters(info, own: source.filters)
      filters.keep(state.filters)
      state.filters = filters
      state.archive.replace(by: StreamArchive(of: info, mixtures, filters, historyBytes).groups)
      StreamMixing.restore(recipes, info: &updated, archive: &state.archive)
      let refusals = StreamMixing.make(sums, info: &updated, archive: &state.archive)
      state.description.info = updated
      state.description.look = []
      state.marks = MarkList()
      state.hasNewMarks = true
      state.clocks = info.groups.map { ArrivalClock(rateHertz: $0.rateHertz) }
      state.timedGroups = []
      state.offsets = info.groups.map { _ in 0 }
      state.recorder.sourceRestarted()
      return (
        updated, StreamMixing.list(updated, state.archive), self.controls(&state), state.recorder.isWanted,
        refusals
      )
    }
    // The samples that follow belong to different streams, which need a new file.
    if wasRecording { enqueue(.restartRecording) }
    publish(.info(updated))
    publish(.mixtures(made))
    if let controls { publish(.controls(controls)) }
    for refusal in refusals { publish(.notice(Self.refusal(refusal))) }
  }

  private static func refusal(_ text: String) -> Notice {
    Notice(severity: .warning, text: text.utf8(limit: WireLimits.text))
  }

  func publish(_ event: StreamEvent) {
    state.withLock { $0.listener }?(event)
    publisher.post(event)
  }
}
