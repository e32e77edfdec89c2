public import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
public import WaveWire

/// Decides what to send to one client and when, without a clock, I/O or a queue of rows.
///
/// Pass in messages, rows and events. After each, and at `wakeMicroseconds`, call `collect` while `isDue`. At
/// most one live row is pending, and newer rows replace it. At most `LiveCredit.limit` live rows are in
/// flight.
public struct SpectrumFeed {
  /// The state of a source as known to the client, and the changes that have not been sent.
  public struct Source: Sendable {
    /// The description of the source.
    public var info: SourceInfo
    /// The mapping from server time to recorded time; nil if it is unknown.
    public var timeMap: TimeMap?
    /// The artefacts of the receiver; nil if none were detected.
    public var artefacts: Artefacts?
    /// The annotations of the recording; nil if there are none.
    public var annotations: Annotations?
    /// Notices that still apply, which are sent to clients that connect later.
    public var persistentNotices: [Notice] = []
    /// The settings of the source; nil if it has none.
    public var controls: SourceControls?
    /// The control state of the source; nil if there is only one client.
    public var steering: Steering?
    /// A lookup of waterfall slots that clients share; nil if each feed computes its own slots.
    public var slots: SlotLookup?
    var hold: MaxHold?
    var news: PendingChanges = []

    /// Creates a source from its description, without further information.
    public init(info: SourceInfo, timeMap: TimeMap? = nil) {
      self.info = info
      self.timeMap = timeMap
    }
  }

  /// The changes in a source that have not been sent to the client.
  struct PendingChanges: OptionSet, Sendable {
    var rawValue: UInt8
    static let info = PendingChanges(rawValue: 1)
    static let steering = PendingChanges(rawValue: 2)
    static let controls = PendingChanges(rawValue: 4)
    static let timeMap = PendingChanges(rawValue: 8)
    static let artefacts = PendingChanges(rawValue: 16)
    static let annotations = PendingChanges(rawValue: 32)
    /// The changes that affect axes and permissions.
    ///
    /// While a row is frozen, only these are sent.
    static let ofAxes: PendingChanges = [.info, .steering, .controls]
    static let all: PendingChanges = [.ofAxes, .timeMap, .artefacts, .annotations]
  }

  /// A live row that is waiting to be sent.
  enum Pending {
    case row(SharedRow)
    case slot(Int64)
  }

  /// A time window whose past rows are being sent.
  struct Window {
    var request: Fetch
    var oldestSlot: Int64
    var nextSlot: Int64
  }

  /// A frozen row, with the maximum hold at the time it was frozen.
  struct Frozen {
    var source: UInt16
    var sequence: UInt32
    var row: SharedRow
    var hold: MaxHold?
  }

  /// The maximum number of replies that wait for a client that does not read them.
  static let answersLimit = 256
  /// The maximum number of notices kept for a client that shows nothing.
  public static let noticesLimit = 8
  /// The maximum number of fetched rows in flight.
  static let fetchLimit = 64
  /// The additional time, beyond the length of a row, for which a waterfall slot stays open for a late row.
  static let slotGraceMicroseconds: Int64 = 250_000

  /// The sources, indexed by their numbers.
  ///
  /// Set them before the client's first message.
  public var sources: [Source]
  var isGreeted = false
  var answers: [Message] = []
  var notices: [Notice] = []

  /// The client's current view.
  public internal(set) var view = ShowView(view: 0, mode: .nothing, columns: 1, lowHertz: 0, highHertz: 1)
  var axes = AxisRegistry()
  var pace: RowPace
  var credit = LiveCredit()
  var pending: Pending?
  var isFirst = false
  var skipped = 0
  /// Whether a row skipped since the last row was sent had to wait for credit from the client.
  var isHeldUp = false
  /// The time at which the next live row is expected.
  var nextRowMicroseconds: Int64 = .min
  var frozen: Frozen?
  /// The start time of the newest row that this view has received.
  var newestMicroseconds: Int64 = .min

  /// The index of the waterfall slot that receives rows; nil if no slot is open.
  var openSlot: Int64?
  /// The time at which the open slot closes if no row arrives, in microseconds.
  var openSlotCloses: Int64 = 0
  var lastClosedSlot: Int64 = .min
  var window: Window?
  var fetchedInFlight = 0

  /// Creates a feed that expects the client's first message.
  ///
  /// - Parameters:
  ///   - sources: The sources, indexed by their numbers.
  ///   - isLimited: Whether the client is sent at most 122,880 bytes per second, averaged over any ten
  ///     seconds. This applies to clients that connect over a network.
  public init(sources: [Source], isLimited: Bool = false) {
    self.sources = sources
    pace = RowPace(isLimited: isLimited)
  }

  /// Whether the view shows a frozen row instead of the newest.
  var isFrozen: Bool { view.mode == .spectrum && view.frozenSequence != 0 }

  /// Whether the view needs no new rows, because it shows a frozen row or a waterfall for which only past
  /// rows are fetched.
  var isStill: Bool { view.mode != .nothing && view.frozenSequence != 0 }

  /// Receives a message from the client.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: Server time in microseconds.
  ///   - past: Returns the history of a source, given the source's number.
  /// - Returns: A command for the source; nil if the message requires no action by the source.
  /// - Throws: A protocol violation, after which the connection must be closed.
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

  /// Replies to a command that was ignored because another client has control, by sending the source's state.
  public mutating func refuse(by source: Source) {
    guard answers.count + 2 < SpectrumFeed.answersLimit else { return }
    if let steering = source.steering { answers.append(.steering(steering)) }
    answers.append(.source(source.info))
    if let controls = source.controls { answers.append(.controls(controls)) }
  }

  /// Notifies the client that its message was not understood.
  ///
  /// The view does not change.
  public mutating func refuse(_ reason: [UInt8]) throws(ProtocolViolation) {
    guard answers.count < SpectrumFeed.answersLimit else { throw .answersUnread }
    answers.append(.notice(Notice(severity: .warning, text: reason)))
  }

  private mutating func greet(_ hello: Hello, at now: Int64) throws(ProtocolViolation) {
    guard hello.version == WireVersion.current else { throw .version(hello.version) }
    isGreeted = true
    answers.append(.welcome(Welcome(sourceCount: UInt16(clamping: sources.count), serverMicroseconds: now)))
    for index in sources.indices {
      answers.append(.source(sources[index].info))
      if let map = sources[index].timeMap { answers.append(.timeMap(map)) }
      if let artefacts = sources[index].artefacts { answers.append(.artefacts(artefacts)) }
      if let annotations = sources[index].annotations { answers.append(.annotations(annotations)) }
      if let controls = sources[index].controls { answers.append(.controls(controls)) }
      if let steering = sources[index].steering { answers.append(.steering(steering)) }
      for notice in sources[index].persistentNotices { accept(notice) }
      sources[index].news = []
    }
  }

  private mutating func isKnown(_ source: UInt16) -> Bool {
    if Int(source) < sources.count { return true }
    var text = TextWriter()
    text.append("There is no source ")
    text.append(integer: Int(source))
    text.append(". Reload the page to see the sources.")
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

  /// Starts the maximum hold with the newest row when a view first requests a hold, and ends the hold when a
  /// spectrum view does not request one.
  private mutating func setHold(isOn: Bool, _ history: SpectrumHistory) {
    let index = Int(view.source)
    if !isOn {
      sources[index].hold = nil
    } else if sources[index].hold == nil {
      sources[index].hold = history.newest.map(MaxHold.init)
    }
  }

  /// Stores the frozen row, so that the client can zoom into it long after the history has dropped it.
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

  /// Prepares the first row for a new view from the history.
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
