import Dispatch
import Logging
import ServiceLifecycle
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveSystem
import WaveTableFormats
import WaveTables
import WaveUnits
import WaveWire

/// Reads one table once, stores its columns for drawing, and orders its rows by columns.
///
/// All clients of a table share one host.
final class LoadedTableHost: ServedTable {
  /// The minimum interval between two updates of statistics and pictures while rows are being read, in
  /// microseconds.
  static let reportIntervalMicroseconds: Int64 = 100_000

  struct State {
    /// The description of the table.
    ///
    /// Its `reading` identifies the current read; results of earlier reads are discarded.
    var table: FeedTable
    var source: (any TableSource)? { didSet { table.isOpen = source != nil } }
    var series: [Int: Series] = [:]
    /// The exact values of integer columns, for use as x.
    var integers: [Int: [[Int64]]] = [:]
    var keys = RowKeys()
    /// The contents of text columns, available after all rows have been read.
    var texts: [Int: TextColumn] = [:]
    var progress: TableWork?
    /// The notice about reading the table, for clients that connect later.
    var persistentNotice: Notice?
    var isStopped = false
    /// Whether no client has chosen the table yet.
    var isUnread: Bool
    var orders: [OrderedTable.Name: OrderedTable] = [:]
    var orderUse: [OrderedTable.Name] = []
    var reportedMicroseconds: Int64 = .min / 2
    /// A number that increases whenever rows are read.
    ///
    /// Pictures with a lower revision are outdated.
    var revision: UInt32 = 0
    /// The columns cached by an earlier run of the program, if they are in use.
    var kept: KeptColumns?

    /// Returns whether to inform clients of progress, at most once in an interval but always at first.
    mutating func isReportDue(at now: Int64, isFirst: Bool = false) -> Bool {
      guard isFirst || now - reportedMicroseconds >= reportIntervalMicroseconds else { return false }
      reportedMicroseconds = now
      return true
    }
  }

  /// The maximum number of cached orders.
  static let ordersLimit = 4

  let number: UInt16
  let logger: Logger
  let opening: RowsOpening
  let publisher: EventPublisher<DataSession>
  let state: Mutex<State>
  /// The number of pending passes over numeric columns.
  ///
  /// Reading text columns is interrupted for them.
  let numbersWanted = Atomic<Int>(0)
  let numbersAreRead = DispatchGroup()
  /// The queue on which the table is read.
  let reader: DispatchQueue
  /// The queue that computes the answers to clients.
  let queue = DispatchQueue(label: "tables", attributes: .concurrent)

  init(number: UInt16, opening: RowsOpening, logger: Logger) {
    self.number = number
    self.opening = opening
    self.logger = logger
    publisher = EventPublisher(source: number)
    reader = DispatchQueue(label: "table \(number)")
    state = Mutex(
      State(
        table: FeedTable(source: number, name: opening.name, flags: opening.isLazy ? .partial : []),
        isUnread: opening.isLazy))
  }

  // MARK: - Reading the table

  func run() async throws {
    let thread = Task.detached { [self] in
      if !opening.isLazy { await reader.run { self.read() } }
    }
    await withGracefulShutdownHandler {
      await thread.value
      // The table is served until the server shuts down, even after all of its rows have been read.
      try? await gracefulShutdown()
    } onGracefulShutdown: {
      self.stop()
    }
  }

  /// Stops reading; rows that have been read remain available.
  func stop() {
    let source = state.withLock { state in
      state.isStopped = true
      return state.source
    }
    source?.interrupt()
  }

  /// Reads the table: its numbers first, then its texts.
  func read() {
    reading { () throws(TableError) in
      let source = try opening.open { self.note($0) }
      let number = begin(source)
      if let kept = source.keptColumns(state.withLock { $0.table.drawn }) {
        adopt(kept)
        finish(number)
        // The check comes after the first pictures, so damaged values are shown briefly at worst.
        guard !kept.isIntact(goesOn: { self.state.withLock { !$0.isStopped } }) else {
          return try readTexts(source)
        }
        // A request that found the damage first has already queued the next read.
        guard abandon(kept) != nil else { return }
        say("The cached columns of the table are damaged: the table is read again.", .warning)
      }
      try readRows(source)
    }
  }

  /// Whether no client has chosen the table yet.
  var isUnread: Bool { state.withLock { $0.isUnread } }

