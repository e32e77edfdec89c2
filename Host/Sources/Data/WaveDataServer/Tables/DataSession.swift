import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveWire

/// One client's session with the data instrument, confined to the client's event loop.
final class DataSession: EventSession {
  /// The maximum number of answers queued for a client.
  private static let answersLimit = 256
  /// The maximum number of lane messages between two views: one for each lane shown, as many for removed
  /// lanes, and one for the overview.
  private static let lanesLimit = 2 * WireLimits.columnsPerMessage + 1

  private let hosts: [any ServedTable]
  private let drivers: [any TableDriver]
  private let mayControl: Bool
  private var shown: UInt16?
  /// The lanes received since the last view.
  ///
  /// They belong to the table of the next view.
  private var nextLanes: [ShowLane] = []
  private var isGreeted = false
  private var answers: [DataMessage] = []
  /// The changes of each table that have not been sent to the client yet.
  ///
  /// Newer changes replace older ones.
  private var news: [UInt16: PendingChanges] = [:]

  private struct PendingChanges {
    var table: TableDescription?
    var abilities: TableAbilities?
    var columns: [TableColumns] = []
    var axis: TableAxis?
    var progress: TableWork?
    var notices: [Notice] = []
  }

  /// Creates the session of a client.
  ///
  /// - Parameters:
  ///   - hosts: The tables.
  ///   - mayControl: Whether the client may control the tables.
  ///   - waker: Called when answers for the client are ready.
  init(hosts: [any ServedTable], mayControl: Bool, waker: ClientWaker) {
    self.hosts = hosts
    self.mayControl = mayControl
    drivers = hosts.map { $0.makeDriver(waking: waker) }
  }

  func close(at now: Int64) { for driver in drivers { driver.receive(.close) } }

