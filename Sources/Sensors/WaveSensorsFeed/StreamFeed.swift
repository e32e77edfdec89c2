public import WaveSensorsWire
import WaveStreams
import WaveUnits
public import WaveWire

/// Decides what one client of streams is sent and when, from what it can show: no clock, no I/O, no queue of
/// samples.
///
/// Feed it messages and events; after each, and at `wakeMicroseconds`, call `collect` while `isDue`. Samples
/// are read from the archive of the source that the view shows at the moment they are sent, so that what
/// waits costs nothing and the newest block is as new as can be.
public struct StreamFeed {
  /// What the client is told of a source.
  public struct Source: Sendable {
    /// What it is.
    public var info: StreamSource
    /// When its samples were made.
    public var times: [SampleTimes] = []
    /// How many pieces of times each group has ever had, those in `times` included.
    public var timesRevisions: [Int] = []
    /// How recorded time runs, where known: the newest pieces, in their order.
    public private(set) var timeMaps: [TimeMap] = []
    /// What can be set at it, where anything can.
    public var controls: SourceControls?
    /// Who steers it; nil where there is only one client.
    public var steering: Steering?
    /// What is marked in it.
    public var marks: StreamMarks?
    /// How it was looked at while it was recorded, where it is a recording that says so.
    public var look: [StreamLookPart] = []
    /// Notices that still hold for who comes later.
    public var standing: [Notice] = []
    var news: News = []
    /// How many of `timeMaps` still have to be sent to the client.
    var newMaps = 0

    /// Describes a source of which nothing else is known yet.
    public init(info: StreamSource) { self.info = info }

    /// Pieces of recorded time that are kept; the oldest go first.
    static let timeMapsLimit = 64

    /// Adds how recorded time runs from a moment on.
    public mutating func append(_ map: TimeMap) {
      if timeMaps.count == Self.timeMapsLimit { timeMaps.removeFirst() }
      timeMaps.append(map)
    }

    /// Pieces of a group that the client has been told, by their count.
    func heard(_ group: Int) -> Int { group < timesRevisions.count ? timesRevisions[group] : 0 }
  }

  /// What a client has not been told of a source yet.
  struct News: OptionSet, Sendable {
    var rawValue: UInt8
    static let info = News(rawValue: 1)
    static let steering = News(rawValue: 2)
    static let controls = News(rawValue: 4)
    static let timeMap = News(rawValue: 8)
    static let marks = News(rawValue: 16)
    static let look = News(rawValue: 32)
  }

  /// Most answers that wait for a client which does not read them.
  static let answersLimit = 256
  /// Most notices kept for a client that shows nothing.
  public static let noticesLimit = 8
  /// Blocks that a view goes back at most when it begins.
  public static let blocksBack: UInt64 = 4096
  /// Channels of one group that a view shows at most.
  static let channelsLimit = 255
  /// How far a client may be behind, for want of credit, before it is taken to the newest.
  public static let behindMicroseconds = 1_000_000.0
  /// Messages of columns fetched on their way at most.
  public static let fetchLimit = 8
  /// Time from readings to readings.
  public static let readingMicroseconds: Int64 = 250_000

  /// The sources by their numbers; to be set before the client is heard.
  public var sources: [Source]
  /// Whether the client has said hello.
  public internal(set) var isGreeted = false
  var answers: [StreamMessage] = []
  var notices: [Notice] = []

  /// What the client shows.
  public internal(set) var view = ShowStreams(
    view: 0, source: 0, isShowing: false, columnMicroseconds: 1, fromMicroseconds: 0, channels: ChannelSet())
  /// When the view began.
  var viewMicroseconds: Int64 = 0
  var isPlaced = false
  var generation = 0
  var live = LiveStreams()
  var fetch: FetchStreams?
  var fetchedInFlight = 0

  /// By how much the wall clock is ahead of the times that come with messages; nil where clients are not to
  /// be told.
  public var wallAheadMicroseconds: Int64?

  /// Serves one client that is about to say hello.
  public init(sources: [Source]) { self.sources = sources }