  /// Resumes a read that ended early, or starts a new one.
  func resume() {
    let table: TableDescription? = state.withLock { state in
      guard state.table.description.flags.contains(.partial) else { return nil }
      state.table.description.flags.remove(.partial)
      state.isStopped = false
      state.isUnread = false
      state.persistentNotice = nil
      return state.table.description
    }
    guard let table else { return }
    notify(.table(table))
    reader.async {
      let (source, isComplete) = self.state.withLock {
        ($0.source, $0.table.description.flags.contains(.complete))
      }
      guard let source else { return self.read() }
      self.reading { () throws(TableError) in
        if isComplete { try self.readTexts(source) } else { try self.readRows(source) }
      }
    }
  }

  /// Discards the rows of a read that ended early.
  func discard() {
    reader.async {
      let source = self.state.withLock { state in
        state.table.description.flags.contains(.partial) && !state.table.description.flags.contains(.complete)
          ? state.source : nil
      }
      guard let source else { return }
      self.begin(source)
      let table = self.state.withLock { state in
        state.revision &+= 1
        state.persistentNotice = nil
        return state.table.description
      }
      self.notify(.table(table), .axis(self.rowAxis(0)))
    }
  }

  /// Reads the remaining rows from the table itself.
  private func readRows(_ source: any TableSource) throws(TableError) {
    let (drawn, number, known, keys) = state.withLock {
      ($0.table.drawn, $0.table.reading, Int($0.table.description.rowCount), $0.keys)
    }
    // If the rows read earlier no longer match the table, all rows are read again.
    var isSame = known % TableChunk.rowLimit == 0
    do throws(TableError) {
      guard isSame else { throw .cancelled }
      try source.scan(drawn) { progress in
        self.note(progress) && isSame
      } each: { chunk in
        if chunk.firstRow >= known {
          if isSame { self.adopt(chunk) }
        } else {
          let last = chunk.firstRow + chunk.rowCount - 1
          isSame =
            isSame && chunk.keys.first == keys.key(ofRow: chunk.firstRow)
            && chunk.keys.last == keys.key(ofRow: last)
        }
      }
      guard isSame else { throw .cancelled }
    } catch .cancelled where !isSame {
      begin(source)
      return try readRows(source)
    }
    finish(number)
    try readTexts(source)
  }

  /// Performs a read of the table, and reports the reason if the read ends early.
  private func reading(_ work: () throws(TableError) -> Void) {
    do throws(TableError) { try work() } catch .cancelled {
      finish(nil)
      let isEmpty = state.withLock { $0.table.description.rowCount == 0 }
      say(
        isEmpty
          ? "Reading was stopped before the first row was read."
          : "Reading was stopped: only the rows read so far are shown.", .information)
    } catch {
      finish(nil)
      say(error.description, .failure)
    }
  }

  /// Returns whether all data read from cached columns so far is intact.
  ///
  /// This is checked before an answer is sent.
  ///
  /// If the cache file was truncated, changed or unreadable, it is removed, and the table itself is read.
  func hasIntactColumns() -> Bool {
    guard let kept = state.withLock({ $0.kept }), kept.isDamaged else { return true }
    guard let source = abandon(kept) else { return false }
    logger.error("table", metadata: ["table": "\(opening.name)", "damaged": "\(kept.path)"])
    let name = kept.path.split(separator: "/").last ?? ""
    say(
      """
      \(name), the cache of the table's columns, was truncated or changed while it was in use, or cannot be \
      read: the table is read again.
      """,
      .failure)
    state.withLock { state in
      state.isStopped = false
      state.table.description.flags.remove(.partial)
    }
    reader.async { self.reading { () throws(TableError) in try self.readRows(source) } }
    return false
  }

  /// Removes damaged cached columns and all data derived from them.
  ///
  /// - Returns: The table to read instead, or nil if another thread has already removed the columns.
  private func abandon(_ kept: KeptColumns) -> (any TableSource)? {
    let source = state.withLock { state in
      guard state.kept === kept else { return nil as (any TableSource)? }
      state.kept = nil
      return state.source
    }
    guard let source else { return nil }
    source.forgetKeptColumns()
    begin(source)
    return source
  }

