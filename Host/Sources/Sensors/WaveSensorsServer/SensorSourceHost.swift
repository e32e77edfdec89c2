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

  /// Whether the event only announces samples. Sessions read these samples from the host when they are ready
  /// to send.
  var isSignal: Bool { if case .samples = self { true } else { false } }
}

/// The host of one source of streams. It stores the raw and filtered samples, their times, the marks and the
/// controls.
///
/// Each source has one host, however many clients view it, so samples are filtered only once.
final class SensorSourceHost: Service, ObservedSource {
  /// The memory for a source's histories in bytes.
  ///
  /// Up to three histories use a third each: the raw one, the visible one, and the one being filtered.
  static let historyBytes = 256 << 20

  private enum Order: Sendable {
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
    var hubs: [SessionHub<SensorsSession>] = []
    var listener: (@Sendable (StreamEvent) -> Void)?
    var arbiter = ControlArbiter<ClientID>()
    var viewers: Set<ClientID> = []
    var publishedViewers: UInt16 = 0
    var publishedMicroseconds: Int64 = .min / 2

    var viewerCount: UInt16 { UInt16(clamping: viewers.count) }
  }

  /// The maximum number of requests queued for the source; older ones are dropped.
  private static let ordersLimit = 64
  /// The shortest interval between updates of the viewer count.
  private static let viewersMicroseconds: Int64 = 1_000_000
  /// The maximum number of samples that are filtered in one slice while the history is refiltered.
  private static let sliceSamples = 40_000
  /// If refiltering takes longer than this, a notice is sent.
  private static let slowMicroseconds: Int64 = 1_000_000

