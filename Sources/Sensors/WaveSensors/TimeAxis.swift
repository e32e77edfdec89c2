import WaveSensorsWire
import WaveUnits

/// The visible period of time and its motion: the window, and a right edge that follows the present or is
/// fixed.
struct TimeAxis: Equatable, Sendable {
  /// The selectable window lengths, in seconds.
  static let windows: [Double] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600]

  /// The position of the right edge.
  private enum Place: Equatable {
    /// The right edge follows the present with a delay in microseconds of server time.
    case following(delay: Int64)
    /// The right edge is fixed at a source time; `delay` is the delay in effect before it was fixed.
    case held(edge: Double, delay: Int64)
  }

  /// An input that changes the time axis.
  enum Input {
    /// Shows a newly opened source, following live data.
    case open
    /// Sets the motion of the display.
    case move(SensorsModel.Motion)
    /// Sets the length of the window in seconds to match a different setting, such as the paper speed.
    case fit(Double)
    /// Sets the length of the window in seconds. The time at `anchor`, a fraction of the width, stays in
    /// place unless the window would extend beyond the present.
    case zoom(Double, anchor: Double)
    /// Moves the right edge. It cannot pass the present, or move back so far that no samples would be
    /// visible.
    case pan(microseconds: Double)
    /// Pauses the display.
    case pause
    /// Pauses the display with a given time at its right edge.
    case hold(Double)
    /// Resumes from the time at which the display is paused.
    case resume
    /// Resumes from the present.
    case goLive
    /// Pauses or resumes, and remembers the previous state.
    case tap
    /// Restores the state before the last tap.
    case undoTap
    /// Discards the remembered state, since the last tap had a different purpose.
    case forgetTap
  }

  /// The properties of the plot that affect the time axis.
  struct Grid {
    /// The number of columns across the plot.
    let columns: Int
    /// The rate of two streams that are plotted against each other; nil in other layouts.
    let crossedHertz: Double?
    /// The right edge of a display that is frozen at a trigger crossing; nil if there is none.
    let triggerEdge: Double?
  }

  /// The motion of the display.
  private(set) var motion = SensorsModel.Motion.scroll
  /// The duration from the left edge to the right edge, in seconds.
  private(set) var windowSeconds: Double
  private var place = Place.following(delay: 0)
  private var placeBeforeTap: Place?

  init(windowSeconds: Double) { self.windowSeconds = windowSeconds }

  /// The time at which the right edge is fixed; nil unless the display is paused.
  var heldEdge: Double? { if case .held(let edge, _) = place { edge } else { nil } }

  /// Whether the display is paused.
  var isPaused: Bool { heldEdge != nil }

  /// The time by which the moving display lags behind the present, in microseconds of server time; while
  /// paused, the value before the pause.
  var delayMicroseconds: Int64 {
    switch place {
    case .following(let delay), .held(_, let delay): delay
    }
  }

  /// Whether the display is moving and shows the newest samples.
  var isLive: Bool { place == .following(delay: 0) }

  /// Returns the time at the right edge if the edge is fixed; nil if the edge advances.
  func fixedEdge(_ grid: Grid) -> Double? {
    switch place {
    case .held(let edge, _): edge
    case .following(let delay): motion == .trigger && delay == 0 ? grid.triggerEdge : nil
    }
  }

  /// Returns the time at the right edge, or at the sweep's cursor.
  func edge(_ source: SourceTime, _ grid: Grid) -> Double {
    if let fixed = fixedEdge(grid) { return fixed }
    let delay = delayMicroseconds
    return delay > 0 ? Swift.min(source.live, source.reached(before: delay)) : source.live
  }

  /// Returns the time between adjacent columns, in microseconds.
  func columnMicroseconds(_ grid: Grid) -> Double {
    let column = windowSeconds * 1e6 / Double(grid.columns)
    // Plot individual samples of one stream against those of another, unless there are too many.
    guard let rate = grid.crossedHertz, rate * windowSeconds <= Double(BlockStore.capacity / 2)
    else { return column }
    return Swift.min(column, 1e6 / rate)
  }

  /// Returns the next longer or shorter selectable window; nil if there is none.
  func nextWindow(isLonger: Bool) -> Double? {
    isLonger
      ? Self.windows.first { $0 > windowSeconds * 1.01 } : Self.windows.last { $0 < windowSeconds * 0.99 }
  }

  /// Returns the time by which the right edge lags behind the source's current time, in microseconds of
  /// source time.
  func behindMicroseconds(_ source: SourceTime) -> Int64 {
    Int64(saturating: source.reached() - source.reached(before: delayMicroseconds))
  }

  mutating func handle(_ input: Input, _ source: SourceTime, _ grid: Grid) -> Consequences {
    switch input {
    case .open: place = .following(delay: 0)
    case .move(let next): motion = next
    case .fit(let seconds):
      windowSeconds = seconds
      return []
    case .zoom(let seconds, let anchor):
      let before = windowSeconds
      windowSeconds = Self.held(seconds)
      if !isLive { pan((windowSeconds - before) * (1 - anchor) * 1e6, source, grid) }
    case .pan(let microseconds): pan(microseconds, source, grid)
    case .pause: return isPaused ? [] : hold(edge(source, grid))
    case .hold(let edge): return hold(edge)
    case .resume: return resume(source)
    case .goLive:
      place = .following(delay: 0)
      return [.view, .listening, .live]
    case .tap:
      placeBeforeTap = place
      return isPaused ? resume(source) : hold(edge(source, grid))
    case .undoTap:
      place = placeBeforeTap ?? place
      placeBeforeTap = nil
      return []
    case .forgetTap:
      placeBeforeTap = nil
      return []
    }
    return .view
  }

  /// Clamps a duration in seconds to the range of selectable window lengths.
  static func held(_ seconds: Double) -> Double {
    Swift.max(windows[0], Swift.min(windows[windows.count - 1], seconds))
  }

  private mutating func hold(_ edge: Double) -> Consequences {
    let isNew = !isPaused
    place = .held(edge: edge, delay: delayMicroseconds)
    return isNew ? [.view, .status] : .view
  }

  private mutating func resume(_ source: SourceTime) -> Consequences {
    guard let heldEdge else { return [] }
    let behind = Swift.max(0, Swift.min(source.now - heldEdge, 1e15))
    place = .following(delay: source.isRecording ? 0 : Int64(saturating: behind))
    return [.view, .listening]
  }

  private mutating func pan(_ delta: Double, _ source: SourceTime, _ grid: Grid) {
    let live = isPaused ? source.live : Swift.max(source.live, source.reached(before: delayMicroseconds))
    let oldest = source.oldest + windowSeconds * 0.2e6
    let edge = edge(source, grid)
    let moved = Swift.min(live, Swift.max(edge + delta, Swift.min(edge, oldest)))
    if case .held(_, let delay) = place {
      place = .held(edge: moved, delay: delay)
      return
    }
    let delay = source.arrived - source.playback.serverMicroseconds(at: moved)
    // Snap to the present within a few columns.
    let isNow = live - moved < 4 * columnMicroseconds(grid) && delta > 0 || moved >= live
    place = .following(delay: isNow ? 0 : Int64(saturating: Swift.max(0, Swift.min(delay, 1e15))))
  }
}
