public import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
public import WaveWire

extension SpectrumFeed {
  /// Receives a new row from a source.
  ///
  /// The row must already be in the source's history.
  public mutating func accept(_ row: PowerRow, source: UInt16) { accept(SharedRow(row), source: source) }

  /// Receives a new row that is shared with other feeds.
  public mutating func accept(_ shared: SharedRow, source: UInt16) {
    guard Int(source) < sources.count else { return }
    let row = shared.row
    sources[Int(source)].hold?.fold(row)
    guard isGreeted, source == view.source, !isStill else { return }
    // If the view started after the row entered the history, it already has this row or a newer one.
    guard row.startMicroseconds > newestMicroseconds else { return }
    newestMicroseconds = row.startMicroseconds
    if view.mode != .waterfall, row.durationMicroseconds < pace.interval {
      nextRowMicroseconds = row.startMicroseconds + row.durationMicroseconds / 2 * 5
    }
    switch view.mode {
    case .nothing: return
    case .spectrum:
      if view.planes.contains(.hold), sources[Int(source)].hold == nil {
        sources[Int(source)].hold = MaxHold(row)
      }
      wait(.row(shared))
    case .meter: wait(.row(shared))
    case .waterfall:
      if row.durationMicroseconds < slotMicroseconds { open(row) } else { wait(.row(shared)) }
    }
  }

  /// Receives the new description of a source, which is queued while the client shows nothing.
  public mutating func accept(_ info: SourceInfo) { note(.info, of: info.source) { $0.info = info } }

  /// Receives a new mapping from server time to recorded time, which is queued until it can be sent.
  public mutating func accept(_ map: TimeMap) { note(.timeMap, of: map.source) { $0.timeMap = map } }

  /// Receives the settings of a source, which are queued until they can be sent.
  public mutating func accept(_ controls: SourceControls) {
    note(.controls, of: controls.source) { $0.controls = controls }
  }

  /// Receives the artefacts of a receiver, which are queued until they can be sent.
  public mutating func accept(_ artefacts: Artefacts) {
    note(.artefacts, of: artefacts.source) { $0.artefacts = artefacts }
  }

  /// Receives the annotations of a recording, which are queued until they can be sent.
  public mutating func accept(_ annotations: Annotations) {
    note(.annotations, of: annotations.source) { $0.annotations = annotations }
  }

  /// Receives the control state of a source.
  ///
  /// It is queued until it can be sent, or ignored if it has not changed.
  public mutating func accept(_ steering: Steering) {
    let index = Int(steering.source)
    guard index < sources.count, sources[index].steering != steering else { return }
    note(.steering, of: steering.source) { $0.steering = steering }
  }

  private mutating func note(_ news: PendingChanges, of source: UInt16, _ change: (inout Source) -> Void) {
    guard Int(source) < sources.count else { return }
    change(&sources[Int(source)])
    sources[Int(source)].news.insert(news)
  }

  /// Receives a notice, which is queued; only the newest `noticesLimit` notices are kept.
  public mutating func accept(_ notice: Notice) {
    if notices.count == SpectrumFeed.noticesLimit { notices.removeFirst() }
    notices.append(notice)
  }

  /// Adds a short row to its waterfall slot, and closes the previous slot.
  mutating func open(_ row: PowerRow) {
    let centre = row.startMicroseconds + row.durationMicroseconds / 2
    let slot = Lattice.index(of: centre, slotMicroseconds: slotMicroseconds)
    guard slot > lastClosedSlot else { return }
    if let openSlot, openSlot < slot { close(openSlot) }
    openSlot = slot
    openSlotCloses =
      (slot + 1) * slotMicroseconds + row.durationMicroseconds + SpectrumFeed.slotGraceMicroseconds
  }

  /// Closes the open waterfall slot once no more rows are expected, so that a gap in the rows does not delay
  /// the slot.
  mutating func closeOverdueSlot(at now: Int64) {
    guard view.mode == .waterfall, let slot = openSlot, now >= openSlotCloses else { return }
    close(slot)
    openSlot = nil
  }

