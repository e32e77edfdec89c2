import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveWire

/// One client's session with the data instrument; lives on the client's event loop.
final class TableSession: EventSession {
  /// Maximum number of answers that wait for a client to read them.
  private static let answersLimit = 256
  /// Maximum number of lanes between two views: those that are shown, as many that are removed, and the
  /// overview.
  private static let lanesLimit = 2 * WireLimits.toldColumns + 1

  private let stations: [any ServedTable]
  private let desks: [any ClientDesk]
  private let mayControl: Bool
  private var shown: UInt16?
  /// Lanes received since the newest view; they belong to the table of the next view.
  private var nextLanes: [ShowLane] = []
  private var isGreeted = false
  private var answers: [TableMessage] = []
  /// Changes of each table that have not been sent; only the newest ones are kept.
  private var news: [UInt16: News] = [:]

  private struct News {
    var table: TableDescription?
    var abilities: TableAbilities?
    var columns: [TableColumns] = []
    var axis: TableAxis?
    var progress: TableWork?
    var notices: [Notice] = []
  }

  /// - Parameters:
  ///   - stations: The tables.
  ///   - mayControl: Whether the client may control the tables.
  ///   - waker: Called when answers for the client are ready.
  init(stations: [any ServedTable], mayControl: Bool, waker: ClientWaker) {
    self.stations = stations
    self.mayControl = mayControl
    desks = stations.map { $0.makeDesk(waking: waker) }
  }

  func close(at now: Int64) { for desk in desks { desk.close() } }

  /// Receives an event of a table.
  func receive(_ event: TableEvent, from source: UInt16) {
    guard isGreeted else { return }
    switch event {
    case .table(let table):
      news[source, default: News()].table = table
      if source == shown { desks[Int(source)].refresh() }
    case .abilities(let abilities): news[source, default: News()].abilities = abilities
    case .columns(let columns): news[source, default: News()].columns = columns
    case .axis(let axis): news[source, default: News()].axis = axis
    case .progress(let progress): news[source, default: News()].progress = progress
    case .notice(let notice):
      if (news[source]?.notices.count ?? 0) < 8 { news[source, default: News()].notices.append(notice) }
    }
  }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = TableMessageReader(limit: WireLimits.clientMessageBytes)
    try budget.spend(
      at: now, next: { () throws(WireError) in try reader.nextFromClient(in: frame.span.bytes) },
      receive: { (message) throws(ProtocolViolation) in try take(message, at: now) },
      refuse: { (reason) throws(ProtocolViolation) in
        try put(.notice(Notice(severity: .warning, text: reason)))
      })
  }

  private func put(_ message: TableMessage) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    answers.append(message)
  }

  private func take(_ message: TableMessage, at now: Int64) throws(ProtocolViolation) {
    if case .hello(let hello) = message {
      guard hello.version == WireVersion.current else { throw .version(hello.version) }
      isGreeted = true
      try put(.welcome(Welcome(sourceCount: UInt16(clamping: stations.count), serverMicroseconds: now)))
      // Not limited: after a second hello, the greetings of the first may be unread, however many there are.
      for station in stations { answers += station.greeting }
      return
    }
    guard isGreeted else { throw .notGreeted }
    switch message {
    case .show(let view):
      guard try isKnown(view.source) else { return }
      turn(to: view.source)
      let desk = desks[Int(view.source)]
      for lane in nextLanes { desk.show(lane) }
      nextLanes = []
      desk.show(view)
    case .showLane(let lane):
      // A lane names no table: while a client changes to another one, its lanes precede the first view.
      let isSame = { (other: ShowLane) in
        other.column == lane.column && other.isSecond == lane.isSecond && other.isOverview == lane.isOverview
      }
      nextLanes.removeAll(where: isSame)
      if nextLanes.count < Self.lanesLimit { nextLanes.append(lane) }
    case .readRow(let question):
      guard try isKnown(question.source) else { return }
      desks[Int(question.source)].read(.row(question))
    case .readRange(let range):
      guard try isKnown(range.source) else { return }
      desks[Int(range.source)].read(.range(range))
    case .setFilter(let filter):
      guard try isKnown(filter.source) else { return }
      desks[Int(filter.source)].set(filter)
    case .exportRows(let request):
      guard try isKnown(request.source) else { return }
      desks[Int(request.source)].export(request)
    case .deriveColumn(let wish):
      guard try isKnown(wish.source) else { return }
      desks[Int(wish.source)].derive(wish)
    case .readRows(let question):
      guard try isKnown(question.source) else { return }
      desks[Int(question.source)].read(.page(question))
    case .showScatter(let scatter):
      guard try isKnown(scatter.source) else { return }
      turn(to: scatter.source)
      desks[Int(scatter.source)].show(scatter)
    case .showTexts(let texts):
      guard try isKnown(texts.source) else { return }
      turn(to: texts.source)
      desks[Int(texts.source)].show(texts)
    case .stop(let stop):
      guard try isKnown(stop.source), try isController() else { return }
      desks[Int(stop.source)].stop()
    case .readTable(let wish):
      guard try isKnown(wish.source) else { return }
      let desk = desks[Int(wish.source)]
      // Every client may start the reading of a table by choosing it.
      if !desk.isUnread || wish.isDiscarded {
        guard try isController() else { return }
      }
      desk.read(wish)
    case .chooseLost(let choice):
      guard try isKnown(choice.source), try isController() else { return }
      desks[Int(choice.source)].choose(choice)
    case .clockRequest(let request):
      try put(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    default: throw .serverMessage
    }
  }

  /// Switches to another table: ends requests about the previous table, and forgets earlier requests about
  /// the new one, since texts and scatter plots may arrive before its first view.
  private func turn(to source: UInt16) {
    defer { shown = source }
    guard let shown, shown != source else { return }
    desks[Int(shown)].hide()
    desks[Int(source)].hide()
  }

  /// Whether there is a table with this number; if not, the client gets a message.
  private func isKnown(_ source: UInt16) throws(ProtocolViolation) -> Bool {
    if Int(source) < stations.count { return true }
    let text = "There is no table \(source). Reload the page to see what is there."
    try put(.notice(Notice(severity: .warning, text: Array(text.utf8))))
    return false
  }

  /// Whether the client may control tables; if not, it gets a message.
  private func isController() throws(ProtocolViolation) -> Bool {
    if mayControl { return true }
    let text = "This screen may look only. Pair it to read, stop or discard tables."
    try put(.notice(Notice(severity: .warning, text: Array(text.utf8))))
    return false
  }

  func isDue(at now: Int64) -> Bool {
    !answers.isEmpty || !news.isEmpty || desks.contains { $0.hasAnswers }
  }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    for answer in answers { frames.put(answer.readable) }
    answers = []
    for (_, new) in news.sorted(by: { $0.key < $1.key }) {
      if let table = new.table { frames.put(.table(table)) }
      if let abilities = new.abilities { frames.put(.abilities(abilities)) }
      for columns in new.columns { frames.put(.columns(columns)) }
      if let axis = new.axis { frames.put(.axis(axis.readable)) }
      if let progress = new.progress { frames.put(.progress(progress)) }
      for notice in new.notices { frames.put(TableMessage.notice(notice)) }
    }
    news = [:]
    for desk in desks { for answer in desk.takeAnswers() { frames.put(answer.readable) } }
  }
}
