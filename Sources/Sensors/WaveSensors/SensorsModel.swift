public import WaveDisplay
public import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The sensors instrument as a value: intents in, effects out, and a draw list.
///
/// Streams stand in lanes over one axis of time, or on the paper of an electrocardiogram. It has no clock: every intent and
/// every `draw` brings the client's monotonic time in microseconds. The server is told what can be seen (`ShowStreams`) and sends
/// no more than that.
public struct SensorsModel: Sendable {
  /// How streams are laid out.
  public enum Layout: UInt8, Sendable {
    /// A lane for each stream.
    case lanes = 0
    /// All streams in one lane.
    case overlaid = 1
    /// The paper of an electrocardiogram.
    case paper = 2
    /// One stream against another.
    case xy = 3
  }

  /// How time moves.
  public enum Motion: UInt8, Sendable {
    /// A cursor goes from left to right and writes over what is there.
    case sweep = 0
    /// The picture moves to the left, the newest at the right edge.
    case scroll = 1
    /// The picture stands until a stream crosses a level again.
    case trigger = 2
  }

  /// How streams are laid out.
  public internal(set) var layout = Layout.lanes
  /// How time moves.
  public internal(set) var motion = Motion.scroll
  /// Seconds from the left edge to the right one.
  public internal(set) var windowSeconds: Double
  /// Whether the picture stands still at the user's wish.
  public internal(set) var isPaused = false
  /// How far behind now the picture goes on, in microseconds.
  public internal(set) var delayMicroseconds: Int64 = 0
  /// Whether two lines measure time and amplitude.
  public internal(set) var isMeasuring = false
  /// Whether the drawer is open.
  public internal(set) var isDrawerOpen = false
  /// Controls, chip and messages around the plot.
  public internal(set) var controls = ControlList()
  /// Microseconds from the newest sample's arrival to its being drawn, where the last `draw` had new ones.
  public internal(set) var drawnLatencyMicroseconds: Int64?
  /// What the test bed has measured, where the source is one.
  public internal(set) var testbed: Testbed?
  /// What a run of the test bed steps through; to be set before its source is opened.
  public var testbedPlan = Testbed.Plan()
  /// Widths of characters, as the player measured them.
  public var advances = TextAdvances.monospaced
  /// Colours of the traces, channel by channel, for a program that embeds the instrument; where there is none, the theme's.
  public var colors: [Color] = [] {
    didSet { strip.drawn = 0..<0 }
  }

  /// The whole screen, and the part of it that the lanes have.
  var outer = Screen()
  var screen = Screen()
  var theme = Theme.dark
  var reducesMotion = false
  var zoneSeconds: Int64 = 0
  /// What the device's own clock is ahead of `now`, and the server's of its monotonic one; nil until they are told.
  var wallMicroseconds: Int64?
  var serverWallMicroseconds: Int64?

  var sources: [StreamSource] = []
  var sourceIndex = 0
  var allClocks: [[StreamClock]] = []
  var allPlaybacks: [PlaybackClock] = []
  var allMarks: [StreamMarks] = []
  var allControls: [SourceControls] = []
  var allSteering: [Steering] = []
  var allMixtures: [StreamMixtures] = []
  var looks = LookState()
  var readings: StreamReadings?
  var clock = ClockOffset()
  var link = LinkWatch()
  /// The server's clock less the client's when the connection was lost.
  var lostOffset: Int64?
  var lastClockRequest: Int64 = .min / 2
  var clockRequests = 0

  /// The streams in the order of their lanes.
  var order: [Int] = []
  var hidden = ChannelSet()
  var scales: [ChannelScale] = []
  /// Whether lanes of one unit are scaled together.
  var isLinked = false
  var paper = PaperSettings()
  /// Which of its places each lead's name has on the paper, and when that was looked at last.
  var paperNames: [Int] = []
  var namesPlacedAt: Int64 = .min / 2

  var isVisible = true
  var view: UInt16 = 0
  var shown: ShowStreams?
  var showDue: Int64?
  var lastShow: Int64 = .min / 2
  var fetching: Fetch?
  var lastFetch: Int64 = .min / 2
  var oldestMicroseconds: Int64 = .min / 2
  var acknowledged = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
  /// The view that credit was given for last.
  var creditedView: UInt16?
  /// Blocks of each group, and those of the level before, shown until the new ones are there.
  var stores: [BlockStore?] = []
  var storesBefore: [BlockStore?] = []

  /// The right edge in server time while the picture stands still.
  var frozenEdge: Double?
  /// How new what has come is.
  var recency = Recency()
  var newestArrival: Int64?
  var hasSkippedAt: Int64 = .min / 2
  var strip = StripState()
  var offScale = OffScale()
  var calipers = Calipers()
  var spectrum = SpectrumState()
  var spectrumView: UInt16 = 0
  /// A stream that is about to be made, and whether one was asked for.
  var mixing: MixtureDraft?
  var awaitsMixture = false
  var trigger = Trigger()
  /// The bands of the streams, where they have any.
  var alarms: [AlarmBand?] = []
  /// Whether a bank card is laid on the screen to measure it.
  var isFittingCard = false
  var fingers: [Touch] = []

