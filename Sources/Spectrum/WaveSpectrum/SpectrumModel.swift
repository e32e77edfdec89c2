import WaveDisplay
public import WaveInteraction
public import WaveSpectrumWire
import WaveWire

/// The spectrum instrument as a value: intents in, effects out, and a draw list.
///
/// Three modes share one band, one range of levels and one marker. It has no clock: every intent and every
/// `draw` brings the client's monotonic time in microseconds. The server is told what can be seen
/// (`ShowView`) and sends no more than that.
public struct SpectrumModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = WaveSpectrumWire.Message
  /// The effects that only this instrument requests.
  public typealias OwnEffect = Never

  /// What is shown.
  public internal(set) var mode = ViewMode.spectrum
  var bandView = BandView()
  var levelView = LevelView()
  /// The time on the screen.
  var time: TimeView
  /// Whether the maximum is held.
  public internal(set) var isHolding = false
  /// The marker.
  public internal(set) var marker: Marker?
  var peakTour = PeakTour()

  /// A mark on a signal.
  public struct Marker: Equatable, Sendable {
    /// Its frequency.
    public var hertz: Double
    /// In the waterfall, its moment in server time.
    public var microseconds: Int64
  }

  package var shell = InstrumentShell<Message, Never, Grab, SpectrumAction>(grabbed: .plot)

  var sources: [SourceInfo] = []
  var sourceIndex = 0
  var allArtefacts: [Artefacts] = []
  var allTimeMaps: [TimeMap] = []
  var allAnnotations: [Annotations] = []
  var allSteering: [Steering] = []
  var axes: [AxisInfo] = []

  var view: UInt16 = 0
  var reductions = Reductions()
  var shown: ShowView?
  var showDue: Int64?
  var lastShow: Int64 = .min / 2
  var fetching: Fetch?
  var lastFetch: Int64 = .min / 2
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

  /// When a receiver is tuned to where a wheel or a key has moved the band.
  var tuneDeadline = Deadline()
  var frequencySlider = FrequencySlider()
  var seekFraction: Double?
  var hintedModes: [ViewMode] = [.spectrum]
  var allControls: [SourceControls] = []
  /// The action that needs a second press as confirmation.
  var confirming: SpectrumAction?
  var readingKey: ReadingKey?
  var lastChip: Int64 = .min / 2
  var newestEnd: Int64?
  /// Whether rows come.
  var watch = DataWatch()
  var shownLosses = Losses()
  /// When the picture changes by itself.
  var frameDeadline = Deadline()

  /// Starts without a screen, a source or a connection.
  ///
  /// - Parameter periodSeconds: Seconds from the top of the waterfall to its bottom, at first.
  public init(periodSeconds: Double = 60) {
    time = TimeView(periodSeconds: periodSeconds)
  }

  /// False, since rows come thirty times a second, and an intent that changes nothing must not cost a frame.
  package static var redrawsAfterIntents: Bool { false }

  package mutating func resized(from before: Screen, at now: Int64) {
    shell.appearance.screen = outer
    shell.appearance.screen.footPoints = footPoints
    ring.isCreated = false
    showDue = showDue ?? .min
    redraw()
  }

  package mutating func timePassed(at now: Int64) {
    if frameDeadline.expires(at: now) { redraw() }
    if tuneDeadline.expires(at: now) { tune(at: now) }
  }

  /// Changes the time on the screen, and carries out what follows from it.
  @inline(never)
  mutating func changeTime(_ input: TimeView.Input, at now: Int64) {
    guard let action = time.handle(input, at: moment(at: now)) else { return }
    switch action {
    case .show: break
    case .pause: lastChip = now
    case .resume:
      // Now is now: what glides would carry the picture away from it.
      shell.hands.stopGlide()
      watch.listen(at: now)
    }
    showChanged(at: now)
    guard action == .resume else { return }
    tune(at: now)
    redraw()
  }

  /// Moves the waterfall to a newer time.
  mutating func moveTime(by microseconds: Int64, at now: Int64) {
    time.move(by: microseconds, oldestMicroseconds: oldestMicroseconds, at: moment(at: now))
    if isPaused { changeTime(.changeView, at: now) }
  }

  /// Sets the waterfall's seconds from top to bottom; the moment at `anchor` of the height stays in place, as
  /// far as live data allow.
  mutating func setPeriod(_ seconds: Double, anchor: Double, at now: Int64) {
    if let delta = time.setPeriod(seconds, anchor: anchor) { moveTime(by: delta, at: now) }
    changeTime(.changeView, at: now)
    redraw()
  }

  /// A moment of the clocks here and at the server.
  func moment(at now: Int64) -> Moment {
    let server = serverTime(now)
    let delay = time.delayMicroseconds(rowSeconds: source?.rowSeconds ?? 0, plotHeight: screen.plot.height)
    return Moment(now: now, server: server, live: server - delay, isWaterfall: mode == .waterfall)
  }

  /// Server time at the waterfall's top.
  @inline(never)
  func waterfallTop(at now: Int64) -> Int64 { time.top(at: moment(at: now)) }

  /// The axis of time.
  @inline(never)
  func timeAxis(at now: Int64) -> TimeAxis {
    TimeAxis(top: waterfallTop(at: now), periodSeconds: periodSeconds, height: screen.plot.height)
  }

  /// Changes the band, and states what can be seen then.
  mutating func changeBand(_ input: BandView.Input, at now: Int64) {
    if bandView.handle(input, in: range) { changeTime(.changeView, at: now) }
  }

  /// Changes the levels; the server is asked for steps that are fine enough.
  mutating func changeLevels(_ input: LevelView.Input, at now: Int64) {
    levelView.handle(input, isMeter: mode == .meter)
    if mode == .spectrum { changeTime(.changeView, at: now) }
  }

  /// Moves an edge of the band to a frequency.
  mutating func setEdge(isHigh: Bool, hertz: Double, isTyped: Bool = false, at now: Int64) {
    bandView.setEdge(isHigh: isHigh, hertz: hertz, isTyped: isTyped, in: range)
    changeTime(.changeView, at: now)
  }

  /// Frequencies from the left edge to the right one.
  public var band: Band { bandView.band }
  /// Levels from the top edge to the bottom one; colours of the waterfall too.
  public var levels: LevelWindow { levelView.levels }
  /// Levels of the meter's bar.
  public var meterLevels: LevelWindow { levelView.meterLevels }
  /// Seconds from the top of the waterfall to its bottom.
  public var periodSeconds: Double { time.periodSeconds }
  /// How far back the waterfall's top is held, in microseconds.
  public var offsetMicroseconds: Int64 { time.offsetMicroseconds }
  /// Whether the picture stands still at the user's wish.
  public var isPaused: Bool { time.isPaused }

  /// Height of the strip at the bottom: the waterfall's has a second line, for the legend of its colours.
  var footPoints: Float { mode == .waterfall ? 48 : 28 }

  /// Whether the server can be told what is shown.
  var canShow: Bool { link.isConnected && source != nil && screen.width > 0 }

  /// The source on the screen.
  var source: SourceInfo? { sources.indices.contains(sourceIndex) ? sources[sourceIndex] : nil }
}
