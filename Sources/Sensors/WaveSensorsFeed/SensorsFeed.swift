public import WaveSensorsWire
import WaveStreams
import WaveUnits
public import WaveWire

/// A state machine that decides which messages to send to a client, and when.
///
/// It has no clock, performs no I/O, and queues no samples.
///
/// Pass in messages and events. After each, and at `wakeMicroseconds`, call `collect` as long as `isDue` is
/// true. Samples are read from the archive of the view's source only when they are sent, so a delay needs no
/// memory, and the newest block is as recent as possible.
public struct SensorsFeed {
  /// The state of a source, as sent to the client.
  public struct Source: Sendable {
    /// The description of the source.
    public var info: StreamSource
    /// The times of the source's samples.
    public var times: [SampleTimes] = []
    /// The number of pieces of sample times added to each group so far, including those in `times`.
    public var timesRevisions: [Int] = []
    /// The newest mappings to recorded time, in order; empty if they are unknown.
    public private(set) var timeMaps: [TimeMap] = []
    /// The controls of the source, if it has any.
    public var controls: SourceControls?
    /// The client that controls the source; nil if there is only one client.
    public var steering: Steering?
    /// The marks of the source.
    public var marks: StreamMarks?
    /// The parts of the recorded appearance; empty unless the source is a recording that contains an
    /// appearance.
    public var look: [StreamLookPart] = []
    /// Notices that still apply, for clients that connect later.
    public var persistentNotices: [Notice] = []
    var news: PendingChanges = []
    /// The number of `timeMaps` that have not been sent to the client yet.
    var newMaps = 0

    /// Creates the state of a source from its description alone.
    public init(info: StreamSource) { self.info = info }

    /// The maximum number of mappings to recorded time; the oldest are dropped first.
    static let timeMapsLimit = 64

    /// Adds the mapping to recorded time that applies from a given time onward.
    public mutating func append(_ map: TimeMap) {
      if timeMaps.count == Self.timeMapsLimit { timeMaps.removeFirst() }
      timeMaps.append(map)
    }

    /// Returns the number of pieces of a group's sample times that were sent to the client.
    func heard(_ group: Int) -> Int { group < timesRevisions.count ? timesRevisions[group] : 0 }
  }

  /// The changes to a source that have not been sent to the client yet.
  struct PendingChanges: OptionSet, Sendable {
    var rawValue: UInt8
    static let info = PendingChanges(rawValue: 1)
    static let steering = PendingChanges(rawValue: 2)
    static let controls = PendingChanges(rawValue: 4)
    static let timeMap = PendingChanges(rawValue: 8)
    static let marks = PendingChanges(rawValue: 16)
    static let look = PendingChanges(rawValue: 32)
  }

  /// The maximum number of pending answers for a client that does not read them.
  static let answersLimit = 256
  /// The maximum number of notices stored for a client with a hidden view.
  public static let noticesLimit = 8
  /// The maximum number of past blocks that a view receives when it begins.
  public static let blocksBack: UInt64 = 4096
  /// The maximum number of channels of one group in a view.
  static let channelsLimit = 255
  /// The time without credit after which a client skips to the newest samples.
  public static let behindMicroseconds = 1_000_000.0
  /// The maximum number of messages with fetched columns in flight.
  public static let fetchLimit = 8
  /// The interval at which readings are sent.
  public static let readingMicroseconds: Int64 = 250_000

  /// The sources, indexed by their number; set them before the client's first message.
  public var sources: [Source]
  /// Whether the client has sent its Hello.
  public internal(set) var isGreeted = false
  var answers: [SensorsMessage] = []
  var notices: [Notice] = []

  /// The current view of the client.
  public internal(set) var view = ShowStreams(
    view: 0, source: 0, isShowing: false, columnMicroseconds: 1, fromMicroseconds: 0, channels: ChannelSet())
  /// The server time at which the view began.
  var viewMicroseconds: Int64 = 0
  var isPlaced = false
  var generation = 0
  var live = LiveStreams()
  var fetch: FetchStreams?
  var fetchedInFlight = 0

  /// The time by which the wall clock is ahead of the server time in messages, in microseconds; nil to
  /// withhold it from clients.
  public var wallAheadMicroseconds: Int64?

  /// Creates the feed for a new client.
  public init(sources: [Source]) { self.sources = sources }