  var recognizer = GestureRecognizer(scale: 1)
  var glide: Glide?
  var grabbed = Grab.plot
  var beforeTap: BeforeTap?
  var wheelDue: Int64?
  var pinched = 1.0
  var seekFraction: Double?
  var hasTouched = false
  var hintEnds: Int64?
  var alertText: [UInt8] = []
  var toast: Toast?
  var reading: [UInt8] = []
  var readingKey: ReadingKey?
  var lastChip: Int64 = .min / 2
  var smoothLatency: Double?
  var shownLatency: Double?
  var wakeDue: Int64?
  var effects: [Effect] = []

  /// Starts without a screen, a source or a connection.
  ///
  /// - Parameter windowSeconds: Seconds from the left edge to the right one, at first.
  public init(windowSeconds: Double = 10) { self.windowSeconds = windowSeconds }

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
      outer = Screen(
        width: width, height: height, scale: scale, insets: insets,
        textScale: Swift.max(0.5, Swift.min(4, textScale)), headPoints: headPoints)
      arrangeScreen(at: now)
      strip.isCreated = false
      viewChanged(at: now)
    case .appearance(let isDark, let reducesMotion):
      theme = isDark ? .dark : .light
      self.reducesMotion = reducesMotion
    case .zone(let seconds): zoneSeconds = seconds
    case .wallClock(let microseconds): wallMicroseconds = microseconds - now
    case .touch(let touch): if !isOnPanel(touch) { handle(touch, at: now) }
    case .wheel(let x, let y, let dx, let dy, let zoom):
      wheel(x: x, y: y, dx: dx, dy: dy, zoom: zoom, at: now)
    case .key(let key, let isShifted): handle(key, isShifted: isShifted, at: now)
    case .control(let id, let value): control(id, value, at: now)
    case .controlTouch(let id, let phase, let fraction, _):
      controlTouch(id, phase, fraction: Double(fraction), at: now)
    case .controlStep(let id, _, let steps): controlStep(id, steps: steps, at: now)
    case .controlText(let id, let text): controlText(id, text, at: now)
    case .connection(let isOpen): connection(isOpen, at: now)
    case .message(let message): receive(message, at: now)
    case .visibility(let isVisible):
      self.isVisible = isVisible
      if isVisible, link.isConnected {
        link.forget(at: now)
        requestClock(at: now)
      }
      recency.listen(at: now)
      viewChanged(at: now)
    case .kept(let key, let value): keep(key, value)
    case .tick:
      if let gesture = recognizer.tick(now) {
        handle(gesture, at: now)
        redraw()
      }
    }
    if intent.isSeen { redraw() }
    finish(at: now)
    return effects
  }

  mutating func redraw() {
    if !effects.contains(.redraw) { effects.append(.redraw) }
  }

  /// Asks for a tick at a time; the earliest of several counts.
  mutating func wake(at microseconds: Int64) {
    wakeDue = Swift.min(wakeDue ?? .max, microseconds)
  }

  private mutating func advanceTime(_ now: Int64) {
    if let due = wakeDue, now >= due { wakeDue = nil }
    if let due = wheelDue, now >= due { wheelDue = nil }
  }

  /// What follows every intent: what is due is sent, controls are made anew, the next tick is asked for.
  mutating func finish(at now: Int64) {
    stepTestbed(at: now)
    sendDue(at: now)
    updateControls(at: now)
    growGap(at: now)
    if let due = recognizer.longPressDue { wake(at: due) }
    if let due = showDue, canShow { wake(at: Swift.max(due, lastShow + Self.showIntervalMicroseconds)) }
    if let wakeDue { effects.append(.wake(microseconds: wakeDue)) }
  }

  /// Whether the server can be told what is shown.
  var canShow: Bool { link.isConnected && source != nil && screen.width > 0 }

  /// The source on the screen.
  var source: StreamSource? { sources.indices.contains(sourceIndex) ? sources[sourceIndex] : nil }

  func serverTime(_ now: Int64) -> Int64 { now + clock.microseconds }

  /// How the time of the source on the screen runs.
  var playback: PlaybackClock {
    allPlaybacks.indices.contains(sourceIndex) ? allPlaybacks[sourceIndex] : PlaybackClock()
  }

  /// The same moment in source time, in which all of the picture is.
  func sourceTime(_ now: Int64) -> Double { playback.microseconds(atServer: Double(serverTime(now))) }
}

extension ViewIntent {
  /// Whether what is seen may have changed: a message says so itself.
  fileprivate var isSeen: Bool {
    switch self {
    case .message, .tick: false
    default: true
    }
  }
}
