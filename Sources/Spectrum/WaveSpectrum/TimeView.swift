import WaveUnits

/// The visible time range: the period that a waterfall covers, its delay behind live data, and whether time
/// advances.
///
/// The range is frozen while a finger rests on a waterfall, while the server is not responding, and while a
/// waterfall is paused. Afterwards, time resumes from the position to which the user moved the range, or from
/// live data if the user did not move it.
struct TimeView: Equatable, Sendable {
  /// The periods that the user can choose, in seconds.
  static let periods: [Double] = [5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720, 768]
  /// The shortest interval between the rows of a waterfall, in microseconds: half a second.
  private static let slotMicroseconds: Int64 = 500_000
  /// The maximum age, in microseconds, of the rows that a server keeps: 768 seconds.
  private static let historyMicroseconds: Int64 = 768_000_000

  /// An input that changes the time range.
  enum Input: Equatable, Sendable {
    /// Pauses the display.
    case pause
    /// Returns to live data.
    case resume
    /// Pauses or resumes because of a tap. A double tap undoes this.
    case tap
    /// Discards the state saved for undoing a tap, because the tap did something other than pausing.
    case ignoreTap
    /// Undoes a tap that was the first half of a double tap.
    case undoTap
    /// Returns to live data after the view or source was switched.
    case restart
    /// Freezes the time range at its current position.
    case hold
    /// Unfreezes the time range at the position to which the user moved it; has no effect while paused.
    case release
    /// Reports that another part of the view has changed. A paused display then requests its data once.
    case changeView
  }

  /// The action that an input requires of the model.
  enum Action: Equatable, Sendable {
    /// Sends the view to the server.
    case show
    /// Sends the view after the user has paused it.
    case pause
    /// Sends the view after it returned to live data.
    case resume
  }

  private enum Flow: Equatable {
    case running
    /// The user has paused the display, and may have moved it since then.
    case paused(hasMoved: Bool)
  }

  private struct Held: Equatable {
    /// The frozen server time at the top of the view.
    let top: Int64
    /// The client time at which the time range was frozen.
    let since: Int64
    let hasMoved: Bool
  }

  /// The state before a tap, which a double tap restores.
  private struct Snapshot: Equatable {
    let isPaused: Bool
    let heldTop: Int64?
    let offset: Int64
  }

  /// The time from the top of a waterfall to its bottom, in seconds.
  private(set) var periodSeconds: Double
  /// How far the displayed time is behind live data, in microseconds.
  ///
  /// It applies only while the time range is not frozen.
  private(set) var offsetMicroseconds: Int64 = 0
  private var flow = Flow.running
  private var held: Held?
  private var beforeTap: Snapshot?

  /// Creates a time range that shows live data.
  init(periodSeconds: Double) { self.periodSeconds = periodSeconds }

  /// Whether the user has paused the display.
  var isPaused: Bool { flow != .running }
  /// Whether the display has been moved since it was paused.
  var hasMovedWhilePaused: Bool { flow == .paused(hasMoved: true) }
  /// Whether the time range is frozen for any reason.
  var isHeld: Bool { held != nil }

  /// Returns the interval between a waterfall's rows: half a second, doubled until each row is at least a
  /// pixel high.
  func slotMicroseconds(plotHeight: Float) -> Int64 {
    var slot = Self.slotMicroseconds
    while slot < 32_000_000, Double(slot) * Double(Swift.max(1, plotHeight)) < periodSeconds * 1e6 {
      slot *= 2
    }
    return slot
  }

  /// Returns the server time at the top of a waterfall.
  @inline(never)
  func top(at moment: Moment) -> Int64 { held?.top ?? live(at: moment) - offsetMicroseconds }

  /// Returns the newest server time up to which all rows should have arrived: now minus a slot and the
  /// transit time.
  @inline(never)
  private func live(at moment: Moment) -> Int64 {
    let slot = slotMicroseconds(plotHeight: moment.plotHeight)
    return moment.server - 150_000 - (Int64(saturating: moment.rowSeconds * 1e6) >= slot ? 0 : slot)
  }

  /// Returns the server time from which ages are measured: now, or the time at which the time range was
  /// frozen.
  func present(at moment: Moment) -> Int64 { moment.server - (held.map { moment.now - $0.since } ?? 0) }

  /// Handles an input and returns the action that it requires, or nil if it requires none.
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
        held = before.heldTop.map { Held(top: $0, since: held?.since ?? moment.now, hasMoved: false) }
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

  /// Sets the period in seconds.
  ///
  /// The time at `anchor`, a fraction of the height, stays in place unless the top would be later than live
  /// data.
  mutating func setPeriod(_ seconds: Double, anchor: Double, at moment: Moment) {
    let before = periodSeconds
    periodSeconds = Swift.max(2, Swift.min(Self.periods[Self.periods.count - 1], seconds))
    guard offsetMicroseconds > 0 || isPaused || held?.hasMoved == true else { return }
    move(by: Int64(saturating: (periodSeconds - before) * anchor * 1e6), at: moment)
  }

  /// Shifts the frozen time after the server's clock has jumped by a number of microseconds.
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
    // An offset that is almost zero counts as zero.
    offsetMicroseconds = Double(offset) < Swift.max(0.5e6, periodSeconds * 0.02e6) ? 0 : offset
  }

  /// Moves the top by a number of microseconds; a positive number moves the top to a later time.
  ///
  /// The top cannot move beyond live data, or so far back that no row is in view.
  mutating func move(by delta: Int64, at moment: Moment) {
    let top = top(at: moment)
    let live = live(at: moment)
    let kept = Swift.min(live, Swift.max(moment.oldestMicroseconds, moment.server - Self.historyMicroseconds))
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

/// A point in time, with the data that determine which rows should have arrived by then.
struct Moment: Equatable, Sendable {
  /// The client's time in microseconds.
  let now: Int64
  /// The server's time in microseconds.
  let server: Int64
  /// The oldest server time for which rows can exist.
  let oldestMicroseconds: Int64
  /// The duration of one of the source's rows, in seconds.
  let rowSeconds: Double
  /// The height of the plot in pixels.
  let plotHeight: Float
  /// Whether a waterfall is shown, the only view with a time axis.
  let isWaterfall: Bool
}

/// The vertical time axis of a waterfall, in server time, newest at the top.
struct TimeAxis: Equatable, Sendable {
  /// The server time at the top, in microseconds.
  let top: Int64
  /// The time from top to bottom, in seconds.
  let periodSeconds: Double
  /// The height of the plot in pixels.
  let height: Float

  /// The server time that one pixel covers, in microseconds.
  var microsecondsPerPixel: Double { periodSeconds * 1e6 / Double(Swift.max(1, height)) }

  /// The server time at the top, as a whole number of pixels since time zero.
  ///
  /// A movement of less than a pixel is not visible.
  var topPixel: Double { (Double(top) / microsecondsPerPixel).rounded(.down) }

  /// Returns the server time at a vertical position in the plot.
  func serverTime(atPixel y: Float) -> Int64 {
    top.saturatingSubtracting(Int64(saturating: Double(y / Swift.max(1, height)) * periodSeconds * 1e6))
  }

  /// Returns the vertical position of a server time; a negative position is above the plot.
  func pixel(ofServerTime microseconds: Int64) -> Float {
    Float(Double(top - microseconds) / (periodSeconds * 1e6)) * height
  }
}