  /// Takes a message from the client.
  ///
  /// - Parameters:
  ///   - message: What it sent.
  ///   - now: Server time in microseconds.
  /// - Returns: A wish that others must hear of.
  /// - Throws: What the client may not do; the connection is to be closed.
  public mutating func receive(
    _ message: StreamMessage, at now: Int64
  ) throws(ProtocolViolation) -> StreamWish? {
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

  /// Answers a wish that is not performed, since another steers, with how the source and its controls are.
  public mutating func refuse(by source: Source) {
    guard answers.count + 3 < Self.answersLimit else { return }
    if let steering = source.steering { answers.append(.steering(steering)) }
    answers.append(.source(source.info))
    if let controls = source.controls { answers.append(.controls(controls)) }
    if let marks = source.marks { answers.append(.marks(marks)) }
  }

  /// Tells the client that a message of its was not understood; the picture stays as it is.
  public mutating func refuse(_ reason: [UInt8]) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    answers.append(.notice(Notice(severity: .warning, text: reason)))
  }

  /// Answers this client in words, as to why its wish is not performed; one too many is left out.
  public mutating func answer(_ reason: [UInt8]) {
    guard answers.count < Self.answersLimit else { return }
    answers.append(.notice(Notice(severity: .warning, text: reason)))
  }

  private mutating func greet(_ hello: StreamsHello, at now: Int64) throws(ProtocolViolation) {
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
      for notice in source.standing { accept(notice) }
      sources[index].news = []
      sources[index].newMaps = 0
    }
  }

  private mutating func isKnown(_ source: UInt16) -> Bool {
    if Int(source) < sources.count { return true }
    var text = TextWriter()
    text.append("There is no source ")
    text.append(integer: Int(source))
    text.append(". Reload the page to see what is there.")
    answers.append(.notice(Notice(severity: .warning, text: text.bytes)))
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

  // MARK: - What happens at the sources

  /// Takes note that samples have come, or what is shown of the past has changed.
  public mutating func noteSamples(source: UInt16) {
    if view.isShowing, source == view.source { live.hasSamples = true }
  }

  /// Takes what a source has become; it waits for as long as the client shows nothing.
  ///
  /// With other groups or another name it has begun anew: what was told of its times holds no longer.
  public mutating func accept(_ info: StreamSource) {
    note(.info, of: info.source) {
      if $0.info.name != info.name { $0.look = [] }
      if $0.info.groups != info.groups || $0.info.name != info.name { $0.timesRevisions = [] }
      $0.info = info
    }
    noteSamples(source: info.source)
  }

  /// Takes how recorded time runs from now on; waits as other news do.
  public mutating func accept(_ map: TimeMap) {
    note(.timeMap, of: map.source) {
      $0.append(map)
      $0.newMaps = min($0.newMaps + 1, Source.timeMapsLimit)
    }
  }

  /// Takes what can be set at a source; waits as other news do.
  public mutating func accept(_ controls: SourceControls) {
    note(.controls, of: controls.source) { $0.controls = controls }
  }

  /// Takes what is marked; waits as other news do.
  public mutating func accept(_ marks: StreamMarks) { note(.marks, of: marks.source) { $0.marks = marks } }

  /// Takes how a recording was looked at; waits as other news do.
  public mutating func accept(_ look: [StreamLookPart], source: UInt16) {
    note(.look, of: source) { $0.look = look }
  }

  /// Takes who steers a source; waits as other news do, and is passed over where nothing changed.
  public mutating func accept(_ steering: Steering) {
    guard Int(steering.source) < sources.count, sources[Int(steering.source)].steering != steering else {
      return
    }
    note(.steering, of: steering.source) { $0.steering = steering }
  }

  private mutating func note(_ news: News, of source: UInt16, _ change: (inout Source) -> Void) {
    guard Int(source) < sources.count else { return }
    change(&sources[Int(source)])
    sources[Int(source)].news.insert(news)
  }

  /// Takes something to say; the newest `noticesLimit` wait.
  public mutating func accept(_ notice: Notice) {
    if notices.count == Self.noticesLimit { notices.removeFirst() }
    notices.append(notice)
  }
}
