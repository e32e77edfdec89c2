public import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
public import WaveWire

/// Decides what one client is sent and when, from what it can show: no clock, no I/O, no queue of rows.
///
/// Feed it messages, rows and events; after each, and at `wakeMicroseconds`, call `collect` while `isDue`.
/// At most one live row waits, replaced by newer ones; at most `LiveCredit.limit` are on their way.
public struct SpectrumFeed {
  /// What the client is told of a source, and what it has not been told yet.
  public struct Source: Sendable {
    /// What it is.
    public var info: SourceInfo
    /// How recorded time runs, where known.
    public var timeMap: TimeMap?
    /// Artefacts of the receiver, where seen.
    public var artefacts: Artefacts?
    /// What is marked in a recording, where it is one.
    public var annotations: Annotations?
    /// Notices that still hold for who comes later.
    public var standing: [Notice] = []
    /// What can be set at it, where anything can.
    public var controls: SourceControls?
    /// Who steers it; nil where there is only one client.
    public var steering: Steering?
    /// Where slots are that other clients have asked for, too; nil where each feed makes its own.
    public var slots: SlotLookup?
    var hold: MaxHold?
    var news: News = []

    /// Describes a source of which nothing else is known yet.
    public init(info: SourceInfo, timeMap: TimeMap? = nil) {
      self.info = info
      self.timeMap = timeMap
    }
  }

  /// What a client has not been told of a source yet.
  struct News: OptionSet, Sendable {
    var rawValue: UInt8
    static let info = News(rawValue: 1)
    static let steering = News(rawValue: 2)
    static let controls = News(rawValue: 4)
    static let timeMap = News(rawValue: 8)
    static let artefacts = News(rawValue: 16)
    static let annotations = News(rawValue: 32)
    /// Those that concern the axes and who may do what; a row held still needs no others.
    static let ofAxes: News = [.info, .steering, .controls]
    static let all: News = [.ofAxes, .timeMap, .artefacts, .annotations]
  }

  /// A live row that waits to be sent.
  enum Pending {
    case row(SharedRow)
    case slot(Int64)
  }

  /// A window of the past on its way.
  struct Window {
    var request: Fetch
    var oldestSlot: Int64
    var nextSlot: Int64
  }

  /// A row held still, with what the maximum hold was at that moment.
  struct Frozen {
    var source: UInt16
    var sequence: UInt32
    var row: SharedRow
    var hold: MaxHold?
  }

  /// Most answers that wait for a client which does not read them.
  static let answersLimit = 256
  /// Most notices kept for a client that shows nothing.
  public static let noticesLimit = 8
  /// Fetched rows on their way at most.
  static let fetchLimit = 64
  /// How long a slot of the waterfall waits for a late row, beyond the length of a row.
  static let slotGraceMicroseconds: Int64 = 250_000

  /// The sources by their numbers; to be set before the client is heard.
  public var sources: [Source]
  var isGreeted = false
  var answers: [Message] = []
  var notices: [Notice] = []

  /// What the client shows.
  public internal(set) var view = ShowView(view: 0, mode: .nothing, columns: 1, lowHertz: 0, highHertz: 1)
  var axes = AxisBook()
  var pace: RowPace
  var credit = LiveCredit()
  var pending: Pending?
  var isFirst = false
  var skipped = 0
  /// Whether some of the skipped rows waited for credit.
  var isHeldUp = false
  /// End of the newest live row, and when the one after it can be expected to be there.
  var nextRowMicroseconds: Int64 = .min
  var frozen: Frozen?
  /// Start of the newest row that this view has taken note of.
  var newestMicroseconds: Int64 = .min

  /// Waterfall: the slot that rows are going into, and when it closes without another row.
  var openSlot: Int64?
  var openSlotCloses: Int64 = 0
  var lastClosedSlot: Int64 = .min
  var window: Window?
  var fetchedInFlight = 0

  /// Serves one client that is about to say hello.
  ///
  /// - Parameters:
  ///   - sources: The sources by their numbers.
  ///   - isLimited: Whether the client is sent at most 122,880 bytes a second over any ten seconds, as over a
  ///     network.
  public init(sources: [Source], isLimited: Bool = false) {
    self.sources = sources
    pace = RowPace(isLimited: isLimited)
  }

  /// Whether a row is held still instead of the newest.
  var isFrozen: Bool { view.mode == .spectrum && view.frozenSequence != 0 }

  /// Whether nothing newer is wanted: a row held still, or a waterfall of which only the past is fetched.
  var isStill: Bool { view.mode != .nothing && view.frozenSequence != 0 }