  /// Receives a message from the client.
  ///
  /// - Parameters:
  ///   - message: The received message.
  ///   - now: The server time in microseconds.
  /// - Returns: A request to the source or the archive; nil if there is none.
  /// - Throws: A protocol violation, after which the connection must be closed.
  public mutating func receive(
    _ message: SensorsMessage, at now: Int64
  ) throws(ProtocolViolation) -> SensorsFeedRequest? {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    if case .hello(let hello) = message {
      try greet(hello, at: now)
      return nil
    }
    guard isGreeted else { throw .notGreeted }
    switch message {
    case .show(let next):
      guard !next.isShowing || isKnown(next.source) else { return nil }
      show(next, at: now)
    case .acknowledge(let messages):
      let isCurrent = messages.view == view.view
      live.acknowledge(messages.liveRows, ofCurrentView: isCurrent, at: now)
      if isCurrent { fetchedInFlight = max(0, fetchedInFlight - Int(messages.fetchedRows)) }
    case .clockRequest(let request):
      answers.append(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    case .command(let command):
      switch command {
      case .tune, .resetHold: return nil
      default: return isKnown(command.source) ? .command(command) : nil
      }
    case .setMark(let mark): return isKnown(mark.source) ? .setMark(mark) : nil
    case .setLook(let look): return isKnown(look.source) ? .setLook(look) : nil
    case .fetch(let request):
      guard view.isShowing, request.view == view.view else { return nil }
      fetch = FetchStreams(request: request)
    default: throw .serverMessage
    }
    return nil
  }

  /// Answers a command that is ignored because another client has control; the answer is the source's current
  /// state.
  public mutating func refuse(by source: Source) {
    guard answers.count + 3 < Self.answersLimit else { return }
    if let steering = source.steering { answers.append(.steering(steering)) }
    answers.append(.source(source.info))
    if let controls = source.controls { answers.append(.controls(controls)) }
    if let marks = source.marks { answers.append(.marks(marks)) }
  }

  /// Notifies the client that its message was not understood; the display does not change.
  public mutating func refuse(_ reason: [UInt8]) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    answers.append(.notice(Notice(severity: .warning, text: reason)))
  }

  /// Queues a notice that explains why a request was rejected, unless too many answers are pending.
  public mutating func answer(_ reason: [UInt8]) {
    guard answers.count < Self.answersLimit else { return }
    answers.append(.notice(Notice(severity: .warning, text: reason)))
  }

  private mutating func greet(_ hello: SensorsHello, at now: Int64) throws(ProtocolViolation) {
    guard hello.version == WireVersion.current else { throw .version(hello.version) }
    isGreeted = true
    answers.append(
      .welcome(
        Welcome(
          sourceCount: UInt16(clamping: sources.count), serverMicroseconds: now,
          wallMicroseconds: wallAheadMicroseconds.map { now + $0 } ?? 0)))
    for index in sources.indices {
      let source = sources[index]
      answers.append(.source(source.info))
      for map in source.timeMaps { answers.append(.timeMap(map)) }
      for piece in source.times { answers.append(.times(piece)) }
      if let controls = source.controls { answers.append(.controls(controls)) }
      if let steering = source.steering { answers.append(.steering(steering)) }
      if let marks = source.marks { answers.append(.marks(marks)) }
      for part in source.look { answers.append(.look(part)) }
      for notice in source.persistentNotices { accept(notice) }
      sources[index].news = []
      sources[index].newMaps = 0
    }
  }

  private mutating func isKnown(_ source: UInt16) -> Bool {
    if Int(source) < sources.count { return true }
    answer(TextWriter("There is no source \(Int(source)). Reload the page to see the sources.").bytes)
    return false
  }

  private mutating func show(_ next: ShowStreams, at now: Int64) {
    view = next
    viewMicroseconds = now
    isPlaced = false
    fetch = nil
    fetchedInFlight = 0
    live.viewChanged(messagesPerSecond: next.messagesPerSecond, at: now)
  }

  // MARK: - Events of the sources

  /// Records that samples have arrived, or that visible past data has changed.
  public mutating func noteSamples(source: UInt16) {
    if view.isShowing, source == view.source { live.hasSamples = true }
  }

  /// Queues the new description of a source; it is not sent while the view is hidden.
  ///
  /// If the groups or the name differ, the source has restarted, and its earlier times are invalid.
  public mutating func accept(_ info: StreamSource) {
    note(.info, of: info.source) {
      if $0.info.name != info.name { $0.look = [] }
      if $0.info.groups != info.groups || $0.info.name != info.name { $0.timesRevisions = [] }
      $0.info = info
    }
    noteSamples(source: info.source)
  }

  /// Queues a new mapping to recorded time until it can be sent.
  public mutating func accept(_ map: TimeMap) {
    note(.timeMap, of: map.source) {
      $0.append(map)
      $0.newMaps = min($0.newMaps + 1, Source.timeMapsLimit)
    }
  }

  /// Queues the controls of a source until they can be sent.
  public mutating func accept(_ controls: SourceControls) {
    note(.controls, of: controls.source) { $0.controls = controls }
  }

  /// Queues the marks of a source until they can be sent.
  public mutating func accept(_ marks: StreamMarks) { note(.marks, of: marks.source) { $0.marks = marks } }

  /// Queues the appearance stored in a recording until it can be sent.
  public mutating func accept(_ look: [StreamLookPart], source: UInt16) {
    note(.look, of: source) { $0.look = look }
  }

  /// Queues a report on which client controls a source; a report that changes nothing is ignored.
  public mutating func accept(_ steering: Steering) {
    guard Int(steering.source) < sources.count, sources[Int(steering.source)].steering != steering
    else { return }
    note(.steering, of: steering.source) { $0.steering = steering }
  }

  private mutating func note(_ news: PendingChanges, of source: UInt16, _ change: (inout Source) -> Void) {
    guard Int(source) < sources.count else { return }
    change(&sources[Int(source)])
    sources[Int(source)].news.insert(news)
  }

  /// Queues a notice until it can be sent; only the newest `noticesLimit` notices are kept.
  public mutating func accept(_ notice: Notice) {
    if notices.count == Self.noticesLimit { notices.removeFirst() }
    notices.append(notice)
  }
}
