public import WaveDisplay
public import WaveInteraction
public import WaveSpectrumWire
import WaveWire

/// What happens to the spectrum instrument from outside.
public typealias Intent = ViewIntent<Message>

/// The spectrum instrument as a value: intents in, effects out, and a draw list.
///
/// Three modes share one band, one range of levels and one marker. It has no clock: every intent and every
/// `draw` brings the client's monotonic time in microseconds. The server is told what can be seen
/// (`ShowView`) and sends no more than that.
public struct SpectrumModel: Sendable {
  /// What is shown.
  public internal(set) var mode = ViewMode.spectrum
  /// Frequencies from the left edge to the right one.
  public internal(set) var band = Band(low: 0, high: 1)
  /// Levels from the top edge to the bottom one; colours of the waterfall too.
  public internal(set) var levels = LevelWindow(top: 0, span: 100)
  /// Levels of the meter's bar.
  public internal(set) var meterLevels = LevelWindow(top: 0, span: 100)
  /// Seconds from the top of the waterfall to its bottom.
  public internal(set) var periodSeconds: Double
  /// How far back the waterfall's top is held, in microseconds.
  public internal(set) var offsetMicroseconds: Int64 = 0
  /// Whether the picture stands still at the user's wish.
  public internal(set) var isPaused = false
  /// Whether the maximum is held.
  public internal(set) var isHolding = false
  /// Whether the drawer is open.
  public internal(set) var isDrawerOpen = false
  /// The marker.
  public internal(set) var marker: Marker?
  var peakTour = PeakTour()
  /// Controls, chip and messages around the plot.
  public internal(set) var controls = ControlList()
  /// Microseconds from the newest sample to its being drawn, where the last `draw` had a new row.
  public internal(set) var drawnLatencyMicroseconds: Int64?
  /// Widths of characters, as the player measured them.
  public var advances = TextAdvances.monospaced

  /// A mark on a signal.
  public struct Marker: Equatable, Sendable {
    /// Its frequency.
    public var hertz: Double
    /// In the waterfall, its moment in server time.
    public var microseconds: Int64
  }

  var screen = Screen()
  var theme = Theme.dark
  var reducesMotion = false
  var zoneSeconds: Int64 = 0

  var sources: [SourceInfo] = []
  var sourceIndex = 0
  var homeBand: Band?
  var allArtefacts: [Artefacts] = []
  var allTimeMaps: [TimeMap] = []
  var allAnnotations: [Annotations] = []
  var allSteering: [Steering] = []
  var clock = ClockOffset()
  var axes: [AxisInfo] = []