  /// Takes a message from the client.
  ///
  /// - Parameters:
  ///   - message: What it sent.
  ///   - now: Server time in microseconds.
  ///   - past: The history of a source that exists.
  /// - Returns: A wish that the source must hear of.
  /// - Throws: What the client may not do; the connection is to be closed.
  public mutating func receive(
    _ message: Message, at now: Int64, past: (UInt16) -> SpectrumHistory
  ) throws(ProtocolViolation) -> Command? {
    guard answers.count < SpectrumFeed.answersLimit else { throw .answersUnread }
    if case .hello(let hello) = message {
      try greet(hello, at: now)
      return nil
    }
    guard isGreeted else { throw .notGreeted }
    switch message {
    case .show(let next):
      guard isKnown(next.source) || next.mode == .nothing else { return nil }
      show(next, at: now, past: past)
    case .acknowledge(let rows): acknowledge(rows)
    case .clockRequest(let request):
      answers.append(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    case .command(let command):
      guard isKnown(command.source) else { return nil }
      guard case .resetHold(let source) = command else { return command }
      sources[Int(source)].hold = past(source).newest.map(MaxHold.init)
    case .fetch(let request): fetch(request)
    default: throw .serverMessage
    }
    return nil
  }

  /// Answers a wish that is not performed, since another steers, with how the source and its controls are.
  public mutating func refuse(by source: Source) {
    guard answers.count + 2 < SpectrumFeed.answersLimit else { return }
    if let steering = source.steering { answers.append(.steering(steering)) }
    answers.append(.source(source.info))
    if let controls = source.controls { answers.append(.controls(controls)) }
  }

  /// Tells the client that a message of its was not understood; the picture stays as it is.
  public mutating func refuse(_ reason: [UInt8]) throws(ProtocolViolation) {
    guard answers.count < SpectrumFeed.answersLimit else { throw .answersUnread }
    answers.append(.notice(Notice(severity: .warning, text: reason)))
  }

  private mutating func greet(_ hello: Hello, at now: Int64) throws(ProtocolViolation) {
    guard hello.version == WireVersion.current else { throw .version(hello.version) }
    isGreeted = true
    answers.append(
      .welcome(Welcome(sourceCount: UInt16(clamping: sources.count), serverMicroseconds: now)))
    for index in sources.indices {
      answers.append(.source(sources[index].info))
      if let map = sources[index].timeMap { answers.append(.timeMap(map)) }
      if let artefacts = sources[index].artefacts { answers.append(.artefacts(artefacts)) }
      if let annotations = sources[index].annotations { answers.append(.annotations(annotations)) }
      if let controls = sources[index].controls { answers.append(.controls(controls)) }
      if let steering = sources[index].steering { answers.append(.steering(steering)) }
      for notice in sources[index].standing { accept(notice) }
      sources[index].news = []
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

  private mutating func show(_ next: ShowView, at now: Int64, past: (UInt16) -> SpectrumHistory) {
    let hasSameAxes =
      next.source == view.source && next.columns == view.columns && next.lowHertz == view.lowHertz
      && next.highHertz == view.highHertz
    if !hasSameAxes { axes.clear() }
    view = next
    credit.viewChanged()
    pace.show(next, at: now)
    pending = nil
    skipped = 0
    isHeldUp = false
    nextRowMicroseconds = .min
    openSlot = nil
    lastClosedSlot = .min
    window = nil
    fetchedInFlight = 0
    guard next.mode != .nothing else { return }
    let history = past(next.source)
    if next.mode == .spectrum { setHold(isOn: next.planes.contains(.hold), history) }
    freeze(history)
    startLive(history)
  }

  /// Starts the hold with the newest row when a view first asks for it; a spectrum without it ends it.
  private mutating func setHold(isOn: Bool, _ history: SpectrumHistory) {
    let index = Int(view.source)
    if !isOn {
      sources[index].hold = nil
    } else if sources[index].hold == nil {
      sources[index].hold = history.newest.map(MaxHold.init)
    }
  }

  /// Pins the row to be held still, so that it can be zoomed long after the history has lost it.
  private mutating func freeze(_ history: SpectrumHistory) {
    guard isFrozen else { return frozen = nil }
    if let frozen, frozen.source == view.source, frozen.sequence == view.frozenSequence { return }
    frozen = history.row(sequence: view.frozenSequence).map {
      Frozen(
        source: view.source, sequence: view.frozenSequence, row: SharedRow($0),
        hold: sources[Int(view.source)].hold)
    }
    guard frozen == nil else { return }
    var text = TextWriter()
    text.append("That moment is no longer kept. Resume to see the newest.")
    answers.append(.notice(Notice(severity: .warning, text: text.bytes)))
  }

  /// Makes the first row after a change of view wait, from what is there already.
  private mutating func startLive(_ history: SpectrumHistory) {
    isFirst = true
    newestMicroseconds = history.newest?.startMicroseconds ?? .min
    guard let newest = isFrozen ? frozen?.row.row : history.newest, isFrozen || !isStill else { return }
    guard view.mode == .waterfall, newest.durationMicroseconds < slotMicroseconds else {
      return pending = .row(SharedRow(newest))
    }
    open(newest)
    if let openSlot, let closed = history.newestSlot(atMost: openSlot - 1, slotMicroseconds: slotMicroseconds)
    {
      pending = .slot(closed.index)
    }
  }

  private mutating func acknowledge(_ rows: Acknowledge) {
    let isCurrent = rows.view == view.view
    credit.acknowledge(rows.liveRows, ofCurrentView: isCurrent)
    if isCurrent { fetchedInFlight = max(0, fetchedInFlight - Int(rows.fetchedRows)) }
  }

  private mutating func fetch(_ request: Fetch) {
    guard view.mode == .waterfall, request.view == view.view else { return }
    let newestWanted = Lattice.index(of: request.untilMicroseconds - 1, slotMicroseconds: slotMicroseconds)
    window = Window(
      request: request,
      oldestSlot: Lattice.index(of: request.fromMicroseconds, slotMicroseconds: slotMicroseconds),
      nextSlot: min(newestWanted, openSlot.map { $0 - 1 } ?? newestWanted))
  }

  var slotMicroseconds: Int64 { Int64(view.slotMicroseconds) }
}