  /// Publishes the progress of reading rows.
  ///
  /// - Returns: Whether to continue reading.
  private func note(_ progress: WaveTables.TableProgress) -> Bool {
    let now = MonotonicClock.microseconds
    let (work, goesOn): (TableWork?, Bool) = state.withLock { state in
      let stage: TableWork.Stage = progress.phase == .importing ? .importing : .reading
      let total = progress.fraction.map { $0 > 0 ? Double(progress.rowCount) / $0 : 0 } ?? 0
      let work = TableWork(
        source: number, stage: stage, done: UInt64(progress.rowCount),
        total: max(UInt64(progress.rowCount) + 1, UInt64(saturating: min(1e15, total))))
      state.progress = work
      return (state.isReportDue(at: now) ? work : nil, !state.isStopped)
    }
    if let work { notify(.progress(work)) }
    return goesOn
  }

  /// Begins a read of the table, and discards the data of the previous read.
  ///
  /// - Returns: The number of the read.
  @discardableResult private func begin(_ source: any TableSource) -> Int {
    let info = source.info
    let (events, reading): ([TableEvent], Int) = state.withLock { state in
      state.source = source
      state.table.reading += 1
      state.kept = nil
      state.texts = [:]
      state.keys = RowKeys()
      state.integers = [:]
      state.orders = [:]
      state.orderUse = []
      state.table.description.rowCount = 0
      state.table.description.flags.remove(.complete)
      state.table.describe(info)
      for column in state.table.drawn {
        state.series[column] = Series()
        state.table.summaries[column] = ColumnSummary(info.columns[column])
      }
      state.table.operands = Array(info.operands.prefix(WireLimits.tableColumns))
      if info.isSimulated { state.table.description.flags.insert(.simulated) }
      return ([.table(state.table.description), state.table.columnsEvent], state.table.reading)
    }
    notify(events)
    return reading
  }

  /// Adopts all rows of cached columns as the table's contents.
  private func adopt(_ kept: KeptColumns) {
    state.withLock { state in
      for (number, column) in kept.columns {
        state.series[number] = column.series
        state.table.set(column.summary, of: number)
      }
      state.keys = RowKeys(kept)
      state.kept = kept
      state.table.description.rowCount = UInt64(kept.rowCount)
    }
  }

  private func adopt(_ chunk: TableChunk) {
    let made = state.withLock { $0.table.drawn }
    // Process the chunk before locking the state.
    var pieces: [(column: Int, chunk: SeriesChunk, summary: ColumnSummary)] = []
    let summaries = state.withLock { $0.table.summaries }
    for (place, column) in made.enumerated() {
      // After a stop, a chunk is dropped unless it is the first one, without which there is nothing to show.
      guard state.withLock({ !$0.isStopped || $0.table.description.rowCount == 0 }) else {
        return LateRelease.of((chunk, pieces))
      }
      guard var summary = summaries[column] else { continue }
      let drawn = summary.add(chunk.values[place])
      pieces.append((column, SeriesChunk(drawn.span), summary))
    }
    let now = MonotonicClock.microseconds
    let events: [TableEvent] = state.withLock { state in
      for piece in pieces {
        state.series[piece.column]?.append(piece.chunk)
        state.table.set(piece.summary, of: piece.column)
      }
      for (place, column) in made.enumerated() {
        if let integers = chunk.integers[place] { state.integers[column, default: []].append(integers) }
      }
      state.keys.append(chunk.keys)
      state.table.description.rowCount += UInt64(chunk.rowCount)
      state.revision &+= 1
      guard state.isReportDue(at: now, isFirst: state.revision == 1) else { return [] }
      return [
        .table(state.table.description), state.table.columnsEvent,
        .axis(rowAxis(state.table.description.rowCount)),
      ]
    }
    notify(events)
  }

  /// Marks the read with the given number as complete or, if `reading` is nil, marks the current read as
  /// ended early.
  private func finish(_ reading: Int?) {
    let events: [TableEvent] = state.withLock { state in
      // The cached columns may have been removed in the meantime.
      if let reading, reading != state.table.reading { return [] }
      if reading != nil {
        state.table.description.flags.insert(.complete)
        state.table.description.flags.remove(.partial)
      } else {
        state.table.description.flags.insert(.partial)
      }
      state.progress = nil
      state.orders = [:]
      state.revision &+= 1
      let count = state.table.description.rowCount
      return [
        .progress(TableWork(source: number, stage: .reading, done: count, total: count)),
        .table(state.table.description), state.table.columnsEvent, .axis(rowAxis(count)),
      ]
    }
    notify(events)
  }
}
