import WaveSensorsWire
import WaveStreams
import WaveUnits
import WaveWire

extension SensorsFeed {
  /// Passes due messages to `sink`, in order; call it repeatedly until there are none left.
  ///
  /// While the view is hidden, only answers to the client's own messages are sent.
  /// - Parameters:
  ///   - now: The server time.
  ///   - archive: The archive of the source shown by `view`.
  ///   - sink: The destination of the messages.
  /// - Complexity: O(blocks sent); allocates their values.
  public mutating func collect<Sink: SensorsSink>(
    at now: Int64, from archive: borrowing StreamArchive, into sink: inout Sink
  ) {
    collectAnswers(into: &sink)
    guard isGreeted, view.isShowing, Int(view.source) < sources.count else { return }
    collectNews(into: &sink)
    // Send nothing for groups that the client does not know yet.
    guard isKnown(archive) else {
      live.hasSamples = false
      live.isInTurn = false
      return
    }
    collectTimes(archive, into: &sink)
    place(archive, at: now)
    collectLive(archive, at: now, into: &sink)
    collectReadings(archive, at: now, into: &sink)
    if fetch != nil { collectFetched(archive, at: now, into: &sink) }
  }

  /// Passes only answers to the client's own messages to `sink`; used while the view is hidden.
  public mutating func collectAnswers<Sink: SensorsSink>(into sink: inout Sink) {
    for answer in answers { sink.append(answer) }
    answers.removeAll(keepingCapacity: true)
  }

  /// Returns whether `collect` could produce messages now.
  public func isDue(at now: Int64) -> Bool {
    if !answers.isEmpty { return true }
    guard isGreeted, view.isShowing else { return false }
    if live.isDue(at: now) { return true }
    if fetch != nil, fetchedInFlight < Self.fetchLimit { return true }
    return !notices.isEmpty || sources.contains { !$0.news.isEmpty }
  }

  /// The server time in microseconds at which `collect` could produce messages even if nothing arrives.
  public var wakeMicroseconds: Int64? {
    guard isGreeted, view.isShowing, live.hasSamples || live.awaitsTime, live.maySend else { return nil }
    let wake = live.isFirst || live.isInTurn ? viewMicroseconds : live.pace.earliest
    return live.hasSamples || live.isInTurn ? wake : max(wake, live.retryMicroseconds)
  }

  private mutating func collectNews<Sink: SensorsSink>(into sink: inout Sink) {
    for index in sources.indices where !sources[index].news.isEmpty {
      let news = sources[index].news
      sources[index].news = []
      let source = sources[index]
      sources[index].newMaps = 0
      if news.contains(.info) { sink.append(.source(source.info)) }
      if news.contains(.steering), let steering = source.steering { sink.append(.steering(steering)) }
      if news.contains(.controls), let controls = source.controls { sink.append(.controls(controls)) }
      for map in source.timeMaps.suffix(source.newMaps) { sink.append(.timeMap(map)) }
      if news.contains(.marks), let marks = source.marks { sink.append(.marks(marks)) }
      if news.contains(.look) { for part in source.look { sink.append(.look(part)) } }
    }
    for notice in notices { sink.append(.notice(notice)) }
    notices.removeAll(keepingCapacity: true)
  }

  /// Returns whether an archive has the same groups as the description that was sent to the client.
  private func isKnown(_ archive: borrowing StreamArchive) -> Bool {
    let groups = sources[Int(view.source)].info.groups
    guard groups.count == archive.groups.count else { return false }
    for index in groups.indices
    where groups[index].channels.count != archive.groups[index].channelCount
      || groups[index].rateHertz != archive.groups[index].rateHertz
    { return false }
    return true
  }

  /// Sends pieces of the sample times, which must precede the columns that need them.
  private mutating func collectTimes<Sink: SensorsSink>(
    _ archive: borrowing StreamArchive, into sink: inout Sink
  ) {
    let source = Int(view.source)
    for group in archive.groups.indices {
      let heard = sources[source].heard(group)
      let revision = archive.groups[group].timesRevision
      guard revision != heard else { continue }
      while sources[source].timesRevisions.count <= group { sources[source].timesRevisions.append(0) }
      sources[source].timesRevisions[group] = revision
      let pieces = archive.groups[group].times(
        after: min(heard, revision), source: view.source, group: UInt8(clamping: group))
      for piece in pieces { sink.append(.times(piece)) }
    }
  }

  // MARK: - Live columns

