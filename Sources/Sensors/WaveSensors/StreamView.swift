import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The view of a source: the visible streams, their layout, and the visible period of time.
struct StreamView: Sendable {
  /// An input that changes the view.
  enum Input {
    case time(TimeAxis.Input)
    case streams(Streams.Input)
    case paper(Paper.Input)
    case trigger(Trigger.Input)
    /// Gives every stream an alarm band around its recent values, or removes all bands.
    case alarms(Bool)
    /// Shifts the value range of a stream's lane by a distance in pixels.
    case drag(Int, dy: Float)
    /// Scales the value range of a stream's lane.
    case zoom(Int, by: Double)
    /// Moves the trigger level by a number of pixels.
    case dragLevel(dy: Float)
    /// Moves an edge of a stream's alarm band by a number of pixels.
    case dragAlarm(Int, isHigh: Bool, dy: Float)
    /// Resets the view to live data, a window of ten seconds, and lanes that are fitted to the data received
    /// so far.
    case showAll
  }

  /// The state that the view depends on.
  struct Context {
    /// The visible source.
    let source: StreamSource?
    /// The part of the screen that contains the lanes.
    let screen: Screen
    let time: SourceTime
    /// The readings of the visible streams.
    let readings: [StreamReadings.Reading]
  }

  private(set) var streams = Streams()
  private(set) var paper = Paper()
  private(set) var time: TimeAxis
  private(set) var trigger = Trigger()
  private(set) var alarms = Alarms()

  init(windowSeconds: Double) { time = TimeAxis(windowSeconds: windowSeconds) }

  // MARK: - Inputs

  mutating func handle(_ input: Input, _ context: Context) -> Consequences {
    switch input {
    case .time(let input): return move(input, context)
    case .streams(let input):
      guard streams.handle(input, of: context.source) else { return [] }
      guard case .layout(.paper) = input else { return .view }
      // Paper sweeps, so that leads side by side are drawn one after another.
      return move(.move(.sweep), context).union(arrangePaper(context))
    case .paper(let input):
      let consequences = paper.handle(input)
      if consequences.contains(.time) { _ = arrangePaper(context) }
      return consequences
    case .trigger(let input): trigger.handle(input)
    case .alarms(let areOn): alarms.set(areOn, streams.scales, context.readings)
    case .drag(let channel, let dy):
      if let lane = lanes(context).lane(of: channel) { streams.drag(lane, dy: dy, of: context.source) }
    case .zoom(let channel, let factor):
      if let lane = lanes(context).lane(of: channel) { streams.zoom(lane, by: factor, of: context.source) }
    case .dragLevel(let dy): if let lane = triggerLane(context) { trigger.drag(lane, dy: dy) }
    case .dragAlarm(let channel, let isHigh, let dy):
      if let lane = lanes(context).lane(of: channel) { alarms.drag(lane, isHigh: isHigh, dy: dy) }
    case .showAll:
      streams.fit(context.readings)
      _ = move(.fit(10), context)
      _ = handle(.paper(.showAll), context)
      return move(.goLive, context)
    }
    return []
  }

  /// The initial appearance of a newly opened source.
  enum Opening {
    /// Sweeping on paper, scrolling otherwise.
    case usual
    /// Sweeping, with a window of the given length in seconds.
    case sweeping(Double)
    /// The current appearance, unchanged.
    case unchanged
  }

  /// Shows all streams of a newly opened source, following live data.
  mutating func open(_ source: StreamSource, as opening: Opening, _ context: Context) {
    _ = move(.open, context)
    trigger = Trigger()
    alarms = Alarms()
    streams.open(source)
    switch opening {
    case .usual: _ = move(.move(streams.layout == .paper ? .sweep : .scroll), context)
    case .sweeping(let seconds):
      _ = move(.move(.sweep), context)
      _ = move(.fit(seconds), context)
    case .unchanged: break
    }
  }

  /// Selects the form of the paper that suits the screen.
  mutating func fitPaper(_ context: Context) {
    // If four leads side by side would show little more than a second each, show two.
    let isNarrow = context.screen.width / plot(on: context.screen).pixelsPerMillimetre < 160
    _ = paper.handle(.form(isNarrow ? .sixByTwo : .threeByFour))
    _ = arrangePaper(context)
  }

  /// Restores the appearance stored in a recording, ignoring streams that the source does not have.
  ///
  /// - Returns: Whether the source has any of the streams in the recorded appearance.
  mutating func show(_ look: StreamLook, _ context: Context) -> Bool {
    guard streams.show(look, of: context.source) else { return false }
    alarms = Alarms(look, streamCount: streams.scales.count)
    trigger = Trigger(look.trigger, streamCount: streams.scales.count)
    paper.show(look)
    if streams.layout == .paper {
      _ = arrangePaper(context)
    } else {
      _ = move(.fit(TimeAxis.held(look.windowSeconds)), context)
    }
    _ = move(.move(look.motion), context)
    return true
  }

