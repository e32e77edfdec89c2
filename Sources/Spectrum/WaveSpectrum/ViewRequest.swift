import WaveSpectrumWire

/// The view that was last requested from the server, and the time of the next request.
struct ViewRequest: Equatable, Sendable {
  /// The outcome of requesting a view.
  enum Outcome: Equatable, Sendable {
    /// The server already sends data for this view.
    case same
    /// `shown` must be sent.
    case changed
    /// `shown` must be sent, and its band differs from the previous one.
    case moved
  }

  /// The minimum interval between requests while a finger moves, in microseconds.
  private static let interval: Int64 = 100_000

  /// The view for which the server sends data; nil if a view must be requested.
  private(set) var shown: ShowView?
  private var number: UInt16 = 0
  private var changedAt: Int64?
  private var sentAt: Int64 = .min / 2

  /// The time at which the next request is due; nil if nothing has changed.
  var due: Int64? { changedAt.map { Swift.max($0, sentAt + Self.interval) } }

  /// Records that the view has changed, so that a request is due as soon as the minimum interval allows.
  mutating func change(at now: Int64) { changedAt = changedAt ?? now }

  /// Forgets the view that was requested, after the connection was opened or closed.
  mutating func forget() { shown = nil }

  /// Stores a view under a new number if the view differs from the one that was last requested.
  ///
  /// - Parameters:
  ///   - wanted: The view to request; nil if there is none.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The outcome, which determines whether `shown` must be sent.
  mutating func show(_ wanted: ShowView?, at now: Int64) -> Outcome {
    changedAt = nil
    guard var wanted else { return .same }
    wanted.view = number
    guard wanted != shown else { return .same }
    sentAt = now
    let hasMoved = shown.map { $0.lowHertz != wanted.lowHertz || $0.highHertz != wanted.highHertz } ?? false
    number = number == .max ? 1 : number + 1
    wanted.view = number
    shown = wanted
    return hasMoved ? .moved : .changed
  }
}