  /// Determines where to start sending blocks for a new view, or for a view whose past data has changed.
  private mutating func place(_ archive: borrowing StreamArchive, at now: Int64) {
    let replacesEarlier = isPlaced && generation != archive.generation
    if replacesEarlier {
      isPlaced = false
      fetch?.cursors = nil
      live.isInTurn = false
      live.hasSamples = true
    }
    guard !isPlaced else { return }
    isPlaced = true
    generation = archive.generation
    live.cursors = []
    for group in archive.groups.indices {
      let first = archive.firstChannel(of: group)
      let shown = (0..<archive.groups[group].channelCount).filter { view.channels.contains(first + $0) }
      let channels = Array(shown.prefix(Self.channelsLimit))
      guard !channels.isEmpty else { continue }
      let level = StreamColumns.level(
        rateHertz: archive.groups[group].rateHertz, columnMicroseconds: view.columnMicroseconds)
      live.cursors.append(
        LiveStreams.Cursor(
          group: group, level: level, channels: channels, replacesEarlier: replacesEarlier,
          begunEnd: archive.groups[group].hasBegun ? archive.groups[group].endSequence : 0))
    }
  }

  /// Returns the time at the right edge of the view.
  public func edgeMicroseconds(at now: Int64) -> Int64 { sourceTime(at: now) - view.delayMicroseconds }

  /// Returns the current source time; for a paused recording, the time at which it was paused.
  private func sourceTime(at now: Int64) -> Int64 {
    let source = sources[Int(view.source)]
    guard source.info.flags.contains(.recording), let map = source.timeMaps.last, map.speed == 0
    else { return now }
    return min(now, map.serverMicroseconds)
  }

  /// Returns the sequence number after a group's last sample that is old enough for the view.
  private func shownEnd(_ group: borrowing StreamGroup, at now: Int64) -> UInt64 {
    guard view.delayMicroseconds > 0 else { return group.endSequence }
    let time = Double(sourceTime(at: now) - view.delayMicroseconds)
    guard let sequence = group.times.sequence(at: time) else { return 0 }
    return min(group.endSequence, sequence == .max ? .max : sequence + 1)
  }

  /// Returns the number of the first block that the view requests from a cursor's group.
  private func firstBlock(
    _ cursor: LiveStreams.Cursor, _ group: borrowing StreamGroup, end: UInt64
  ) -> UInt64 {
    let level = UInt64(cursor.level)
    let newest = (end + (1 << level) - 1) >> level
    let oldest = newest - min(newest, Self.blocksBack)
    let wanted = group.times.sequence(at: Double(view.fromMicroseconds)) ?? 0
    return max(group.firstBlock(level: cursor.level), max(oldest, wanted >> level))
  }

  private mutating func collectLive<Sink: SensorsSink>(
    _ archive: borrowing StreamArchive, at now: Int64, into sink: inout Sink
  ) {
    guard live.isDue(at: now) else { return }
    if !live.isInTurn {
      live.hasSamples = false
      live.awaitsTime = false
      guard beginTurn(archive, at: now) else {
        if live.awaitsTime { live.retryMicroseconds = now + live.pace.interval }
        return
      }
      live.isInTurn = true
      if !live.isFirst { live.pace.sent(at: now) }
    }
    let count = live.cursors.count
    for step in 0..<count {
      let index = (live.first + step) % count
      while live.cursors[index].hasPending {
        guard live.maySend else {
          live.first = index
          live.hasSamples = true
          return
        }
        send(index, archive, at: now, into: &sink)
      }
    }
    live.first = 0
    live.isInTurn = false
    live.isFirst = false
    if live.credit.isOpen { live.resetBacklog() }
  }

  /// Marks the groups that have new samples, and returns whether there are any.
  private mutating func beginTurn(_ archive: borrowing StreamArchive, at now: Int64) -> Bool {
    var isAny = false
    for index in live.cursors.indices {
      let cursor = live.cursors[index]
      guard archive.groups[cursor.group].hasBegun else { continue }
      let end = sendableEnd(cursor, archive.groups[cursor.group], at: now)
      if end.isWaiting { live.awaitsTime = true }
      if cursor.nextBlock == nil {
        guard end.sequence > archive.groups[cursor.group].firstSequence(level: 0) else { continue }
        let block = firstBlock(cursor, archive.groups[cursor.group], end: end.sequence)
        live.cursors[index].nextBlock = block
        live.cursors[index].sentEnd = block << UInt64(cursor.level)
      }
      guard end.sequence > live.cursors[index].sentEnd else { continue }
      live.cursors[index].hasPending = true
      isAny = true
    }
    return isAny
  }

