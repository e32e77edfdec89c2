import WaveDisplay
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The waterfall's data: the stored rows and their reductions, the pending requests for past rows, and the
/// rows that the draw-list player already has.
struct Waterfall: Sendable {
  /// The next step in filling a view with past rows.
  enum FetchStep: Equatable, Sendable {
    /// All rows have arrived or are pending.
    case none
    /// A request must wait until the given time.
    case wait(Int64)
    /// A request must be sent.
    case send(Fetch)
  }

  /// The stored rows.
  private(set) var store = WaterfallStore()
  private var reductions = Reductions()
  private var past = PastFetch()
  private var ring = PlayerRing()

  /// The oldest server time for which rows can exist.
  var oldestMicroseconds: Int64 { past.oldestMicroseconds }
  /// Whether the draw-list player has the fields for rows and colours.
  var isCreated: Bool { ring.isCreated }

  /// Returns whether the view for which a row was made is still remembered, so that the row can be stored.
  func knows(_ row: RowMessage) -> Bool { reductions.number(ofView: row.view) != nil }

  /// Prepares for the rows of a view that is requested from the server.
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
  ///   - band: The band of the row's columns.
  ///   - axis: The time axis on the screen; rows within it are not displaced by rows outside it.
  mutating func receive(_ row: RowMessage, band: Band, axis: TimeAxis) {
    guard let reduction = reductions.number(ofView: row.view) else { return }
    store.insert(row, band: band, reduction: reduction, visible: store.slots(of: axis))
  }

  /// Handles the end of a fetch, and marks rows that did not arrive as missing.
  ///
  /// - Returns: Whether the fetch was pending.
  mutating func receive(_ fetched: Fetched, axis: TimeAxis) -> Bool {
    guard let fetch = past.receive(fetched) else { return false }
    let first = store.slot(at: fetch.fromMicroseconds)
    let last = store.slot(at: fetch.untilMicroseconds - 1)
    if last >= first, let reduction = reductions.number(ofView: fetch.view) {
      store.markGaps(first...last, reduction: reduction, visible: store.slots(of: axis))
    }
    return true
  }

  /// Decides which past rows to request in order to fill a view.
  ///
  /// - Parameters:
  ///   - view: The number of the view that was last requested from the server.
  ///   - axis: The time axis on the screen.
  ///   - server: The server's time.
  ///   - rowSeconds: The duration of one of the source's rows, in seconds.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The step to take.
  mutating func fetch(
    view: UInt16, axis: TimeAxis, server: Int64, rowSeconds: Double, at now: Int64
  ) -> FetchStep {
    guard !past.isPending else { return .none }
    let visible = store.slots(of: axis)
    // The newest slots are still being acquired. If rows are longer than a slot, this takes as long as a row.
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
    // Near the end of the clock's range, slots can lie beyond that range.
    guard
      Swift.max(fetch.fromMicroseconds.magnitude, fetch.untilMicroseconds.magnitude)
        <= WireLimits.microseconds.magnitude
    else {
      past.cancel()
      return .none
    }
    return .send(fetch)
  }

  /// Cancels the pending fetch after the connection was opened or closed.
  mutating func reconnect() { past.cancel() }

  /// Handles a server restart in which the clock jumped by a number of microseconds.
  ///
  /// Rows keep their age.
  ///
  /// - Returns: The number of microseconds by which rows were shifted.
  mutating func restart(clockJump: Int64) -> Int64 {
    let moved = store.move(by: clockJump)
    past.keep(movedBy: moved)
    ring.forget()
    return moved
  }

  /// Discards all rows, because they belong to none of the server's sources.
  mutating func forget() {
    store = WaterfallStore()
    reductions = Reductions()
    past.forget()
  }

  /// Records that the draw-list player has lost its stored rows and colours.
  mutating func forgetPlayer() { ring.forget() }

  /// Sends the draw-list player any missing rows and colours of the view.
  mutating func update(
    slotMicroseconds: Int64, axis: TimeAxis, levels: LevelWindow, into list: inout DrawList
  ) {
    store.prepare(slotMicroseconds: slotMicroseconds, columns: 0)
    ring.update(from: store, slots: store.slots(of: axis), levels: levels, into: &list)
  }
}