  /// Processes an event of a table, and stores the change until it can be sent to the client.
  func receive(_ event: TableEvent, from source: UInt16) {
    switch event {
    case .table: drivers[Int(source)].update(isRedrawn: true)
    case .abilities, .columns: drivers[Int(source)].update(isRedrawn: false)
    case .axis, .progress, .notice: break
    }
    guard isGreeted else { return }
    switch event {
    case .table(let table): news[source, default: PendingChanges()].table = table
    case .abilities(let abilities): news[source, default: PendingChanges()].abilities = abilities
    case .columns(let columns): news[source, default: PendingChanges()].columns = columns
    case .axis(let axis): news[source, default: PendingChanges()].axis = axis
    case .progress(let progress): news[source, default: PendingChanges()].progress = progress
    case .notice(let notice):
      if (news[source]?.notices.count ?? 0) < 8 {
        news[source, default: PendingChanges()].notices.append(notice)
      }
    }
  }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = DataMessageReader(limit: WireLimits.clientMessageBytes)
    try budget.spend(
      at: now, next: { () throws(WireError) in try reader.nextFromClient(in: frame.span.bytes) },
      receive: { (message) throws(ProtocolViolation) in try receive(message, at: now) },
      refuse: { (reason) throws(ProtocolViolation) in
        try append(.notice(Notice(severity: .warning, text: reason)))
      })
  }

  private func append(_ message: DataMessage) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    answers.append(message)
  }

  private func receive(_ message: DataMessage, at now: Int64) throws(ProtocolViolation) {
    if case .hello(let hello) = message {
      guard hello.version == WireVersion.current else { throw .version(hello.version) }
      isGreeted = true
      try append(.welcome(Welcome(sourceCount: UInt16(clamping: hosts.count), serverMicroseconds: now)))
      // These messages are exempt from the limit, since a client that sends a second hello may not have
      // received the answers to the first one yet.
      for host in hosts { answers += host.greeting }
      return
    }
    guard isGreeted else { throw .notGreeted }
    switch message {
    case .show(let view):
      guard let driver = try driver(of: view.source) else { return }
      switchTable(to: view.source)
      for lane in nextLanes { driver.receive(.lane(lane)) }
      nextLanes = []
      driver.receive(.show(view))
    case .showLane(let lane):
      // A lane does not name its table. A client that switches tables sends the new lanes before the first
      // view, so they are stored until a view arrives.
      let isSame = { (other: ShowLane) in
        other.column == lane.column && other.isSecond == lane.isSecond && other.isOverview == lane.isOverview
      }
      nextLanes.removeAll(where: isSame)
      if nextLanes.count < Self.lanesLimit { nextLanes.append(lane) }
    case .readRow(let question): try driver(of: question.source)?.receive(.read(.row(question)))
    case .readRange(let range): try driver(of: range.source)?.receive(.read(.range(range)))
    case .setFilter(let filter): try driver(of: filter.source)?.receive(.filter(filter))
    case .exportRows(let request): try driver(of: request.source)?.receive(.export(request))
    case .deriveColumn(let request): try driver(of: request.source)?.receive(.derive(request))
    case .readRows(let question): try driver(of: question.source)?.receive(.read(.page(question)))
    case .showScatter(let scatter):
      guard let driver = try driver(of: scatter.source) else { return }
      switchTable(to: scatter.source)
      driver.receive(.scatter(scatter))
    case .showTexts(let texts):
      guard let driver = try driver(of: texts.source) else { return }
      switchTable(to: texts.source)
      driver.receive(.texts(texts))
    case .stop(let stop):
      guard let driver = try driver(of: stop.source), try isController() else { return }
      switch stop.stage {
      case .importing, .reading, .texts: hosts[Int(stop.source)].stop()
      case .ordering, .deriving, .asking: driver.receive(.stop(stop.stage))
      }
    case .readTable(let request):
      guard try driver(of: request.source) != nil else { return }
      let host = hosts[Int(request.source)]
      // Any client may start the first read of a table by choosing the table.
      if !host.isUnread || request.isDiscarded {
        guard try isController() else { return }
      }
      host.read(request)
    case .chooseLost(let choice):
      guard try driver(of: choice.source) != nil, try isController() else { return }
      hosts[Int(choice.source)].choose(choice)
    case .clockRequest(let request):
      try append(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    default: throw .serverMessage
    }
  }

  /// Switches to a different table.
  ///
  /// Cancels requests about the previous table, and also requests about the new table that arrived before its
  /// first view.
  private func switchTable(to source: UInt16) {
    defer { shown = source }
    guard let shown, shown != source else { return }
    drivers[Int(shown)].receive(.hide)
    drivers[Int(source)].receive(.hide)
  }

  /// Returns the driver of a table, or sends the client an error message if there is no such table.
  private func driver(of source: UInt16) throws(ProtocolViolation) -> (any TableDriver)? {
    if Int(source) < drivers.count { return drivers[Int(source)] }
    try warn("There is no table \(source). Reload the page to see the available tables.")
    return nil
  }

  /// Returns whether the client may control tables, and sends the client an error message if not.
  private func isController() throws(ProtocolViolation) -> Bool {
    if mayControl { return true }
    try warn("This screen may only view. Pair it to read, stop or discard tables.")
    return false
  }

  private func warn(_ text: String) throws(ProtocolViolation) {
    try append(.notice(Notice(severity: .warning, text: Array(text.utf8))))
  }

  func isDue(at now: Int64) -> Bool {
    for driver in drivers where driver.wakeMicroseconds <= now { driver.work() }
    return !answers.isEmpty || !news.isEmpty || drivers.contains { $0.hasAnswers }
  }

  var wakeMicroseconds: Int64 { drivers.reduce(.max) { min($0, $1.wakeMicroseconds) } }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    for answer in answers { frames.append(answer.readable) }
    answers = []
    for (_, new) in news.sorted(by: { $0.key < $1.key }) {
      if let table = new.table { frames.append(.table(table)) }
      if let abilities = new.abilities { frames.append(.abilities(abilities)) }
      for columns in new.columns { frames.append(.columns(columns)) }
      if let axis = new.axis { frames.append(.axis(axis.readable)) }
      if let progress = new.progress { frames.append(.progress(progress)) }
      for notice in new.notices { frames.append(DataMessage.notice(notice)) }
    }
    news = [:]
    for driver in drivers { for answer in driver.nextAnswers() { frames.append(answer.readable) } }
  }
}