  /// Returns the sequence number after a group's last sample that can be sent now, and whether later samples
  /// are too new for the view.
  ///
  /// A delayed view receives only complete blocks, since an incomplete one would later include newer samples.
  private func sendableEnd(
    _ cursor: LiveStreams.Cursor, _ group: borrowing StreamGroup, at now: Int64
  ) -> (sequence: UInt64, isWaiting: Bool) {
    let end = shownEnd(group, at: now)
    guard end < group.endSequence else { return (end, false) }
    let level = UInt64(cursor.level)
    // While the source is paused, samples do not become old enough, however long the client waits.
    return ((end >> level) << level, sourceTime(at: now) == now)
  }

  private mutating func send<Sink: SensorsSink>(
    _ index: Int, _ archive: borrowing StreamArchive, at now: Int64, into sink: inout Sink
  ) {
    let cursor = live.cursors[index]
    let level = UInt64(cursor.level)
    let rate = archive.groups[cursor.group].rateHertz
    let end = sendableEnd(cursor, archive.groups[cursor.group], at: now).sequence
    var next = cursor.nextBlock ?? 0
    var hasSkipped = cursor.hasSkipped
    let behind = Double(end - min(end, cursor.sentEnd)) * 1e6 / rate
    // A delay due to the view's own message rate is not a lack of credit.
    let limit = Self.behindMicroseconds + Double(live.pace.interval)
    if live.wasHeldUp, cursor.sentEnd >= cursor.begunEnd, behind > limit {
      next = max(next, (end - 1) >> level)
      hasSkipped = true
    }
    let held = archive.groups[cursor.group].firstBlock(level: cursor.level)
    if next < held {
      next = held
      hasSkipped = true
    }
    let above = (end + (1 << level) - 1) >> level
    guard next < above else {
      live.cursors[index].hasPending = false
      return
    }
    let room = StreamColumns.blockLimit(channels: cursor.channels.count, level: cursor.level)
    let count = min(above - next, UInt64(min(room, 65_535)))
    let sentEnd = min(end, (next + count) << level)
    append(
      cursor, archive.groups[cursor.group], next..<(next + count), newest: sentEnd - 1, isFetched: false,
      hasSkipped: hasSkipped, into: &sink)
    live.sent(at: now)
    live.cursors[index].replacesEarlier = false
    live.cursors[index].hasSkipped = false
    live.cursors[index].sentEnd = sentEnd
    // The newest block is sent again once it is complete.
    live.cursors[index].nextBlock = sentEnd >> level
    live.cursors[index].hasPending = sentEnd < end
  }

  private func append<Sink: SensorsSink>(
    _ cursor: LiveStreams.Cursor, _ group: borrowing StreamGroup, _ blocks: Range<UInt64>, newest: UInt64,
    isFetched: Bool, hasSkipped: Bool, into sink: inout Sink
  ) {
    let count = Int(blocks.upperBound - blocks.lowerBound)
    var values: [Float] = []
    values.reserveCapacity(cursor.channels.count * count * (cursor.level == 0 ? 1 : 2))
    for channel in cursor.channels {
      group.envelope(channel: channel, level: cursor.level, blocks: blocks, into: &values)
    }
    sink.append(
      .columns(
        StreamColumns(
          view: view.view, source: view.source, group: UInt8(clamping: cursor.group),
          level: UInt8(clamping: cursor.level), isFetched: isFetched, hasSkipped: hasSkipped,
          replacesEarlier: cursor.replacesEarlier, channelCount: UInt8(clamping: cursor.channels.count),
          firstBlock: blocks.lowerBound, blockCount: UInt16(clamping: count),
          arrivalMicroseconds: group.arrivalMicroseconds(of: newest), values: values)))
  }

  // MARK: - Readings

