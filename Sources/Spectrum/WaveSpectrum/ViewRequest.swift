import WaveSpectrumWire

/// What the server was last asked to show, and when it is asked again.
struct ViewRequest: Equatable, Sendable {
  /// What follows from showing a view.
  enum Outcome: Equatable, Sendable {
    /// Nothing: the server shows it already.
    case same
    /// `shown` is to be sent.
    case changed
    /// `shown` is to be sent, and has another band.
    case moved
  }

  /// While a finger moves, the server is asked at most this often, in microseconds.
  private static let interval: Int64 = 100_000

  /// The view that the server shows; nil if it is to be asked anew.
  private(set) var shown: ShowView?
  private var number: UInt16 = 0
  private var changedAt: Int64?
  private var sentAt: Int64 = .min / 2

  /// When the server is to be asked; nil if nothing has changed.
  var due: Int64? { changedAt.map { Swift.max($0, sentAt + Self.interval) } }

  /// What can be shown has changed: the server is asked now, or soon while a finger moves.
  mutating func change(at now: Int64) { changedAt = changedAt ?? now }

  /// The connection was opened or closed.
  mutating func forget() { shown = nil }

  /// Numbers a view and keeps it, if it is due and differs from the one that is shown.
  ///
  /// - Parameters:
  ///   - wanted: What the screen can show; nil if nothing.
  ///   - now: The client's time.
  /// - Returns: What follows.
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
