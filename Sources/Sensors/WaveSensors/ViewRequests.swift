import WaveSensorsWire
import WaveWire

/// What the server was asked to send, and when it may be asked again: the view, and windows of the past.
struct ViewRequests: Sendable {
  /// While a finger moves, the server hears of it at most this often.
  static let showIntervalMicroseconds: Int64 = 100_000
  static let fetchIntervalMicroseconds: Int64 = 100_000

  /// What happens to the requests.
  enum Input {
    /// What can be shown has changed; the server hears of it now, or soon while a finger moves.
    case viewChanged(at: Int64)
    /// The server knows nothing of the view: the connection is another one, or the source.
    case forgotten
    /// The blocks were forgotten: a window that is on its way is of no use.
    case blocksForgotten
    /// Blocks are longer or shorter than before: how far back the server reaches depends on that.
    case levelChanged
  }

  /// The number of the view.
  private(set) var view: UInt16 = 0
  /// The view that the server knows; nil for none.
  private(set) var shown: ShowStreams?
  /// The server time of the oldest sample that can be asked for, as far as is known.
  private(set) var oldestMicroseconds: Int64 = .min / 2
  /// Since when the view is another one than the server knows.
  private var changedAt: Int64?
  private var shownAt: Int64 = .min / 2
  private var fetching: Fetch?
  private var fetchedAt: Int64 = .min / 2

  /// When the server is to hear of the view; nil where it knows it.
  var showDue: Int64? { changedAt.map { Swift.max($0, shownAt + Self.showIntervalMicroseconds) } }

  /// Whether a window of the past may be asked for.
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

  /// Compares a view with the one that the server knows, once it may hear of it; its number and its start do
  /// not count.
  ///
  /// - Returns: Whether it differs, and then whether in its streams.
  mutating func compare(_ wanted: ShowStreams, at now: Int64) -> (isNew: Bool, hasOtherStreams: Bool) {
    changedAt = nil
    var comparable = wanted
    comparable.view = view
    comparable.fromMicroseconds = shown?.fromMicroseconds ?? 0
    guard comparable != shown else { return (false, false) }
    shownAt = now
    return (true, shown?.channels != wanted.channels || shown?.source != wanted.source)
  }

  /// Numbers a view that differs, whose samples are wanted from a server time on.
  ///
  /// - Returns: What to send.
  mutating func show(_ wanted: ShowStreams, from microseconds: Int64) -> ShowStreams {
    view = view == .max ? 1 : view + 1
    var next = wanted
    next.view = view
    next.fromMicroseconds = microseconds
    shown = next
    fetching = nil
    return next
  }

  /// Asks for a window of the past, in server time.
  mutating func fetch(from: Int64, until: Int64, at now: Int64) -> Dispatch {
    guard now - fetchedAt >= Self.fetchIntervalMicroseconds else {
      return .wait(fetchedAt + Self.fetchIntervalMicroseconds)
    }
    // A clock that a server sets back has the end before the start.
    guard from < until else { return .none }
    fetchedAt = now
    let fetch = Fetch(view: view, fromMicroseconds: from, untilMicroseconds: until)
    fetching = fetch
    return .send(.fetch(fetch))
  }

  /// Receives the end of a window of the past.
  ///
  /// - Returns: Whether it is the one that was asked for.
  mutating func receive(_ fetched: Fetched) -> Bool {
    guard let fetching, fetched.view == fetching.view else { return false }
    self.fetching = nil
    oldestMicroseconds = fetched.oldestMicroseconds
    return true
  }
}
