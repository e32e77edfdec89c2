import WaveUnits

/// Which stretch of time is seen, and how it moves: the window, and its right edge behind now or held still.
struct TimeAxis: Equatable, Sendable {
  /// Windows to choose from, in seconds.
  static let windows: [Double] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600]

  /// Where the right edge is.
  private enum Place: Equatable {
    /// So far behind now, in the server's microseconds.
    case following(delay: Int64)
    /// At a moment of source time; the delay is the one before.
    case held(edge: Double, delay: Int64)
  }

  /// What moves it.
  enum Input {
    /// Another source: now.
    case open
    /// Another motion.
    case move(SensorsModel.Motion)
    /// A window in seconds that follows from something else, such as the paper's speed.
    case fit(Double)
    /// A window in seconds; the moment at a share of the width stays where it is, as far as now allows.
    case zoom(Double, anchor: Double)
    /// Moves the right edge, never beyond now, and never so far that nothing is left to see.
    case pan(microseconds: Double)
    /// Holds the picture still.
    case pause
    /// Holds it with a moment at its right edge.
    case hold(Double)
    /// Goes on from where the picture is held.
    case resume
    /// Goes on from now.
    case goLive
    /// Pauses or resumes, and remembers what was before.
    case tap
    /// Returns to what was before the last tap.
    case undoTap
    /// The last tap was for something else.
    case forgetTap
  }

  /// What the columns of the screen are.
  struct Grid {
    /// Columns across the plot.
    let columns: Int
    /// The rate of two streams that are drawn against each other; nil in other layouts.
    let crossedHertz: Double?
    /// The right edge of the picture that stays at a crossing.
    let triggerEdge: Double?
  }

  /// How time moves.
  private(set) var motion = SensorsModel.Motion.scroll
  /// Seconds from the left edge to the right one.
  private(set) var windowSeconds: Double
  private var place = Place.following(delay: 0)
  private var placeBeforeTap: Place?

  init(windowSeconds: Double) { self.windowSeconds = windowSeconds }

  /// The moment at which the right edge is held; nil while the picture goes on.
  var heldEdge: Double? { if case .held(let edge, _) = place { edge } else { nil } }

  /// Whether the picture is held still.
  var isPaused: Bool { heldEdge != nil }

  /// How far behind now the picture goes on, in the server's microseconds; the last one while it is held.
  var delayMicroseconds: Int64 {
    switch place {
    case .following(let delay), .held(_, let delay): delay
    }
  }

  /// Whether the picture goes on, and shows the newest samples.
  var isLive: Bool { place == .following(delay: 0) }

  /// The moment at the right edge while it does not move by itself; nil while it does.
  func fixedEdge(_ grid: Grid) -> Double? {
    switch place {
    case .held(let edge, _): edge
    case .following(let delay): motion == .trigger && delay == 0 ? grid.triggerEdge : nil
    }
  }

  /// The moment at the right edge, or at the sweep's cursor.
  func edge(_ source: SourceTime, _ grid: Grid) -> Double {
    if let fixed = fixedEdge(grid) { return fixed }
    let delay = delayMicroseconds
    return delay > 0 ? Swift.min(source.live, source.reached(before: delay)) : source.live
  }

  /// Time from one column to the next.
  func columnMicroseconds(_ grid: Grid) -> Double {
    let column = windowSeconds * 1e6 / Double(grid.columns)
    // One stream against another is drawn by its samples, as long as there are not too many of them.
    guard let rate = grid.crossedHertz, rate * windowSeconds <= Double(BlockStore.capacity / 2) else {
      return column
    }
    return Swift.min(column, 1e6 / rate)
  }

  /// The next longer or shorter window to choose from; nil where there is none.
  func nextWindow(isLonger: Bool) -> Double? {
    isLonger
      ? Self.windows.first { $0 > windowSeconds * 1.01 } : Self.windows.last { $0 < windowSeconds * 0.99 }
  }

  /// How far the right edge is behind what the source has come to, in source time.
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

  /// Seconds within the windows to choose from.
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
    // Within a few columns of now it is now.
    let isNow = live - moved < 4 * columnMicroseconds(grid) && delta > 0 || moved >= live
    place = .following(delay: isNow ? 0 : Int64(saturating: Swift.max(0, Swift.min(delay, 1e15))))
  }
}
