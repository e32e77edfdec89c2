import WaveSensorsWire
import WaveUnits
import WaveWire

/// What has come of the streams, and what the server is asked for.
struct StreamIntake: Sendable {
  /// What blocks that were received change in the picture.
  enum Receipt: Equatable {
    /// Nothing: they are of another view.
    case ignored
    /// Earlier blocks are void; these have other streams, or another level.
    case voided
    /// A stretch of source time; all of it where earlier blocks are void. A clock that jumps back within it
    /// has its end before its beginning.
    case stored(from: Double, until: Double, isAnew: Bool)
  }

  private(set) var requests = ViewRequests()
  private(set) var blocks = StreamBlocks()
  private(set) var recency = Recency()
  private(set) var credit = FrameCredit()

  /// The connection was opened or closed.
  mutating func connectionChanged() {
    requests.handle(.forgotten)
    credit.connectionChanged()
  }

  /// Samples are expected from now on.
  mutating func listen(at now: Int64) { recency.listen(at: now) }

  /// What can be shown has changed.
  mutating func viewChanged(at now: Int64) { requests.handle(.viewChanged(at: now)) }

  /// Forgets the blocks: other streams come.
  ///
  /// Of another source the view is another one, though it looks the same.
  mutating func reset(groups count: Int, isOther: Bool, at now: Int64) {
    blocks = StreamBlocks(groups: count)
    recency.begin(groups: count, at: now)
    requests.handle(isOther ? .forgotten : .blocksForgotten)
  }

  // MARK: - Blocks

  /// Receives blocks; those of another view, or of another source, are ignored.
  ///
  /// `sourceNow` is nil where samples are shown late on purpose, which says nothing of their age.
  mutating func receive(
    _ columns: StreamColumns, of source: UInt16?, _ clocks: [StreamClock], sourceNow: Double?, at now: Int64
  ) -> Receipt {
    credit.count(columns)
    let group = Int(columns.group)
    guard columns.view == requests.view, columns.source == source, blocks.stores.indices.contains(group)
    else { return .ignored }
    // Its samples are filtered in another way now.
    let isAnew = columns.isAnew && blocks.forget(group)
    if isAnew { requests.handle(.blocksForgotten) }
    guard blocks.insert(columns) else { return isAnew ? .voided : .ignored }
    let length = Double(Int64(1) << Int64(columns.level))
    // The line to the first block begins at the one before it.
    let first = clocks[group].microseconds(of: (Double(columns.firstBlock) - 1) * length)
    let end = clocks[group].microseconds(of: Double(columns.firstBlock + UInt64(columns.blockCount)) * length)
    if !columns.isFetched {
      recency.receive(
        group: group, microseconds: columns.level == 0 ? end - length : end, serverMicroseconds: sourceNow,
        at: now)
      credit.arrived(at: columns.arrivalMicroseconds)
    }
    return .stored(from: first, until: end, isAnew: isAnew)
  }

  // MARK: - Requests

  /// Asks for a view whose window begins at a moment of source time, if it differs from the one before.
  ///
  /// Its number and its start do not count.
  /// - Returns: What to send, and whether what was drawn is of other blocks.
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

  /// Asks for what a window of source time lacks and live blocks will not bring.
  ///
  /// To a picture that is held nothing comes by itself. Of a recording at rest, the blocks that a slow page
  /// was spared come no more.
  mutating func fetch(
    from start: Double, until edge: Double, isHeld: Bool, isAtRest: Bool, _ clocks: [StreamClock],
    _ playback: PlaybackClock, at now: Int64
  ) -> Dispatch {
    guard requests.mayFetch, let shown = requests.shown else { return .none }
    let oldest = playback.microseconds(atServer: Double(requests.oldestMicroseconds))
    // The newest blocks come by themselves.
    let live = playback.microseconds(atServer: Double(shown.fromMicroseconds))
    let missing = blocks.missing(
      from: Swift.max(start, oldest), until: isHeld || isAtRest ? edge : Swift.min(edge, live),
      isComplete: isAtRest && !isHeld, clocks)
    guard let missing, missing.until > oldest + 1 else { return .none }
    let from = playback.wireMicroseconds(missing.from)
    // A clock that a server sets back has the end before the start.
    let until = missing.from < missing.until ? playback.wireMicroseconds(missing.until) : from
    return requests.fetch(from: from, until: until, at: now)
  }

  /// Receives the end of a window of the past.
  ///
  /// - Returns: Whether it is the one that was asked for.
  mutating func receive(_ fetched: Fetched) -> Bool { requests.receive(fetched) }

  // MARK: - Frames

  /// A frame was drawn.
  ///
  /// - Returns: Credit to give to the server, and when the newest sample in the frame came to it.
  mutating func drawn() -> (credit: Acknowledge?, arrival: Int64?) { credit.drawn() }
}