  private mutating func close(_ slot: Int64) {
    lastClosedSlot = slot
    wait(.slot(slot))
  }

  private mutating func wait(_ next: Pending) {
    if pending != nil {
      skipped += 1
      isHeldUp = isHeldUp || !credit.isOpen
    }
    pending = next
  }

  /// Reduces a row to the view's band and columns, and appends it to the sink.
  ///
  /// - Returns: The planes sent; empty if there was nothing to send.
  /// - Complexity: O(columns * log(bins per column)) for a row with a pyramid and without a hold; no
  ///   allocation once the workspace has grown.
  @discardableResult
  mutating func reduce<Sink: FeedSink>(
    _ shared: SharedRow, _ wanted: PlaneSet, flags: RowFlags, into sink: inout Sink
  ) -> PlaneSet {
    let row = shared.row
    let (entry, isNew) = axes.entry(for: row.axis, in: view)
    guard entry.info.columns > 0 else { return [] }
    if isNew { sink.append(.axis(entry.info)) }
    // A client cannot keep a plane from an earlier row if the axis has changed.
    var planes = axes.hasChanged ? view.planes : wanted
    if view.mode == .waterfall { planes.subtract(.hold) }
    if planes.isEmpty { planes = .max }
    let columns = Int(entry.info.columns)
    var workspace = sink.workspace
    sink.workspace = RowWorkspace.none
    workspace.values.removeAll(keepingCapacity: true)
    workspace.scale = scale
    if planes.contains(.max) { workspace.append(shared, .max, by: entry.reducer) }
    if planes.contains(.mean) { workspace.append(shared, .mean, by: entry.reducer) }
    if planes.contains(.min) { workspace.append(shared, .min, by: entry.reducer) }
    if planes.contains(.sample) { workspace.append(shared, .sample, by: entry.reducer) }
    if planes.contains(.hold) {
      if let hold = isFrozen ? frozen?.hold : sources[Int(view.source)].hold {
        // A frozen row, or a row from before a retune, can have a different axis from the maximum hold.
        workspace.append(hold.moved(to: row.axis).values, by: entry.reducer)
      } else {
        workspace.values.append(contentsOf: repeatElement(RowMessage.gap, count: columns))
      }
    }
    var happened = RowFlags(row)
    let isLive = !flags.contains(.fetched)
    if isLive, isHeldUp { happened.insert(.heldUp) }
    if isLive, view.mode == .spectrum, !isFrozen, pace.isSlowed { happened.insert(.slowed) }
    let message = RowMessage(
      view: view.view, axis: entry.info.axis, flags: flags.union(happened), planes: planes,
      sequence: row.sequence, startMicroseconds: row.startMicroseconds,
      durationMicroseconds: UInt32(clamping: row.durationMicroseconds),
      skipped: UInt16(clamping: isLive ? skipped : 0), columns: entry.info.columns, values: workspace.values,
      scale: workspace.scale)
    sink.append(.row(message))
    sink.workspace = workspace
    return planes
  }

  /// The scale of the level values in the view's rows.
  private var scale: LevelScale {
    guard view.mode == .spectrum, let levels = view.levels else { return .centibels }
    return LevelScale(bottom: Double(levels.bottom), top: Double(levels.top), rows: Int(levels.rows))
  }

  /// Returns a meter message with a row's power in the view's band.
  func measure(_ shared: SharedRow) -> Message {
    let row = shared.row
    let power = shared.power(lowHertz: view.lowHertz, highHertz: view.highHertz)
    var flags = RowFlags(row)
    if isHeldUp { flags.insert(.heldUp) }
    return .meter(
      MeterMessage(
        view: view.view, flags: flags, millibels: Millibels.encode(power: Float(power)),
        sequence: row.sequence, startMicroseconds: row.startMicroseconds,
        durationMicroseconds: UInt32(clamping: row.durationMicroseconds), skipped: UInt16(clamping: skipped)))
  }
}

extension RowFlags {
  /// Creates the flags for the events in a row's interval.
  init(_ row: PowerRow) {
    self = []
    if row.isClipped { insert(.clipped) }
    if row.isIncomplete { insert(.incomplete) }
  }
}