  /// Preserves the view of a source that has gained or lost streams.
  ///
  /// - Parameters:
  ///   - places: The new number of each previous stream; nil for a removed one.
  ///   - count: The current number of streams.
  /// - Returns: Whether any stream is new.
  mutating func keep(_ places: [Int?], count: Int) -> Bool {
    alarms.renumber(places, count: count)
    trigger.renumber(places)
    return streams.keep(places, count: count)
  }

  /// Adapts automatic scales to the readings, unless the view is paused.
  mutating func follow(_ readings: [StreamReadings.Reading], at now: Int64) {
    if !time.isPaused { streams.follow(readings, at: now) }
  }

  /// Checks live blocks for alarms, and searches the blocks of the trigger's group, up to the newest sample,
  /// for a crossing.
  mutating func receive(
    _ columns: StreamColumns, _ store: BlockStore?, _ clock: StreamClock, newest: Double, _ context: Context,
    at now: Int64
  ) {
    if alarms.areOn, !columns.isFetched { alarms.watch(columns, lanes(context), at: now) }
    guard time.motion == .trigger, let lane = triggerLane(context), lane.group == Int(columns.group),
      let store
    else { return }
    trigger.search(store, lane, clock, windowSeconds: time.windowSeconds, newest: newest)
  }

  private mutating func move(_ input: TimeAxis.Input, _ context: Context) -> Consequences {
    let consequences = time.handle(input, context.time, grid(context))
    if case .move(let motion) = input {
      trigger.rest(watching: motion == .trigger ? triggerLane(context) : nil)
    }
    return consequences
  }

  /// Sets the window to the duration that fits on the paper at the current speed.
  private mutating func arrangePaper(_ context: Context) -> Consequences {
    guard streams.layout == .paper, context.screen.width > 0 else { return [] }
    return move(.fit(paper.seconds(across: plot(on: context.screen))), context)
  }

  /// Returns text about the last crossing while the display waits for the next one; nil if it does not wait.
  func waitingText(at now: Double) -> [UInt8]? {
    time.motion == .trigger ? trigger.waitingText(at: now, time.windowSeconds) : nil
  }

  // MARK: - Positions

  /// Returns the plot area on a screen.
  func plot(on screen: Screen) -> Plot { Plot(screen: screen, layout: streams.layout, paper: paper) }

  /// Returns the lanes of the streams, from top to bottom.
  func lanes(_ context: Context) -> [Lane] {
    streams.lanes(of: context.source, on: plot(on: context.screen), paper)
  }

  /// Returns the lane of the stream that triggers the display.
  func triggerLane(_ context: Context) -> Lane? { trigger.lane(among: lanes(context)) }

  /// Returns the object that a finger grabs at a point: a handle, a name or a lane.
  func grab(x: Float, y: Float, _ context: Context) -> Grab {
    let screen = context.screen
    let lanes = lanes(context)
    if time.motion == .trigger, let lane = trigger.lane(among: lanes),
      trigger.isHandle(x: x, y: y, of: lane, scale: screen.scale)
    {
      return .level
    }
    guard let lane = lanes.lane(x: x, y: y, on: plot(on: screen)) else { return .plot }
    guard streams.layout == .lanes else { return .lane(lane.channel) }
    if let isHigh = alarms.edge(x: x, y: y, of: lane, scale: screen.scale) {
      return .alarm(channel: lane.channel, isHigh: isHigh)
    }
    let isName = x < screen.left + 120 * screen.type && y < lane.y + Swift.min(lane.height, 40 * screen.type)
    return isName ? .label(lane.channel) : .lane(lane.channel)
  }

  /// Returns the time at the right edge, or at the sweep's cursor.
  func edge(_ context: Context) -> Double { time.edge(context.time, grid(context)) }

  /// Returns the time at the right edge if the edge is fixed; nil if the edge advances.
  func fixedEdge(_ context: Context) -> Double? { time.fixedEdge(grid(context)) }

  /// Returns the time between adjacent columns of the screen, in microseconds.
  func columnMicroseconds(_ context: Context) -> Double { time.columnMicroseconds(grid(context)) }

  /// Returns the mapping from screen columns to source time.
  func lattice(_ context: Context) -> TimeLattice {
    let grid = grid(context)
    return TimeLattice(
      plot: plot(on: context.screen), columnMicroseconds: time.columnMicroseconds(grid), motion: time.motion,
      edge: time.edge(context.time, grid))
  }

  private func grid(_ context: Context) -> TimeAxis.Grid {
    TimeAxis.Grid(
      columns: plot(on: context.screen).columns,
      crossedHertz: streams.layout == .xy ? streams.crossedPair(of: context.source)?.rateHertz : nil,
      triggerEdge: trigger.edge)
  }
}