  let number: UInt16
  let kind: String? = "streams"
  private let source: any SensorSource
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
    self.logger = logger
    self.metrics = SensorsMetrics(source: number, in: metrics.factory)
    (orders, order) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.ordersLimit))
    var info = await source.info
    info.source = number
    let isReadable = SensorsMessage.source(info).isReadable
    if !isReadable { info = info.withoutNumbers }
    let mixtures = Self.complete(&info)
    let filters = StreamFilters(info, own: source.filters)
    var archive = Self.archive(of: info, mixtures, filters, historyBytes)
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

  /// Adds the ECG limb leads that can be derived, and returns the derivations for each group.
  private static func complete(_ info: inout StreamSource) -> [[ChannelMixture]] {
    var left = WireLimits.channels - info.channelCount
    return info.groups.indices.map { index in
      guard left >= 4 else { return [] }
      let mixtures = LimbLeads.complete(&info.groups[index])
      left -= mixtures.count
      return mixtures
    }
  }

  /// Allocates the memory for a source's samples, in proportion to each group's channels and rate.
  private static func archive(
    of info: StreamSource, _ mixtures: [[ChannelMixture]], _ filters: StreamFilters, _ historyBytes: Int
  ) -> StreamArchive {
    let weights = info.groups.map { Double(max(1, $0.channels.count)) * $0.rateHertz }
    let sum = max(weights.reduce(0, +), 1e-9)
    return StreamArchive(
      groups: info.groups.indices.map { index in
        let group = info.groups[index]
        var made = StreamGroup(
          rateHertz: group.rateHertz, sourceChannelCount: group.channels.count - mixtures[index].count,
          mixtures: mixtures[index],
          historyBytes: Int(saturating: Double(historyBytes / 3) * weights[index] / sum))
        made.setFilter(filters.sections(rateHertz: group.rateHertz))
        return made
      })
  }

  /// The health of the source, as shown to operators.
  var condition: (state: SourceHealth.State, name: String, reason: String?) {
    let now = MonotonicClock.microseconds
    return state.withLock {
      (
        $0.health.state(at: now), String(decoding: $0.description.info.name, as: UTF8.self),
        $0.health.reason(at: now)
      )
    }
  }

  /// Adds the session hub of an event loop. Its clients receive all further events.
  func join(_ hub: SessionHub<SensorsSession>) { state.withLock { $0.hubs.append(hub) } }

  /// Sets a listener that receives the source's events without being a client.
  func hear(_ listener: @escaping @Sendable (StreamEvent) -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// The current description of the source, as sent to a new client.
  var description: SensorsFeed.Source {
    state.withLock {
      var description = $0.description
      description.steering = Steering(
        source: number, state: $0.arbiter.holder == nil ? .free : .another, viewers: $0.viewerCount)
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

  /// Removes a client that has disconnected.
  func leave(_ client: ClientID, at now: Int64) {
    change(at: now) {
      $0.arbiter.leave(client)
      $0.viewers.remove(client)
    }
  }

  /// Records whether a client is showing the source.
  func watch(_ client: ClientID, isShowing: Bool, at now: Int64) {
    change(at: now) {
      if isShowing { $0.viewers.insert(client) } else { $0.viewers.remove(client) }
    }
  }

  /// Performs a client's command if that client has control or can obtain it.
  /// - Returns: Whether the command is performed.
  func perform(_ command: Command, for client: ClientID, at now: Int64) -> Bool {
    change(at: now) {
      if case .takeControl = command {
        $0.arbiter.grantControl(to: client, at: now)
        return true
      }
      guard $0.arbiter.admits(client, at: now) else { return false }
      if case .adjust(_, let control, let value) = command, control >= SensorControls.firstOfServer {
        order.yield(.adjust(control: control, value: value))
      } else {
        order.yield(.perform(command))
      }
      return true
    }
  }

  /// Sets, moves or removes a mark.
  /// - Returns: Whether the change was accepted.
  func setMark(_ mark: SetMark) -> Bool {
    let list = state.withLock { state -> StreamMarks? in
      guard Int(mark.group) < state.archive.groups.count,
        mark.sequence < EnvelopePyramid.sequenceLimit,
        let set = state.marks.set(mark.mark, group: mark.group, sequence: mark.sequence, text: mark.text)
      else { return nil }
      Self.noteMark(set, group: Int(mark.group), sequence: mark.sequence, text: mark.text, state)
      return state.marks.list(source: number)
    }
    guard let list else { return false }
    publish(.marks(list))
    return true
  }

  /// Adds or removes a derived stream, for all clients.
  ///
  /// - Returns: Nil if the change was made; otherwise the reason why not, which is empty if another client
  ///   has control.
  func setMixture(_ request: SetMixture, for client: ClientID, at now: Int64) -> String? {
    var news: (info: StreamSource, mixtures: StreamMixtures)?
    let refusal = change(at: now) { state -> String? in
      guard state.arbiter.admits(client, at: now) else { return "" }
      let refusal = StreamMixing.perform(request, info: &state.description.info, archive: &state.archive)
      guard refusal == nil else { return refusal }
      // Viewers send the appearance again, including this stream. Without viewers, record only the stream.
      if state.recorder.look == nil, let recording = state.recorder.current {
        Self.noteView(recording, state)
      }
      news = (state.description.info, StreamMixing.list(state.description.info, state.archive))
      return nil
    }
    if let news { publishSource(news.info, news.mixtures) }
    return refusal
  }

  /// Publishes a change of the derived streams.
  private func publishSource(_ info: StreamSource, _ mixtures: StreamMixtures) {
    publish(.info(info))
    publish(.mixtures(mixtures))
    publish(.samples)
  }

  /// Changes the state, and notifies all clients if the client in control or the viewer count has changed.
  private func change<Result>(at now: Int64, _ body: (inout State) -> Result) -> Result {
    let (result, news) = state.withLock { state -> (Result, StreamEvent?) in
      let holder = state.arbiter.holder
      let result = body(&state)
      let isDue = now - state.publishedMicroseconds >= Self.viewersMicroseconds
      guard state.arbiter.holder != holder || (isDue && state.viewerCount != state.publishedViewers) else {
        return (result, nil)
      }
      state.publishedViewers = state.viewerCount
      state.publishedMicroseconds = now
      return (result, .steering(holder: state.arbiter.holder, viewers: state.viewerCount))
    }
    if let news { publish(news) }
    return result
  }

  /// Processes the source's events until it ends or the server stops.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.work() }
      group.addTask { await self.keepTime() }
      if folder?.recordsFromStart == true { order.yield(.record) }
      for await event in source.events().cancelOnGracefulShutdown() { receive(event) }
      await endRecording()
      if !Task.isShuttingDownGracefully, !Task.isCancelled {
        state.withLock { $0.health.end() }
        receive(.notice(Notice(severity: .failure, text: "The source has ended. Start it again to go on.")))
        // The server continues without the source: data that was received can still be viewed.
        try? await gracefulShutdown()
      }
      group.cancelAll()
    }
  }

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

  /// Changes a filter and refilters the history in slices. The old result is shown until the new result is
  /// complete.
  private func adjust(_ control: UInt8, to value: Double) async {
    let start = MonotonicClock.microseconds
    let isOther = state.withLock { state in
      guard state.filters.adjust(control, to: value) else { return false }
      Self.setFilters(&state)
      return true
    }
    guard isOther else { return publishControls() }
    await filterAgain(since: start)
  }

  /// Applies the layout, derived streams and filters stored in a recording.
  private func adopt(_ look: RecordedLook) async {
    var news: (info: StreamSource, mixtures: StreamMixtures)?
    let (lookParts, isOther) = state.withLock { state -> ([StreamLookPart], Bool) in
      if let view = look.view,
        StreamMixing.adopt(view.mixtures, info: &state.description.info, archive: &state.archive)
      {
        news = (state.description.info, StreamMixing.list(state.description.info, state.archive))
      }
      let groups = state.description.info.groups
      if let view = look.view, let look = StreamLook(view, source: number, groups: groups) {
        state.description.look = look.parts.filter { SensorsMessage.look($0).isReadable }
      }
      // The filters of a slow group exclude those above half its rate, so the longest list is the complete
      // one.
      let filters = look.filters.max { $0.stages.count < $1.stages.count }
      let isOther = filters.map { state.filters.adopt($0.stages) } ?? false
      if isOther { Self.setFilters(&state) }
      return (state.description.look, isOther)
    }
    if let news { publishSource(news.info, news.mixtures) }
    if !lookParts.isEmpty { publish(.look(lookParts)) }
    if isOther { await filterAgain(since: MonotonicClock.microseconds) }
  }

  private static func setFilters(_ state: inout State) {
    for group in state.archive.groups.indices {
      state.archive.groups[group].setFilter(
        state.filters.sections(rateHertz: state.archive.groups[group].rateHertz))
    }
    if let recording = state.recorder.current { noteFilters(recording, state) }
  }

  private func filterAgain(since start: Int64) async {
    var isSaid = false
    while !Task.isCancelled, state.withLock({ Self.filterSlice(&$0.archive) }) {
      if !isSaid, MonotonicClock.microseconds - start > Self.slowMicroseconds {
        isSaid = true
        publish(.notice(Notice(severity: .information, text: "What is kept is filtered anew; a moment.")))
      }
      await Task.yield()
    }
    publishControls()
    publish(.samples)
  }

  /// Filters one slice of the history; returns whether any slices remain.
  private static func filterSlice(_ archive: inout StreamArchive) -> Bool {
    guard let group = archive.groups.indices.first(where: { archive.groups[$0].isFiltering }) else {
      return false
    }
    archive.groups[group].filterSlice(frames: max(64, sliceSamples / archive.groups[group].channelCount))
    return true
  }

  /// Sends the current controls to all clients.
  func publishControls() {
    publish(.controls(state.withLock { controls(&$0) }))
  }

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
      change(at: MonotonicClock.microseconds) { $0.arbiter.expire(at: MonotonicClock.microseconds) }
      let marks = state.withLock { state -> StreamMarks? in
        guard state.hasNewMarks else { return nil }
        state.hasNewMarks = false
        return state.marks.list(source: number)
      }
      if let marks { publish(.marks(marks)) }
      await keepRecording()
      let condition = condition
      guard condition.state != reported else { continue }
      SourceHealth.report(
        condition.state, after: reported, source: number, name: condition.name, reason: condition.reason,
        kind: kind, to: logger)
      reported = condition.state
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
    case .look(let look): order.yield(.look(look))
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
    let mixtures = Self.complete(&info)
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
      state.archive.replace(by: Self.archive(of: info, mixtures, filters, historyBytes).groups)
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
    if wasRecording { order.yield(.restartRecording) }
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
    for hub in state.withLock({ $0.hubs }) { hub.post(event, from: number) }
  }
}
