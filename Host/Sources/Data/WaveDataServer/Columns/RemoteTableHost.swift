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

/// Serves a table stored in an external engine by forwarding the requests of clients to a `ColumnSource`.
final class RemoteTableHost: ServedTable {
  struct State {
    var table: FeedTable
    var source: (any ColumnSource)? {
      didSet {
        table.isOpen = source != nil
        table.hasRankLenses = source?.abilities.hasRankLenses ?? false
      }
    }
    var axis: ColumnAxis?
    /// Whether columns can contain values outside their known ranges.
    var rangesArePart = false
    /// The most frequent text values of each column, if they have been requested.
    var texts: [Int: ColumnTexts] = [:]
    var persistentNotice: Notice?
    /// Whether the remaining rows are shown if a shard does not respond; nil to keep the source's setting.
    var showsRest: Bool?
    /// The most recent failure; nil if the engine is available.
    var failure: ColumnFailure?
    /// The failures of clients whose current view has no picture.
    ///
    /// Successful responses to other requests do not clear them.
    var failedViews: [ObjectIdentifier: String] = [:]
    /// The continuations of the current pauses.
    ///
    /// They are resumed early to query the engine immediately.
    var wakes: [CheckedContinuation<Void, Never>] = []
  }

  /// The delay before a failed request is first retried, and the maximum delay between retries, in
  /// milliseconds.
  static let retryMilliseconds = 500...10_000
  /// The interval between checks for changes to the table, in milliseconds.
  ///
  /// The host waits longer if a check takes a long time.
  static let lookMilliseconds = 15_000
  /// The interval at which the host checks whether a missing shard is available again, in milliseconds.
  static let lossMilliseconds = 2000

  let number: UInt16
  let logger: Logger
  let name: String
  private let open: TableOpening.Columns
  let publisher: EventPublisher<DataSession>
  let state: Mutex<State>

  init(number: UInt16, name: String, open: @escaping TableOpening.Columns, logger: Logger) {
    self.number = number
    self.name = name
    self.open = open
    self.logger = logger
    publisher = EventPublisher(source: number)
    state = Mutex(State(table: FeedTable(source: number, name: name, flags: .remote)))
  }

  func makeDriver(waking waker: ClientWaker) -> any TableDriver { TaskDriver(host: self, waker: waker) }

  /// Always false, since the engine stores the rows and none are read into memory.
  var isUnread: Bool { false }
  func read(_ request: ReadTable) {}
  func stop() {}

  func choose(_ choice: ChooseLost) { choose(showsRest: choice.showsRest) }

  /// The description of the table for the feeds of clients.
  var feedTable: FeedTable { state.withLock { $0.table } }

  /// The messages that a client receives after its hello message.
  var greeting: [DataMessage] {
    state.withLock { state in
      state.table.greeting(
        axis: state.axis.map { TableAxis($0, of: .rows, source: number) }, progress: nil,
        notice: state.persistentNotice)
    }
  }

  // MARK: - The table

