import WaveSignal
import WaveStreams
import WaveWire

extension SpectrumFeed {
  /// Takes a new row of a source, already in its history.
  mutating func accept(_ row: PowerRow, source: UInt16) {
    guard Int(source) < sources.count else { return }
    sources[Int(source)].hold?.fold(row)
    guard isGreeted, source == view.source, !isStill else { return }
    // A view that starts between a row's arrival in the history and here has it, or a newer one, already.
    guard row.startMicroseconds > newestMicroseconds else { return }
    newestMicroseconds = row.startMicroseconds
    switch view.mode {
    case .nothing: return
    case .spectrum:
      if view.planes.contains(.hold), sources[Int(source)].hold == nil {
        sources[Int(source)].hold = MaxHold(row)
      }
      wait(.row(row))
    case .meter: wait(.row(row))
    case .waterfall:
      if row.durationMicroseconds < slotMicroseconds { open(row) } else { wait(.row(row)) }
    }
  }

  /// Takes what else happened at a source; it waits for as long as the client shows nothing.
  mutating func accept(_ info: SourceInfo) {
    guard Int(info.source) < sources.count else { return }
    sources[Int(info.source)].info = info
    sources[Int(info.source)].hasNewInfo = true
  }

  mutating func accept(_ map: TimeMap) {
    guard Int(map.source) < sources.count else { return }
    sources[Int(map.source)].timeMap = map
    sources[Int(map.source)].hasNewTimeMap = true
  }

  mutating func accept(_ artefacts: Artefacts) {
    guard Int(artefacts.source) < sources.count else { return }
    sources[Int(artefacts.source)].artefacts = artefacts
    sources[Int(artefacts.source)].hasNewArtefacts = true
  }

  mutating func accept(_ annotations: Annotations) {
    guard Int(annotations.source) < sources.count else { return }
    sources[Int(annotations.source)].annotations = annotations
    sources[Int(annotations.source)].hasNewAnnotations = true
  }

  mutating func accept(_ notice: Notice) {
    if notices.count == SpectrumFeed.noticesLimit { notices.removeFirst() }
    notices.append(notice)
  }

  /// Notes a short row of the waterfall: closes the slot before its own.
  mutating func open(_ row: PowerRow) {
    let centre = row.startMicroseconds + row.durationMicroseconds / 2
    let slot = Lattice.index(of: centre, slotMicroseconds: slotMicroseconds)
    guard slot > lastClosedSlot else { return }
    if let openSlot, openSlot < slot { close(openSlot) }
    openSlot = slot
    openSlotCloses =
      (slot + 1) * slotMicroseconds + row.durationMicroseconds + SpectrumFeed.slotGraceMicroseconds
  }

  /// Closes the open slot once no row for it can be expected any more, so that a gap does not hold it back.
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
    if pending != nil { skipped += 1 }
    pending = next
  }

  /// Reduces a row to the view's band, columns and planes.
  mutating func reduce(_ row: PowerRow, flags: RowFlags, into messages: inout [Message]) {
    let (entry, isNew) = axes.entry(for: row.axis, in: view)
    guard entry.info.columns > 0 else { return }
    if isNew { messages.append(.axis(entry.info)) }
    var planes = view.planes
    if view.mode == .waterfall { planes.subtract(.hold) }
    if planes.isEmpty { planes = .max }
    let columns = Int(entry.info.columns)
    var values: [Int16] = []
    values.reserveCapacity(columns * planes.count)
    var powers = [Float](repeating: .nan, count: columns)
    var levels = [Int16](repeating: RowMessage.gap, count: columns)
    func append(_ plane: [Float], _ detector: Detector) {
      var span = powers.mutableSpan
      entry.reducer.reduce(plane.span, detector, into: &span)
      var levelSpan = levels.mutableSpan
      Centibels.encode(powers.span, into: &levelSpan)
      values.append(contentsOf: levels)
    }
    if planes.contains(.max) { append(row.max, .max) }
    if planes.contains(.mean) { append(row.mean, .mean) }
    if planes.contains(.min) { append(row.min, .min) }
    if planes.contains(.sample) { append(row.mean, .sample) }
    if planes.contains(.hold) {
      if let hold = isFrozen ? frozen?.hold : sources[Int(view.source)].hold {
        // A row of before a retune, held still or just overtaken, has another axis than the hold by now.
        append(hold.moved(to: row.axis).values, .max)
      } else {
        values.append(contentsOf: repeatElement(RowMessage.gap, count: columns))
      }
    }
    messages.append(
      .row(
        RowMessage(
          view: view.view, axis: entry.info.axis, flags: flags.union(RowFlags(row)), planes: planes,
          sequence: row.sequence, startMicroseconds: row.startMicroseconds,
          durationMicroseconds: UInt32(clamping: row.durationMicroseconds),
          skipped: UInt16(clamping: flags.contains(.fetched) ? 0 : skipped),
          columns: entry.info.columns, values: values)))
  }

  /// Sums a row's power over the view's band.
  func measure(_ row: PowerRow) -> Message {
    let power = bandPower(of: row, lowHertz: view.lowHertz, highHertz: view.highHertz)
    return .meter(
      MeterMessage(
        view: view.view, flags: RowFlags(row), millibels: Millibels.encode(power: Float(power)),
        sequence: row.sequence, startMicroseconds: row.startMicroseconds,
        durationMicroseconds: UInt32(clamping: row.durationMicroseconds), skipped: UInt16(clamping: skipped)))
  }
}

extension RowFlags {
  /// What happened in a row's interval.
  init(_ row: PowerRow) {
    self = []
    if row.isClipped { insert(.clipped) }
    if row.isIncomplete { insert(.incomplete) }
  }
}