  private mutating func collectReadings<Sink: SensorsSink>(
    _ archive: borrowing StreamArchive, at now: Int64, into sink: inout Sink
  ) {
    guard now >= live.readingsDue, live.credit.isOpen else { return }
    let began = viewMicroseconds &- view.delayMicroseconds &- view.fromMicroseconds
    let window = view.windowMicroseconds > 0 ? view.windowMicroseconds : began
    let received = archive.receivedCount
    let isOfOtherTime = view.delayMicroseconds > 0 && sourceTime(at: now) == now
    guard window > 0, received != live.readCount || isOfOtherTime, !live.cursors.isEmpty else { return }
    live.readingsDue = now + Self.readingMicroseconds
    live.readCount = received
    var readings: [StreamReadings.Reading] = []
    for cursor in live.cursors {
      let end = shownEnd(archive.groups[cursor.group], at: now)
      let start = Double(sourceTime(at: now) - view.delayMicroseconds - window)
      let first = min(end, archive.groups[cursor.group].times.sequence(at: start) ?? end)
      let firstChannel = archive.firstChannel(of: cursor.group)
      for channel in cursor.channels {
        let reading = archive.groups[cursor.group].reading(channel: channel, sequences: first..<end)
        readings.append(
          StreamReadings.Reading(
            channel: UInt8(clamping: firstChannel + channel), value: reading.last,
            minimum: reading.minimum, maximum: reading.maximum, rootMeanSquare: reading.rootMeanSquare))
      }
    }
    sink.append(
      .readings(
        StreamReadings(
          view: view.view, source: view.source, receivedCount: received,
          missingCount: archive.missingCount, readings: readings)))
  }

  // MARK: - The past

  private mutating func collectFetched<Sink: SensorsSink>(
    _ archive: borrowing StreamArchive, at now: Int64, into sink: inout Sink
  ) {
    guard var running = fetch else { return }
    var cursors = running.cursors ?? fetchCursors(running.request, archive)
    while fetchedInFlight < Self.fetchLimit {
      let order = cursors.indices.map { (running.first + $0) % cursors.count }
      guard let place = order.first(where: { cursors[$0].lowest < cursors[$0].end }) else {
        fetch = nil
        sink.append(.fetched(fetched(running.request, archive, at: now)))
        return
      }
      let cursor = live.cursors[cursors[place].index]
      let limit = min(
        StreamColumns.blockLimit(channels: cursor.channels.count, level: cursor.level),
        FetchStreams.blockLimit)
      let end = cursors[place].end
      let start = max(cursors[place].lowest, end - min(end, UInt64(limit)))
      let newest = min(end << UInt64(cursor.level), archive.groups[cursor.group].endSequence) - 1
      append(
        cursor, archive.groups[cursor.group], start..<end, newest: newest, isFetched: true, hasSkipped: false,
        into: &sink)
      live.cursors[cursors[place].index].replacesEarlier = false
      cursors[place].end = start
      running.first = (place + 1) % cursors.count
      fetchedInFlight += 1
    }
    running.cursors = cursors
    fetch = running
  }

  /// Returns the range of blocks in each group that a window of past data covers.
  private func fetchCursors(_ request: Fetch, _ archive: borrowing StreamArchive) -> [FetchStreams.Cursor] {
    var found: [FetchStreams.Cursor] = []
    for index in live.cursors.indices {
      let cursor = live.cursors[index]
      let level = UInt64(cursor.level)
      guard archive.groups[cursor.group].hasBegun,
        let first = archive.groups[cursor.group].times.sequence(at: Double(request.fromMicroseconds)),
        let last = archive.groups[cursor.group].times.sequence(at: Double(request.untilMicroseconds))
      else { continue }
      // The request itself specifies the end of the window. A paused client requests a delay that exceeds the
      // age of every sample.
      let newest = archive.groups[cursor.group].endSequence
      let end = view.delayMicroseconds > 0 ? (newest >> level) << level : newest
      let upper = min(end, last)
      let lowest = max(archive.groups[cursor.group].firstBlock(level: cursor.level), first >> level)
      found.append(
        FetchStreams.Cursor(index: index, lowest: lowest, end: (upper + (1 << level) - 1) >> level))
    }
    return found
  }

  private func fetched(_ request: Fetch, _ archive: borrowing StreamArchive, at now: Int64) -> Fetched {
    var oldest = Double(now)
    for cursor in live.cursors where archive.groups[cursor.group].hasBegun {
      let first = archive.groups[cursor.group].firstSequence(level: cursor.level)
      if let time = archive.groups[cursor.group].times.microseconds(of: first) { oldest = min(oldest, time) }
    }
    let limit = Double(WireLimits.microseconds)
    return Fetched(
      view: view.view, fromMicroseconds: request.fromMicroseconds,
      oldestMicroseconds: Int64(saturating: max(-limit, min(limit, oldest.rounded()))))
  }
}
