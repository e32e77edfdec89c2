import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveSystem
import WaveTableFormats
import WaveTables
import WaveUnits

/// Pictures of lanes.
extension RemoteTableHandler {
  /// The first and the longest pause before a failed view is tried again.
  private static let retryMilliseconds = 1000...10_000

  /// Draws a view: a quick picture first, then all rows.
  func draw(_ view: ShowTable) async {
    let done = Task { [weak self] in
      // The client may request another view, however long this one takes.
      try? await Task.sleep(for: .milliseconds(Self.patienceMilliseconds))
      if !Task.isCancelled { self?.send([.viewDone(ViewDone(view: view.view))]) }
    }
    defer { done.cancel() }
    var pause = Self.retryMilliseconds.lowerBound
    while !Task.isCancelled {
      guard let source else { return }
      if await draw(view, source) { break }
      // Permanent failures are not tried again.
      guard host.state.withLock({ $0.abilities?.condition != .failed }) else { break }
      try? await Task.sleep(for: .milliseconds(pause))
      pause = min(Self.retryMilliseconds.upperBound, pause * 2)
    }
    if !Task.isCancelled { send([.viewDone(ViewDone(view: view.view))]) }
  }

  /// - Returns: Whether the picture of all rows was sent.
  private func draw(_ view: ShowTable, _ source: any ColumnSource) async -> Bool {
    let filters = filters
    let order = ColumnOrder(view)
    let lanes = state.withLock { $0.shown.shownLanes }
    let drawn = lanes.filter { summary(of: Int($0.column)) != nil }
    let asked = await asking { () async throws(ColumnFailure) in
      try await source.axis(of: order, keeping: filters)
    }
    guard let axis = asked, !Task.isCancelled else { return false }
    publish(axis, of: order)
    guard !drawn.isEmpty else { return true }
    let columns = drawn.map { Int($0.column) }
    let window = ColumnWindow(
      order: order, from: view.from, until: view.until, pixels: Int(view.pixels))
    let (hurried, continuation) = AsyncStream<Void>.makeStream()
    let hurry = Task { [weak self] in
      defer { continuation.finish() }
      let picture = try? await source.coarsePicture(of: columns, in: window, keeping: filters)
      guard !Task.isCancelled, let picture, let self else { return }
      self.send(self.messages(picture, drawn, view))
      self.send([.viewDone(ViewDone(view: view.view))])
    }
    defer { hurry.cancel() }
    await settle(view)
    await leave(hurried)
    let began = MonotonicClock.microseconds
    let exact = await withTaskCancellationHandler {
      await asking { () async throws(ColumnFailure) in
        try await source.picture(of: columns, in: window, keeping: filters)
      }
    } onCancel: {
      hurry.cancel()
    }
    let spent = Double(MonotonicClock.microseconds - began)
    guard let exact, !Task.isCancelled else {
      // A cancelled request would have taken even longer.
      state.withLock { $0.cost.record(spent, of: view, isWhole: false) }
      if !Task.isCancelled { host.keepFailure(of: self) }
      return false
    }
    host.forgetFailure(of: self)
    state.withLock { $0.cost.record(spent, of: view, isWhole: true) }
    hurry.cancel()
    host.widen(columns, by: exact)
    return await send(exact, drawn, view, window, source, filters)
  }

  /// Waits a moment if views follow one another quickly and a picture is expensive for the engine.
  private func settle(_ view: ShowTable) async {
    let isMoving = state.withLock { state in
      let now = MonotonicClock.microseconds
      defer { state.viewMicroseconds = now }
      return now - state.viewMicroseconds < Self.movingMicroseconds
        && state.cost.microseconds(of: view) > Self.costlyMicroseconds
    }
    if isMoving { try? await Task.sleep(for: .milliseconds(80)) }
  }

  /// Leaves the engine to the quick picture, until it is finished or has taken too long.
  private func leave(_ hurried: AsyncStream<Void>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in hurried {} }
      group.addTask { try? await Task.sleep(for: .milliseconds(Self.hurryMilliseconds)) }
      await group.next()
      group.cancelAll()
    }
  }

  private func publish(_ axis: ColumnAxis, of order: ColumnOrder) {
    let axisMessage = host.axisMessage(axis, of: order)
    let isNew = state.withLock { $0.sent.isNew(axisMessage) }
    if isNew { send([.axis(axisMessage)]) }
  }

  /// Draws the overview strip of the whole table, if it has changed.
  func drawOverview(_ view: ShowTable) async {
    let wanted: (lane: ShowLane, filters: [ColumnFilter], picture: SentParts.Overview)? = state.withLock {
      state in
      guard let lane = state.shown.overview else { return nil }
      let picture = SentParts.Overview(lane, view: view, filters: state.filters.revision)
      return state.sent.hasOverview(picture) ? nil : (lane, state.filters.ordered, picture)
    }
    guard let source, let (lane, filters, overview) = wanted, summary(of: Int(lane.column)) != nil else {
      return
    }
    let order = ColumnOrder(view)
    let picture = await asking { () async throws(ColumnFailure) -> ColumnPicture in
      let axis = try await source.axis(of: order, keeping: filters)
      let window = ColumnWindow(
        order: order, from: axis.from, until: max(axis.until, axis.from.saturatingAdding(1)),
        pixels: Int(view.pixels))
      return try await source.picture(of: [Int(lane.column)], in: window, keeping: filters)
    }
    guard let picture, !Task.isCancelled else { return }
    state.withLock { $0.sent.note(overview) }
    send(messages(picture, [lane], view))
  }

  /// Returns the messages for the picture of some columns.
  func messages(_ picture: ColumnPicture, _ lanes: [ShowLane], _ view: ShowTable) -> [DataMessage] {
    zip(lanes, picture.lanes).compactMap { lane, found in
      guard let summary = summary(of: Int(lane.column)) else { return nil }
      return .spans(PictureDrawing(lane, of: view, summary).spans(of: found, in: picture))
    }
  }
}
