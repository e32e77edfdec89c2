public import WaveDisplay
public import WaveInteraction
public import WaveSensorsWire
import WaveUnits
import WaveWire

/// The sensors instrument as a value: intents in, effects out, and a draw list.
///
/// Streams stand in lanes over one axis of time, or on the paper of an electrocardiogram. It has no clock:
/// every intent and every `draw` brings the client's monotonic time in microseconds. The server is told what
/// can be seen (`ShowStreams`) and sends no more than that.
public struct SensorsModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = StreamMessage
  /// The effects that only this instrument requests.
  public typealias OwnEffect = SensorsEffect

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
  /// What the test bed has measured, where the source is one.
  public internal(set) var testbed: Testbed?
  /// What a run of the test bed steps through; to be set before its source is opened.
  public var testbedPlan = Testbed.Plan()
  /// Colours of the traces, channel by channel, for a program that embeds the instrument; where there is
  /// none, the theme's.
  public var colors: [Color] = [] {
    didSet { strip.drawn = 0..<0 }
  }

  package var shell = InstrumentShell<StreamMessage, SensorsEffect, Grab, SensorsAction>(grabbed: .plot)

  /// Microseconds by which the server's wall clock is ahead of its monotonic one; nil until it is known.
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

  var beforeTap: BeforeTap?
  var pinched = 1.0
  var seekFraction: Double?
  var readingKey: ReadingKey?
  var lastChip: Int64 = .min / 2

  /// Starts without a screen, a source or a connection.
  ///
  /// - Parameter windowSeconds: Seconds from the left edge to the right one, at first.
  public init(windowSeconds: Double = 10) { self.windowSeconds = windowSeconds }

  package mutating func resized(from before: Screen, at now: Int64) {
    arrangeScreen(at: now)
    strip.isCreated = false
    viewChanged(at: now)
  }

  package mutating func visibilityChanged(at now: Int64) {
    recency.listen(at: now)
    viewChanged(at: now)
  }

  package mutating func arrange(at now: Int64) { stepTestbed(at: now) }

  package mutating func controlsUpdated(at now: Int64) { growGap(at: now) }

  /// Whether the server can be told what is shown.
  var canShow: Bool { link.isConnected && source != nil && screen.width > 0 }

  /// The source on the screen.
  var source: StreamSource? { sources.indices.contains(sourceIndex) ? sources[sourceIndex] : nil }

  /// How the time of the source on the screen runs.
  var playback: PlaybackClock {
    allPlaybacks.indices.contains(sourceIndex) ? allPlaybacks[sourceIndex] : PlaybackClock()
  }

  /// The same moment in source time, in which all of the picture is.
  func sourceTime(_ now: Int64) -> Double { playback.microseconds(atServer: Double(serverTime(now))) }
}