  func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepOpen() }
      group.addTask { try? await gracefulShutdown() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Opens the table, and reopens it after a failure or when the table has changed.
  private func keepOpen() async {
    var pause = Self.retryMilliseconds.lowerBound
    while !Task.isCancelled {
      do throws(ColumnFailure) {
        let source = try await open()
        pause = Self.retryMilliseconds.lowerBound
        let began = MonotonicClock.microseconds
        let revision = try await begin(source)
        // The pause is ten times as long as opening the table took, so that a growing table is not reopened
        // all the time.
        await rest(milliseconds: Self.pause(source, after: began, times: 10))
        try await watch(source, since: revision)
      } catch .cancelled {
        return
      } catch {
        note(error)
        await rest(milliseconds: pause)
        pause = min(Self.retryMilliseconds.upperBound, pause * 2)
      }
    }
  }

  /// Opens the source and prepares the table's description.
  ///
  /// - Returns: The table's revision before any rows were read.
  private func begin(_ source: any ColumnSource) async throws(ColumnFailure) -> ColumnRevision? {
    if let showsRest = state.withLock({ $0.showsRest }) { source.showsRest = showsRest }
    let axis = try await source.axis(of: .rows, keeping: [])
    let revision = try await source.revision()
    let info = source.info
    let drawn = state.withLock { state in
      state.table.describe(info)
      state.table.summaries = [:]
      state.rangesArePart = false
      state.failedViews = [:]
      state.texts = [:]
      state.axis = axis
      state.persistentNotice = nil
      state.table.description.rowCount = revision?.rowCount ?? 0
      state.table.description.flags.insert(.complete)
      return state.table.drawn
    }
    // Columns cannot be drawn until their value ranges are known, so the ranges of a sample of rows are
    // computed first.
    let coarse = try await source.extents(of: drawn, isCoarse: true)
    adopt(coarse, drawn)
    if coarse.isEmpty { adopt(try await source.extents(of: drawn, isCoarse: false), drawn) }
    state.withLock { state in
      state.source = source
      state.table.operands = Array(info.operands.prefix(WireLimits.tableColumns))
      state.table.reading += 1
    }
    noteSuccess()
    notifyAll()
    guard !coarse.isEmpty else { return revision }
    if let exact = try await exactExtents(of: drawn, source, rowCount: revision?.rowCount ?? 0) {
      adopt(exact, drawn)
    } else {
      keepPartRanges()
    }
    notifyAll()
    return revision
  }

  private func adopt(_ extents: [ColumnExtent], _ drawn: [Int]) {
    state.withLock { state in
      for (place, extent) in extents.enumerated() { state.table.set(extent.summary, of: drawn[place]) }
    }
  }

  private func notifyAll() {
    let events: [TableEvent] = state.withLock { state in
      var events = [state.table.columnsEvent]
      if let abilities = state.table.abilities { events.insert(.abilities(abilities), at: 0) }
      if let axis = state.axis { events.append(.axis(TableAxis(axis, of: .rows, source: number))) }
      // The description of the table is sent last, since it makes clients request new pictures.
      events.append(.table(state.table.description))
      return events
    }
    notify(events)
  }

  /// Checks periodically whether the table has changed, and returns as soon as it has.
  private func watch(_ source: any ColumnSource, since last: ColumnRevision?) async throws(ColumnFailure) {
    guard last != nil else {
      while !Task.isCancelled { await rest(milliseconds: Self.lookMilliseconds) }
      throw .cancelled
    }
    var failures = 0
    while !Task.isCancelled {
      let began = MonotonicClock.microseconds
      do throws(ColumnFailure) {
        let now = try await source.revision()
        failures = 0
        noteSuccess()
        // If a shard is missing, the row count is too low although the table has not changed.
        if source.loss == nil, now != last { return }
      } catch .changed(let text) {
        throw .changed(text)
      } catch .cancelled {
        throw .cancelled
      } catch {
        note(error)
        failures += 1
      }
      let pause =
        failures > 0
        ? min(Self.retryMilliseconds.upperBound, Self.retryMilliseconds.lowerBound << min(5, failures))
        : Self.pause(source, after: began, times: 50)
      await rest(milliseconds: pause)
    }
    throw .cancelled
  }

  /// Returns the pause in milliseconds after work that began at a given time: a multiple of its duration, but
  /// at least the usual one.
  private static func pause(_ source: any ColumnSource, after began: Int64, times factor: Int) -> Int {
    let took = Int((MonotonicClock.microseconds - began) / 1000)
    return max(source.loss == nil ? lookMilliseconds : lossMilliseconds, factor * took)
  }

  /// Waits for a duration, or until `look` ends the wait early.
  private func rest(milliseconds: Int) async {
    let timer = Task {
      try? await Task.sleep(for: .milliseconds(milliseconds))
      look()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !Task.isCancelled else { return true }
          state.wakes.append(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      look()
    }
    timer.cancel()
  }

  /// Ends the current pause, so that the engine is queried immediately.
  func look() {
    let wakes = state.withLock { state in
      defer { state.wakes = [] }
      return state.wakes
    }
    for wake in wakes { wake.resume() }
  }
}
