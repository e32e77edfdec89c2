import WaveSensorsWire
import WaveUnits
import WaveWire

/// The data received from the streams, and the requests to the server.
struct StreamIntake: Sendable {
  /// The effect of received blocks on the display.
  enum Receipt: Equatable {
    /// The blocks belong to a different view, and are ignored.
    case ignored
    /// Earlier blocks are invalid, because the received blocks contain different streams or have a different
    /// level.
    case voided
    /// Blocks that cover a range of source time were stored; if `replacesEarlier` is set, earlier blocks are
    /// invalid. If the clock jumps back within the range, the end is before the start.
    case stored(from: Double, until: Double, replacesEarlier: Bool)
  }

  private(set) var requests = ViewRequests()
  private(set) var blocks = StreamBlocks()
  private(set) var recency = Recency()
  private(set) var credit = FrameCredit()

  /// Discards the state of the requests and credit, because a connection has opened or closed.
  mutating func connectionChanged() {
    requests.handle(.forgotten)
    credit.connectionChanged()
  }

  /// Starts waiting for samples.
  mutating func listen(at now: Int64) { recency.listen(at: now) }

  /// Records that the client may need different data.
  mutating func viewChanged(at now: Int64) { requests.handle(.viewChanged(at: now)) }

  /// Discards the blocks when different streams are about to arrive.
  ///
  /// A different source always requires a new view, even if its streams are the same.
  mutating func reset(groups count: Int, isOther: Bool, at now: Int64) {
    blocks = StreamBlocks(groups: count)
    recency.begin(groups: count, at: now)
    requests.handle(isOther ? .forgotten : .blocksForgotten)
  }

  // MARK: - Blocks

  /// Stores received blocks; those of a different view or source are ignored.
  ///
  /// `sourceNow` is nil if samples are delayed intentionally, so that their age has no meaning.
  mutating func receive(
    _ columns: StreamColumns, of source: UInt16?, _ clocks: [StreamClock], sourceNow: Double?, at now: Int64
  ) -> Receipt {
    credit.count(columns)
    let group = Int(columns.group)
    guard columns.view == requests.view, columns.source == source, blocks.stores.indices.contains(group)
    else { return .ignored }
    // After a change of filters, the earlier blocks of the group are invalid.
    let replacesEarlier = columns.replacesEarlier && blocks.forget(group)
    if replacesEarlier { requests.handle(.blocksForgotten) }
    guard blocks.insert(columns) else { return replacesEarlier ? .voided : .ignored }
    let length = Double(Int64(1) << Int64(columns.level))
    // The line to the first block starts at the previous block.
    let first = clocks[group].microseconds(of: (Double(columns.firstBlock) - 1) * length)
    let end = clocks[group].microseconds(of: Double(columns.firstBlock + UInt64(columns.blockCount)) * length)
    if !columns.isFetched {
      recency.receive(
        group: group, microseconds: columns.level == 0 ? end - length : end, serverMicroseconds: sourceNow,
        at: now)
      credit.arrived(at: columns.arrivalMicroseconds)
    }
    return .stored(from: first, until: end, replacesEarlier: replacesEarlier)
  }

  // MARK: - Requests

  /// Returns a request for a view whose window begins at a source time; nil if it does not differ from the
  /// previous request.
  ///
  /// The view number and the start time are ignored in the comparison.
  /// - Returns: The request to send, and whether the blocks drawn so far are of a different level or of
  ///   different streams.
  mutating func show(
    _ wanted: ShowStreams, of source: StreamSource, from start: Double, _ clocks: [StreamClock],
    _ playback: PlaybackClock, at now: Int64
  ) -> (view: ShowStreams, isOther: Bool)? {
    let (isNew, hasOtherStreams) = requests.compare(wanted, at: now)
    guard isNew else { return nil }
    let isOther = blocks.prepare(
      source, wanted.channels, columnMicroseconds: wanted.columnMicroseconds, keepsOld: !hasOtherStreams)
    if isOther { requests.handle(.levelChanged) }
    let first = playback.wireMicroseconds(blocks.liveStart(from: start, clocks))
    return (requests.show(wanted, from: first), isOther)
  }

  /// Requests the missing parts of a window of source time, except those that live blocks will fill.
  ///
  /// A paused display receives no live blocks. For a recording that has stopped, blocks that were skipped for
  /// a slow client are not sent again automatically.
  mutating func fetch(
    from start: Double, until edge: Double, isHeld: Bool, isAtRest: Bool, _ clocks: [StreamClock],
    _ playback: PlaybackClock, at now: Int64
  ) -> Dispatch {
    guard requests.mayFetch, let shown = requests.shown else { return .none }
    let oldest = playback.microseconds(atServer: Double(requests.oldestMicroseconds))
    // The newest blocks arrive without a request.
    let live = playback.microseconds(atServer: Double(shown.fromMicroseconds))
    let missing = blocks.missing(
      from: Swift.max(start, oldest), until: isHeld || isAtRest ? edge : Swift.min(edge, live),
      isComplete: isAtRest && !isHeld, clocks)
    guard let missing, missing.until > oldest + 1 else { return .none }
    let from = playback.wireMicroseconds(missing.from)
    // If the server's clock is set back, the end can be before the start.
    let until = missing.from < missing.until ? playback.wireMicroseconds(missing.until) : from
    return requests.fetch(from: from, until: until, at: now)
  }

  /// Handles the end of a response with past data.
  ///
  /// - Returns: Whether the response answers the latest request.
  mutating func receive(_ fetched: Fetched) -> Bool { requests.receive(fetched) }

  // MARK: - Frames

  /// Records that a frame was drawn.
  ///
  /// - Returns: The credit to grant to the server, and the time at which the frame's newest sample arrived
  ///   there.
  mutating func drawn() -> (credit: Acknowledge?, arrival: Int64?) { credit.drawn() }
}