  var isVisible = true
  var view: UInt16 = 0
  var reductions = Reductions()
  var hasMovedWhilePaused = false
  var shown: ShowView?
  var showDue: Int64?
  var lastShow: Int64 = .min / 2
  var fetching: Fetch?
  var lastFetch: Int64 = .min / 2
  var lastClockRequest: Int64 = .min / 2
  var clockRequests = 0
  var lastServerTime: ServerMoment?
  /// Whether the server answers.
  var link = LinkWatch()
  /// Sources of the server that was there before this one was started.
  var sourcesBefore: [SourceInfo] = []
  var oldestMicroseconds: Int64 = .min / 2
  /// From when on there are rows of before the server was started anew.
  var keptFrom = Int64.max
  var acknowledged = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)

  var trace: Trace?
  var store = WaterfallStore()
  var ring = RingState()
  var meter = MeterState()
  var losses = Losses()

  var recognizer = GestureRecognizer(scale: 1)
  var glide: Glide?
  var settling: Settling?
  var grabbed = Grab.plot
  var beforeTap: BeforeTap?
  var frozenTop: Int64?
  var frozenAt: Int64 = 0
  var hasDraggedTime = false
  var wheelDue: Int64?
  var thumb: ThumbGrab?
  var seekFraction: Double?
  var hasTouched = false
  var hintEnds: Int64?
  var hintedModes: [ViewMode] = [.spectrum]
  var alertText: [UInt8] = []
  var allControls: [SourceControls] = []
  /// The control that waits for a second press.
  var confirming: UInt8?
  var reading: [UInt8] = []
  var readingKey: ReadingKey?
  var lastChip: Int64 = .min / 2
  var newestEnd: Int64?
  /// Whether rows come.
  var watch = DataWatch()
  var smoothLatency: Double?
  var shownLatency: Double?
  var shownLosses = Losses()
  var wakeDue: Int64?
  var redrawDue: Int64?
  var effects: [Effect] = []

  /// Starts without a screen, a source or a connection.
  ///
  /// - Parameter periodSeconds: Seconds from the top of the waterfall to its bottom, at first.
  public init(periodSeconds: Double = 60) {
    self.periodSeconds = periodSeconds
  }

  /// Takes an intent, and says what is to be done outside.
  ///
  /// - Parameters:
  ///   - intent: What happened.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func handle(_ intent: Intent, at now: Int64) -> [Effect] {
    effects.removeAll(keepingCapacity: true)
    advanceTime(now)
    switch intent {
    case .resize(let width, let height, let scale, let insets, let textScale, let headPoints):
      resize(
        Screen(
          width: width, height: height, scale: scale, insets: insets,
          textScale: Swift.max(0.5, Swift.min(4, textScale)), headPoints: headPoints))
    case .appearance(let isDark, let reducesMotion):
      theme = isDark ? .dark : .light
      self.reducesMotion = reducesMotion
      redraw()
    case .zone(let seconds): zoneSeconds = seconds
    case .touch(let touch):
      if let gesture = recognizer.handle(touch) { handle(gesture, at: now) }
    case .wheel(let x, let y, let dx, let dy, let zoom):
      wheel(x: x, y: y, dx: dx, dy: dy, zoom: zoom, at: now)
    case .key(let key, let isShifted): handle(key, isShifted: isShifted, at: now)
    case .control(let id, let value): control(id, value, at: now)
    case .controlTouch(let id, let phase, let fraction, let distance):
      controlTouch(id, phase, fraction: Double(fraction), distance: Double(distance), at: now)
    case .controlStep(let id, let thumb, let steps): controlStep(id, thumb: thumb, steps: steps, at: now)
    case .controlText(let id, let text): controlText(id, text, at: now)
    case .connection(let isOpen): connection(isOpen, at: now)
    case .message(let message): receive(message, at: now)
    case .visibility(let isVisible):
      self.isVisible = isVisible
      if isVisible { becameVisible(at: now) }
      watch.listen(at: now)
      showChanged(at: now)
      redraw()
    case .tick: if let gesture = recognizer.tick(now) { handle(gesture, at: now) }
    case .kept, .wallClock: break
    }
    finish(at: now)
    return effects
  }

  mutating func redraw() {
    if !effects.contains(.redraw) { effects.append(.redraw) }
  }

  /// Asks for a tick at a time; the earliest of several counts.
  @inline(never)
  mutating func wake(at microseconds: Int64) {
    wakeDue = Swift.min(wakeDue ?? .max, microseconds)
  }

  private mutating func advanceTime(_ now: Int64) {
    if let due = wakeDue, now >= due { wakeDue = nil }
    if let due = redrawDue, now >= due {
      redrawDue = nil
      redraw()
    }
    if let due = wheelDue, now >= due {
      wheelDue = nil
      tune(at: now)
    }
  }

  private mutating func resize(_ screen: Screen) {
    self.screen = screen
    self.screen.footPoints = footPoints
    recognizer.thresholds = GestureRecognizer.Thresholds(scale: screen.scale)
    ring.isCreated = false
    showDue = showDue ?? .min
    redraw()
  }

  /// What follows every intent: what is due is sent, controls are made anew, the next tick is asked for.
  mutating func finish(at now: Int64) {
    sendDue(at: now)
    updateControls(at: now)
    if let due = recognizer.longPressDue { wake(at: due) }
    if let wheelDue { wake(at: wheelDue) }
    if let redrawDue { wake(at: redrawDue) }
    if let due = showDue, canShow { wake(at: Swift.max(due, lastShow + Self.showIntervalMicroseconds)) }
    if let wakeDue { effects.append(.wake(microseconds: wakeDue)) }
  }

  /// Whether there is a connection.
  var isConnected: Bool { link.isConnected }

  /// Height of the strip at the bottom: the waterfall's has a second line, for the legend of its colours.
  var footPoints: Float { mode == .waterfall ? 48 : 28 }

  /// Whether the server can be told what is shown.
  var canShow: Bool { isConnected && source != nil && screen.width > 0 }

  /// The source on the screen.
  var source: SourceInfo? { sources.indices.contains(sourceIndex) ? sources[sourceIndex] : nil }

  func serverTime(_ now: Int64) -> Int64 { now + clock.microseconds }
}
