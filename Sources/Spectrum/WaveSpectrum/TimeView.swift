import WaveUnits

/// The time on the screen: how much of it a waterfall shows, how far back, and whether it flows.
///
/// Time is held while a finger rests on a waterfall, while the server does not answer, and while a waterfall
/// is paused. It flows again from where it was moved to, or from now if it was not moved.
struct TimeView: Equatable, Sendable {
  /// Periods to choose from, in seconds.
  static let periods: [Double] = [5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720]
  /// The pace of a waterfall: two rows a second.
  private static let slotMicroseconds: Int64 = 500_000
  /// The farthest moment back that any server keeps: the study's 768 seconds.
  private static let historyMicroseconds: Int64 = 768_000_000

  /// An input.
  enum Input: Equatable, Sendable {
    /// Pauses.
    case pause
    /// Returns to live data.
    case resume
    /// Pauses or resumes by a tap, which a second one may undo.
    case tap
    /// The tap had another effect, so there is nothing to undo.
    case ignoreTap
    /// The tap was the first half of a double tap.
    case undoTap
    /// Returns to live data in another view, or of another source.
    case restart
    /// Holds time where it is.
    case hold
    /// Lets time flow again, from where it was moved to; without effect while paused.
    case release
    /// Something else of the view has changed, which a paused picture asks for once.
    case changeView
  }

  /// What an input requires of the model.
  enum Action: Equatable, Sendable {
    /// To state the view to the server.
    case show
    /// To state the view, which has been paused.
    case pause
    /// To state the view, which is live again.
    case resume
  }

  private enum Flow: Equatable {
    case running
    /// The user has paused the picture, and may have moved it since.
    case paused(hasMoved: Bool)
  }

  private struct Held: Equatable {
    /// Server time at the top.
    let top: Int64
    /// The client's time at which it was held.
    let since: Int64
    let hasMoved: Bool
  }

  /// The state before a tap.
  private struct Snapshot: Equatable {
    let isPaused: Bool
    let heldTop: Int64?
    let offset: Int64
  }

  /// Seconds from the top of a waterfall to its bottom.
  private(set) var periodSeconds: Double
  /// How far back flowing time is shown, in microseconds.
  private(set) var offsetMicroseconds: Int64 = 0
  private var flow = Flow.running
  private var held: Held?
  private var beforeTap: Snapshot?

  /// Starts live.
  init(periodSeconds: Double) { self.periodSeconds = periodSeconds }

  /// Whether the user has paused the picture.
  var isPaused: Bool { flow != .running }
  /// Whether a paused picture has been moved since.
  var hasMovedWhilePaused: Bool { flow == .paused(hasMoved: true) }
  /// Whether time is held, for whatever reason.
  var isHeld: Bool { held != nil }

  /// The lattice of a waterfall's rows: half a second, doubled until no row is lower than a pixel.
  func slotMicroseconds(plotHeight: Float) -> Int64 {
    var slot = Self.slotMicroseconds
    while slot < 32_000_000, Double(slot) * Double(Swift.max(1, plotHeight)) < periodSeconds * 1e6 {
      slot *= 2
    }
    return slot
  }

  /// Server time at the top of a waterfall.
  @inline(never)
  func top(at moment: Moment) -> Int64 { held?.top ?? live(at: moment) - offsetMicroseconds }

  /// The newest server time of which every row can have arrived: before now by a slot and the way here.
  @inline(never)
  private func live(at moment: Moment) -> Int64 {
    let slot = slotMicroseconds(plotHeight: moment.plotHeight)
    return moment.server - 150_000 - (Int64(saturating: moment.rowSeconds * 1e6) >= slot ? 0 : slot)
  }

  /// The server time from which ages count: now, or when the picture was held.
  func present(at moment: Moment) -> Int64 {
    moment.server - (held.map { moment.now - $0.since } ?? 0)
  }

  /// Handles an input.
  mutating func handle(_ input: Input, at moment: Moment) -> Action? {
    switch input {
    case .pause: return pause(at: moment)
    case .resume: return resume()
    case .tap:
      beforeTap = Snapshot(
        isPaused: isPaused, heldTop: isPaused ? held?.top : nil, offset: offsetMicroseconds)
      return isPaused ? resume() : pause(at: moment)
    case .ignoreTap: beforeTap = nil
    case .undoTap:
      guard let before = beforeTap else { return nil }
      beforeTap = nil
      let action = before.isPaused ? pause(at: moment) : resume()
      if before.isPaused {
        held = before.heldTop.map {
          Held(top: $0, since: held?.since ?? moment.now, hasMoved: false)
        }
      }
      offsetMicroseconds = before.offset
      return action
    case .restart: _ = resume()
    case .hold: hold(at: moment)
    case .release: release(at: moment)
    case .changeView:
      if isPaused { flow = .paused(hasMoved: true) }
      return .show
    }
    return nil
  }

