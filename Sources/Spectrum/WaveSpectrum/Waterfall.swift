import WaveDisplay
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The waterfall: its rows, what they were reduced to, the past that is fetched, and what the player has.
struct Waterfall: Sendable {
  /// What to do to fill a view.
  enum FetchStep: Equatable, Sendable {
    /// Nothing: all is there, or on its way.
    case none
    /// To wait until a time.
    case wait(Int64)
    /// To ask for a window.
    case send(Fetch)
  }

  /// The rows.
  private(set) var store = WaterfallStore()
  private var reductions = Reductions()
  private var past = PastFetch()
  private var ring = PlayerRing()

  /// The oldest server time of which there may be rows.
  var oldestMicroseconds: Int64 { past.oldestMicroseconds }
  /// Whether the player has rows and colours.
  var isCreated: Bool { ring.isCreated }

  /// Whether a row can be placed: its view is remembered.
  func knows(_ row: RowMessage) -> Bool { reductions.number(ofView: row.view) != nil }

  /// The server is asked for another view.
  mutating func show(_ view: ShowView) {
    reductions.register(view)
    past.cancel()
    guard view.mode == .waterfall else { return }
    store.prepare(slotMicroseconds: Int64(view.slotMicroseconds), columns: Int(view.columns))
  }

  /// Receives a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - band: The band of its columns.
  ///   - axis: The time on the screen, which rows of other times may not push out.
  mutating func receive(_ row: RowMessage, band: Band, axis: TimeAxis) {
    guard let reduction = reductions.number(ofView: row.view) else { return }
    store.insert(row, band: band, reduction: reduction, visible: store.slots(of: axis))
  }

  /// Receives the end of a fetch: what did not come is known to be missing.
  ///
  /// - Returns: Whether it was awaited.
  mutating func receive(_ fetched: Fetched, axis: TimeAxis) -> Bool {
    guard let fetch = past.receive(fetched) else { return false }
    let first = store.slot(at: fetch.fromMicroseconds)
    let last = store.slot(at: fetch.untilMicroseconds - 1)
    if last >= first, let reduction = reductions.number(ofView: fetch.view) {
      store.markGaps(first...last, reduction: reduction, visible: store.slots(of: axis))
    }
    return true
  }

  /// Decides what to ask for, so that a view is filled.
  ///
  /// - Parameters:
  ///   - view: The view that the server shows.
  ///   - axis: The time on the screen.
  ///   - server: The server's time.
  ///   - rowSeconds: Seconds that one row of the source covers.
  ///   - now: The client's time.
  /// - Returns: What to do.
  mutating func fetch(
    view: UInt16, axis: TimeAxis, server: Int64, rowSeconds: Double, at now: Int64
  ) -> FetchStep {
    guard !past.isPending else { return .none }
    let visible = store.slots(of: axis)
    // The newest slots are still being made, and those of a long row as long as it takes.
    let making = Swift.max(3 * store.slotMicroseconds, Int64(saturating: rowSeconds * 1.5e6))
    let last = Swift.min(visible.upperBound, store.slot(at: server - making))
    guard last >= visible.lowerBound else { return .none }
    var oldest: Int64?
    var newest: Int64 = 0
    for slot in visible.lowerBound...last where store.isMissing(slot, reduction: reductions.current) {
      oldest = oldest ?? slot
      newest = slot
    }
    guard let oldest else { return .none }
    guard now >= past.due else { return .wait(past.due) }
    let fetch = Fetch(
      view: view, fromMicroseconds: store.start(of: oldest), untilMicroseconds: store.start(of: newest + 1))
    past.send(fetch, at: now)
    // A clock at the very end of its range has slots beyond it.
    guard
      Swift.max(fetch.fromMicroseconds.magnitude, fetch.untilMicroseconds.magnitude)
        <= WireLimits.microseconds.magnitude
    else {
      past.cancel()
      return .none
    }
    return .send(fetch)
  }

  /// The connection was opened or closed.
  mutating func reconnect() { past.cancel() }

  /// The server was restarted, with a clock that is ahead by microseconds: rows stay, at their distance.
  ///
  /// - Returns: By how many microseconds they have moved.
  mutating func restart(clockJump: Int64) -> Int64 {
    let moved = store.move(by: clockJump)
    past.keep(movedBy: moved)
    ring.forget()
    return moved
  }

  /// The rows are those of no source any longer.
  mutating func forget() {
    store = WaterfallStore()
    reductions = Reductions()
    past.forget()
  }

  /// The player has lost its fields.
  mutating func forgetPlayer() { ring.forget() }

  /// Sends the player what it lacks of a view.
  mutating func update(
    slotMicroseconds: Int64, axis: TimeAxis, levels: LevelWindow, into list: inout DrawList
  ) {
    store.prepare(slotMicroseconds: slotMicroseconds, columns: 0)
    ring.update(from: store, slots: store.slots(of: axis), levels: levels, into: &list)
  }
}
