import WaveSensorsWire
import WaveWire

/// The latest requests to the server for the view and for past data, and the times at which new requests are
/// allowed.
struct ViewRequests: Sendable {
  /// The shortest interval between view requests, for example while a finger moves.
  static let showIntervalMicroseconds: Int64 = 100_000
  static let fetchIntervalMicroseconds: Int64 = 100_000

  /// An event that affects the requests.
  enum Input {
    /// The client may need different data. A request is due now, or soon if the last request was sent
    /// recently.
    case viewChanged(at: Int64)
    /// The server has no view, since the connection or the source is new.
    case forgotten
    /// The blocks were discarded, so a pending request for past data is useless.
    case blocksForgotten
    /// The block length has changed, and with it the extent of the server's history.
    case levelChanged
  }

  /// The number of the view requested last.
  private(set) var view: UInt16 = 0
  /// The view that the server currently uses; nil if it has none.
  private(set) var shown: ShowStreams?
  /// The server time before which the server is known to have no samples.
  private(set) var oldestMicroseconds: Int64 = .min / 2
  /// The time of the first change that has not been compared with the server's view; nil if there was no
  /// change.
  private var changedAt: Int64?
  private var shownAt: Int64 = .min / 2
  private var fetching: Fetch?
  private var fetchedAt: Int64 = .min / 2

  /// The time at which the next view request is due; nil if the view has not changed.
  var showDue: Int64? { changedAt.map { Swift.max($0, shownAt + Self.showIntervalMicroseconds) } }

  /// Whether past data can be requested.
  var mayFetch: Bool { shown?.isShowing == true && fetching == nil && changedAt == nil }

  mutating func handle(_ input: Input) {
    switch input {
    case .viewChanged(let now): changedAt = changedAt ?? now
    case .forgotten:
      shown = nil
      fetching = nil
    case .blocksForgotten: fetching = nil
    case .levelChanged: oldestMicroseconds = .min / 2
    }
  }

  /// Compares a view with the one that the server uses, ignoring their numbers and start times.
  ///
  /// - Returns: Whether the view differs, and if so, whether its streams differ.
  mutating func compare(_ wanted: ShowStreams, at now: Int64) -> (isNew: Bool, hasOtherStreams: Bool) {
    changedAt = nil
    var comparable = wanted
    comparable.view = view
    comparable.fromMicroseconds = shown?.fromMicroseconds ?? 0
    guard comparable != shown else { return (false, false) }
    shownAt = now
    return (true, shown?.channels != wanted.channels || shown?.source != wanted.source)
  }

  /// Assigns a new number to a changed view.
  ///
  /// Its samples are needed from a given server time onward.
  ///
  /// - Returns: The request to send.
  mutating func show(_ wanted: ShowStreams, from microseconds: Int64) -> ShowStreams {
    view = view == .max ? 1 : view + 1
    var next = wanted
    next.view = view
    next.fromMicroseconds = microseconds
    shown = next
    fetching = nil
    return next
  }

  /// Returns a request for a window of past data, in server time.
  mutating func fetch(from: Int64, until: Int64, at now: Int64) -> Dispatch {
    guard now - fetchedAt >= Self.fetchIntervalMicroseconds
    else { return .wait(fetchedAt + Self.fetchIntervalMicroseconds) }
    // If the server's clock is set back, the end can be before the start.
    guard from < until else { return .none }
    fetchedAt = now
    let fetch = Fetch(view: view, fromMicroseconds: from, untilMicroseconds: until)
    fetching = fetch
    return .send(.fetch(fetch))
  }

  /// Handles the end of a response with past data.
  ///
  /// - Returns: Whether the response answers the latest request.
  mutating func receive(_ fetched: Fetched) -> Bool {
    guard let fetching, fetched.view == fetching.view else { return false }
    self.fetching = nil
    oldestMicroseconds = fetched.oldestMicroseconds
    return true
  }
}