  /// Sets the seconds from top to bottom; the moment at `anchor` of the height stays in place, as far as live
  /// data allow.
  mutating func setPeriod(_ seconds: Double, anchor: Double, at moment: Moment) {
    let before = periodSeconds
    periodSeconds = Swift.max(2, Swift.min(Self.periods[Self.periods.count - 1], seconds))
    guard offsetMicroseconds > 0 || isPaused || held?.hasMoved == true else { return }
    move(by: Int64(saturating: (periodSeconds - before) * anchor * 1e6), at: moment)
  }

  /// Moves what is held, after the server's clock has jumped by microseconds.
  mutating func shift(by microseconds: Int64) {
    if let held { self.held = Held(top: held.top + microseconds, since: held.since, hasMoved: held.hasMoved) }
  }

  @inline(never)
  private mutating func pause(at moment: Moment) -> Action? {
    guard !isPaused else { return nil }
    flow = .paused(hasMoved: false)
    if moment.isWaterfall { hold(at: moment) }
    return .pause
  }

  @inline(never)
  private mutating func resume() -> Action? {
    flow = .running
    held = nil
    offsetMicroseconds = 0
    return .resume
  }

  private mutating func hold(at moment: Moment) {
    guard held == nil else { return }
    held = Held(top: top(at: moment), since: moment.now, hasMoved: false)
  }

  private mutating func release(at moment: Moment) {
    guard !isPaused, let held else { return }
    self.held = nil
    guard moment.isWaterfall, offsetMicroseconds != 0 || held.hasMoved else { return }
    let offset = live(at: moment) - held.top
    // As good as now is now.
    offsetMicroseconds = Double(offset) < Swift.max(0.5e6, periodSeconds * 0.02e6) ? 0 : offset
  }

  /// Moves the top to a newer time, by microseconds; to an older one if they are negative.
  ///
  /// Not beyond now, nor so far beyond the oldest row that none is in view.
  mutating func move(by delta: Int64, at moment: Moment) {
    let top = top(at: moment)
    let live = live(at: moment)
    let kept = Swift.min(
      live, Swift.max(moment.oldestMicroseconds, moment.server - Self.historyMicroseconds))
    let oldest = kept + Int64(saturating: Swift.min(periodSeconds * 1e6, Double(live - kept)) * 0.2)
    let moved = Swift.max(Swift.min(top, oldest), Swift.min(top.saturatingAdding(delta), live))
    if isPaused || held != nil {
      held = Held(top: moved, since: held?.since ?? moment.now, hasMoved: true)
      if isPaused { flow = .paused(hasMoved: true) }
    } else {
      offsetMicroseconds = Swift.max(0, live - moved)
    }
  }
}

/// A moment, and what decides which rows of it can have arrived.
struct Moment: Equatable, Sendable {
  /// The client's time in microseconds.
  let now: Int64
  /// The server's time in microseconds.
  let server: Int64
  /// The oldest server time of which there may be rows.
  let oldestMicroseconds: Int64
  /// Seconds that one row of the source covers.
  let rowSeconds: Double
  /// Height of the plot in pixels.
  let plotHeight: Float
  /// Whether a waterfall is shown, the one view with time on an axis.
  let isWaterfall: Bool
}

/// Server time on the vertical axis of a waterfall, newest on top.
struct TimeAxis: Equatable, Sendable {
  /// Server time at the top in microseconds.
  let top: Int64
  /// Seconds from top to bottom.
  let periodSeconds: Double
  /// Height of the plot in pixels.
  let height: Float

  /// Microseconds of server time in a pixel.
  var microsecondsPerPixel: Double { periodSeconds * 1e6 / Double(Swift.max(1, height)) }

  /// The pixel of server time at the top: less than a pixel cannot be seen, so pictures move by whole ones.
  var topPixel: Double { (Double(top) / microsecondsPerPixel).rounded(.down) }

  /// The server time at a height of the plot.
  func serverTime(atPixel y: Float) -> Int64 {
    top.saturatingSubtracting(
      Int64(saturating: Double(y / Swift.max(1, height)) * periodSeconds * 1e6))
  }

  /// The height of a server time, above the plot if it is negative.
  func pixel(ofServerTime microseconds: Int64) -> Float {
    Float(Double(top - microseconds) / (periodSeconds * 1e6)) * height
  }
}
